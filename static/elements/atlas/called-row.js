// Rows of a table of facts in words: programs know them by other names.

/** What a row is called by people: the game has words for some of its own names. */
export function calledRow({ row_labels: labels }, row) {
  return labels?.[row] ?? row;
}
