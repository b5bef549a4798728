// The players' names, clockwise as they sit. A handle drags a name to its chair; arrow keys and arrows do the
// same, and on a phone, where both have no room, the arrows alone.

import { button, freshId, h, icon } from "../dom.js";
import { inkOn } from "../elements/panels/badges.js";
import { say } from "../messages.js";

const MOST_LETTERS = 40;
const NAMES = "input:not([type=color])";
const MOST_KNOWN = 10;
const ROWS_KNOWN = 2; // until more are asked for
const nobody = () => ({ name: "", colour: undefined });
const plain = (name) => name.trim().toLowerCase();

/** Tells "seated" when the names or their order have changed. */
export class SeatingOrder extends HTMLElement {
  limits = { min: 2, max: 6 };
  /** Each with a colour of their own, if they have one. */
  #people = [];
  #caption = h("p", { class: "hint", id: freshId("known") }, say("new.known"));
  #known = h("div", { class: "known-people", role: "group", "aria-labelledby": this.#caption.id });
  #list = h("ol", { class: "seating" });
  #add = null;

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    this.#people = Array.from({ length: this.limits.min }, nobody);
    this.#add = button([icon("plus"), say("new.add-player")], () => this.#more(), { class: "quiet" });
    this.replaceChildren(
      h("p", { class: "label" }, say("new.players")),
      h("p", { class: "hint" }, say("new.players-help")),
      this.#known,
      this.#list,
      this.#add,
    );
    this.#draw();
  }

  // --- asked from outside ------------------------------------------------------

  get names() {
    return this.#people.map(({ name }) => name);
  }

  /** Other names, such as those of a draft. */
  set names(names) {
    this.#people = names.map((name) => ({ ...nobody(), name }));
    this.#draw();
    this.dispatchEvent(new Event("seated"));
  }

  /** The colour of each player who has one of their own. */
  get colours() {
    return this.#people.map(({ colour }) => colour);
  }

  /**
   * Who has played here, to be added by a tap.
   * @param {{ name: string, colour?: string }[]} people
   */
  set known(people) {
    const chips = people.slice(0, MOST_KNOWN).map((one) => this.#chip(one));
    this.#known.replaceChildren(...(chips.length ? [this.#caption, ...chips] : []));
    this.#fold(chips);
    this.#press();
  }

  /** All names are there: an empty last chair that only Enter has put there goes away again. */
  settle() {
    const last = this.#people.at(-1);
    if (!last.byEnter || last.name.trim() || this.#people.length <= this.limits.min) return;
    this.#change(() => this.#people.pop());
  }

  /** At the first name that will not do stands why; all alike are marked. True if there is one. */
  blame() {
    const names = this.names.map(plain);
    const why = (name, at) => !name ? "new.name-missing" : names.indexOf(name) < at ? "new.name-twice" : "";
    const reasons = names.map(why);
    const wrong = reasons.findIndex(Boolean);
    const reason = reasons[wrong];
    [...this.#list.children].forEach((line, at) => {
      mark(line, at === wrong ? say(reason) : "", { "data-within": true });
      if (reason && reasons[at] === reason) wears(line);
    });
    return wrong >= 0;
  }

  /** What the server has against a name or all of them. */
  complain(words) {
    mark(this.#list.firstElementChild, words);
  }

  // --- events ------------------------------------------------------------------

  /** Somebody who has played here sits down at the first free chair, or gets up again. */
  #toggle({ name, colour }) {
    const names = this.names.map(plain);
    const sits = names.indexOf(plain(name));
    const free = names.indexOf("");
    const own = this.colours.includes(colour) ? undefined : colour;
    this.#change(() => {
      if (sits >= 0 && names.length > this.limits.min) this.#people.splice(sits, 1);
      else if (sits >= 0) this.#people[sits] = nobody();
      else this.#people.splice(free < 0 ? names.length : free, 1, { name, colour: own });
    });
  }

  /** The key for one more stays under the finger. */
  #more(byEnter = false) {
    const { top } = this.#add.getBoundingClientRect();
    this.#change(() => this.#people.push({ ...nobody(), byEnter }), this.#people.length);
    const by = this.#add.getBoundingClientRect().top - top;
    if (!byEnter && !this.#add.hidden) scrollBy({ top: by, behavior: "instant" });
  }

  /** On to the next name, or to another one while there is a chair; the table has a button of its own. */
  #enter(event, at) {
    event.preventDefault();
    const next = this.#list.querySelectorAll(NAMES)[at + 1];
    if (next) /** @type {HTMLElement} */ (next).focus();
    else if (this.#people[at].name.trim() && this.#people.length < this.limits.max) this.#more(true);
  }

  #change(change, focus = null) {
    change();
    this.#draw();
    if (focus !== null) this.#list.querySelectorAll(NAMES)[focus]?.focus();
    this.dispatchEvent(new Event("seated"));
  }

  /** Who sits there already is pressed; nobody more can be, when all chairs are taken. */
  #press() {
    const names = this.names.map(plain);
    const full = !names.includes("") && names.length >= this.limits.max;
    for (const chip of /** @type {Iterable<any>} */ (this.#known.querySelectorAll("[data-name]"))) {
      const sits = names.includes(plain(chip.dataset.name));
      chip.setAttribute("aria-pressed", String(sits));
      chip.disabled = full && !sits;
    }
  }

  // --- drawing -----------------------------------------------------------------

  #draw() {
    this.#list.replaceChildren(...this.#people.map((one, at) => this.#line(one, at)));
    this.#add.hidden = this.#people.length >= this.limits.max;
    this.#press();
  }

  /** Who has no room in two rows waits behind a key at the end of the second. */
  #fold(chips) {
    const rows = [...new Set(chips.map(({ offsetTop }) => offsetTop))];
    if (rows.length <= ROWS_KNOWN) return;
    const last = rows[ROWS_KNOWN - 1];
    const away = chips.splice(chips.findIndex(({ offsetTop }) => offsetTop > last));
    const more = button("", () => {
      more.replaceWith(...away);
      this.#press();
      away[0].focus();
    }, { class: "quiet" });
    const show = () => {
      more.textContent = say("new.known-more", { count: away.length });
      this.#known.replaceChildren(this.#caption, ...chips, more);
    };
    show();
    while (more.offsetTop > last && chips.length > 1) {
      away.unshift(chips.pop());
      show();
    }
  }

  /** Without a colour, which not all of them have: the chair shows it. */
  #chip(person) {
    return button([icon("plus"), icon("check"), h("span", {}, person.name)], () => this.#toggle(person), {
      "data-name": person.name,
      "aria-pressed": "false",
    });
  }

  /** The chair's number, in the player's colour; a tap chooses another. */
  #disc(at) {
    const { colour } = this.#people[at];
    const label = h("label", { class: "seat-number" }, String(at + 1));
    const wear = (colour) => {
      label.dataset.colour = colour ?? "";
      label.style.setProperty("--lamp", colour ?? "transparent");
      label.style.setProperty("--lamp-ink", colour ? inkOn(colour) : "inherit");
    };
    const input = h("input", { type: "color", "aria-label": say("new.colour", { number: at + 1 }) });
    input.value = colour ?? "#888888";
    input.addEventListener("input", () => {
      this.#people[at].colour = input.value;
      wear(input.value);
    });
    wear(colour);
    label.append(input);
    return label;
  }

  #line({ name }, at) {
    const label = say("new.player", { number: at + 1 });
    const input = h("input", {
      "aria-label": label,
      placeholder: label,
      maxlength: MOST_LETTERS,
      autocomplete: "off",
      autocapitalize: "words",
      spellcheck: "false",
      enterkeyhint: "next",
      props: { value: name },
    });
    input.addEventListener("input", () => {
      this.#people[at].name = input.value;
      this.#press();
      mark(input.closest("li"), "");
      this.dispatchEvent(new Event("seated"));
    });
    input.addEventListener("keydown", (event) => event.key === "Enter" && this.#enter(event, at));
    const who = { number: at + 1 };
    const move = (by) => () => this.#change(() => this.#swap(at, at + by), at + by);
    return h(
      "li",
      {},
      this.#grip(at),
      this.#disc(at),
      input,
      button(icon("up"), move(-1), {
        class: "key",
        disabled: at === 0,
        "aria-label": say("new.move-up", who),
      }),
      button(icon("down"), move(1), {
        class: "key down",
        disabled: at === this.#people.length - 1,
        "aria-label": say("new.move-down", who),
      }),
      button(icon("remove"), () => this.#change(() => this.#people.splice(at, 1)), {
        class: "key",
        disabled: this.#people.length <= this.limits.min,
        "aria-label": say("new.remove", who),
      }),
    );
  }

  /** Drag it with finger or mouse, or move it with the arrow keys. */
  #grip(at) {
    const steps = { ArrowUp: -1, ArrowDown: 1 };
    const keydown = (event) => {
      const to = at + (steps[event.key] ?? 0);
      if (to === at || to < 0 || to >= this.#people.length) return;
      event.preventDefault();
      this.#change(() => this.#swap(at, to));
      this.#list.querySelectorAll(".grip")[to].focus();
    };
    const pointerdown = (event) => {
      event.preventDefault();
      this.#drag(event, at);
    };
    return h("button", {
      type: "button",
      class: "grip",
      "aria-label": say("new.move", { number: at + 1 }),
      on: { keydown, pointerdown },
    }, icon("grip"));
  }

  /** The lines change places as the finger passes their middles; the list is drawn anew when it is lifted. */
  #drag(event, at) {
    const handle = event.currentTarget;
    const line = handle.closest("li");
    let place = at;
    handle.setPointerCapture(event.pointerId);
    line.dataset.dragged = "";
    const move = ({ clientY }) => {
      const lines = [...this.#list.children];
      const to = lines.findIndex((line) => clientY < line.getBoundingClientRect().bottom);
      const next = to < 0 ? lines.length - 1 : to;
      if (next === place) return;
      this.#people.splice(next, 0, ...this.#people.splice(place, 1));
      // The others step aside: a line that is moved itself would be let go.
      if (next > place) line.before(...lines.slice(place + 1, next + 1));
      else line.after(...lines.slice(next, place));
      place = next;
    };
    const drop = () => {
      handle.removeEventListener("pointermove", move);
      this.#change(() => {});
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", drop, { once: true });
  }

  // --- internals ---------------------------------------------------------------

  #swap(one, other) {
    [this.#people[one], this.#people[other]] = [this.#people[other], this.#people[one]];
  }
}

/** Its box is one of those that are wrong. */
const wears = (line) => line.querySelector(NAMES).setAttribute("aria-invalid", "true");

/** Say at a name what is wrong with it; no words: nothing is. */
function mark(line, words, attributes = {}) {
  const input = line.querySelector(NAMES);
  line.querySelector(".fault")?.remove();
  for (const name of ["aria-invalid", "aria-describedby"]) input.removeAttribute(name);
  if (!words) return;
  const id = freshId("fault");
  wears(line);
  input.setAttribute("aria-describedby", id);
  line.append(h("p", { class: "fault", id, ...attributes }, words));
}

customElements.define("seating-order", SeatingOrder);
