// The key by which a host puts an entry right, in the log and beside one's own move.

import { button } from "../../dom.js";
import { say } from "../../messages.js";
/** @import { Table } from "../../table.js" */
/** @import { Entry } from "../../types.js" */

/**
 * @param {Table} table
 * @param {Entry} entry
 * @param {Entry[]} standing as the dialog wants them
 * @param {(fault: string) => void} complain
 * @param {string} dress its class
 */
export function amendKey(table, entry, standing, complain, dress) {
  const amend = () =>
    import("../correct/amend-dialog.js").then(({ openAmend }) => openAmend(table, entry, standing)).catch((
      error,
    ) => complain(error.message));
  return button(say("amend.open"), amend, { class: dress, "data-amend": entry.revision });
}
