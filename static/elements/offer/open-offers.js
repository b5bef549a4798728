// What stands open to everybody all the time: a button for each account that may be paid, a row for each
// question that waits for an answer. Fetched by who sits at such a table.

import { button, h, icon } from "../../dom.js";
import { money, say } from "../../messages.js";
import { perPlayer } from "../log/entry.js";
import { account, lettersEm } from "../panels/badges.js";
/** @import { TableDocument } from "../../types.js" */

const BANK = "bank";
const END = "end_game";
const MOST_ROWS = 2; // of more, the rest is folded away: they are not to bury what is wanted all the time

/**
 * Offers one after the other. Answers to one question, which are those that send the same, share a row: of
 * what somebody is asked behind all else, so that nothing moves under a finger when a question comes, of what
 * one has asked where the first of them would stand.
 * `press`: opens an offer by its name, as it is or begun; `plain`: draws any other; `unfolded`: so are the
 * rows; `form`: what is open above them.
 * @param {TableDocument} doc
 */
export function openOffers(doc, offers, { press, plain, unfolded, form }) {
  const answers = offers.filter(isAnswer);
  const same = (one) => ({ offer }) => JSON.stringify(offer.sends) === JSON.stringify(one.offer.sends);
  const [asked, own] = [true, false].map((several) =>
    answers.filter((one) => answers.filter(same(one)).length > 1 === several)
  );
  const isUsual = offers.some(({ offer }) => !offer.aside);
  if (isUsual) callOut(doc.auction?.to_act ? [] : asked);
  if (form?.offer.type === END) form.besides = (entry, preview) => addTotals(form.table.doc, entry, preview);
  const drawn = (one) =>
    answers.includes(one)
      ? one === own[0] && rows(own, press, unfolded)
      : tiles(doc, one, press) ?? plain(one);
  return [...offers.map(drawn), asked.length > 0 && rows(asked, press, unfolded)];
}

/** Whether an offer asks nothing more: it says to which of several questions it is the answer. */
function isAnswer({ offer }) {
  return Boolean(offer.anytime && offer.sends && !offer.fields?.length);
}

/**
 * What each would have if the game were ended so, the richest first.
 * @param {TableDocument} doc
 */
function addTotals(doc, entry, preview) {
  const paid = new Map(/** @type {any} */ (perPlayer(doc, entry.postings)));
  const all = doc.seats.map(({ seat, cash }) => ({ seat, total: (cash ?? 0) + (paid.get(seat) ?? 0) }));
  const row = ({ seat, total }) =>
    h("li", {}, account(doc, `seat:${seat}`), h("span", { class: "figure" }, money(total)));
  const rows = all.sort((one, other) => other.total - one.total).map(row);
  preview.querySelector(".preview-words").append(h("ol", { class: "totals" }, rows));
  preview.removeAttribute("data-silent");
}

/** The answers to each question. */
const byQuestion = (answers) => [
  ...Map.groupBy(answers, ({ offer }) => JSON.stringify([offer.sends, offer.help])).values(),
];

/** What one is asked stands in the band above, too, which keeps its height, and leads there. */
function callOut(asked) {
  const band = document.querySelector(".seat-head .turn");
  band?.querySelector(".asked")?.remove();
  const [first, ...others] = byQuestion(asked);
  if (!first) return;
  const words = [first[0].offer.help, others.length > 0 && ` · +${others.length}`];
  const lead = () => document.querySelector(".questions")?.scrollIntoView({ block: "center" });
  band?.append(button([h("span", {}, words), icon("down")], lead, { class: "asked" }));
}

function rows(answers, press, unfolded) {
  const all = byQuestion(answers);
  const row = (those) =>
    h(
      "div",
      { class: "answers", role: "group", "aria-label": those[0].offer.help },
      h("p", {}, those[0].offer.help),
      those.map(({ name, offer }, at) =>
        button(offer.label, () => press(name), {
          class: at && at === those.length - 1 ? "answer primary" : "answer",
          "data-offer": offer.type,
        })
      ),
    );
  const further = all.slice(MOST_ROWS).map(row);
  return h(
    "div",
    { class: "questions" },
    all.slice(0, MOST_ROWS).map(row),
    further.length > 0 && h(
      "details",
      { class: "folded further", open: unfolded },
      h("summary", {}, say("offer.further", { count: further.length })),
      further,
    ),
  );
}

/** May whoever pays take it from the bank? */
function mayTake({ fields }) {
  const from = fields.find(({ name }) => name === "from");
  return from?.choices?.some(({ value, disabled }) => value === BANK && !disabled);
}

/** A button for each choice of the field that the offer begins with, such as whom to pay; null: none. */
function tiles(doc, { name, offer }, press) {
  const spec = offer.fields?.find((field) => field.name === offer.tiles);
  if (!spec) return null;
  const mine = `seat:${offer.seat}`;
  const free = (spec.choices ?? []).filter(({ value, disabled }) => !disabled && value !== mine);
  const isPlayer = ({ value }) => String(value).startsWith("seat:");
  const begun = (value) => ({ [spec.name]: spec.kind === "choices" ? [value] : value });
  const tile = (what, names, answers) =>
    button(names, () => press(name, { offer: name, answers }), {
      class: "offer tile",
      "data-offer": offer.type,
      "data-tile": what,
    });
  const pays = ({ value }) => tile(value, account(doc, value), begun(value));
  const some = (those) => those.length > 0 && h("div", { class: "tiles" }, those);
  const players = some(free.filter(isPlayer).map(pays));
  const words = doc.seats.flatMap(({ name }) => name.split(/[\s-]/));
  if (players) players.style.setProperty("--word", `${Math.max(...lettersEm(words))}em`);
  return h(
    "div",
    { class: "tiled", role: "group", "aria-label": offer.label },
    h("p", { class: "overline" }, offer.label),
    players,
    some(free.filter((one) => !isPlayer(one)).map(pays)),
    // what comes from the bank, such as an income, is the commonest of all
    mayTake(offer) &&
      some([
        tile("take", [account(doc, BANK), " → ", account(doc, mine)], { ...begun(mine), from: BANK }),
      ]),
  );
}
