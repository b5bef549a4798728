// What stands open to everybody all the time: a button for each account that may be paid, a row for each
// question that waits for an answer; and moves that begin with a railroad. Fetched where one of these is
// offered.

import { button, h } from "../../dom.js";
import { money, say } from "../../messages.js";
import { pace } from "../../settings.js";
import { perPlayer } from "../log/entry.js";
import { account, calledMark, calledName, lettersEm, seatOf } from "../panels/badges.js";
import { begun } from "./begun.js";
import { isAnswer } from "./offer-list.js";
import { callAgain, callToBid, tellAsked, tellPurses } from "./asked.js";
import { answer, byQuestion, rows } from "./questions.js";
/** @import { TableDocument } from "../../types.js" */

const BANK = "bank";
/** How a total is divided hangs on the game that is played: what was chosen last at this table is chosen. */
const KEPT = ["divisor", "number", "rounding"];
const chosen = (code) => `companion.last-chosen.${code}`;

const PHONE = matchMedia("(max-width: 600px)");
const TALL = matchMedia("(min-height: 780px)");
/** Whom one may pay but players: so many are not worth a fold; those that nobody has used come last. */
const FEW = 3;
/** A tall phone has room for so many. */
const MANY = 8;
/** Of each list those that stand in sight, until one turns to something else. */
const laidOut = new WeakMap();

/**
 * One's own questions since then, answered ones too: their rows keep their place, `at` so many other offers.
 * @type {Record<string, any>}
 */
let waiting = { questions: [], at: 0 };

/**
 * Offers one after the other. What somebody is asked is a card above them all; what one has asked stands in a
 * row for each where the first would. `press`: opens an offer by its name, as it is or begun; `plain`: draws
 * any other; `unfolded`: so are the rows; `list`: where they stand; `form`: what is open there, if anything.
 * @param {TableDocument} doc
 */
export function openOffers(doc, offers, { press, plain, unfolded, list, form }) {
  const reply = (one) => answer(list, one);
  const answers = offers.filter(isAnswer);
  const same = (one) => ({ offer }) => JSON.stringify(offer.sends) === JSON.stringify(one.offer.sends);
  const [asked, own] = [true, false].map((several) =>
    answers.filter((one) => answers.filter(same(one)).length > 1 === several)
  );
  const isUsual = offers.some(({ offer }) => !offer.aside);
  const bids = Boolean(doc.auction?.to_act && offers.some(({ offer }) => offer.seat === doc.auction.to_act));
  if (form?.offer.anytime) {
    form.besides = (entry, preview) =>
      ends(form.offer) ? addTotals(form.table.doc, entry, preview) : paidIn(entry);
  }
  queueMicrotask(() => { // by then it stands on the page
    watch(list, form);
    // in an auction what is open all the time stands apart from the calls
    if (doc.auction?.to_act ? !offers.some(({ offer }) => offer.anytime) : !isUsual && offers.length) return;
    const calls = !bids || form && !form.offer.anytime; // else the band calls to the bid
    tellAsked({ list, form, questions: byQuestion(asked), reply, bids, calls, seat: whose(offers) });
    renewPurses(list);
  });
  const others = offers.filter((one) => !answers.includes(one));
  const drawn = others.map((one) =>
    tiles(doc, one, press, list) ?? begun(doc, one, press, plain) ?? barred(one, plain(one))
  );
  const before = offers.slice(0, offers.indexOf(own[0])).filter((one) => others.includes(one));
  const mine = isUsual
    ? awaited(list, form, own, whose(offers), before)
    : { questions: byQuestion(own), at: before.length };
  drawn.splice(mine.at, 0, rows(mine.questions, reply, unfolded, own, doc.recent));
  return drawn;
}

/** What somebody waits for, until they turn to something else. `before`: the offers above the first of it. */
function awaited(list, form, own, seat, before) {
  const stays = waiting.list === list && waiting.form === form && waiting.seat === seat && !document.hidden;
  const kept = stays ? waiting.questions : [];
  const questions = [...kept, ...byQuestion(own).filter((those) => !isAmong(kept, those))];
  return waiting = { list, form, seat, questions, at: own.length ? before.length : waiting.at };
}

/** Which seat they are offered to. */
const whose = (offers) => offers.find(({ offer }) => offer.seat)?.offer.seat;

const isAmong = (questions, those) => questions.some(([other]) => other.name === those[0].name);

/** A move of one's own is a turn to something else: what was answered keeps no room. */
function turned(list, entry) {
  laidOut.delete(list);
  const request = entry?.move?.request;
  if (entry?.move?.divisor) keepChosen(list.table.code, entry.move);
  if (list.querySelector("offer-form")) return;
  const isOwn = waiting.questions.some(([{ offer }]) => offer.sends.request === request);
  if (!request || !isOwn) waiting = { questions: [], at: 0 };
  list.done();
}

/** An offer of which nothing can be chosen is pale. */
function barred({ offer }, drawn) {
  const [first] = offer.fields ?? [];
  const none = offer.anytime && !first?.open && first?.choices?.every(({ disabled }) => disabled);
  drawn.toggleAttribute("data-barred", Boolean(none));
  return drawn;
}

/** What the host alone does ends the evening. */
const ends = ({ seat }) => seat === null;

/** All that an entry pays, for Confirm; undefined: nothing yet. */
const paidIn = ({ postings }) =>
  postings.length ? postings.reduce((sum, { amount }) => sum + amount, 0) : undefined;

const watched = new WeakSet();

/** What somebody has is told as long as it stands there: money comes whatever else is open. */
function watch(list, form) {
  const { table } = list;
  const renew = () => list.isConnected ? renewPurses(list) : table.removeEventListener("table", renew);
  const turn = ({ detail }) =>
    list.isConnected ? turned(list, detail) : table.removeEventListener("moved", turn);
  if (!watched.has(list)) {
    table.addEventListener("table", renew);
    table.addEventListener("moved", turn);
  }
  if (form && !watched.has(form)) {
    form.addEventListener("answer", renew);
    chooseAgain(form);
  }
  for (const one of [list, form]) if (one) watched.add(one);
  renew();
}

function keepChosen(code, move) {
  const kept = Object.fromEntries(KEPT.map((name) => [name, move[name]]));
  sessionStorage.setItem(chosen(code), JSON.stringify(kept));
}

/** Only where nothing stands in the form yet. */
function chooseAgain(form) {
  const last = JSON.parse(sessionStorage.getItem(chosen(form.table.code)) ?? "{}");
  for (const name of KEPT) {
    const field = form.querySelector(`[data-field=${name}]`);
    if (field?.value === undefined && last[name]) field?.answer(last[name]);
  }
}

function renewPurses(list) {
  const form = list.querySelector("offer-form");
  callToBid(list, form);
  callAgain(list); // a new band
  if (form && payees(form.offer)) tellPayer(list.table.doc, form);
  tellPurses(list);
}

/** Whose money moves, and how much of it there is; whoever pays is not paid. */
function tellPayer(doc, form) {
  const { fields, seat } = form.offer;
  const payer = form.querySelector("[data-field=from]")?.value ?? `seat:${seat}`;
  const has = cashOf(doc, payer);
  form.querySelector(".payer")?.remove();
  form.querySelector(".offer-title > h2").after(
    button(
      [
        h("span", {}, fields.find(({ name }) => name === "from")?.label),
        briefly(doc, payer),
        has !== undefined && h("span", { class: has ? "figure" : "figure beware" }, money(has)),
        h("span", { class: "unseen" }, say("place.change")),
      ],
      () => choosePayer(form),
      { class: "payer" },
    ),
  );
  const words = form.querySelector("[data-field=amount] .words");
  const { label } = fields.find(({ name }) => name === "amount") ?? {};
  const several = form.querySelectorAll("[data-field=to] :checked").length > 1;
  if (words) words.textContent = several ? say("open.each", { amount: label }) : label;
  for (const chip of form.querySelectorAll("[data-field=to] .chip")) {
    const name = chip.querySelector(".lamp + .chip-words > .chip-label");
    if (name) name.textContent = briefly(doc, JSON.parse(chip.dataset.value)).textContent;
    chip.hidden = chip.dataset.value === JSON.stringify(payer) && !chip.querySelector(":checked");
  }
}

/** An account, a player as friends say it: no long name is broken on a phone. */
const briefly = (doc, name) =>
  name.startsWith("seat:") ? calledMark(doc, Number(name.slice(5))) : account(doc, name);

/** Another one pays, such as a treasury. Its choice leads back to the amount, as that of any field does. */
function choosePayer(form) {
  const folded = form.querySelector("field-group > .folded");
  folded.open = true;
  folded.querySelector("[data-field=from]").scrollIntoView({ block: "center", behavior: pace() });
}

/** What is in somebody's purse; undefined: the bank's. */
function cashOf(doc, payer) {
  const [kind, id] = payer.split(":");
  if (kind === "seat") return seatOf(doc, Number(id))?.cash;
  return doc.railroads.find((railroad) => kind === "railroad" && railroad.id === id)?.treasury;
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

/** May whoever pays take it from the bank? */
function mayTake({ fields }) {
  const from = fields.find(({ name }) => name === "from");
  return from?.choices?.some(({ value, disabled }) => value === BANK && !disabled);
}

/** The field of whom to pay; several may be paid at once. */
const payees = ({ tiles, fields = [] }) =>
  fields.find(({ name, kind }) => name === tiles && kind === "choices");

/** A button for each whom one may pay; null: the offer pays nobody. */
function tiles(doc, { name, offer }, press, list) {
  const spec = payees(offer);
  if (!spec) return null;
  const mine = `seat:${offer.seat}`;
  const free = (spec.choices ?? []).filter(({ value, disabled }) => !disabled && value !== mine);
  const isPlayer = ({ value }) => String(value).startsWith("seat:");
  const given = (value) => ({ [spec.name]: [value] });
  const tile = (what, names, answers) =>
    button(names, () => press(name, { offer: name, answers }), {
      class: "offer tile",
      "data-offer": offer.type,
      "data-tile": what,
    });
  const pays = ({ value }) => tile(value, briefly(doc, value), given(value));
  const some = (those, how = "") => those.length > 0 && h("div", { class: `tiles ${how}`.trim() }, those);
  const passes = (those) => some(those.map(([from, to]) => pass(from, to)), "passes");
  const pass = (from, to) => {
    const what = to === mine ? "take" : `${from} ${to}`;
    return tile(what, [briefly(doc, from), " → ", briefly(doc, to)], { ...given(to), from });
  };
  const between = forCompanies(doc, offer);
  const players = some(free.filter(isPlayer).map(pays));
  const words = doc.seats.map(({ seat }) => calledName(doc, seat));
  if (players) players.style.setProperty("--word", `${Math.max(...lettersEm(words))}em`);
  return h(
    "div",
    { class: "tiled", role: "group", "aria-label": offer.label },
    h("p", { class: "overline" }, offer.label),
    players,
    some(
      inUse(doc, free.filter((one) => !isPlayer(one)), offer.seat, list).map((each) => {
        const { rest } = each;
        const lay = ({ currentTarget: more }) => more.replaceWith(...laysOut(list, rest).map(pays));
        return rest
          ? button(say("open.more", { count: rest.length }), lay, { class: "offer tile" })
          : pays(each);
      }),
    ),
    mayTake(offer) && [h("p", { class: "overline" }, say("open.take")), passes([[BANK, mine]])],
    between.length > 0 && [h("p", { class: "overline" }, say("open.companies")), passes(between)],
  );
}

/**
 * Whom one may pay but players, in the order of the box, whoever has won what: a finger learns it. On a phone
 * the `rest` is folded, so that what else may be done is near. Nothing comes among them while one waits.
 * @param {TableDocument} doc
 */
function inUse(doc, accounts, seat, list) {
  if (!PHONE.matches || TALL.matches && accounts.length <= MANY) return accounts;
  if (laidOut.get(list)?.seat !== seat || document.hidden) {
    const likely = accounts.filter(({ value }) => isLikely(doc, value));
    const first = accounts.length - likely.length < FEW ? accounts : likely;
    laidOut.set(list, { seat, first: first.map(({ value }) => value) });
  }
  const { first } = laidOut.get(list);
  const shown = first.flatMap((value) => accounts.filter((one) => one.value === value));
  const rest = accounts.filter((one) => !shown.includes(one));
  return rest.length ? [...shown, { rest }] : shown;
}

/** Who asks for the rest has it from now on. */
function laysOut(list, rest) {
  laidOut.get(list).first.push(...rest.map(({ value }) => value));
  return rest;
}

/**
 * The bank, and companies that have money or are held.
 * @param {TableDocument} doc
 */
function isLikely(doc, value) {
  const id = String(value).replace("railroad:", "");
  const company = doc.railroads.find((railroad) => railroad.id === id);
  return !company || company.treasury > 0 || doc.seats.some(({ shares }) => shares?.[id]);
}

/**
 * What is paid again and again by companies that the player has shares of: they pay the bank, for track say,
 * and get their income from it.
 */
function forCompanies(doc, offer) {
  const { shares } = seatOf(doc, offer.seat) ?? {};
  const own = doc.railroads.filter(({ id }) => shares?.[id]).map(({ id }) => `railroad:${id}`);
  return own.flatMap((company) => [[company, BANK], ...(mayTake(offer) ? [[BANK, company]] : [])]);
}
