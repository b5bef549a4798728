// What a move would do, beside the form that makes it; or why it cannot be made.

import { h, shown, unbroken } from "../../dom.js";
import { money, say, sayOr } from "../../messages.js";
import { inCalledNames } from "../board/wording.js";
import { helpKey } from "../help/help-key.js";
import { CLAUSE, entryBody, gotBy, perPlayerLine } from "../log/entry.js";
/** @import { Field } from "../../fields/field.js" */
/** @import { Entry, TableDocument } from "../../types.js" */

const large = matchMedia("(max-width: 18em)"); // letters: one line is all the bar has room for

/**
 * In a sentence what would happen, for the bar with Confirm (`brief`); the rest, and a sentence too long for
 * that, in itself. Tells its form: "instead" ({wrong, right}: a name to replace) and "insist" (facts that say
 * the name is meant).
 */
export class OfferPreview extends HTMLElement {
  /** Two lines that are always there: nothing moves when words come. For the eye; they are read from here. */
  brief = h("p", { class: "brief", "aria-hidden": "true", "data-busy": say("preview.busy") });
  /** At which table: {game, rulings}. */
  about = null;
  /** Facts that stand below a sentence of one line in the bar, for the eye: they are read elsewhere. */
  aside = [];
  #words = h("div", { class: "preview-words" });
  #stale = h("p", { class: "notice", hidden: true }, "");

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    this.setAttribute("role", "status");
    this.setAttribute("aria-live", "polite");
    this.setAttribute("aria-label", say("preview.title"));
    this.toggleAttribute("data-silent", true);
    this.replaceChildren(this.#stale, this.#words);
  }

  // --- asked from outside ------------------------------------------------------

  /** What was shown is no longer so, and what will be is not known yet. */
  busy() {
    this.#state("busy");
  }

  // --- drawing -----------------------------------------------------------------

  /** Nothing to show yet; `wanted`: what has to be told first. */
  idle(wanted = "") {
    this.#state("idle");
    this.#words.replaceChildren();
    this.#inBrief(wanted);
  }

  /**
   * @param {TableDocument} doc
   * @param {Entry} entry
   * @param {string | null} instead of what the entry says
   * @param {Field} [pencilled] an amount that has still to be said before it can be confirmed
   */
  show(doc, entry, instead = null, pencilled = undefined) {
    this.#state("shown");
    const body = entryBody(doc, entry);
    const title = pencilled ? say("preview.at", { amount: money(pencilled.value) }) : say("preview.title");
    const words = unbroken(instead ?? inCalledNames(doc, entry.headline ?? entry.summary) ?? "");
    const wanted = pencilled?.wanted;
    this.#words.replaceChildren(
      ...(body.length || pencilled ? [h("p", { class: "overline" }, title)] : []),
      h("p", { class: "summary sentence" }, clauses(entry.affects?.length ? withoutFigures(words) : words)),
      ...shown([perPlayerLine(doc, entry.postings)]),
      ...body,
    );
    this.#inBrief(words, wanted);
    // what is to be checked goes before figures that change
    if (entry.remark && this.dataset.told !== "whole") this.#inBrief(words, wanted, entry.remark);
    // the line of it is enough where the rows do not come
    if (gotBy(entry).length > 1) this.#payOut(doc, entry, words, wanted).catch(() => {});
  }

  /** What was found out, put into words by whoever asked. */
  tell(...nodes) {
    this.#state("shown");
    this.#words.replaceChildren(...shown(nodes));
  }

  /** Someone else moved meanwhile; said until the next confirmed move. */
  stale() {
    this.#stale.hidden = false;
    this.#stale.textContent = say("preview.stale");
    this.#inBrief("");
  }

  /** The table needs to be told something; the fields for it are in the form. */
  ask(detail) {
    this.#state("asking");
    this.#words.replaceChildren(h("p", { class: "notice sentence" }, detail));
    this.#inBrief(detail);
  }

  /** `more`: what may be done about it. */
  async refuse(error, ...more) {
    if (!error.status) return this.#unheard();
    this.#state("refused");
    const { did_you_mean: others, insist, rule } = error.said ?? {};
    const known = sayOr(`problem.${error.status}`, error.message);
    const words = error.status === 401 || error.status === 403 ? `${error.message} ${known}` : known;
    this.#words.replaceChildren(
      h("p", { class: "fault sentence", role: "alert" }, clauses(words)),
      ...shown([rule && this.#rule(rule)]),
      ...shown(more),
    );
    this.#inBrief(words);
    const { firstElementChild: fault } = this.#words;
    if (!others?.length && !insist) return;
    const chips = await import("./did-you-mean.js")
      .then(({ suggestions }) => suggestions(this, others ?? [], insist)).catch(() => null);
    if (chips && fault.isConnected) fault.after(chips);
  }

  /** The heading that forbids it, which opens the rule where the game is known. */
  #rule(rule) {
    return this.about
      ? helpKey({ ...this.about, rule })
      : h("p", { class: "hint" }, say("offer.rule", { rule }));
  }

  /** Nothing is wrong with the move; nobody could be asked. */
  #unheard() {
    this.#state("unheard");
    this.#words.replaceChildren(h("p", { class: "hint sentence" }, say("preview.unheard")));
    this.#inBrief(say("preview.unheard"));
  }

  /**
   * A sentence that has room there is not seen twice, nor is its first clause, where that alone has room or a
   * few that follow. What is stale comes first, then what is still to be done, then what everybody is paid:
   * as many whole sums as have room, and how many more.
   * @param {string} words
   * @param {string[][]} lines of sums: the first that has room is taken, beside what is to be checked; the
   * last stands whether it has or not
   */
  #inBrief(words, first = "", remark = "", lines = []) {
    const { brief } = this;
    let sums = [];
    const sooner = this.#stale.hidden ? first : this.#stale.textContent;
    const fits = (text) => {
      brief.replaceChildren(
        ...(sums.length ? [h("span", { class: "sums" }, sums.join("\u00a0· "))] : []),
        text,
      );
      return brief.isConnected && brief.scrollHeight <= brief.clientHeight;
    };
    const doubted = remark !== "";
    brief.toggleAttribute("data-tight", doubted);
    const checks = remark.split(CLAUSE);
    checks.some((_, left) => {
      const some = checks.slice(0, checks.length - left).join(CLAUSE);
      return lines.some((line) => (sums = line) && fits(some));
    });
    if (sooner) fits(sooner);
    const others = words.split(CLAUSE).filter((one) => !remark.toLowerCase().includes(one.toLowerCase()));
    const all = doubted ? [remark, ...others].join(CLAUSE) : words;
    const told = this.dataset.told = sooner ? "" : this.#fitted(all, fits, !sums.length, doubted);
    if (this.aside.length) {
      const facts = this.aside.flatMap((fact) => fact.split(" · ")); // one without room goes as a whole
      const aside = h(
        "span",
        { class: "aside", "aria-hidden": "true" },
        facts.map((fact) => h("span", {}, fact)),
      );
      this.#words.querySelector(".aside")?.remove();
      (large.matches ? this.#words : brief).append(aside);
    }
    const seen = this.#words.childElementCount - Number(told === "whole");
    this.toggleAttribute("data-silent", this.#stale.hidden && seen < 1);
  }

  /**
   * All of it, in narrow letters where figures change or sums stand above it; else as many clauses as have
   * room, or those figures in place of what the form says itself, unless it begins with what is to be checked
   * (`doubted`). Answers how much of it need not be seen below. Nothing else says it, if it stands there
   * `alone`.
   */
  #fitted(words, fits, alone, doubted) {
    if (fits(words)) return "whole";
    if (this.brief.toggleAttribute("data-tight", !alone || changes(words)) && fits(words)) return "whole";
    const bare = words.replace(/ \([^()]+\)$/, ""); // no dots in a bracket: it stands below
    if (bare !== words && alone && !doubted && fits(bare)) return "";
    this.brief.toggleAttribute("data-tight", !alone || doubted);
    const parts = words.split(CLAUSE);
    let count = parts.length - 1;
    while (count && !fits(parts.slice(0, count).join(CLAUSE))) count -= 1;
    const figures = !doubted && parts.slice(count).some(changes) && parts.filter(changes).join(CLAUSE);
    const [, sum] = /^(.*\$\d+): /.exec(parts[0]) ?? []; // without the list of what it is for
    if (figures) {
      if (sum && fits([sum, figures].join(CLAUSE)) || fits(opened(figures))) return "";
    }
    const first = parts.slice(0, count || Number(alone || doubted)).join(CLAUSE);
    const shown = fits(first) || this.brief.toggleAttribute("data-tight", true) && fits(first);
    if (!shown && sum && alone) fits(sum);
    if (!count || doubted) return "";
    if (this.querySelector(".clause")) return "first";
    return this.querySelector(".sentence")?.textContent === parts[0] ? "whole" : "";
  }

  // --- internals ---------------------------------------------------------------

  #state(state) {
    this.dataset.state = state;
    this.brief.dataset.state = state;
  }

  /** What everybody is paid stands in rows, and in a line above Confirm. */
  async #payOut(doc, entry, words, wanted) {
    const { firstChild: asked } = this.#words;
    const { payOutIn } = await import("../log/paid-out.js");
    if (asked !== this.#words.firstChild) return;
    const lines = await payOutIn(this.#words, doc, entry);
    if (asked === this.#words.firstChild) this.#inBrief(words, wanted, entry.remark, lines);
  }
}

/** @param {string} clause */
export const changes = (clause) => clause.includes("→");

/** @param {string} words */
export const opened = (words) => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/**
 * Figures before and after stand in rows below.
 * @param {string} words
 */
function withoutFigures(words) {
  return words.split(CLAUSE).filter((clause, at) => !at || !changes(clause)).join(CLAUSE);
}

/**
 * What happens, and apart what follows from it.
 * @param {string} words
 */
function clauses(words) {
  const end = words.indexOf(CLAUSE) + CLAUSE.length;
  return end < CLAUSE.length
    ? words
    : [h("span", { class: "clause" }, words.slice(0, end)), h("span", { class: "rest" }, words.slice(end))];
}

customElements.define("offer-preview", OfferPreview);
