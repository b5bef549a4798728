// What forms that stand open all the time have beside their fields, so that all that matters is in sight at
// once: who gets how much of a dividend, and the room of what is asked only with a company.

import { h } from "../../dom.js";
import { money, moreWords, say } from "../../messages.js";
import { account, calledMark, calledName } from "../panels/badges.js";
/** @import { Entry, Spec, TableDocument } from "../../types.js" */

const NARROW = "(max-width: 600px)"; // a phone
const ABREAST = 2; // sellers, and who is paid
const IN_A_ROW = 5; // numbers to tap
const MOST_ROWS = 2; // of them; of more there are the smallest alone, and a stepper

/** The entry of which a form has told, and at which revision: another answer makes it untrue. */
const toldOf = new WeakMap();

/**
 * Anew with every answer, and when something at the table is different.
 * @param {any} form
 * @param {boolean} answered
 */
export function furnish(form, answered) {
  const { offer, table: { doc } } = form;
  const group = form.querySelector("field-group");
  const pays = offer.fields?.some(({ name }) => name === "payer");
  const sells = offer.fields?.filter(({ name, when }) => name === "from" && when?.company) ?? [];
  if (!pays && !sells.length) return;
  form.classList.add("furnished");
  if (sells.length) {
    inShort(doc, group);
    keepRoom(group, offer.fields);
  }
  if (pays) {
    moreWords(); // they are there before an amount is
    inPlace(form, group);
    if (answered || toldOf.get(form)?.revision !== doc.revision) toldOf.delete(form);
    tellPaid(doc, group, toldOf.get(form)?.entry);
  }
  form.besides = (entry) => {
    toldOf.set(form, { entry, revision: doc.revision });
    if (pays) tellPaid(form.table.doc, group, entry);
    return entry.postings.length ? paidIn(entry) : undefined;
  };
}

/** @param {Entry} [entry] */
const paidIn = (entry) => entry?.postings.reduce((sum, { amount }) => sum + amount, 0);

/** A company that cannot be chosen keeps its place among the others, and a tap on it says why. */
function inPlace(form, group) {
  if (!matchMedia(NARROW).matches) return;
  for (
    const fold of group.querySelectorAll("[data-field=company] > .group > .choices:not(:empty) + details")
  ) {
    const chips = fold.previousElementSibling;
    const { choices } = fold.closest("[data-field]").spec;
    for (const chip of fold.querySelectorAll(".chip")) {
      const why = chip.querySelector(".why-not").textContent;
      chip.addEventListener("click", () => (form.querySelector(".brief").textContent = why));
      chips.append(chip);
    }
    const placed = (chip) => choices.findIndex(({ value }) => chip.dataset.value === JSON.stringify(value));
    chips.append(...[...chips.children].sort((one, other) => placed(one) - placed(other)));
    fold.remove();
  }
}

/** Two names have room side by side, as friends say them. */
function inShort(doc, group) {
  if (!matchMedia(NARROW).matches) return;
  for (const chip of group.querySelectorAll(".chip:has(> .lamp)")) {
    const [, seat] = chip.dataset.value.match(/^"seat:(\d+)"$/) ?? [];
    if (seat) chip.querySelector(".chip-label").textContent = calledName(doc, Number(seat));
  }
}

// --- who is paid ---------------------------------------------------------------

/**
 * Each holder with what they get; a treasury that pays, and what it has then; what is not paid out, or is
 * paid beyond the total.
 * @param {TableDocument} doc
 * @param {Entry} [entry]
 */
function tellPaid(doc, group, entry) {
  const { company, payer, total, treasury_too: too } = group.value;
  const own = doc.railroads.find(({ id }) => id === company);
  const paid = (to) => paidIn(entry && { ...entry, postings: entry.postings.filter((one) => one.to === to) });
  const rows = doc.seats.filter(({ shares }) => shares?.[company]).map(({ seat, shares }) =>
    row(calledMark(doc, seat), `×\u202f${shares[company]}`, paid(`seat:${seat}`))
  );
  if (own && payer === "treasury") {
    const left = entry && own.treasury - paidIn(entry);
    rows.push(row(account(doc, `railroad:${company}`), `${money(own.treasury)} →`, left));
  } else if (own && too) rows.push(row(account(doc, `railroad:${company}`), "", paid(`railroad:${company}`)));
  const rest = entry && total && total - paidIn(entry);
  if (rest) rows.push(row(say(rest > 0 ? "offer.unpaid" : "offer.overpaid"), "", Math.abs(rest)));
  const list = h("ol", { class: "paid-out", vars: { "--rows": String(rowsOfAll(doc)) } }, rows);
  group.querySelector(":scope > .paid-out")?.remove();
  group.insertBefore(list, group.querySelector(":scope > .folded"));
}

const row = (who, how, amount) =>
  h(
    "li",
    {},
    h("span", { class: "who" }, who),
    h("span", { class: "hint" }, how),
    h("span", { class: "figure" }, amount === undefined ? "–" : money(amount)),
  );

/** For the company that most players hold, and one more: nothing moves when it is chosen. */
function rowsOfAll({ seats, railroads }) {
  const most = Math.max(...railroads.map(({ id }) => seats.filter(({ shares }) => shares?.[id]).length));
  return Math.ceil((most + 1) / ABREAST);
}

// --- what comes with the company ------------------------------------------------

/**
 * Before the company is known, what will be asked with it is named where it will stand; after that the price
 * stays where it was.
 * @param {Spec[]} specs
 */
function keepRoom(group, specs) {
  const price = group.querySelector(":scope > money-field");
  const company = group.field("company");
  const room = group.querySelector(":scope > .room") ?? h("div", { class: "room" });
  price.before(room); // what came meanwhile stands above it
  price.style.marginTop = "";
  room.hidden = false;
  room.replaceChildren(...toCome(specs, company.spec.label));
  if (company.missing) return;
  const between = () => price.getBoundingClientRect().top - company.getBoundingClientRect().bottom;
  const those = [...group.children].filter((field) => isBetween(field, company, room));
  for (const field of those) field.style.display = "none";
  const wanted = between();
  for (const field of those) field.style.display = "";
  room.hidden = true;
  price.style.marginTop = `${Math.max(0, wanted - between())}px`;
}

/** Whether a field stands after the one and before the other. */
function isBetween(field, first, last) {
  const after = first.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING;
  return Boolean(after && last.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_PRECEDING);
}

/** As much as the company wants of which there is most to choose. */
function toCome(specs, company) {
  const of = (name) => specs.filter((spec) => spec.name === name && spec.when?.company);
  const [sellers, counts] = [of("from"), of("count")];
  const rows = sellers.map(({ choices, when: { company: its } }) => {
    const sells = ({ when }) =>
      when.company === its && choices.some(({ value }) => when.from.includes(value));
    const most = Math.max(1, ...counts.filter(sells).map(({ max }) => max));
    const numbers = most > 1 ? Math.min(MOST_ROWS, Math.ceil(most / IN_A_ROW)) : 0;
    return [Math.ceil(choices.length / ABREAST), numbers];
  });
  const [names, numbers] = rows.reduce((one, other) => one[0] + one[1] < other[0] + other[1] ? other : one);
  return [
    h("p", { class: "label" }, sellers[0].label),
    blank(say("offer.wanted", { field: company }), names),
    numbers > 0 && blank(counts[0].label, numbers),
  ].filter(Boolean);
}

const blank = (words, rows) => h("p", { class: "blank", vars: { "--rows": String(rows) } }, words);
