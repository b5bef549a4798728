// What has no room for all it says ends with something whole.

/**
 * Where a line is cut, its last clauses give way, so that it ends with a whole one, and with dots.
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
  while (parts.length > 1 && box.scrollHeight > box.clientHeight + 1) {
    parts.pop().toggleAttribute(gone, true);
    words.toggleAttribute("data-cut", true);
  }
}
