// To a table, for a guest who has only the server's address, and for a code that was mistyped: six digits,
// the table's code or its address, whichever is at hand.

import { ask, sentenceOf } from "../../client.js";
import { button, h } from "../../dom.js";
import { say } from "../../messages.js";

const IN_AN_ADDRESS = /\/t\/([0-9A-Z]+)[^#]*(#j=\S+)?/i; // pasted whole, perhaps with its key
const NO_PART_OF_A_CODE = /[^0-9A-Za-z]/g;
const DIGITS_ALONE = /^\d{6}$/;
const CODE_LETTERS = 8;
const EXAMPLE = "––– –––"; // digits, before they are typed

/**
 * Where what was typed leads: the way to a table, the six digits beside its QR, or neither.
 * @param {string} typed
 * @returns {{ way?: string, digits?: string }}
 */
export function readTyped(typed) {
  const [, code = typed, key = ""] = IN_AN_ADDRESS.exec(typed) ?? [];
  const plain = code.replace(NO_PART_OF_A_CODE, "").toUpperCase();
  if (DIGITS_ALONE.test(plain)) return { digits: plain };
  return plain.length === CODE_LETTERS ? { way: `/t/${plain}${key}` } : {};
}

/** The way to the table that shows these digits, with its key, as the QR has it. */
async function wayOf(digits) {
  const { code, join_key: key } = await ask("POST", "/join", { body: { pin: digits } });
  return `/t/${code}#j=${encodeURIComponent(key)}`;
}

/**
 * What is said of the field, and which keyboard a phone brings up for it: a keypad for the six digits, or
 * letters for all else. Whatever is typed is taken either way. What is wrong takes the place of what is
 * said of it: nothing below moves.
 * @param {HTMLInputElement} field
 * @param {HTMLElement} fault
 */
function keyboards(field, fault) {
  let letters = Boolean(field.value);
  const label = h("label", { for: field.id, class: "label" });
  const other = button("", () => {
    letters = !letters;
    show();
    field.focus(); // within the tap: a phone brings up its keyboard then
  }, { class: "quiet", "data-deed": "keyboard" });
  const show = () => {
    const kind = letters ? "letters" : "digits";
    field.inputMode = letters ? "text" : "numeric";
    field.placeholder = letters ? "" : EXAMPLE;
    label.textContent = say(`code.${kind}`);
    other.textContent = say(`code.not-${kind}`);
    other.setAttribute("aria-label", say(`code.not-${kind}-aloud`));
  };
  show();
  return h("p", { class: "keyboards" }, label, fault, other);
}

/**
 * A field and its button; `head`: what stands above them; `value`: what was mistyped.
 * @param {{ id: string, deed: string, head: any, value?: string }} told
 */
export function byCode({ id, deed, head, value = "" }) {
  const fault = h("span", { class: "fault", role: "alert", id: `${id}-fault` });
  const code = h("input", {
    id,
    class: "digits",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    required: true,
    value,
    "aria-describedby": fault.id,
  });
  let asking = false;
  const submit = async (event) => {
    event.preventDefault();
    if (asking) return;
    asking = true;
    fault.textContent = "";
    try {
      const { digits, way = digits && await wayOf(digits) } = readTyped(code.value);
      if (way) form.dispatchEvent(new CustomEvent("go", { bubbles: true, detail: way }));
      else fault.textContent = say("code.neither");
    } catch (error) {
      fault.textContent = sentenceOf(error);
    } finally {
      asking = false;
    }
    if (fault.textContent) code.select();
  };
  const form = h(
    "form",
    { class: "by-digits", on: { submit } },
    head,
    keyboards(code, fault),
    h("div", {}, code, h("button", { class: "primary" }, deed)),
  );
  return form;
}
