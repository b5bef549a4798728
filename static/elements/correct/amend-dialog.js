// An old entry put right: changed, struck, or with another before it. What would differ is shown before
// anything does.

import { button, freshId, h, same, stylesheets, stylesheetWhere } from "../../dom.js";
import { firstOf, moreWords, say } from "../../messages.js";
import { pace } from "../../settings.js";
import { inCalledNames } from "../board/wording.js";
import { showEntry } from "../log/entry-line.js";
import { affected, instructionList } from "../log/entry.js";
import { foldBefore } from "../offer/lead.js";
import { MoveChooser } from "../offer/move-chooser.js";
import { OfferPreview } from "../offer/offer-preview.js";
import { whatStood, winningBid } from "./what-stood.js";
/** @import { Table } from "../../table.js" */
/** @import { Affect, Entry, TableDocument } from "../../types.js" */

const SETTLE_MS = 250; // a dry run waits for the fingers to rest
const OF_A_CITY = '[data-figure^="income."]'; // it says whose it is
/** What was entered when somebody left for a later entry: by table and entry. */
const LEFT = new Map();

const large = stylesheetWhere(["large-amend"], "(max-width: 18em)");
let open = false;

/**
 * `entry`: as the log has it, with those that stand. Resolves when the dialog is over; there is only one at a
 * time, and it may lead to the next.
 * @param {Table} table
 * @param {Entry} entry
 * @param {Entry[]} standing
 */
export async function openAmend(table, entry, standing) {
  if (open) return;
  open = true;
  let next = null;
  try {
    const [then] = await Promise.all([
      whatStood(table, entry),
      moreWords(),
      stylesheets("more-fields", "dice", "amend", "dialogs", "sideways-dialogs"),
      large,
    ]);
    next = await new Promise((over) =>
      new Amendment(table, entry, { ...then, bid: winningBid(entry, standing) }, over).open()
    );
  } finally {
    open = false;
  }
  if (next) await openAmend(table, next, standing);
}

class Amendment {
  #table;
  #entry;
  #then;
  #over;
  #ways;
  #way = "change";
  #outcome = new OfferPreview();
  #verdict = button("", () => this.#outcome.scrollIntoView({ block: "start", behavior: pace() }), {
    class: "quiet amend-verdict",
    hidden: true,
  });
  #moment = h("p", { class: "hint" }); // whose turn it was: what is put in, or left out, is seen against that
  #deed = button(say("amend.do"), () => this.#commit(), { class: "primary", disabled: true });
  #dialog;
  #timer = null;
  #asking = null;
  #shown = null;
  /** The entry that is amended next. */
  #next = null;
  /** The move as the dialog has found it: to enter it again would amend nothing. */
  #found = null;

  // --- lifecycle ---------------------------------------------------------------

  /**
   * `then`: what stood before the entry, its `move`, and the `choices` of moves to put in, or in its place
   * (`changes`); the winning `bid` of an auction that the entry ended.
   * @param {Table} table
   * @param {Entry} entry
   */
  constructor(table, entry, then, over) {
    this.#table = table;
    this.#entry = entry;
    this.#then = then;
    this.#over = over;
  }

  // --- events ------------------------------------------------------------------

  #close() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#dialog.remove();
    this.#over(this.#next);
  }

  #turnTo(way) {
    this.#way = way;
    for (const [name, element] of Object.entries(this.#ways)) if (element) element.hidden = name !== way;
    this.#moment.hidden = way === "change";
    this.#look();
  }

  #refill(change) {
    change(this.#ways[this.#way].filled);
    this.#look();
  }

  /** Something is different: nothing may be done before the table has said what would differ. */
  #look() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#ready(null);
    const body = this.#body;
    const found = this.#way === "change" && body && same(body.move, this.#found);
    if (found) return this.#stand();
    if (body) this.#timer = setTimeout(() => this.#ask(body), SETTLE_MS);
    else this.#outcome.idle();
    this.#say(body ? "" : say("amend.lacks", { label: this.#ways[this.#way].lacks }), true);
  }

  /**
   * To a later entry that no longer fits. What is entered here is kept until one comes back.
   * @param {number} revision
   */
  #goTo(revision) {
    const { change, insert } = this.#ways;
    LEFT.set(this.#place, { way: this.#way, change: change.draft, insert: insert.draft });
    this.#leaveFor(revision);
  }

  async #commit() {
    const { expected_revision: expected, ...shown } = this.#shown ?? {};
    if (!this.#shown || !same(shown, this.#body)) return;
    this.#ready(null);
    try {
      await this.#table.amend({ ...shown, expected_revision: expected });
      this.#dialog.close();
    } catch (error) {
      if (error.code !== "stale-revision") return this.#refuse(error);
      this.#outcome.stale();
      this.#look();
    }
  }

  // --- drawing -----------------------------------------------------------------

  open() {
    const id = freshId("amend");
    const { doc } = this.#table;
    const { turn, move, told: needs, choices, changes, bid } = this.#then;
    const left = LEFT.get(this.#place);
    LEFT.delete(this.#place);
    this.#way = left?.way ?? this.#way;
    const { type, seat, facts, ...answers } = move;
    const change = chooser(
      doc,
      changes,
      left?.change ?? { type, seat, facts, answers, needs, said: true },
    );
    const insert = chooser(doc, choices, left?.insert ?? { seat: turn.seats[0] ?? seat });
    this.#ways = { change, strike: null, insert };
    this.#moment.textContent = say("amend.then", { prompt: inCalledNames(doc, turn.prompt) });
    const body = h("div", { class: "amend-fields" }, change, insert);
    const ways = Object.keys(this.#ways).map((way) => {
      const input = h("input", {
        type: "radio",
        name: id,
        value: way,
        checked: way === this.#way,
        on: { change: () => this.#turnTo(way) },
      });
      return h(
        "label",
        { class: "chip", "data-way": way },
        input,
        h("span", { class: "chip-label" }, say(`amend.${way}`)),
      );
    });
    const leave = button(say("dialog.cancel"), () => this.#dialog.close(), { class: "quiet" });
    this.#dialog = h(
      "dialog",
      { "aria-labelledby": id, class: "amend", "data-dialog": "amend" },
      h("h2", { id }, say("amend.title", { revision: this.#entry.revision })),
      h("p", { class: "summary" }, inCalledNames(doc, this.#entry.summary)),
      bid && this.#price(bid),
      h("div", { class: "choices amend-ways", role: "radiogroup", "aria-label": say("amend.open") }, ways),
      this.#moment,
      body,
      this.#outcome,
      h("div", { class: "dialog-bar" }, this.#verdict, h("div", { class: "actions" }, leave, this.#deed)),
    );
    body.addEventListener("answer", () => this.#look());
    this.#outcome.addEventListener(
      "instead",
      (/** @type {any} */ { detail }) => this.#refill((filled) => filled.replace(detail)),
    );
    this.#outcome.addEventListener(
      "insist",
      (/** @type {any} */ { detail }) => this.#refill((filled) => filled.insist(detail)),
    );
    this.#dialog.addEventListener("close", () => this.#close());
    document.body.append(this.#dialog);
    this.#dialog.showModal();
    this.#found = left ? null : change.move;
    this.#turnTo(this.#way);
    this.#makeRoom();
  }

  /**
   * A pass that ended an auction has no price: where that was bid it is amended.
   * @param {Entry} bid
   */
  #price(bid) {
    const { revision } = bid;
    const go = () => {
      this.#next = bid;
      this.#leaveFor(revision);
    };
    return h(
      "div",
      { class: "amend-price" },
      h("p", { class: "hint" }, say("amend.price", { revision })),
      button(say("amend.price-go", { revision }), go, { class: "quiet", "data-go": revision }),
    );
  }

  /** In short beside the deed, for the whole may be out of sight. */
  #say(words, plain = false) {
    this.#verdict.hidden = !words;
    this.#verdict.disabled = plain;
    this.#verdict.replaceChildren(h("span", {}, words));
  }

  /** @param {Entry} entry */
  #show(entry, all) {
    const { doc } = this.#table;
    const differences = all.filter((one) => !followsFromCash(one, all) && isKnown(doc, one));
    const lines = differences.length
      ? affected(doc, differences)
      : h("p", { class: "hint" }, say("amend.nothing-differs"));
    this.#outcome.tell(
      h("p", { class: "summary" }, entry.summary),
      h("h3", {}, say("amend.differs")),
      lines,
      instructionList(entry.instructions),
    );
    this.#say(differences.length ? inShort(doc, lines) : say("amend.nothing-differs"));
  }

  #refuse(error) {
    if (error.code === "facts-needed") return this.#needFacts(error);
    const { errors, revision } = error.said ?? {};
    this.#ways[this.#way]?.filled.blame(errors);
    const go = revision &&
      button(say("amend.go", { revision }), () => this.#goTo(revision), {
        class: "amend-go",
        "data-go": revision,
      });
    this.#outcome.refuse(error, go);
    return this.#say(error.status ? say(revision ? "amend.unfit" : "amend.refused", { revision }) : "");
  }

  // --- internals ---------------------------------------------------------------

  /** An amount is most often what one came for: its keypad is above the bar. */
  #makeRoom() {
    const keypad = /** @type {HTMLElement} */ (this.#ways.change.querySelector(".keypad"));
    if (!keypad) return;
    const [{ bottom, right }, bar] = [keypad, this.#dialog.lastChild].map((part) =>
      part.getBoundingClientRect()
    );
    const floor = bar.left >= right ? this.#dialog.clientHeight : bar.top; // held sideways it stands beside
    if (bottom > floor) foldBefore(this.#ways.change, keypad);
  }

  /** @param {number} revision */
  #leaveFor(revision) {
    this.#dialog.close();
    showEntry(revision);
  }

  get #place() {
    return `${this.#table.code}:${this.#entry.revision}`;
  }

  /** The amendment as JSON, or null as long as something is missing. */
  get #body() {
    const { revision } = this.#entry;
    if (this.#way === "strike") return { revision, move: null };
    const { move } = this.#ways[this.#way];
    if (!move) return null;
    return this.#way === "insert" ? { revision, before: true, move } : { revision, move };
  }

  #stand() {
    this.#outcome.idle();
    this.#say(say("amend.as-it-was"), true);
  }

  /** Only what has been shown can be confirmed, and only as long as nobody has moved meanwhile. */
  #ready(shown) {
    this.#shown = shown;
    this.#deed.disabled = !shown;
  }

  async #ask(body) {
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    this.#outcome.busy();
    const { revision } = this.#table.doc;
    try {
      const { entry, differences } = await this.#table.tryAmend(body, signal);
      if (signal.aborted) return;
      this.#show(entry, differences);
      this.#ready({ ...body, expected_revision: revision });
    } catch (error) {
      if (!signal.aborted) this.#refuse(error);
    }
  }

  async #needFacts({ message, said: { needs = [] } }) {
    const { filled } = this.#ways[this.#way];
    const askAgain = await filled.need(needs);
    this.#outcome.ask(message);
    if (askAgain) return this.#look();
    return this.#say(message);
  }
}

/**
 * What somebody is worth changes by as much as their cash: that is one change.
 * @param {Affect} one
 * @param {Affect[]} all
 */
function followsFromCash({ name, of, from, to }, all) {
  const cash = name === "worth" && all.find((other) => other.of === of && other.name === "cash");
  return Boolean(cash) && cash.to - cash.from === to - from;
}

/** What the bank has is known only where somebody has said how much money is in the box. */
const isKnown = ({ bank }, { of }) => of !== "bank" || bank?.paper_total !== null;

/**
 * How many figures change, and the first of them: "2 figures change: Ed Cash $39 → $30 · …".
 * @param {TableDocument} doc
 * @param {Element} lines as they stand in full
 */
function inShort(doc, lines) {
  // neither a word of a figure nor its minus stands alone at the end of a line
  const wordsOf = (part) => part.textContent.replaceAll(" ", "\u00a0").replaceAll("\u2212", "\u2212\u2060");
  const figures = [...lines.querySelectorAll(".affect")].map((figure) => {
    const whose = figure.matches(OF_A_CITY) ? "" : figure.closest("li").firstElementChild.textContent;
    const [what, before, after] = [".affect-name", ".before", ".after"].map((part) =>
      figure.querySelector(part)
    );
    return `${whose} ${wordsOf(what)} ${wordsOf(before)}\u00a0→\u00a0${wordsOf(after)}`.trimStart();
  });
  const count = say("amend.differing", { count: figures.length });
  return inCalledNames(doc, `${count}: ${firstOf(figures)}`);
}

/** @param {TableDocument} doc */
function chooser(doc, choices, start) {
  return Object.assign(new MoveChooser(), { doc, choices, start });
}
