// In which language this browser reads. The whole page is drawn anew in the other one.

import { freshId, h } from "../../dom.js";
import { LANGUAGES, say } from "../../messages.js";
import { setSetting, setting } from "../../settings.js";

const AUTO = "auto";

export function languageChoice() {
  const name = freshId("language");
  const choices = [AUTO, ...LANGUAGES].map((code) => {
    const input = h("input", { type: "radio", name, value: code, on: { change: () => choose(code) } });
    input.checked = setting("language") === code;
    return h(
      "label",
      { class: "toggle" },
      input,
      h("span", code === AUTO ? {} : { lang: code }, named(code)),
    );
  });
  return h(
    "fieldset",
    { class: "toggles", "data-choice": "language" },
    h("legend", { class: "label" }, say("settings.language")),
    choices,
  );
}

/**
 * A language in its own words, so that whoever reads nothing else still finds it.
 * @param {string} code
 */
function named(code) {
  if (code === AUTO) return say("settings.language.auto");
  const words = new Intl.DisplayNames([code], { type: "language" }).of(code);
  return words.charAt(0).toLocaleUpperCase(code) + words.slice(1);
}

/** @param {string} code */
function choose(code) {
  setSetting("language", code);
  location.reload();
}
