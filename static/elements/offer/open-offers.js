// What stands open to everybody all the time: a button for each account that may be paid, a row for each
// question that waits for an answer; and moves that begin with a railroad. Fetched where one of these is
// offered.

import { button, h, icon, toTop } from "../../dom.js";
import { firstOf, money, say } from "../../messages.js";
import { pace } from "../../settings.js";
import { perPlayer } from "../log/entry.js";
import { account, calledMark, calledName, lettersEm, seatOf } from "../panels/badges.js";
import { begun } from "./begun.js";
import { isAnswer } from "./offer-list.js";
import { answer, answerKeys, byQuestion, holdBack, outOfFold, rows } from "./questions.js";
/** @import { TableDocument } from "../../types.js" */

const BANK = "bank";
const MOST_NAMED = 4;
/** How a total is divided hangs on the game that is played: what was chosen last at this table is chosen. */
const KEPT = ["divisor", "number", "rounding"];
const chosen = (code) => `companion.last-chosen.${code}`;
const TWO_LINES = 24; // letters beside two answers, as high as these
const WIDE = "(min-width: 1000px)";

/**
 * What was seen when the player last turned to something else: the questions of then stand above all else,
 * those that have come since behind it, for nothing moves under a finger.
 * @type {Record<string, any>}
 */
let seen = { above: [], open: [] };

/**
 * One's own questions since then, answered ones too: their rows keep their place, `at` so many other offers.
 * @type {Record<string, any>}
 */
let waiting = { questions: [], at: 0 };

/** What has been called out last. */
let called = null;

/**
 * Offers one after the other. Answers to one question, which are those that send the same, share a row: of
 * what somebody is asked above all else or behind it, of what one has asked where the first would stand.
 * `press`: opens an offer by its name, as it is or begun; `plain`: draws any other; `unfolded`: so are the
 * rows; `list`: where they stand; `form`: what is open there, if anything.
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
  const [above, behind] = isUsual && !doc.auction?.to_act
    ? parted(list, form, asked, offers)
    : [[], byQuestion(asked)];
  const bids = doc.auction?.to_act && offers.some(({ offer }) => offer.seat === doc.auction.to_act);
  if (isUsual || !offers.length) { // when it is over nothing is asked any more
    const away = bids && (!form || form.offer.anytime); // then the band calls to the bid
    const questions = away ? [] : form ? byQuestion(asked) : behind;
    callOut(called = { list, form, questions, reply, bids: Boolean(bids) });
  }
  if (form?.offer.anytime) {
    form.besides = (entry, preview) =>
      ends(form.offer) ? addTotals(form.table.doc, entry, preview) : paidIn(entry);
  }
  const others = offers.filter((one) => !answers.includes(one));
  queueMicrotask(() => { // by then it stands on the page
    watch(list, form);
    if (asked.length) nameAsked(list, byQuestion(asked).length, others);
  });
  const drawn = others.map((one) =>
    tiles(doc, one, press) ?? begun(doc, one, press, plain) ?? barred(one, plain(one))
  );
  const before = offers.slice(0, offers.indexOf(own[0])).filter((one) => others.includes(one));
  const mine = isUsual
    ? awaited(list, form, own, whose(offers), before)
    : { questions: byQuestion(own), at: before.length };
  drawn.splice(mine.at, 0, rows(mine.questions, reply, unfolded, own, doc.recent));
  return [rows(above, reply, unfolded, asked), ...drawn, rows(behind, reply, unfolded)];
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

/** The questions above all else, and those behind it. */
function parted(list, form, asked, offers) {
  const all = byQuestion(asked);
  const seat = whose(offers);
  if (seen.list !== list || seen.form !== form || seen.seat !== seat || document.hidden) {
    seen = { list, form, seat, above: all };
  }
  seen.open = all;
  takeFreeRows(list, all.filter((those) => !isAmong(seen.above, those)));
  return [seen.above, all.filter((those) => !isAmong(seen.above, those))];
}

/** What came since takes the row of one that was answered, if it is in sight and has room: nothing moves. */
function takeFreeRows(list, coming) {
  const letters = ([{ offer }]) => offer.help.length;
  const roof = document.querySelector(".seat-top")?.getBoundingClientRect().bottom ?? 0;
  seen.above = seen.above.map((those) => {
    const row = list.querySelector(`.answers[data-request="${those[0].offer.sends.request}"]`);
    const { top, bottom } = row?.getBoundingClientRect() ?? {};
    const isFree = !isAmong(seen.open, those) && top >= roof && bottom > top && bottom <= innerHeight;
    const at = coming.findIndex((one) => isFree && letters(one) <= Math.max(letters(those), TWO_LINES));
    return at < 0 ? those : coming.splice(at, 1)[0];
  });
}

const isAmong = (questions, those) => questions.some(([other]) => other.name === those[0].name);

/** What comes above takes the rows of what was answered. */
function putAbove(questions) {
  const coming = [...questions];
  const row = (those) => isAmong(seen.open, those) ? those : coming.shift() ?? those;
  seen.above = [...seen.above.map(row), ...coming];
}

/**
 * A move of one's own is a turn to something else: what was answered keeps no room. An answer does not move
 * the row it was given in, but what is folded away comes into it.
 */
function turned(list, entry) {
  const request = entry?.move?.request;
  if (entry?.move?.divisor) keepChosen(list.table.code, entry.move);
  if (list.querySelector("offer-form")) return;
  const isOwn = waiting.questions.some(([{ offer }]) => offer.sends.request === request);
  if (!request || !isOwn) waiting = { questions: [], at: 0 };
  if (!request) seen = { above: [], open: [] };
  else if (!isOwn && !list.querySelector(".further[open]")) {
    seen.above = outOfFold(seen.above, (those) => isAmong(seen.open, those));
  }
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
  const renew = () => list.isConnected ? tellPurses(list) : table.removeEventListener("table", renew);
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

/** What is folded away names first how much is asked there; it is as long as without. */
function nameAsked(list, count, others) {
  const fold = list.querySelector(".folded:not(.further):has(.questions[data-asked]) > summary");
  const labels = [say("offer.requests", { count }), ...others.map(({ offer }) => offer.label)];
  if (fold) fold.textContent = `${say("offer.more")}: ${firstOf(labels, MOST_NAMED)}`;
}

function tellPurses(list) {
  const { doc } = list.table;
  const form = list.querySelector("offer-form");
  callToBid(list, form);
  if (called?.list === list && !document.querySelector(".turn > .asked")) callOut(called); // a new band
  if (form && payees(form.offer)) tellPayer(doc, form);
  for (const row of list.querySelectorAll(".answers[data-request]")) {
    const words = lacks(doc, Number(row.dataset.request), Number(row.dataset.seat));
    row.toggleAttribute("data-short", Boolean(words));
    row.querySelector(".has").textContent = words;
  }
  holdBack();
}

/** What is too little for a yes: that player's cash, or what somebody would sell; empty: nothing. */
function lacks(doc, request, seat) {
  const has = seatOf(doc, seat)?.cash;
  if (has < price(doc, request, `seat:${seat}`)) return `${say("figure.cash")} ${money(has)}`;
  const { company, count, from } = doc.money_requests?.find(({ id }) => id === request)?.trade ?? {};
  const seller = doc.seats.find((one) => from === `seat:${one.seat}`);
  const number = seller?.shares?.[company] ?? 0;
  if (!seller || number >= count) return "";
  return `${seller.name}: ${say("own.shares", { railroad: company, number })}`;
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

/** What a yes to a request costs that player. */
function price(doc, request, whose) {
  const { from, amount, trade } = doc.money_requests?.find(({ id }) => id === request) ?? {};
  if (trade) return trade.to === whose ? trade.price : 0;
  return from === whose ? amount : 0;
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

/**
 * What one is asked and does not stand above all else is called out in the band, which keeps its height; a
 * tap brings it there, or where a form is open leads to it. A laptop has room for the answers. Whoever `bids`
 * reads beside it that it is their turn.
 */
function callOut({ list, form, questions, reply, bids }) {
  const band = document.querySelector(".seat-head .turn");
  band?.querySelector(".asked:not([data-bid])")?.remove();
  const [first, ...others] = questions;
  if (!first) return;
  const of = others.length > 0 && ` (${say("meter.of", { progress: 1, of: questions.length })})`;
  const words = h("span", {}, first[0].offer.help, of);
  if (!form && !others.length && matchMedia(WIDE).matches) {
    const group = { class: "asked", role: "group", "aria-label": first[0].offer.help };
    band?.append(h("div", group, words, answerKeys(first, reply)));
    return;
  }
  const lead = () => {
    if (!form) putAbove(questions);
    if (!form && list.table.doc.auction?.to_act) {
      list.querySelector(".offers").prepend(...list.querySelectorAll(".questions[data-asked]"));
      band.querySelector(".asked").remove();
      called = null;
    } else if (!form) list.done();
    const rows = questions.map(([{ offer }]) => `.answers[data-request="${offer.sends.request}"]`);
    const row = list.querySelector(rows.join());
    row?.closest("details")?.setAttribute("open", "");
    row?.scrollIntoView({ block: "center" });
  };
  band?.append(button([words, icon("down")], lead, { class: "asked", "data-beside": bids }));
}

/** Whoever is to bid while another form is open reads it in the band: a tap leads there. */
function callToBid(list, form) {
  const bid = list.querySelector('.offer[data-offer="bid"]');
  const band = document.querySelector(".seat-head .turn");
  const there = band?.querySelector("[data-bid]");
  if (!bid || !form?.offer.anytime) return there?.remove();
  if (there) return undefined;
  const words = h("span", {}, `${say("seat.your-turn")}: ${bid.querySelector(".offer-label").textContent}`);
  const lead = () => {
    list.querySelector(".back").click();
    toTop();
  };
  return band?.append(button([words, icon("down")], lead, { class: "asked", "data-bid": true }));
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
function tiles(doc, { name, offer }, press) {
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
  const passed = passes(doc, offer);
  const players = some(free.filter(isPlayer).map(pays));
  const words = doc.seats.map(({ seat }) => calledName(doc, seat));
  if (players) players.style.setProperty("--word", `${Math.max(...lettersEm(words))}em`);
  return h(
    "div",
    { class: "tiled", role: "group", "aria-label": offer.label },
    h("p", { class: "overline" }, offer.label),
    players,
    some(free.filter((one) => !isPlayer(one)).map(pays)),
    passed.length > 0 && h("p", { class: "overline" }, say("open.passes")),
    some(
      passed.map(([from, to]) => {
        const what = to === mine ? "take" : `${from} ${to}`;
        return tile(what, [briefly(doc, from), " → ", briefly(doc, to)], { ...given(to), from });
      }),
      "passes",
    ),
  );
}

/**
 * What is paid again and again by others than the player: the bank pays them; the companies that they have
 * shares of pay the bank, for track say, and get their income from it.
 */
function passes(doc, offer) {
  const { shares } = seatOf(doc, offer.seat) ?? {};
  const own = doc.railroads.filter(({ id }) => shares?.[id]).map(({ id }) => `railroad:${id}`);
  return mayTake(offer)
    ? [[BANK, `seat:${offer.seat}`], ...own.flatMap((company) => [[company, BANK], [BANK, company]])]
    : own.map((company) => [company, BANK]);
}
