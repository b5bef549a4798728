// A row that was read out wrongly after a roll of the app: taken back, the row stays known and the dice fall
// the same. So whoever may take it back is offered to amend it.

import { button } from "../../dom.js";
import { moreWords, say } from "../../messages.js";
import { stands, withWaiting } from "./may-undo.js";
/** @import { Table } from "../../table.js" */
/** @import { Entry } from "../../types.js" */

/**
 * In place of that key.
 * @param {Element | null} undo
 * @param {Table} table
 * @param {Entry} entry
 */
export async function amendInstead(undo, table, entry) {
  const standing = table.doc.recent.filter(stands);
  if (!undo || withWaiting(entry, standing).length < 2) return;
  await moreWords();
  const amend = () =>
    import("../correct/amend-dialog.js").then(({ openAmend }) => openAmend(table, entry, standing), () => {});
  undo.replaceWith(button(say("amend.open"), amend, { class: "undo", "data-amend": entry.revision }));
}
