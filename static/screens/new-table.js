// Setting up a table: who plays, in which order they sit, who begins, and what the table decides about the
// rules.

import { ask, Unreachable } from "../client.js";
import { button, h } from "../dom.js";
import { forgetPosition, readPosition } from "../elements/position/draft.js";
import { paintSeats } from "../evenings.js";
import { FieldGroup } from "../fields/group.js";
import "../fields/index.js";
import { say } from "../messages.js";
import { SeatingOrder } from "./seating-order.js";

/** Options that are drawn by a field of another name than their kind. */
const DRAWN_BY = { dice: "dice-set" };
const [BOX, FLAG, MONEY, SEAT] = ["box", "flag", "money", "seat_or_roll"];
const ROLL = "roll";
const TEACH = "teach"; // a box has no board
const FOCUSED = "input:not([type=color]), select, button:not(.grip)";

export class NewTable extends HTMLElement {
  game = null;
  /** Who has played here, when that is known. */
  people = Promise.resolve([]);
  #seating = new SeatingOrder();
  #first = h("div", {});
  #options = new FieldGroup();
  #rulings = new FieldGroup();
  #fault = h("p", { class: "fault", role: "alert", hidden: true });
  #create = null;
  /** How it is on the table, when the game is already under way; fetched when it is first wanted. */
  #position = null;
  #already = h("input", { type: "checkbox", "data-already": true, on: { change: () => this.#begin() } });
  #middle = h("div", {});
  /** Whose box is on the table, where a game leaves that to the table; fetched for those alone. */
  #box = null;
  #boxPlace = h("div", {});
  /** What a box leaves to the table stands beside it: with how much money everybody begins. */
  #cash = new FieldGroup();
  #blank = h("p", { class: "hint" });
  #begins = null;
  #sending = false;
  #bidders = [];

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    const { name, players, options = [], rulings = [], atlas } = this.game;
    this.#seating.limits = players;
    this.#seating.addEventListener("seated", () => this.#drawFirst());
    this.#create = h("button", { type: "submit", class: "primary" }, say("new.create"));
    const submit = (event) => {
      event.preventDefault();
      this.#send();
    };
    const box = options.find(({ kind }) => kind === BOX);
    const cash = options.filter(({ kind }) => box && kind === MONEY).slice(0, 1);
    const apart = (one) =>
      [BOX, SEAT].includes(one.kind) || cash.includes(one) || (box && one.name === TEACH);
    const others = options.filter((one) => !apart(one));
    this.replaceChildren(
      h(
        "form",
        { novalidate: true, "aria-label": say("new.title", { game: name }), on: { submit } },
        h(
          "div",
          { class: "setup-head" },
          h("h2", { tabindex: "-1" }, say("new.title", { game: name.replaceAll(" ", "\u00a0") })),
          button(say("new.other"), () => this.dispatchEvent(new Event("other-game")), {
            class: "quiet",
            "aria-label": say("new.other-help"),
          }),
        ),
        this.#seating,
        cash.length > 0 && this.#askCash(), // above the box: below it a laptop has no room
        this.#boxPlace,
        this.#first,
        h("label", { class: "already" }, this.#already, h("span", {}, say("position.already"))),
        this.#middle,
        others.length > 0 &&
          h(
            "details",
            { class: "folded" },
            h("summary", {}, say("new.options", { count: others.length })),
            h("div", { class: "begins" }, this.#options),
          ),
        rulings.length > 0 &&
          h(
            "details",
            { class: "folded" },
            h("summary", {}, say("new.rulings", { count: rulings.length })),
            h("p", { class: "hint" }, say("new.rulings-help")),
            this.#rulings,
          ),
        atlas?.lacks?.length > 0 &&
          h(
            "details",
            { class: "folded" },
            h("summary", {}, say("new.lacks")),
            h("p", { class: "hint" }, say("new.lacks-help")),
            h("ul", { class: "plain-list" }, atlas.lacks.map((what) => h("li", {}, what))),
          ),
        h("div", { class: "actions" }, this.#fault, this.#create),
      ),
    );
    const draft = readPosition(this.game.slug);
    this.#cash.value = this.#options.value = draft?.options ?? {};
    this.#rulings.value = draft?.rulings ?? {};
    this.#cash.specs = cash.map((one) => ({ ...optionField(one), help: undefined }));
    this.#options.specs = others.map(optionField);
    for (const group of [this.#cash, this.#options]) typed(group);
    this.#rulings.specs = rulings.map((ruling) => rulingField(this.game.slug, ruling));
    for (const group of [this.#cash, this.#options, this.#rulings]) {
      group.addEventListener("answer", () => this.#retell());
    }
    this.#middle.addEventListener("figured", () => this.#hideFirst());
    this.#middle.addEventListener("told", (/** @type {any} */ { detail }) => {
      if (!this.#fault.hidden) this.#count(detail);
    });
    this.#drawFirst();
    this.people.then((people) => (this.#seating.known = people));
    this.#drawBox(box, draft?.options ?? {});
    if (draft) {
      this.#seating.names = draft.players;
      this.#already.checked = true;
      this.#begin();
    }
  }

  // --- events ------------------------------------------------------------------

  /** The game is already on, or begins now. */
  async #begin() {
    if (!this.#already.checked) {
      forgetPosition(this.game.slug);
      this.#position = null;
      this.#middle.replaceChildren();
      this.#hideFirst();
      return;
    }
    const { PositionForm } = await import("../elements/position/position-form.js");
    this.#position = new PositionForm();
    this.#position.game = this.game;
    this.#position.seat(this.#seating.names, this.#chosen);
    this.#middle.replaceChildren(this.#position);
  }

  /** What there is to say of a game that is already on hangs on what the table has chosen. */
  #retell() {
    if (this.#box) [this.#box.cash] = Object.values(this.#saidCash);
    if (this.#box && this.#begins) this.#tellCash();
    this.#position?.seat(this.#seating.names, this.#chosen);
  }

  /** Whose turn it is in a game that is already on is one of its figures: then nobody is asked who begins. */
  #hideFirst() {
    this.#first.hidden = this.#position?.asksTurn ?? false;
  }

  /** Who opens: rolled by the app, or a seat, under the names typed so far. */
  #drawFirst() {
    const names = this.#seating.names;
    this.#retell();
    if (this.#box) this.#box.players = names.length;
    const kept = this.#answers();
    this.#bidders = (this.game.options ?? []).filter(({ kind }) => kind === SEAT).map((option) => {
      const seats = names.map((name, at) => ({
        value: at + 1,
        label: name || say("new.player", { number: at + 1 }),
      }));
      const group = new FieldGroup();
      const choices = [{ value: ROLL, label: say("new.roll") }, ...seats];
      const was = kept[option.name] ?? option.default ?? ROLL;
      group.value = { [option.name]: choices.some(({ value }) => value === was) ? was : ROLL };
      group.specs = [{ ...option, kind: "choice", default: ROLL, required: true, choices }];
      return group;
    });
    this.#first.replaceChildren(...this.#bidders);
  }

  /**
   * Beside *Create*: how many boxes are to be put right, each with its words, however far they are. A tap
   * leads to the first.
   * @param {number} count
   */
  #count(count) {
    const words = count && say("position.wrong", { count });
    this.#complain(words && button(words, () => this.#position.lead(), { class: "quiet" }));
  }

  #complain(words) {
    this.#fault.hidden = !words;
    this.#fault.replaceChildren(words || "");
  }

  // --- drawing -----------------------------------------------------------------

  /** One row, written with the keyboard of the device: a keypad would push the boxes out of sight. */
  #askCash() {
    this.#begins = h("div", { class: "begins" }, this.#cash, this.#blank);
    return this.#begins;
  }

  /** A box that is being written says it itself: nobody is asked twice. */
  #tellCash() {
    const { isWritten: disabled, begins: [, usual] } = this.#box;
    const asked = usual ? "new.each-blank" : "new.each-wanted";
    this.#blank.textContent = say(disabled ? "new.each-below" : asked, { cash: usual });
    this.#begins.toggleAttribute("data-elsewhere", disabled);
    for (const { name } of this.#ofBox) {
      /** @type {HTMLElement} */ (this.#options.querySelector(`[data-field="${name}"]`)).hidden = disabled;
    }
    const amount = this.#cash.querySelector("input");
    if (amount) Object.assign(amount, { placeholder: usual ?? "–", disabled });
  }

  /** before: the options of a draft. */
  async #drawBox(option, before) {
    if (!option) return;
    const { BoxChoice } = await import("../elements/box/box-choice.js");
    this.#box = new BoxChoice();
    this.#box.option = option;
    this.#box.first = before[option.name];
    this.#box.players = this.#seating.names.length;
    this.#box.addEventListener("chosen", () => {
      this.#complain(""); // whatever was wrong with it is looked at anew
      this.#retell();
    });
    this.#boxPlace.replaceChildren(this.#box);
  }

  // --- internals ---------------------------------------------------------------

  #answers() {
    return Object.assign({}, ...this.#bidders.map((group) => group.value));
  }

  /** What the table decides otherwise than usual, but for who begins. */
  get #chosen() {
    return {
      options: {
        ...changed({ ...this.#saidCash, ...this.#saidOptions }, this.game.options),
        ...this.#boxed,
      },
      rulings: changed(this.#rulings.value, this.game.rulings),
    };
  }

  /** Amounts that stand in a box: whoever writes one says them there. */
  get #ofBox() {
    return this.#options.specs.filter(({ kind }) => kind === MONEY);
  }

  get #saidOptions() {
    const { ...said } = this.#options.value;
    if (this.#box?.isWritten) { for (const { name } of this.#ofBox) delete said[name]; }
    return said;
  }

  get #saidCash() {
    return this.#box?.isWritten ? {} : this.#cash.value;
  }

  /** The box, where it is another than the usual one. */
  get #boxed() {
    const box = this.#box?.value;
    return box === undefined ? {} : { [this.#box.option.name]: box };
  }

  /** Who begins; where that was not asked, whoever the figures say it is as they are laid out. */
  #beginners() {
    const answers = this.#answers();
    return this.#first.hidden ? Object.fromEntries(Object.keys(answers).map((name) => [name, 1])) : answers;
  }

  async #send() {
    if (this.#sending) return;
    this.#seating.settle();
    const players = this.#seating.names.map((name) => name.trim());
    this.#complain("");
    if (this.#seating.blame()) return this.#lead();
    this.#sending = true;
    this.#create.disabled = true;
    try {
      const { options: others, rulings } = this.#chosen;
      const options = { ...others, ...this.#beginners() };
      const detail = await ask("POST", "/tables", {
        body: { game: this.game.slug, players, options, rulings, position: this.#position?.position },
      });
      await paintSeats(detail, this.#seating.colours).catch(() => {}); // they can be changed at the table
      forgetPosition(this.game.slug);
      this.#box?.done();
      this.dispatchEvent(new CustomEvent("created", { detail }));
    } catch (error) {
      if (error instanceof Unreachable) this.#complain(say("problem.unreachable"));
      else await this.#blame(error);
    } finally {
      this.#sending = false;
      this.#create.disabled = false;
    }
    return undefined;
  }

  /** What the server will not have stands at its field; what belongs to none, below. */
  async #blame({ message, said }) {
    const errors = said?.errors ?? {};
    const cash = this.#box?.isWritten && errors[`options.${Object.keys(this.#cash.said)[0]}`];
    const ofBox = this.#box && below(errors, `options.${this.#box.option.name}.`);
    if (this.#box?.blame(cash ? { ...ofBox, cash } : ofBox)) {
      return this.#complain(say("box.look"));
    }
    const { players } = errors;
    if (players) this.#seating.complain(/** @type {string[]} */ ([players].flat(Infinity)).join(" "));
    for (const group of [...this.#bidders, this.#cash, this.#options]) group.blame(below(errors, "options."));
    this.#rulings.blame(below(errors, "rulings."));
    if (this.#lead()) return undefined;
    const count = await this.#position?.blame(below(errors, "position."));
    return count ? this.#count(count) : this.#complain(message);
  }

  /** To the first field that something is wrong with, unfolded if need be; false: there is none. */
  #lead() {
    const apart = (one) => one === this.#fault || this.#position?.contains(one);
    const fault = [...this.querySelectorAll(".fault")].find((one) => !apart(one) && one.textContent);
    const place = fault?.closest("li, [data-field]");
    const fold = place?.closest("details");
    if (fold) fold.open = true;
    const first = /** @type {HTMLElement | null} */ (place?.querySelector(FOCUSED));
    first?.focus();
    return Boolean(place);
  }
}

/** Amounts are written with the device's own keyboard: no keypad stands here. */
function typed(group) {
  for (const amount of group.querySelectorAll(".amount")) amount.inputMode = "numeric";
}

/** An option as a field, which may be left as it is without a word about that. A tick has its help below. */
function optionField(option) {
  const { kind, help } = option;
  return {
    ...option,
    kind: DRAWN_BY[kind] ?? kind,
    hint: kind === FLAG ? help : undefined,
    required: undefined,
  };
}

/** What is wrong with the members of one part of what was sent. */
function below(errors, part) {
  const within = Object.entries(errors ?? {}).filter(([at]) => at.startsWith(part));
  return Object.fromEntries(within.map(([at, texts]) => [at.slice(part.length), texts]));
}

function rulingField(game, { name, settles, rule, default: usual, choices }) {
  const marked = choices.map((
    choice,
  ) => (choice.value === usual ? { ...choice, hint: choice.hint ?? say("new.usual") } : choice));
  return {
    name,
    label: settles,
    about: rule && { game, rule },
    kind: "choice",
    required: true,
    default: usual,
    choices: marked,
  };
}

/** Only what the table decided otherwise. */
function changed(answers, described = []) {
  const usual = Object.fromEntries(described.map((item) => [item.name, item.default]));
  return Object.fromEntries(
    Object.entries(answers).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(usual[name])),
  );
}

customElements.define("new-table", NewTable);
