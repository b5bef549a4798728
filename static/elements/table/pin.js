// The number by which somebody at the table sees that it is the right phone that asks for a seat.

import { h } from "../../dom.js";
import { say } from "../../messages.js";

/** @param {number | string} pin */
export const pinLine = (pin) =>
  h(
    "p",
    { class: "pin" },
    h("span", { class: "overline" }, say("request.pin")),
    " ",
    h("span", { class: "pin-digits" }, String(pin)),
  );
