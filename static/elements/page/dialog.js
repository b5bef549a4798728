// A question that must be answered before anything happens.

import { button, freshId, h } from "../../dom.js";
import { say } from "../../messages.js";

/** Ask; resolves to true if the answer is the deed, false for anything else (Escape too). */
export function confirmDialog({ title, body = [], deed }) {
  const id = freshId("dialog");
  return new Promise((answered) => {
    const close = (yes) => () => dialog.close(yes ? "yes" : "");
    const dialog = h(
      "dialog",
      { "aria-labelledby": id },
      h("h2", { id }, title),
      h("div", { class: "dialog-body" }, body),
      h(
        "div",
        { class: "actions" },
        button(say("dialog.cancel"), close(false), { class: "quiet" }),
        button(deed, close(true), { class: "primary" }),
      ),
    );
    dialog.addEventListener("close", () => {
      answered(dialog.returnValue === "yes");
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
    dialog.scrollTop = 0; // the keys below have the focus; the title is read first
  });
}
