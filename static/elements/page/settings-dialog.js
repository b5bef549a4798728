// The few things this browser may choose for itself. Fetched when it is first opened.

import { button, freshId, h, stylesheets } from "../../dom.js";
import { moreWords, say } from "../../messages.js";
import { languageChoice } from "./language-choice.js";
import { setSetting, setting, THEMES } from "../../settings.js";

const HELD = matchMedia("(pointer: coarse)").matches; // what is passed around
const SWITCHES = ["motion", "chime", "nudge", navigator.wakeLock && "awake", HELD && "passing"].filter(
  Boolean,
);

export async function openSettings() {
  await Promise.all([moreWords(), stylesheets("dialogs")]);
  if (document.querySelector('[data-dialog="settings"]')) return; // a second tap, while it was fetched
  const id = freshId("settings");
  const dialog = h(
    "dialog",
    { "aria-labelledby": id, class: "settings", "data-dialog": "settings" },
    h("h2", { id }, say("settings.title")),
    h("p", { class: "hint" }, say("settings.help")),
    h("div", { class: "dialog-body" }, themes(), languageChoice(), SWITCHES.map(toggle)),
    h(
      "div",
      { class: "dialog-bar" },
      h(
        "div",
        { class: "actions" },
        button(say("dialog.close"), () => dialog.close(), { class: "primary" }),
      ),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}

function themes() {
  const name = freshId("theme");
  const choices = THEMES.map((theme) => {
    const input = h("input", {
      type: "radio",
      name,
      value: theme,
      on: { change: () => setSetting("theme", theme) },
    });
    input.checked = setting("theme") === theme;
    return h("label", { class: "toggle" }, input, h("span", {}, say(`settings.theme.${theme}`)));
  });
  return h("fieldset", { class: "toggles" }, h("legend", { class: "label" }, say("settings.theme")), choices);
}

function toggle(what) {
  const box = h("input", { type: "checkbox", "data-setting": what });
  box.checked = setting(what);
  box.addEventListener("change", () => setSetting(what, box.checked));
  return h(
    "label",
    { class: "toggle" },
    box,
    h("span", {}, say(`settings.${what}`), h("span", { class: "hint help" }, say(`settings.${what}-help`))),
  );
}
