// To a table by its code, for a guest who has only the server's address, and for a code that was mistyped.

import { h } from "../../dom.js";
import { say } from "../../messages.js";

const IN_AN_ADDRESS = /\/t\/([0-9A-Za-z]+)/; // pasted whole
const NO_PART_OF_A_CODE = /[^0-9A-Za-z]/g;
const DIGITS_ALONE = /^\d{6}$/; // what stands beside the QR: the table asks for it, once it is known

/**
 * A field for the code and its button; `head`: what stands above them. With a `hint` it is one thing of many.
 * @param {{ id: string, deed: string, head: any, value?: string, hint?: string, example?: string }} told
 */
export function byCode({ id, deed, head, value = "", hint = "", example = "" }) {
  const fault = h("p", { class: "fault", role: "alert" });
  const code = h("input", {
    id,
    class: "digits",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    required: true,
    value,
    placeholder: example || null,
    "aria-describedby": hint ? `${id}-hint` : null,
  });
  const submit = (event) => {
    event.preventDefault();
    const typed = IN_AN_ADDRESS.exec(code.value)?.[1] ?? code.value;
    const wanted = typed.replace(NO_PART_OF_A_CODE, "").toUpperCase();
    const digits = DIGITS_ALONE.test(wanted);
    fault.textContent = digits ? say("code.digits") : "";
    if (digits) code.select();
    else if (wanted) form.dispatchEvent(new CustomEvent("go", { bubbles: true, detail: `/t/${wanted}` }));
  };
  const form = h(
    "form",
    { class: "by-digits", on: { submit } },
    head,
    h("div", {}, code, h("button", { class: hint ? null : "primary" }, deed)),
    hint && h("p", { class: "hint", id: `${id}-hint` }, hint),
    fault,
  );
  return form;
}
