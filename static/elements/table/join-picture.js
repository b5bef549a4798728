// The QR that brings a phone to this table. Fetched with the key and shown as a blob: the key stands in no
// address.

import { h } from "../../dom.js";
import { say } from "../../messages.js";
/** @import { Table } from "../../table.js" */

/** Six digits as they are read out, in one line. */
export const inThrees = (digits) => digits && `${digits.slice(0, 3)}\u00a0${digits.slice(3)}`;

/**
 * Where the server is, as short as somebody may type it: a browser adds `http://` itself, and at an
 * address without a port it tries the other, too.
 * @param {string} url
 */
export function addressOf(url) {
  const { protocol, host, port } = new URL(url);
  return protocol === "https:" && port ? `https://${host}` : host;
}

/**
 * What whoever cannot scan opens and types, for a line beside the QR.
 * @param {string} url
 * @param {string} pin
 */
export const typedWayIn = (url, pin) => [
  say("lobby.open"),
  " ",
  h("strong", { class: "address" }, addressOf(url)),
  " ",
  h(
    "span",
    { class: "whole" },
    say("lobby.type"),
    " ",
    h("strong", { class: "code-letters", "data-pin": "" }, inThrees(pin)),
  ),
];

/**
 * An empty box that fills with the QR, or with a sentence if there is none to have. `address`: another than
 * the usual.
 * @param {Table} table
 */
export function joinPicture(table, address = null) {
  const box = h("div", { class: "join-picture" });
  table.picture(address ? `qr.svg?address=${encodeURIComponent(address)}` : "qr.svg").then(
    (address) => {
      const picture = h("img", { src: address, alt: say("lobby.qr") });
      picture.addEventListener("load", () => URL.revokeObjectURL(address), { once: true });
      box.replaceChildren(picture);
    },
    () => box.replaceChildren(h("p", { class: "hint" }, say("lobby.no-qr"))),
  );
  return box;
}
