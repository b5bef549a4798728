// What has no room ends with something whole.

/**
 * Where a line is cut, its last clauses give way to dots.
 * @param {Element} words
 * @param {Element} box what it has room in
 */
export function endWithClause(words, box = words) {
  giveWay(words, box, [...words.children], "hidden");
}

/**
 * The same of parts within clauses, such as what each is paid (`inParts`). All are still read aloud.
 * @param {Element} words
 * @param {Element} box
 */
export function endWhole(words, box = words) {
  giveWay(words, box, [...words.querySelectorAll("[data-part]")], "data-unseen");
}

/**
 * @param {Element[]} parts of which the first stays
 * @param {string} gone the attribute of one that has given way
 */
function giveWay(words, box, parts, gone) {
  for (const part of parts) part.toggleAttribute(gone, false);
  words.toggleAttribute("data-cut", false);
  // letters hang below their line
  while (parts.length > 1 && box.scrollHeight > 1.1 * box.clientHeight) {
    parts.pop().toggleAttribute(gone, true);
    words.toggleAttribute("data-cut", true);
  }
}
