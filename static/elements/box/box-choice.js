// Which box is on the table: a game's, one that is kept, or one that is written here and now.

import { ask, Unreachable } from "../../client.js";
import { button, h, icon, stylesheets } from "../../dom.js";
import { ChoiceField } from "../../fields/choice.js";
import { say } from "../../messages.js";
import { confirmDialog } from "../page/dialog.js";
import { boxCard, cashEach } from "./box-card.js";
import { BoxForm } from "./box-form.js";
import { forgetDraft, readDraft, writeDraft } from "./draft.js";

const USUAL = "usual"; // what holds where nothing is chosen
const OWN = "own"; // one that is written here
const MOST_LETTERS = 40; // of the name a box is kept under

/** Names are told apart from the two choices that have none. */
const NAMED = "name:";

/** Tells "chosen" when another box is chosen. */
export class BoxChoice extends HTMLElement {
  /** The option, as the game describes it. */
  option = null;
  /** What was chosen before a reload, as `value` tells it. */
  first = undefined;
  /** How many play, and what each begins with where the table says so. */
  #players = 0;
  #cash = undefined;
  #items = [];
  #mayEdit = false;
  #chosen = USUAL;
  /** The box as it is shown on its card, and the form of the one that is being written. */
  #box = null;
  /** @type {BoxForm | null} */
  #form = null;
  /** Under which name the box is kept that is being written; empty: it is new. */
  #name = "";
  #choices = h("div", {});
  #below = h("div", { class: "box-below" });
  #said = h("p", { class: "hint", role: "status" });
  #fault = h("p", { class: "fault", role: "alert", hidden: true });
  #asked = 0;

  // --- lifecycle ---------------------------------------------------------------

  async connectedCallback() {
    this.#box = this.#usual;
    this.replaceChildren(this.#choices, this.#below, this.#fault, this.#said);
    await Promise.all([stylesheets("box", "dialogs"), this.#load()]);
    const draft = readDraft();
    if (draft) this.#write(draft.box, draft.name);
    else if (typeof this.first === "string") await this.#choose(NAMED + this.first);
    else if (this.first) this.#write(this.first, "");
    else this.#draw();
  }

  // --- asked from outside ------------------------------------------------------

  /** As a new table takes it: a name, a box, or undefined for the usual one. */
  get value() {
    if (this.#chosen === OWN) return this.#form?.box;
    return this.#chosen === USUAL ? undefined : this.#chosen.slice(NAMED.length);
  }

  /** A box is being written, which says itself what each begins with. */
  get isWritten() {
    return this.#chosen === OWN;
  }

  /** What each begins with, as the table or else the box says it, and as the box alone does. */
  get begins() {
    const box = this.#chosen === OWN ? this.#form?.box : this.#box;
    return box ? [cashEach(box, this.#players, this.#cash), cashEach(box, this.#players)] : [];
  }

  /** How many play: what each of them begins with may hang on it. */
  set players(players) {
    if (players === this.#players) return;
    this.#players = players;
    if (this.#chosen !== OWN && this.isConnected) this.#draw();
  }

  /** What everybody begins with, whatever the box says; undefined: as the box says. */
  set cash(cash) {
    if (cash === this.#cash) return;
    this.#cash = cash;
    if (this.#chosen !== OWN && this.isConnected) this.#drawCard();
  }

  /**
   * What is wrong with the box that was sent; true if that could be said at its fields.
   * @param {Record<string, string[]>} errors
   */
  blame(errors) {
    if (!this.#form || !Object.keys(errors).length) return false;
    this.#form.blame(errors);
    return true;
  }

  /** There is a table with it. */
  done() {
    if (this.#chosen === OWN) forgetDraft();
  }

  // --- events ------------------------------------------------------------------

  async #choose(value) {
    this.#tell("");
    if (value === OWN) return this.#write({ cash: this.#cash, ...readDraft()?.box }, readDraft()?.name ?? "");
    this.#leave(value);
    this.#asked += 1;
    const asked = this.#asked;
    if (value === USUAL) this.#box = this.#usual;
    else {
      const box = await this.#attempt(() => ask("GET", pathOf(value.slice(NAMED.length))));
      if (asked !== this.#asked) return undefined;
      this.#box = box ?? null;
    }
    return this.#draw();
  }

  /** A box is written: from nothing, from another one, or one that is kept is changed. */
  #write(box, name) {
    this.#chosen = OWN;
    this.#name = name;
    this.#form = new BoxForm();
    this.#form.specs = this.option.form;
    this.#form.first = box;
    this.#form.addEventListener("written", () => this.#written());
    this.#draw();
  }

  #written() {
    this.#tell("");
    writeDraft({ box: this.#form.box, name: this.#name });
    this.dispatchEvent(new Event("chosen"));
  }

  async #keep() {
    const { box } = this.#form;
    const name = this.#name || nameOf(box.name ?? "", this.#items);
    const there = this.#items.find((item) => item.own && item.name === name);
    if (there && name !== this.#name && !(await confirmed("replace", there.title))) return;
    const kept = await this.#attempt(() => ask("PUT", pathOf(name), { body: box }));
    if (!kept) return;
    forgetDraft();
    this.#leave(NAMED + name);
    this.#box = kept;
    await this.#load();
    this.#draw();
    this.#tell(say("box.kept"));
    this.#showChosen(); // its card is far above the foot of the form that has gone
  }

  #discard() {
    forgetDraft();
    return this.#choose(this.#name ? NAMED + this.#name : USUAL);
  }

  async #remove(item) {
    if (!(await confirmed("remove", item.title))) return;
    await this.#attempt(() => ask("DELETE", pathOf(item.name)).then(() => true));
    await this.#load();
    await this.#choose(USUAL);
  }

  // --- drawing -----------------------------------------------------------------

  #drawChoices() {
    const field = new ChoiceField();
    const usual = { value: USUAL, label: say("box.usual") };
    const named = this.#items.map(({ name, title, own }) => ({
      value: NAMED + name,
      label: title,
      hint: own ? say("box.yours") : undefined,
    }));
    const { name, label, help } = this.option;
    const own = { value: OWN, label: say("box.own") };
    field.spec = { name, label, help, kind: "choice", required: true, choices: [usual, ...named, own] };
    field.value = this.#chosen;
    field.addEventListener("answer", (event) => {
      event.stopPropagation();
      this.#choose(field.value);
    });
    this.#choices.replaceChildren(field);
  }

  #drawCard() {
    const item = this.#items.find(({ name }) => NAMED + name === this.#chosen);
    const mine = item?.own && this.#mayEdit;
    const deeds = [
      mine && this.#box &&
      button([icon("pencil"), say("box.change")], () => this.#write(this.#box, item.name)),
      item && this.#box &&
      button(say("box.copy"), () => this.#write(copyOf(this.#box), ""), { class: "quiet" }),
      mine && button(say("box.remove"), () => this.#remove(item), { class: "quiet" }),
    ];
    const card = this.#box
      ? boxCard(this.#box, this.#players, this.#cash)
      : h("p", { class: "fault" }, say("box.damaged"));
    this.#below.replaceChildren(
      h("div", { class: "box-lid" }, card, h("div", { class: "actions" }, ...deeds)),
    );
  }

  #drawForm() {
    const keep = button(say("box.keep"), () => this.#keep(), { "data-deed": "keep-box" });
    const leave = button(say("box.discard"), () => this.#discard(), { class: "quiet" });
    const title = this.#name && this.#items.find(({ name }) => name === this.#name)?.title;
    this.#below.replaceChildren(
      h(
        "section",
        { class: "box-lid" },
        h("h3", { class: "box-title" }, title ? say("box.changing", { name: title }) : say("box.writing")),
        this.#form,
        !this.#mayEdit && h("p", { class: "hint" }, say("box.only-here")),
        h("div", { class: "actions" }, this.#mayEdit ? keep : "", leave),
      ),
    );
  }

  #complain(words) {
    this.#fault.hidden = !words;
    this.#fault.textContent = words;
  }

  #tell(words) {
    this.#said.textContent = words;
  }

  // --- internals ---------------------------------------------------------------

  /** What the game says of it, called in the reader's language. */
  get #usual() {
    return { ...this.option.default, name: say("box.usual") };
  }

  #draw() {
    this.#drawChoices();
    if (this.#chosen === OWN) this.#drawForm();
    else this.#drawCard();
    this.dispatchEvent(new Event("chosen"));
  }

  #showChosen() {
    /** @type {HTMLElement | null} */ (this.#choices.querySelector(":checked"))?.focus({
      preventScroll: true,
    });
    this.#below.scrollIntoView({ block: "center" });
  }

  /** What is being written is left; it is there again when one's own is chosen again. */
  #leave(chosen) {
    this.#chosen = chosen;
    this.#form = null;
    this.#name = "";
  }

  async #load() {
    const found = await this.#attempt(() => ask("GET", "/boxes"));
    this.#items = found?.items ?? [];
    this.#mayEdit = found?.may_edit ?? false;
  }

  /** An answer; undefined where there is none, and then it is said why. */
  async #attempt(asking) {
    this.#complain("");
    try {
      return await asking();
    } catch (error) {
      const unheard = error instanceof Unreachable;
      if (!unheard && this.blame(error.said?.errors ?? {})) this.#complain(say("box.look"));
      else this.#complain(unheard ? say("problem.unreachable") : error.message);
      return undefined;
    }
  }
}

function pathOf(name) {
  return `/boxes/${encodeURIComponent(name)}`;
}

/** A box under another name, to be changed. */
function copyOf(box) {
  return { ...box, name: say("box.copy-of", { name: box.name }).slice(0, MOST_LETTERS) };
}

/** The name a box is kept under: its own in small letters, or one that is free. */
function nameOf(title, items) {
  const plain = title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const name = plain.replace(/[^a-z0-9]+/g, "-").slice(0, MOST_LETTERS).replace(/^-+|-+$/g, "");
  if (name) return name;
  for (let n = 1;; n += 1) if (!items.some((item) => item.name === `box-${n}`)) return `box-${n}`;
}

function confirmed(what, name) {
  return confirmDialog({
    title: say(`box.${what}-title`, { name }),
    body: [h("p", {}, say(`box.${what}-help`))],
    deed: say(`box.${what}`),
  });
}

customElements.define("box-choice", BoxChoice);
