// What one is asked: a card over the form's place, with what a yes would change. Nothing below it moves when
// it comes or goes. While something is filled in the band at the head says it, and a tap brings the card.

import { button, h, icon, roof } from "../../dom.js";
import { money, say } from "../../messages.js";
import { seatOf } from "../panels/badges.js";
import { holdFor, rows } from "./questions.js";

const SEEN_MS = 1000; // no answer by a finger that was on its way to a key below: it is seen first

/**
 * Which questions there were for whom when this was last drawn, beside which form; is the card put away; has
 * it been asked for over that form?
 * @type {Record<string, any>}
 */
let shown = { names: [] };

const nameOf = ([{ name }]) => name;

/** What somebody is asked; whoever `bids`, or has a form open, calls for it. */
export function tellAsked(told) {
  const { list, form, questions, seat } = told;
  const names = questions.map(nameOf);
  const same = shown.list === list && shown.form === form && shown.seat === seat && !document.hidden;
  const came = names.some((name) => !same || !shown.names.includes(name));
  const changed = came || names.length !== shown.names.length;
  shown = {
    ...told,
    names,
    opened: same && shown.opened && names.length > 0,
    away: same && shown.away && !came,
    stood: same && shown.stood,
  };
  draw(changed);
}

/** The newest of what was told, once more: a band that was drawn anew has lost its words. */
export function callAgain(list) {
  if (shown.list === list && !document.querySelector(".turn > .asked")) callOut();
}

function draw(changed) {
  const { list, form, questions, bids, reply, opened, away } = shown;
  const unfolded = list.querySelector(".questions[data-asked] > .further[open]") !== null;
  list.querySelector(".questions[data-asked]")?.remove();
  const stands = questions.length > 0 && (opened || (!form && !bids && !away));
  if (stands) {
    const card = rows(questions, reply, unfolded);
    card.append(putAway());
    list.prepend(card);
    tellPurses(list);
    if (changed || !shown.stood) holdFor(SEEN_MS);
  }
  shown.stood = stands;
  callOut();
}

function putAway() {
  const away = () => {
    Object.assign(shown, { opened: false, away: true });
    draw(false);
  };
  const words = h("span", { class: "unseen" }, say("asked.later"));
  return button([icon("remove"), words], away, { class: "later quiet", title: say("asked.later") });
}

/** Said in the band, which keeps its height, where the card does not stand in sight. */
function callOut() {
  const { questions, bids, calls } = shown;
  const band = document.querySelector(".seat-head .turn");
  band?.querySelector(".asked:not([data-bid])")?.remove();
  const [first, ...others] = questions;
  if (!first || !calls || isInSight()) return;
  const of = others.length > 0 && ` (${say("meter.of", { progress: 1, of: questions.length })})`;
  const words = h("span", {}, first[0].offer.help, of);
  band?.append(button([words, icon("down")], lead, { class: "asked", "data-beside": bids }));
}

function isInSight() {
  const card = shown.stood && shown.list.querySelector(".questions[data-asked] > .answers");
  if (!card) return false;
  const { top, bottom } = card.getBoundingClientRect();
  return top >= Math.max(0, roof() - 1) && bottom <= innerHeight;
}

function lead() {
  Object.assign(shown, { opened: true, away: false });
  draw(false);
  const card = shown.list.querySelector(".questions[data-asked]");
  card.style.scrollMarginTop = `${roof()}px`;
  card.scrollIntoView({ block: "start" });
  callOut();
}

/** Whoever is to bid while another form is open reads it in the band: a tap leads there. */
export function callToBid(list, form) {
  const bid = list.querySelector('.offer[data-offer="bid"]');
  const band = document.querySelector(".seat-head .turn");
  const there = band?.querySelector("[data-bid]");
  if (!bid || !form?.offer.anytime) return there?.remove();
  if (there) return undefined;
  const words = h("span", {}, `${say("seat.your-turn")}: ${bid.querySelector(".offer-label").textContent}`);
  return band?.append(
    button([words, icon("down")], () => list.setAside(), { class: "asked", "data-bid": true }),
  );
}

/** What a yes would change for whoever is asked, or what there is too little of for it. */
export function tellPurses(list) {
  const { doc, ownSeat } = list.table;
  for (const row of list.querySelectorAll(".answers[data-request]")) {
    const request = doc.money_requests?.find(({ id }) => id === Number(row.dataset.request));
    const seat = seatOf(doc, Number(row.dataset.seat));
    if (!request || !seat) continue;
    const lacking = lacks(doc, request, seat, seat.seat === ownSeat);
    row.toggleAttribute("data-short", Boolean(lacking));
    row.querySelector(".has").textContent = lacking || would(request, seat);
  }
  holdFor(0);
}

/** "Cash $80 → $71": what a yes brings or costs. */
function would(request, { seat, cash, shares = {} }) {
  const mine = `seat:${seat}`;
  const { trade } = request;
  const told = [];
  const gets = trade?.paid_to === mine ? trade.price : 0;
  const change = gets - price(request, mine);
  if (change && cash !== undefined) {
    told.push(`${say("figure.cash")} ${fromTo(money(cash), money(cash + change))}`);
  }
  const count = trade ? trade.count * (Number(trade.to === mine) - Number(trade.from === mine)) : 0;
  if (count) {
    const held = shares[trade.company] ?? 0;
    told.push(`${trade.company} ${fromTo(held, held + count)}`);
  }
  return told.join(" · ");
}

const fromTo = (was, will) => `${was}\u00a0→\u00a0${will}`;

/** What is too little for a yes, and what may be done: that player's cash, or what somebody would sell. */
function lacks(doc, request, { seat, cash, name }, isOwn) {
  const needed = price(request, `seat:${seat}`);
  if (cash < needed) {
    const words = { name, has: money(cash), needed: money(needed) };
    return say(isOwn ? "asked.short" : "asked.short-of", words);
  }
  const { company, count, from } = request.trade ?? {};
  const seller = doc.seats.find((one) => from === `seat:${one.seat}`);
  const number = seller?.shares?.[company] ?? 0;
  if (!seller || number >= count) return "";
  const words = { name: seller.name, number, count, railroad: company };
  return say(isOwn && seller.seat === seat ? "asked.few" : "asked.few-of", words);
}

/** What a yes to a request costs that player. */
function price({ from, amount, trade }, whose) {
  if (trade) return trade.to === whose ? trade.price : 0;
  return from === whose ? amount : 0;
}
