// The play for BG Stats: a link on this phone, and a QR code for anybody else's.

import { button, freshId, h } from "../../dom.js";
import { say } from "../../messages.js";

/** `address`: hands the play over; `picture`: where its QR code is. */
export function openPlay({ address, picture }) {
  const id = freshId("play");
  const dialog = h(
    "dialog",
    { "aria-labelledby": id, class: "play", "data-dialog": "play" },
    h("h2", { id }, say("settlement.play.title")),
    h(
      "div",
      { class: "dialog-body" },
      h("p", {}, say("settlement.play.help")),
      h("a", {
        href: address,
        class: "as-button primary",
        target: "_blank",
        rel: "noreferrer noopener",
        "data-play": true,
      }, say("settlement.play.open")),
      h("p", { class: "hint" }, say("settlement.play.scan")),
      h("img", { class: "play-qr", src: picture, alt: say("settlement.play.qr") }),
    ),
    h("div", { class: "actions" }, button(say("dialog.close"), () => dialog.close(), { class: "quiet" })),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
