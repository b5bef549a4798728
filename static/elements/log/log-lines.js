// Lines of the log with the way back: "undo to here" names what would vanish before anything does.

import { momentPath } from "../../moments.js";
import { button, h, icon, pageLink, stylesheets } from "../../dom.js";
import { mayTry, tryOut } from "../../evenings.js";
import { say } from "../../messages.js";
import { confirmDialog } from "../page/dialog.js";
import { amendKey } from "./amend-key.js";
import { entryLine } from "./entry-line.js";
import { mayUndo, REWINDS, stands, withWaiting } from "./may-undo.js";
/** @import { Table } from "../../table.js" */
/** @import { Entry, TableDocument } from "../../types.js" */

const NO_MOVES = new Set([...REWINDS, "begin", "seed", "amend"]);

/**
 * The lines anew, after a move: what was opened stays open, and what is read stays where it is.
 * @param {HTMLElement} box
 * @param {Table} table
 * @param {Entry[]} entries oldest first
 */
export function fillLog(box, table, entries, complain) {
  const opened = [...box.querySelectorAll("details.entry[open]")].map(({ parentElement }) => parentElement);
  const lines = box.getBoundingClientRect().top < 0
    ? [...opened, ...box.querySelectorAll(".log > li")]
    : opened;
  const read = lines.map(placed).find(({ top, bottom }) => bottom > 0 && top < innerHeight);
  box.replaceChildren(
    ...[redoButton(table, complain), logLines(table, entries, complain)].filter(Boolean),
  );
  for (const { dataset } of opened) {
    /** @type {HTMLDetailsElement | null} */ (lineOf(box, dataset.revision)?.querySelector("details"))
      ?.toggleAttribute("open", true);
  }
  const now = read && lineOf(box, read.revision);
  if (now) scrollBy({ top: now.getBoundingClientRect().top - read.top, behavior: "instant" });
}

/** @param {string} revision */
const lineOf = (box, revision) => box.querySelector(`.log > li[data-revision="${revision}"]`);

/** Where a line stands in the window. */
function placed(line) {
  const { top, bottom } = line.getBoundingClientRect();
  return { revision: line.dataset.revision, top, bottom };
}

/**
 * Newest first. `entries`: oldest first, as the table tells them.
 * @param {Table} table
 */
function logLines(table, entries, complain) {
  const standing = entries.filter(stands);
  const lines = entries.map((entry) =>
    entryLine(
      table.doc,
      entry,
      h(
        "p",
        { class: "actions" },
        lookBack(table, entry, complain),
        putRight(table, entry, complain, standing),
        wayBack(table, entry, standing, complain),
        whoElse(table, entry, standing),
      ),
    )
  );
  const times = lines.reverse().map((line) => line.querySelector("time").textContent);
  lines.forEach((line, at) => line.toggleAttribute("data-same-time", times[at] === times[at - 1]));
  return h("ol", { class: "log" }, lines);
}

/**
 * @param {Table} table
 * @param {Entry} entry
 */
function wayBack(table, entry, standing, complain) {
  if (!standing.includes(entry)) return null;
  const later = standing.filter(({ revision }) => revision > entry.revision);
  const vanishing = later.length ? later : withWaiting(entry, standing);
  if (!mayUndo(table.doc, vanishing) || (!later.length && entry.move?.type === "begin")) return null;
  const words = say(later.length ? "undo.to-here" : "undo.this");
  const undo = () =>
    wayChosen(table, words, wayTo(entry, later, standing), standing).catch((error) =>
      complain(error.message)
    );
  return button([icon("undo"), words], undo, { class: "quiet" });
}

/**
 * Back to an entry, or to before the last one. A note goes by itself; without it being said, the move before
 * it would go too.
 * @param {Entry} entry
 */
function wayTo(entry, later, standing) {
  if (later.length) return { to: entry.revision };
  return entry.move?.type === "note" ? { to: standing.at(standing.indexOf(entry) - 1).revision } : {};
}

/**
 * The table itself says what would vanish: with a fact that was waited for, for one, the move that waited for
 * it.
 * @param {Table} table
 */
async function wayChosen(table, title, wanted, standing) {
  const seen = { expected_revision: table.doc.revision };
  const asked = table.tryUndo({ ...wanted, ...seen });
  const [{ entry, vanishing }] = await Promise.all([asked, stylesheets("dialogs")]);
  const summaries = vanishing.map((gone) => standing.find(({ revision }) => revision === gone)?.summary)
    .filter(Boolean);
  const yes = await confirmDialog({
    title,
    body: [
      h("p", {}, say("undo.vanish", { count: summaries.length })),
      h("ul", { class: "vanishing" }, summaries.map((summary) => h("li", {}, summary))),
    ],
    deed: say("undo.do"),
  });
  if (!yes) return;
  await table.undo({ to: entry.move.to, ...seen });
  const first = standing.find(({ revision }) => vanishing.includes(revision))?.move;
  if (first) import("../offer/refill.js").then((found) => found.refillFromLog(table, first), () => {});
}

/**
 * The table as it stood then, to look at; and to go on from in another way.
 * @param {Table} table
 * @param {Entry} entry
 */
function lookBack(table, { revision }, complain) {
  const go = async (event) => {
    const pressed = event.currentTarget;
    try {
      const made = await tryOut(table, revision);
      pressed.dispatchEvent(new CustomEvent("go", { bubbles: true, detail: made }));
    } catch (error) {
      complain(error.message);
    }
  };
  return revision && [
    pageLink(momentPath(table.code, revision), say("again.here"), { class: "as-button quiet" }),
    mayTry(table) && button(say("again.try"), go, { class: "quiet", title: say("again.try-help") }),
  ];
}

/**
 * The host may amend every move that stands, until the game is over.
 * @param {Table} table
 * @param {Entry} entry
 */
function putRight(table, entry, complain, standing) {
  const { you, status } = table.doc;
  const moved = entry.move && (!NO_MOVES.has(entry.move.type) || entry.move.before);
  if (
    you?.role !== "host" || status === "finished" || entry.undone || entry.sealed || !moved || !entry.revision
  ) return null;
  return amendKey(table, entry, standing, complain, "quiet");
}

/**
 * Who can put an entry right, where whoever looks for the key cannot.
 * @param {Table} table
 * @param {Entry} entry
 */
function whoElse({ doc }, entry, standing) {
  const { role, seat } = doc.you ?? {};
  if (!standing.includes(entry) || NO_MOVES.has(entry.move?.type)) return null;
  if (role === "host") return doc.status === "finished" && h("span", { class: "hint" }, say("amend.over"));
  const own = role === "seat" && entry.by === `seat:${seat}`;
  const later = standing.slice(standing.indexOf(entry) + 1);
  const gone = [...withWaiting(entry, standing), ...later];
  return own && !mayUndo(doc, gone) && h("span", { class: "hint" }, say("undo.host"));
}

/**
 * Take the last undo back, where that is possible.
 * @param {Table} table
 */
function redoButton(table, complain) {
  if (!table.doc.redo || !["host", "seat"].includes(table.doc.you?.role)) return null;
  return button(say("undo.redo"), () => table.redo().catch((error) => complain(error.message)), {
    class: "quiet",
  });
}
