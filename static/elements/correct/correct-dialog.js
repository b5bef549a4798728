// The host says how it is on the table: which figure, its new value, who has the difference, and why. Fetched
// when it is first wanted. What can be corrected the table says itself.

import { button, freshId, h, same, stylesheets } from "../../dom.js";
import { money, moreWords, say, sayOr } from "../../messages.js";
import { seatName } from "../panels/badges.js";
import { CLAUSE } from "../log/entry.js";
import { OfferPreview, opened } from "../offer/offer-preview.js";
/** @import { Table } from "../../table.js" */

const PAUSE_MS = 250; // after the last key, before the table is asked what would happen
const NOTE_LETTERS = 500;
const NAME_LETTERS = 60;
const CASH = "cash";
const TWO = 2; // of two answers the one that is not so is meant

/**
 * `of`, `name`: which figure is meant, as far as that is known; `back`: afterwards, where the tap was.
 * @param {Table} table
 * @param {Record<string, any>} [meant]
 */
export async function openCorrection(table, { of, name, back = () => {} } = {}) {
  const [answer] = await Promise.all([
    table.figures(),
    moreWords(),
    stylesheets("correct", "dialogs", "sideways-dialogs"),
  ]);
  // a second tap, while the first one was fetching
  if (document.querySelector('[data-dialog="correct"]')) return;
  const form = new CorrectForm();
  Object.assign(form, { table, ...answer, of, named: name });
  const id = freshId("correct");
  const dialog = h(
    "dialog",
    { "aria-labelledby": id, class: "correct", "data-dialog": "correct" },
    h("h2", { id }, say("correct.title")),
    form,
  );
  form.addEventListener("done", () => dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    back();
  });
  document.body.append(dialog);
  dialog.showModal();
  form.begin();
}

class CorrectForm extends HTMLElement {
  /** @type {Table} */
  table = null;
  figures = [];
  /** The entry up to which the figures count: what is confirmed is a difference from these. */
  revision = null;
  of = null;
  named = null;
  #whose = h("select", { "data-field": "of" });
  #which = h("select", { "data-field": "name" });
  #names = h("datalist", { id: freshId("names") });
  #name = h("input", {
    type: "text",
    maxlength: NAME_LETTERS,
    autocomplete: "off",
    list: this.#names.id,
    "data-field": "which",
  });
  #number = h("input", { type: "number", inputmode: "numeric", step: 1, "data-field": "value" });
  #choice = h("select", { "data-field": "choice" });
  #other = h("select", { "data-field": "other" });
  #note = h("input", {
    type: "text",
    maxlength: NOTE_LETTERS,
    autocomplete: "off",
    placeholder: say("field.optional"),
    "data-field": "note",
  });
  #now = h("p", { class: "hint" });
  #preview = new OfferPreview();
  #confirm = button(say("offer.confirm"), () => this.#commit(), {
    class: "primary",
    disabled: true,
    "data-deed": "correct",
  });
  /** For the ear; for the eye it stands in brief. */
  #missing = h("p", { class: "unseen" });
  #timer = null;
  #asked = null;
  #shown = null;
  /** Facts that say a name is meant, though it is near to another one. */
  #meant = null;

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    const owners = [...new Set(this.figures.map(({ of }) => of))];
    this.#whose.append(...owners.map((of) => h("option", { value: of }, this.#owner(of))));
    // where nothing was tapped, cash: one's own, or that of the first player
    const cash = this.figures.filter(({ name }) => name === CASH).map(({ of }) => of);
    const wanted = [this.of, `seat:${this.table.ownSeat}`, ...cash].find((of) => owners.includes(of));
    if (wanted) this.#whose.value = wanted;
    this.replaceChildren(
      h(
        "div",
        { class: "correct-fields" },
        labelled(say("correct.of"), this.#whose),
        labelled(say("correct.which"), this.#which),
        labelled(say("correct.name"), this.#name),
        this.#names,
        this.#now,
        labelled(say("correct.value"), this.#number),
        labelled(say("correct.answer"), this.#choice),
        labelled(say("correct.other"), this.#other, say("correct.other-help")),
        labelled(say("correct.note"), this.#note),
      ),
      this.#preview,
      h(
        "div",
        { class: "dialog-bar" },
        this.#preview.brief,
        this.#missing,
        h(
          "div",
          { class: "actions" },
          button(say("dialog.cancel"), () => this.dispatchEvent(new Event("done")), { class: "quiet" }),
          this.#confirm,
        ),
      ),
    );
    this.#whose.addEventListener("change", () => this.#offerFigures(this.#figure?.name));
    this.#which.addEventListener("change", () => this.#askForValue());
    this.#name.addEventListener("input", () => this.#proposeAnswer());
    for (const input of [this.#name, this.#number, this.#choice, this.#other, this.#note]) {
      input.addEventListener("input", () => this.#soon());
    }
    this.addEventListener(
      "keydown",
      (event) =>
        event.key === "Enter" && /** @type {Element} */ (event.target).matches("input") && this.#commit(),
    );
    this.#preview.addEventListener(
      "instead",
      (/** @type {any} */ { detail }) => this.#rename(detail),
    );
    this.#preview.addEventListener("insist", (/** @type {any} */ { detail }) => {
      this.#meant = detail;
      this.#soon();
    });
    this.#offerFigures(this.named ?? CASH);
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    this.#asked?.abort();
  }

  // --- asked from outside ------------------------------------------------------

  /** Where the host goes on: the name or the value, for the figure was tapped. */
  begin() {
    [this.#name, this.#number, this.#choice].find((input) => !input.parentElement.hidden).focus();
  }

  // --- events ------------------------------------------------------------------

  #offerFigures(wanted) {
    const own = this.figures.filter(({ of }) => of === this.#whose.value);
    this.#which.replaceChildren(...own.map(({ name, label }) => h("option", { value: name }, label)));
    if (own.some(({ name }) => name === wanted)) this.#which.value = wanted;
    this.#askForValue();
  }

  /**
   * The fields that this figure needs: a name, a number or one of several answers, and who has the
   * difference.
   */
  #askForValue() {
    if (!this.#figure) return;
    const { known, chosen, choices, min, max, value, what, other } = this.#figure;
    const counted = Boolean(what) && value !== null;
    show(this.#name, known);
    show(this.#number, !choices);
    show(this.#choice, choices);
    show(this.#other, counted);
    this.#name.value = "";
    this.#names.replaceChildren(...(known ?? []).map((name) => h("option", { value: name })));
    Object.assign(this.#number, { min, max, value: "" });
    this.#choice.replaceChildren(
      ...(choices ?? []).map((one) => h("option", { value: one.value }, one.label)),
    );
    if (choices && !known) {
      this.#choice.value = choices.length === TWO
        ? choices.find((choice) => choice.value !== value)?.value
        : value;
    }
    const holders = counted
      ? this.figures.filter((figure) => figure.what === what && figure.of !== this.#whose.value).map((
        { of },
      ) => of)
      : [];
    const others = [...new Set([other, ...holders])].filter(Boolean);
    this.#other.replaceChildren(
      ...(other ? [] : [h("option", { value: "" }, say("unit.unknown"))]),
      ...others.map((of) => h("option", { value: of }, this.#owner(of))),
    );
    const stands = known
      ? chosen.join(", ")
      : choices?.find((choice) => choice.value === value)?.label ?? value;
    const now = what === "money" && Number.isInteger(stands) ? money(stands) : stands;
    this.#now.textContent = say("correct.now", {
      value: now === null || now === "" ? say("unit.unknown") : now,
    });
    this.#soon();
  }

  /** The name that was meant, in place of the unknown one. */
  #rename({ wrong, right }) {
    const { value } = this.#name;
    this.#name.value = value.includes(wrong) ? value.replace(wrong, right) : right;
    this.#proposeAnswer();
    this.#soon();
  }

  /** Whoever chooses a name that counts by now means to take it away; one that does not, to add it. */
  #proposeAnswer() {
    this.#meant = null;
    const { chosen, choices } = this.#figure;
    const so = chosen.includes(this.#name.value.trim());
    if (choices.length === TWO) this.#choice.value = choices[so ? 0 : 1].value;
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#asked?.abort();
    this.#ready(null);
    this.#missing.textContent = this.#lacks;
    if (this.#move && !this.#lacks) this.#timer = setTimeout(() => this.#ask(), PAUSE_MS);
    else this.#preview.idle(this.#lacks);
  }

  async #commit() {
    const move = this.#shown;
    if (!move || !same(move, this.#move)) return;
    this.#ready(null);
    try {
      await this.table.move({ ...move, expected_revision: this.revision });
      this.dispatchEvent(new Event("done"));
    } catch (error) {
      if (error.code === "stale-revision") await this.#afresh();
      else this.#soon(); // which asks the table once more, and shows what it says
    }
  }

  // --- internals ---------------------------------------------------------------

  /** An account in words. */
  #owner(of) {
    const { doc } = this.table;
    const [kind, id] = of.split(":");
    if (kind === "seat") return seatName(doc, Number(id));
    if (kind === "railroad") {
      return [id, doc.railroads.find((railroad) => railroad.id === id)?.name].filter(Boolean).join(" · ");
    }
    return sayOr(`account.${kind}`, of);
  }

  get #figure() {
    return this.figures.find(({ of, name }) => of === this.#whose.value && name === this.#which.value);
  }

  /** The correction as a move; null while something is missing. */
  get #move() {
    if (!this.#figure) return null;
    const { of, name, known, choices, value: was, what, other } = this.#figure;
    const value = choices ? Number(this.#choice.value) : this.#number.valueAsNumber;
    const which = this.#name.value.trim();
    if (!Number.isInteger(value) || (known ? !which : value === was)) return null;
    const note = this.#note.value.trim();
    const head = {
      type: "correct",
      ...(note && { note }),
      ...(known && this.#meant && { facts: this.#meant }),
    };
    if (!what || was === null || this.#other.value === other) {
      return { ...head, set: [{ of, name: known ? name + which : name, value }] };
    }
    if (!this.#other.value) return null;
    const [from, to] = value > was ? [this.#other.value, of] : [of, this.#other.value];
    return { ...head, postings: [{ from, to, amount: Math.abs(value - was), what }] };
  }

  /** What is missing yet, or cannot be, in words; empty if nothing is. */
  get #lacks() {
    if (!this.#figure) return "";
    const { known, choices, value: was, what, min, max } = this.#figure;
    const value = choices ? Number(this.#choice.value) : this.#number.valueAsNumber;
    if (known && !this.#name.value.trim()) return say("amend.lacks", { label: say("correct.name") });
    if (!Number.isInteger(value)) return say("amend.lacks", { label: say("correct.value") });
    if (!known && value === was) return say("amend.as-it-was");
    // Where shares or cubes are counted, somebody else may have more than the bank or the railroad can give.
    if (!choices && (value < min || (value > max && !what))) return say("correct.range", { min, max });
    if (what && was !== null && !this.#other.value) {
      return say("amend.lacks", { label: say("correct.other") });
    }
    return "";
  }

  /** Only what has been shown can be confirmed. */
  #ready(move) {
    this.#shown = move;
    this.#confirm.disabled = !move;
  }

  async #ask() {
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    const move = this.#move;
    this.#preview.busy();
    try {
      const { entry } = await this.table.dryRun({ ...move, expected_revision: this.revision }, signal);
      if (signal.aborted) return;
      this.#preview.show(this.table.doc, entry, withoutReason(entry.summary, move.note));
      this.#ready(move);
    } catch (error) {
      if (signal.aborted) return;
      if (error.code === "stale-revision") await this.#afresh();
      else this.#preview.refuse(error);
    }
  }

  /** Somebody has moved meanwhile: the same correction of what is so now. */
  async #afresh() {
    const kept = [this.#name, this.#number, this.#choice, this.#other].map((input) => [input, input.value]);
    Object.assign(this, await this.table.figures().catch(() => ({})));
    this.#offerFigures(this.#which.value);
    for (const [input, value] of kept) input.value = value;
    this.#preview.stale();
    this.#soon();
  }
}

/** What is corrected: that it is a correction the dialog says, and the reason stands in its field. */
function withoutReason(summary, note = "") {
  const rest = summary.split(CLAUSE).slice(note.split(CLAUSE).length);
  return rest.length ? opened(rest.join(CLAUSE)) : summary;
}

function show(field, on) {
  field.parentElement.hidden = !on;
}

function labelled(words, field, help = "") {
  const id = freshId("correct");
  const told = help && h("p", { class: "hint", id: `${id}-help` }, help);
  field.id = id;
  if (told) field.setAttribute("aria-describedby", told.id);
  return h("div", { class: "correct-field" }, h("label", { for: id, class: "label" }, words), field, told);
}

customElements.define("correct-form", CorrectForm);
