// A phone on the table whose turn it is, and which nobody has touched for a while, says so again: softly, for
// that player alone, and three times at most.

import { stylesheets } from "../../dom.js";
import { say } from "../../messages.js";
import { moving, setting, settingsBell } from "../../settings.js";
import { buzz, chime } from "./chime.js";

const AFTER_MS = 60_000;
const TIMES = 3;
const BUZZ_MS = [60, 90, 60];
const BLINK_MS = 1_000;
const BLINKS = 7; // an odd number: at last it stays
const SIGNS_OF_LIFE = ["pointerdown", "keydown", "input", "wheel", "touchmove", "visibilitychange"];

export class Nudge {
  #screen;
  #told;
  #mine = false;
  #title = "";
  #times = 0;
  #next = 0;
  #blinking = 0;

  /**
   * On a screen, until it is left; `told` is called with every nudge.
   * @param {HTMLElement & { signal: AbortSignal }} screen
   * @param {() => void} told
   */
  constructor(screen, told) {
    this.#screen = screen;
    this.#told = told;
    stylesheets("nudge");
    const { signal } = screen;
    const alive = () => this.#begin();
    for (const sign of SIGNS_OF_LIFE) {
      document.addEventListener(sign, alive, { signal, passive: true, capture: true });
    }
    settingsBell.addEventListener("changed", alive, { signal });
    signal.addEventListener("abort", () => [this.#next, this.#blinking].forEach(clearTimeout));
  }

  /**
   * Is it this phone's turn, and what is the page called when it is not nudged?
   * @param {{ mine: boolean, title: string }} now
   */
  update({ mine, title }) {
    const began = mine !== this.#mine;
    this.#mine = mine;
    this.#title = title;
    if (began) this.#begin();
    if (!this.#screen.hasAttribute("data-nudged")) document.title = title;
  }

  #nudge() {
    this.#times += 1;
    this.#rest();
    this.#screen.toggleAttribute("data-nudged", true);
    buzz(BUZZ_MS);
    chime();
    this.#told();
    this.#blink(moving() ? BLINKS : 1);
    if (this.#times < TIMES) this.#next = setTimeout(() => this.#nudge(), AFTER_MS);
  }

  #rest() {
    clearTimeout(this.#blinking);
    if (!this.#screen.hasAttribute("data-nudged")) return;
    this.#screen.toggleAttribute("data-nudged", false);
    document.title = this.#title;
  }

  /** The tab's title comes and goes; where nothing should move it changes once. */
  #blink(left) {
    document.title = left % 2 ? say("title.nudge") : this.#title;
    if (left > 1) this.#blinking = setTimeout(() => this.#blink(left - 1), BLINK_MS);
  }

  #begin() {
    this.#times = 0;
    this.#rest();
    clearTimeout(this.#next);
    if (this.#mine && setting("nudge")) this.#next = setTimeout(() => this.#nudge(), AFTER_MS);
  }
}
