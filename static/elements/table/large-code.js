// The QR as large as the screen, black on white, for those who sit across the table; beneath it what whoever
// cannot scan opens and types. A tap or Escape puts it away. Fetched when it is wanted.

import { button, freshId, h, stylesheets } from "../../dom.js";
import { say } from "../../messages.js";
import { joinPicture, typedWayIn } from "./join-picture.js";
/** @import { Table } from "../../table.js" */

/**
 * `way`: another address than the usual; `handing`: the keys that pass the link on.
 * @param {Table} table
 * @param {{ url: string, join_url: string } | null} way
 * @param {HTMLElement} handing
 */
export async function showLarge(table, way, handing) {
  await stylesheets("large-code", "dialogs");
  if (document.querySelector('[data-dialog="large-code"]')) return; // a second tap, while it was fetched
  const over = new AbortController();
  const id = freshId("large-code");
  const picture = h("div", { class: "large-picture" });
  const typed = h("p", { class: "code", id });
  let shown = "";
  const draw = () => {
    const { join_url: usual, join_pin: pin } = table.doc;
    const url = way?.join_url ?? usual;
    if (shown === `${url} ${pin}`) return; // after wrong digits they are others
    shown = `${url} ${pin}`;
    picture.replaceChildren(joinPicture(table, way?.url));
    typed.replaceChildren(...typedWayIn(url, pin));
  };
  const close = button(say("dialog.close"), () => dialog.close(), { class: "quiet" });
  const dialog = h(
    "dialog",
    {
      class: "large-code",
      "aria-label": say("lobby.qr"),
      "aria-describedby": id,
      "data-dialog": "large-code",
    },
    picture,
    typed,
    h("div", { class: "actions" }, handing, close),
  );
  const isKey = ({ target }) => target instanceof Element && target.closest(".handing button, .address");
  dialog.addEventListener("click", (event) => !isKey(event) && dialog.close());
  dialog.addEventListener("close", () => {
    over.abort();
    dialog.remove();
  });
  table.addEventListener("table", draw, { signal: over.signal });
  draw();
  document.body.append(dialog);
  dialog.showModal();
}
