// What has no room for all it says ends with something whole.

/**
 * Where a line is cut, its last clauses give way, so that it ends with a whole one, and with dots.
 * @param {Element} words
 * @param {Element} box what it has room in
 * @param {string} gone what a clause is that has given way
 */
export function endWithClause(words, box = words, gone = "hidden") {
  const clauses = [...words.children];
  for (const clause of clauses) clause.toggleAttribute(gone, false);
  words.toggleAttribute("data-cut", false);
  while (clauses.length > 1 && box.scrollHeight > box.clientHeight + 1) {
    clauses.pop().toggleAttribute(gone, true);
    words.toggleAttribute("data-cut", true);
  }
}
