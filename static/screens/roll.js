// A roll for all to see: one link for every phone, the dice as they fall, and what they can be checked with.

import { ask, Problem, sentenceOf } from "../client.js";
import { button, h, icon, pageLink, stylesheets } from "../dom.js";
import { citiesOf, fallen, rowOf } from "../elements/page/rolled.js";
import "../elements/page/second-tap.js";
import { die } from "../fields/dice.js";
import { say } from "../messages.js";

const ROLL_PATH = /^\/tools\/rolls\/(\w+)/;
const LOOK_MS = 1_000; // as long as the dice are in the hand
const LOOK_ON_MS = 2_000; // afterwards: somebody may roll again

export class RollScreen extends HTMLElement {
  #main = h("main", { class: "page roll-page" });
  #back = pageLink("/tools", [icon("back"), say("page.tools")], { class: "way-back" });
  #head = h("div", {});
  #fallen = h("div", { class: "roll-fallen", "aria-live": "polite" });
  #proof = h("div", {});
  #fault = h("p", { class: "fault", role: "alert", hidden: true });
  #timer = null;
  #roll = null;
  #look = () => this.#ask();

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    document.title = say("roll.title");
    this.#main.replaceChildren(this.#head, this.#fallen, this.#fault, this.#proof);
    this.replaceChildren(
      h(
        "header",
        { class: "masthead office" },
        this.#back,
        h("p", { class: "overline" }, say("tools.overline")),
        h("h1", {}, say("roll.title")),
      ),
      this.#main,
    );
    document.addEventListener("visibilitychange", this.#look);
    this.#look();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#look);
  }

  // --- events ------------------------------------------------------------------

  async #rollIt() {
    await this.#send({ id: this.#roll.id });
  }

  async #again() {
    await this.#send({ commit: true, after: this.#roll.id });
    if (this.#roll.id !== this.#id) this.#goOn(this.#roll.id);
  }

  // --- drawing -----------------------------------------------------------------

  #show(roll) {
    const before = this.#roll;
    this.#roll = roll;
    this.#fault.hidden = true;
    if (before && before.id === roll.id && before.seed === roll.seed) return;
    document.title = `${roll.name} · ${say("roll.title")}`;
    this.#back.href = `/tools/${roll.game}`; // where it was begun
    this.#head.replaceChildren(h("h2", {}, `${roll.name}, ${roll.label}`), this.#invitation(roll));
    this.#fallen.replaceChildren(
      ...(roll.seed
        ? [this.#dice(roll), button(say("roll.again"), () => this.#again())]
        : [button([die(5), die(3), say("roll.now")], () => this.#rollIt(), { class: "primary roll" })]),
    );
    this.#proof.replaceChildren(this.#checked(roll));
  }

  /** The code that the other phones scan, on a phone as well: it may be the only screen there is. */
  #invitation({ id, url }) {
    const code = h("img", {
      class: "roll-code",
      src: `/api/v1/tools/rolls/${id}/qr.svg`,
      alt: say("roll.code"),
    });
    return h(
      "div",
      { class: "roll-invitation" },
      code,
      h("p", { class: "hint" }, say("roll.share"), " ", h("span", { class: "roll-address" }, url)),
    );
  }

  #dice(roll) {
    return h("div", { class: "rolled" }, fallen(roll.dice), rowOf(roll.row), citiesOf(roll));
  }

  #checked({ commitment, seed, message }) {
    const lines = [["roll.commitment", commitment], ["roll.seed", seed], ["roll.message", seed && message]];
    return h(
      "details",
      { class: "panel folded roll-proof" },
      h("summary", {}, say("roll.proof")),
      h("p", { class: "hint" }, say(seed ? "roll.check" : "roll.promise")),
      h(
        "dl",
        {},
        lines.filter(([, value]) => value).map(([label, value]) =>
          h("div", {}, h("dt", {}, say(label)), h("dd", {}, value))
        ),
      ),
    );
  }

  /** Where another begins. */
  #gone() {
    const anew = pageLink("/tools", say("roll.new"), { class: "as-button primary" });
    this.#fallen.before(this.#fault);
    this.#fallen.replaceChildren(h("p", { class: "hint" }, say("roll.gone")), anew);
  }

  /** @param {Error} error */
  #fail(error) {
    this.#fault.hidden = false;
    this.#fault.textContent = sentenceOf(error);
  }

  // --- internals ---------------------------------------------------------------

  get #id() {
    return ROLL_PATH.exec(location.pathname)?.[1] ?? "";
  }

  /** How it stands, and again in a while; a page that nobody sees does not ask. */
  async #ask() {
    clearTimeout(this.#timer);
    if (document.hidden) return;
    try {
      this.#show(await ask("GET", `/tools/rolls/${this.#id}`));
      if (this.#roll.next) return this.#goOn(this.#roll.next);
    } catch (error) {
      this.#fail(error);
      if (error instanceof Problem) return this.#gone(); // or it never was
    }
    if (!this.isConnected) return;
    this.#timer = setTimeout(this.#look, this.#roll?.seed ? LOOK_ON_MS : LOOK_MS);
  }

  /** @param {{ id?: string, commit?: boolean, after?: string }} body */
  async #send(body) {
    try {
      this.#show(await ask("POST", `/tools/${this.#roll.game}/${this.#roll.tool}`, { body }));
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Everybody who looks on goes along; the address says where. */
  #goOn(id) {
    history.replaceState(null, "", `/tools/rolls/${id}`);
    this.#look();
  }
}

await stylesheets("office", "dice", "tools");
customElements.define("roll-screen", RollScreen);
