// What has no room ends with something whole; and what each is paid is the last to give way.

import { unbroken } from "../../dom.js";
import { moreWords, say } from "../../messages.js";
import { calledNames, inCalledNames } from "../board/wording.js";
import { CLAUSE } from "./entry.js";
import { briefNames, inNames, LETTERS } from "../panels/brief-names.js";

const UNSEEN = "data-unseen";
const FIGURES = /\$|→/;
const PRICE = /\S+\s\S*[$→]\S*$/; // what a sentence ends with: "for $14"
const GAP = / |\s–\s/g; // also between the cities of a link
const PAID = /\u00a0\+\D*\d/; // what somebody gets: "Ada +$2"
const SEPARATOR = /^[;,]? /;
const BECAME = /[.:] [^.:]*→.*$/; // what a sentence ends with: ". Value $2M → $3M"
const BECOMES = /→/; // what rises or falls
const LEAD = ": "; // before a list, and before what is taken back
const ENDS = /[.,:;\s]+$/;
const TALL = 1.1; // letters hang below their line
const BRIEFLY = "names"; // `data-cut`: nothing is missing but letters of names

/**
 * Where a line is cut, its last clauses give way to dots, and then the last words of its first clause: dots
 * of the browser's own would stand behind a full stop, or within a word.
 * @param {Element} words
 * @param {Element} box what it has room in
 */
export function endWithClause(words, box = words) {
  const [first, ...others] = /** @type {HTMLElement[]} */ ([...words.children]);
  if (!first) return;
  first.textContent = first.dataset.whole ??= first.textContent;
  giveWay(words, box, others.reverse(), "hidden");
  loseLastWords(words, box, first);
}

/**
 * @param {Element} words
 * @param {Element} box
 * @param {Element} part of which as many words stay as have room
 */
function loseLastWords(words, box, part) {
  for (let left = part.textContent; !fits(box) && left.includes(" ");) {
    left = left.slice(0, left.lastIndexOf(" ")).replace(ENDS, "");
    part.textContent = left;
    words.setAttribute("data-cut", "");
  }
}

/**
 * The same where a sentence ends with a price: that stays, and words before it give way; not whom it is for.
 * @param {HTMLElement} words
 * @param {Element} box
 * @param {Element} part
 */
function loseWords(words, box, part) {
  const [price] = PRICE.exec(part.textContent) ?? [];
  if (!price) return loseLastWords(words, box, part);
  const railroads = namedIn(box, part.textContent);
  for (let left = part.textContent.slice(0, -price.length).trimEnd(); !fits(box);) {
    const gap = [...left.matchAll(GAP)].at(-1);
    if (!gap) return;
    left = left.slice(0, gap.index).replace(ENDS, "");
    const gone = railroads.filter((name) => !namedIn(box, left).includes(name));
    part.textContent = [left, "…", ...gone, price].join(" ");
    words.setAttribute("data-cut", BRIEFLY);
  }
}

/**
 * @param {Element} box
 * @param {string} told
 * @returns {string[]} the railroads it names, "SC" in "the SC’s Charter"
 */
function namedIn(box, told) {
  const all = told.split(/[\s’-]/);
  return (docOf(box).railroads ?? []).map(({ id }) => id).filter((id) => all.includes(id));
}

/**
 * The same of parts within clauses, such as what each is paid (`inParts`), those without a sum first. All are
 * still read aloud. Before a sum gives way, long names are told in few letters; and before one of what each
 * is paid does, what stands before them all, if that makes room for every one.
 * @param {HTMLElement} words
 * @param {Element} box
 */
export function endWhole(words, box = words) {
  const parts = /** @type {HTMLElement[]} */ ([...words.querySelectorAll("[data-part]")]);
  showWhole(words); // also the first part, where these words begin later: it gives way to no other
  giveWay(words, box, leaving(parts), UNSEEN);
  const lost = () => parts.some((part) => part.matches(`[${UNSEEN}]`) && tells(part));
  if (!lost() && fits(box)) return;
  for (const some of [parts.slice(1), parts]) {
    for (const letters of LETTERS) {
      callBriefly(box, some, letters);
      giveWay(words, box, leaving(parts), UNSEEN);
      words.dataset.cut ??= BRIEFLY;
      if (!lost() && fits(box)) return;
    }
    if (fits(box) && !unpaid(parts)) break; // who did it keeps the whole name
  }
  if (endCorrection(words, box, parts)) return;
  if (keepDone(words, box, parts)) return;
  const undone = takenBack(box, parts);
  if (undone.length) return fits(box) || endTakenBack(words, box, parts, undone);
  if (unpaid(parts) && !beginWithSums(words, box, parts)) {
    callBriefly(box, parts.slice(1), LETTERS.at(-1));
    parts[0].textContent = parts[0].dataset.part;
    giveWay(words, box, leaving(parts), UNSEEN);
    words.dataset.cut ??= BRIEFLY;
  }
  beginLater(words, box, parts);
}

/**
 * The same of one's own move: whoever made it knows what it was, and wants to see what each is paid. Where
 * not all of that has room behind it, the words begin with the first sum, and say how many they leave out.
 * No dots follow what was done where all of that is told, nor what it brings where that alone has room; and
 * no list is begun that says nothing in figures.
 * @param {HTMLElement} words
 */
export function endWithSums(words) {
  words.removeAttribute("data-more");
  endWhole(words);
  const parts = /** @type {HTMLElement[]} */ ([...words.querySelectorAll("[data-part]")]);
  const gone = parts.filter((part) => part.matches(`[${UNSEEN}]`));
  const done = inFirstClause(parts);
  const lists = parts.some((part) =>
    !gone.includes(part) && !tells(part) && part.dataset.part.includes(LEAD)
  );
  const first = parts.find((part) => !gone.includes(part));
  const later = !done.includes(first) && first?.textContent.startsWith("…") === false;
  const misses = lists || gone.some((part) => !later && done.includes(part) || tells(part));
  if (gone.length && !misses && (later || isWhole(done[0]))) words.dataset.cut = BRIEFLY;
  const at = parts.findIndex(pays);
  if (at < 1 || !unpaid(parts) || beginWithSums(words, words, parts)) return;
  sayHowMany(words, parts, at).catch(() => {}); // dots say that it goes on
}

/**
 * Without what was done. Has every sum room then?
 * @param {HTMLElement} words
 * @param {Element} box
 * @param {HTMLElement[]} parts
 */
function beginWithSums(words, box, parts) {
  const at = parts.findIndex(pays);
  if (at < 1) return false;
  return [Infinity, ...LETTERS].some((letters) => {
    beginAt(words, box, parts, at, letters);
    return !unpaid(parts) && fits(box);
  });
}

/** How many sums are left out, once there are words for it. */
async function sayHowMany(words, parts, at) {
  await moreWords();
  if (words.matches("[data-whole]")) return;
  for (let told = 0; unpaid(parts) && told !== unpaid(parts);) {
    told = unpaid(parts);
    words.dataset.more = say("place.all", { count: told });
    beginAt(words, words, parts, at, LETTERS.at(-1));
  }
}

/** @param {HTMLElement} words */
function beginAt(words, box, parts, at, letters) {
  callBriefly(box, parts, letters);
  parts[at].textContent = parts[at].textContent.replace(SEPARATOR, "");
  parts.forEach((part, n) => part.toggleAttribute(UNSEEN, n < at));
  giveWay(words, box, leaving(parts.slice(at)), UNSEEN);
  words.dataset.cut ??= BRIEFLY;
}

/**
 * What was taken back, as whole as there is room, without what became of it: a value that stands alone reads
 * as if it held. Rather than that it was taken back, who did so gives way.
 * @param {HTMLElement} words
 * @param {Element} box
 * @param {HTMLElement[]} parts
 * @param {string[]} undone the same in fewer and fewer words
 */
function endTakenBack(words, box, parts, undone) {
  const [first, ...others] = parts;
  for (const part of others) part.toggleAttribute(UNSEEN, true);
  words.dataset.cut = BRIEFLY;
  for (const told of undone) {
    for (const letters of [Infinity, ...LETTERS]) {
      first.textContent = inBrief(box, letters)(told);
      if (fits(box)) return;
    }
  }
  loseLastWords(words, box, first);
}

/**
 * @param {Element} box
 * @param {HTMLElement[]} parts
 */
function takenBack(box, parts) {
  const doc = docOf(box);
  const { move, summary = "" } = doc.recent?.at(-1) ?? {};
  if (move?.type !== "undo") return [];
  const whole = inFirstClause(parts).map(({ dataset }) => dataset.part).join("");
  const impersonal = unbroken(inCalledNames(doc, summary));
  const tail = whole.slice(whole.indexOf(LEAD));
  const lead = impersonal.slice(0, impersonal.indexOf(LEAD));
  return impersonal.startsWith(lead + tail) ? [whole, lead + tail].map((one) => one.replace(BECAME, "")) : [];
}

/**
 * Of a correction the reason gives way, not that it is one: a sum that stands alone reads as if it were paid.
 * @param {HTMLElement} words
 * @param {Element} box
 * @param {HTMLElement[]} parts
 */
function endCorrection(words, box, parts) {
  const done = inFirstClause(parts);
  const [lead, note] = parts[0].dataset.part.split(LEAD);
  if (docOf(box).recent?.at(-1)?.move?.type !== "correct" || !note || done.some(tells)) return false;
  callBriefly(box, parts, LETTERS.at(-1));
  parts[0].textContent = lead;
  for (const part of done.slice(1)) part.toggleAttribute(UNSEEN, true);
  giveWay(words, box, leaving(parts).filter((part) => !done.includes(part)), UNSEEN);
  words.dataset.cut ??= BRIEFLY;
  return true;
}

/**
 * Where no money changes hands, what was done is told before what it may bring, if that alone has room; who
 * did so in as many letters as there is room for.
 * @param {HTMLElement} words
 * @param {Element} box
 * @param {HTMLElement[]} parts
 */
function keepDone(words, box, parts) {
  const done = inFirstClause(parts);
  const { move, postings } = docOf(box).recent?.at(-1) ?? {};
  const sums = parts.filter(tells);
  const isForecast = postings?.length === 0 && sums.every(({ dataset }) => BECOMES.test(dataset.part));
  if (move?.type === "undo" || !isForecast || !sums.length || done.some(tells)) return false;
  for (const letters of [Infinity, ...LETTERS]) {
    callBriefly(box, parts, letters);
    giveWay(words, box, leaving(parts), UNSEEN);
    if (fits(box) && !done.some((part) => part.matches(`[${UNSEEN}]`))) return true;
  }
  return false;
}

/** @param {HTMLElement} part */
const isWhole = ({ textContent, dataset }) => textContent === dataset.part;

/** @param {HTMLElement} part */
const tells = ({ dataset }) => FIGURES.test(dataset.part);

/** @param {HTMLElement} part */
const pays = ({ dataset }) => PAID.test(dataset.part);

/**
 * How many sums are left out.
 * @param {HTMLElement[]} parts
 */
const unpaid = (parts) => parts.filter((part) => pays(part) && part.matches(`[${UNSEEN}]`)).length;

/**
 * In which order they give way: what follows from a move does so clause by clause, from the last; then parts
 * of what was done, those without a sum first; the first stays, and what each is paid stays longest.
 * @param {HTMLElement[]} parts
 */
function leaving(parts) {
  const done = inFirstClause(parts);
  const follows = parts.slice(done.length).reverse();
  const own = done.slice(1).reverse();
  return [
    ...follows.filter((part) => !pays(part)),
    ...own.filter((part) => !tells(part)),
    ...own.filter((part) => tells(part) && !pays(part)),
    ...[...follows, ...own].filter(pays),
  ];
}

/** @param {HTMLElement[]} parts */
function inFirstClause(parts) {
  const next = parts.findIndex(({ dataset }, at) => at > 0 && dataset.part.startsWith(CLAUSE));
  return next < 0 ? parts : parts.slice(0, next);
}

/**
 * Nothing has given way, nor is any name brief.
 * @param {HTMLElement} words
 */
export function showWhole(words) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (words.querySelectorAll("[data-part]"))) {
    part.textContent = part.dataset.part ||= part.textContent;
    part.toggleAttribute(UNSEEN, false);
  }
  words.toggleAttribute("data-cut", false);
}

/**
 * @param {Element} words
 * @param {Element} box
 * @param {Element[]} parts those that may, one after the other
 * @param {string} gone the attribute of one that has given way
 */
function giveWay(words, box, parts, gone) {
  for (const part of parts) part.toggleAttribute(gone, false);
  words.toggleAttribute("data-cut", false);
  for (const part of parts) {
    if (fits(box)) return;
    part.toggleAttribute(gone, true);
    words.toggleAttribute("data-cut", true);
  }
}

/** @param {Element} box */
const fits = (box) => box.scrollHeight <= TALL * box.clientHeight;

/**
 * @param {Element} box
 * @param {HTMLElement[]} parts
 * @param {number} letters of each long name
 */
function callBriefly(box, parts, letters) {
  const brief = inBrief(box, letters);
  for (const part of parts) part.textContent = brief(part.dataset.part);
}

/**
 * @param {Element} box
 * @param {number} letters of each long name
 */
function inBrief(box, letters) {
  const { seats = [] } = docOf(box);
  return inNames(briefNames([...calledNames(seats.map(({ name }) => name)).values()], letters));
}

/** @param {Element} box */
const docOf = (box) => /** @type {any} */ (box.closest("#screen > *"))?.table?.doc ?? {};

/**
 * Where no sum of what each is paid, or of what was done, has room behind what comes before it, it begins
 * with the first of them, or within that. So it does with what follows where what was done tells none, or has
 * no room itself: where each cube lies the board shows, not what it scores and costs.
 * Where the very first part tells a sum, its last words give way, but no price: who did what is told first.
 * @param {HTMLElement} words
 * @param {Element} box
 * @param {HTMLElement[]} parts
 */
function beginLater(words, box, parts) {
  const done = inFirstClause(parts);
  const cut = !done.some(tells) && done.some((part) => part.matches(`[${UNSEEN}]`));
  const isTold = done.some(tells) || parts.some((part) => tells(part) && !part.matches(`[${UNSEEN}]`));
  const figure = isTold ? (cut ? parts : done).findIndex(tells) : parts.findIndex(tells);
  const at = parts.some(pays) ? parts.findIndex(pays) : figure;
  if (at < 0 || at > 0 && !parts[at].matches(`[${UNSEEN}]`)) return;
  const first = parts[at];
  const told = first.textContent.replace(SEPARATOR, "");
  first.textContent = told.charAt(0).toLocaleUpperCase() + told.slice(1);
  parts.forEach((part, n) => part.toggleAttribute(UNSEEN, n < at));
  giveWay(words, box, leaving(parts.slice(at)), UNSEEN);
  words.dataset.cut ??= BRIEFLY;
  if (at === 0) return loseWords(words, box, first);
  for (let left = told; !fits(box) && left.includes(" ");) {
    left = left.slice(left.indexOf(" ") + 1);
    first.textContent = `… ${left}`;
  }
}
