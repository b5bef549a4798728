// What somebody should still read out, a line for each table of facts: a tap leads to its first blank.

import { button, h } from "../../dom.js";
import { say } from "../../messages.js";
import { lacking, missingOf, recordsOf } from "./wanted.js";

const BLANK = "[data-main]";

/**
 * The lines, and a word about what is only asked for as it comes up; none of them where nothing is missing.
 * `at(section)`: where that table stands.
 * @param {any[]} form
 * @param {Record<string, any>} facts
 * @param {string[]} places
 * @param {(section: any) => HTMLElement | null} at
 */
export function stillMissing(form, facts, places, at) {
  const lines = form.map((section) => [section, recordsOf(section, facts[section.name], places)])
    .filter(([section, records]) => lacking(section, records));
  if (!lines.length) return [];
  const grows = form.some(({ rows, in_all: all }) => !rows.length && !all);
  return [
    h("h2", {}, say("atlas.lacks")),
    h(
      "ul",
      { class: "lacks" },
      lines.map(([section, records]) =>
        h(
          "li",
          {},
          h(
            "p",
            {},
            button(
              [h("span", { class: "lacks-in" }, section.label), `: ${missingOf(section, records)}`],
              () => lead(at(section)),
            ),
          ),
        )
      ),
    ),
    grows && h("p", { class: "hint" }, say("atlas.grows")),
  ].filter(Boolean);
}

/** @param {HTMLElement | null} place */
function lead(place) {
  const blanks = /** @type {HTMLInputElement[]} */ ([...(place?.querySelectorAll(BLANK) ?? [])]);
  const first = blanks.find((one) => one.value === "");
  (first?.closest("tr") ?? place)?.scrollIntoView({ block: "center" });
  first?.focus({ preventScroll: true });
}
