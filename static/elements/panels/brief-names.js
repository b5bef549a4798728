// Names where a whole one has no room and a few letters would not be recognised: "Barth." is Bartholomew.

/**
 * So many letters of a longer name on a phone, if it has no room: nobody is called Maxim. in the news and
 * Max. above Confirm.
 */
export const LETTERS = [3];
const ON_A_BOARD = 5;
const SAVES = 3; // a name that is hardly longer stays whole

/**
 * Each long name by its first letters and a dot, by more of them where that tells it from the others.
 * @param {string[]} names
 * @param {number} [least] letters
 * @returns {Map<string, string>}
 */
export function briefNames(names, least = ON_A_BOARD) {
  const brief = (name) => {
    const letters = [...name];
    const begins = (length) => letters.slice(0, length).join("");
    const isShared = (length) => names.some((other) => other !== name && other.startsWith(begins(length)));
    let length = least;
    while (length < letters.length && isShared(length)) length += 1;
    return letters.length < length + SAVES ? name : `${begins(length).trimEnd()}.`;
  };
  return new Map(names.map((name) => [name, brief(name)]));
}

/**
 * What writes a sentence with these names.
 * @param {Map<string, string>} names
 */
export function inNames(names) {
  const long = [...names].filter(([name, brief]) => name !== brief);
  long.sort(([one], [other]) => other.length - one.length);
  return (/** @type {string} */ words) =>
    long.reduce((told, [name, brief]) => told.replaceAll(name, brief), words);
}
