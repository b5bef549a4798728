// The evening again: the board as it stood after any entry, by a slider, step by step, or played at a chosen
// pace.

import { readMoment } from "../moments.js";
import { sentenceOf } from "../client.js";
import { button, h, icon, stylesheets } from "../dom.js";
import { inClauses } from "../elements/board/last-moves.js";
import { endWithClause } from "../elements/log/whole.js";
import { isNewDice } from "../elements/log/entry.js";
import "../elements/page/second-tap.js";
import { mayTry, tryOut } from "../evenings.js";
import { clock, say } from "../messages.js";
import { Past } from "../past.js";
import { BoardScreen } from "./board.js";
import { TableScreen } from "./table-screen.js";
/** @import { TableDocument } from "../types.js" */

const PACES_MS = [500, 1_000, 2_000, 4_000];
const USUAL_MS = 1_000;
const ADDRESS_MS = 400; // browsers count how often an address is changed
const STEPS = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };
const LONG = 90; // letters of a sentence that is set smaller
const OWN_KEYS = "input, select, textarea, dialog"; // there the keys mean something else
const PRESSED = "button, a, summary"; // there a blank does

export class AgainScreen extends TableScreen {
  corrects = false; // a figure of then is no figure of now
  #past = null;
  #timer = null;
  #way = 0; // a step on or back: what changes nothing on the table is stepped over
  #address = null;
  #slider = null;
  #count = h("span", { class: "again-count figure" });
  #said = h("p", { class: "again-said", role: "status" });
  #play = null;
  #keys = {};
  #pace = null;
  #try = null;

  // --- lifecycle ---------------------------------------------------------------

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#rest();
    clearTimeout(this.#address);
    this.#past?.close();
  }

  // --- events ------------------------------------------------------------------

  /** A step by hand ends the playing. */
  #go(revision) {
    this.#rest();
    this.#way = 0;
    this.#past.go(revision);
    this.#drawPlace();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const on = /** @type {Element} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || on.closest?.(OWN_KEYS)) return;
    if (event.key === " " && !on.closest?.(PRESSED)) this.#playOrRest();
    else if (event.key in STEPS) this.#step(STEPS[event.key]);
    else return;
    event.preventDefault();
  }

  /** Another moment is there. */
  #drawMoment() {
    const { doc } = this.#past;
    const entry = doc.recent?.findLast((one) => !isNewDice(one));
    const words = entry?.summary ?? say("entry.sealed");
    const sentence = inClauses(words, entry?.undone);
    this.#said.toggleAttribute("data-long", words.length > LONG);
    this.#said.title = words;
    this.#said.replaceChildren(
      entry ? h("time", { class: "hint", datetime: entry.at }, clock(entry.at)) : "",
      " ",
      sentence,
    );
    endWithClause(sentence, this.#said);
    this.#slider.setAttribute(
      "aria-valuetext",
      say("again.value", { revision: doc.at, last: this.#past.last, summary: words }),
    );
    document.title = say("title.again", { game: doc.game_name });
    clearTimeout(this.#address);
    this.#address = setTimeout(() => {
      history.replaceState(null, "", `${location.pathname}#at=${this.#past.wanted}`);
    }, ADDRESS_MS);
    this.#drawPlace();
    this.#stepOver();
  }

  /** A copy of this moment, to go on from in another way. */
  async #tryOut() {
    this.#rest();
    this.#try.disabled = true;
    try {
      const made = await tryOut(this.table, this.#past.wanted);
      this.dispatchEvent(new CustomEvent("go", { bubbles: true, detail: made }));
    } catch (error) {
      this.#fault(error);
    }
    this.#try.disabled = false;
  }

  /** The entry that the address names; none: the first, as an evening begins. */
  #asked() {
    return readMoment(location.hash) ?? 1;
  }

  #fault(error) {
    this.#rest();
    this.complain(sentenceOf(error));
    this.#drawPlace();
  }

  // --- drawing -----------------------------------------------------------------

  build() {
    this.#past?.close();
    this.#past = new Past(this.table);
    const { signal } = this;
    this.#past.addEventListener("table", () => this.#drawMoment(), { signal });
    this.#past.addEventListener("fault", (/** @type {any} */ { detail }) => this.#fault(detail), { signal });
    const board = new BoardScreen();
    board.table = /** @type {any} */ (this.#past);
    board.past = this.#past;
    this.replaceChildren(
      this.banner(),
      h("div", { class: "again-stage" }, board, this.#bar()),
      this.navigation("again"),
    );
    document.addEventListener("keydown", (event) => this.#pressed(event), { signal });
    addEventListener("hashchange", () => this.#past.go(this.#asked()), { signal });
  }

  /** @param {TableDocument} doc */
  draw(doc) {
    this.#slider.max = doc.revision;
    this.#try.hidden = !mayTry(this.table);
    if (!this.#past.wanted) this.#past.go(this.#asked());
    this.#drawPlace();
  }

  #bar() {
    const key = (name, sign, deed, ends = false) =>
      button(icon(sign), deed, {
        class: "again-key",
        "data-ends": ends,
        "aria-label": say(`again.${name}`),
        title: say(`again.${name}`),
        "data-step": name,
      });
    this.#slider = h("input", {
      type: "range",
      class: "again-slider",
      min: 1,
      max: 1,
      step: 1,
      "aria-label": say("again.slider"),
      on: { input: () => this.#go(this.#slider.valueAsNumber) },
    });
    this.#play = key("play", "play", () => this.#playOrRest());
    this.#keys = {
      first: key("first", "previous", () => this.#go(1), true),
      previous: key("previous", "back", () => this.#step(-1)),
      next: key("next", "forth", () => this.#step(1)),
      last: key("last", "next", () => this.#go(this.#past.last), true),
    };
    this.#try = button(say("again.try"), () => this.#tryOut(), {
      class: "quiet again-try",
      "data-deed": "try",
      title: say("again.try-help"),
    });
    this.#pace = h(
      "select",
      { "aria-label": say("again.pace"), title: say("again.pace"), class: "again-pace" },
      PACES_MS.map((ms) =>
        h("option", { value: ms, selected: ms === USUAL_MS }, say("again.every", { seconds: ms / 1_000 }))
      ),
    );
    return h(
      "section",
      { class: "again-bar", "aria-label": say("again.title") },
      h("div", { class: "again-head" }, this.#count, this.#said),
      this.#slider,
      h(
        "div",
        { class: "again-keys" },
        this.#keys.first,
        this.#keys.previous,
        this.#play,
        this.#keys.next,
        this.#keys.last,
        this.#pace,
        this.#try,
      ),
    );
  }

  /** Where the thumb is, which may be ahead of what has come. */
  #drawPlace() {
    const { wanted, last } = this.#past;
    this.#slider.value = wanted;
    this.#slider.style.setProperty("--done", String(last > 1 ? (wanted - 1) / (last - 1) : 1));
    this.#count.textContent = say("again.entry", { revision: wanted, last });
    for (const name of ["first", "previous"]) this.#keys[name].disabled = wanted <= 1;
    for (const name of ["next", "last"]) this.#keys[name].disabled = wanted >= last;
    const name = this.#timer ? "pause" : "play";
    if (this.#play.dataset.step === name) return;
    this.#play.dataset.step = name;
    this.#play.replaceChildren(icon(name));
    for (const attribute of ["aria-label", "title"]) this.#play.setAttribute(attribute, say(`again.${name}`));
  }

  // --- internals ---------------------------------------------------------------

  #playOrRest() {
    if (this.#timer) {
      this.#rest();
    } else {
      if (this.#past.wanted >= this.#past.last) this.#past.go(1);
      this.#wait();
    }
    this.#drawPlace();
  }

  /** The next entry comes so long after this one was there to be seen. */
  #wait() {
    this.#timer = setTimeout(() => {
      this.#way = 1;
      if (this.#past.doc?.at === this.#past.wanted) this.#past.go(this.#past.wanted + 1);
      if (this.#past.wanted < this.#past.last) this.#wait();
      else this.#rest();
      this.#drawPlace();
    }, Number(this.#pace.value));
  }

  #step(by) {
    this.#go(this.#past.wanted + by);
    this.#way = Math.sign(by);
    this.#stepOver();
  }

  /** New dice are nobody's move: whoever steps on or back, or lets it play, sees the next entry at once. */
  #stepOver() {
    const { doc, wanted, last } = this.#past;
    if (doc?.at !== wanted) return;
    const next = wanted + this.#way;
    const shown = doc.recent?.at(-1);
    if (shown && isNewDice(shown) && this.#way && next >= 1 && next <= last) this.#past.go(next);
    else this.#way = 0; // whoever has arrived stays, whatever comes
  }

  #rest() {
    clearTimeout(this.#timer);
    this.#timer = null;
  }
}

await stylesheets("again");
customElements.define("again-screen", AgainScreen);
