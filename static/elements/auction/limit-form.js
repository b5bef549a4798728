// Where a secret limit is written. Fetched when somebody wants one.

import { button, h } from "../../dom.js";
import { MoneyField } from "../../fields/money.js";
import { say } from "../../messages.js";

/**
 * The form, and its field.
 * @param {{ least: number, has: number, typed: number | null | undefined }} limits in dollars
 * @param {{ send: (amount: number) => void, cancel: () => void }} deeds
 */
export function limitForm({ least, has, typed }, { send, cancel }) {
  const field = new MoneyField();
  field.spec = {
    name: "limit",
    kind: "money",
    label: say("limit.label"),
    required: true,
    min: least,
    max: has,
  };
  if (Number.isInteger(typed)) field.value = typed;
  const submit = (event) => {
    event.preventDefault();
    send(field.value);
  };
  const start = h("button", { type: "submit", class: "primary", "data-limit": "set" }, say("limit.do"));
  const look = () => start.disabled = Boolean(field.missing);
  field.addEventListener("answer", look);
  look();
  const form = h(
    "form",
    { class: "limit-form", "aria-label": say("limit.label"), on: { submit } },
    field,
    h("p", { class: "hint" }, say("limit.help")),
    h("div", { class: "actions" }, button(say("dialog.cancel"), cancel, { class: "quiet" }), start),
  );
  return { form, field };
}
