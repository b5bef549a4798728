// What this browser likes: motion or none, a chime, a nudge, day or lamplight. Kept here only; no table knows
// of it.

const SHELF = "companion.settings";
const USUAL = {
  motion: true,
  chime: false,
  nudge: true,
  awake: true,
  passing: true,
  theme: "auto",
  language: "auto",
};
export const THEMES = ["auto", "light", "dark"];

let chosen = null;

function read() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(SHELF)) };
  } catch {
    return { ...USUAL };
  }
}

/** Tells "changed" when something has been set, in this tab or in another. */
export const settingsBell = new EventTarget();

/**
 * `motion`, `chime`, `nudge`, `awake`, `passing`: true or false; `theme`: auto, light or dark; `language`:
 * auto, or the code of one there is a catalogue of.
 */
export function setting(name) {
  chosen ??= read();
  return chosen[name];
}

export function setSetting(name, value) {
  chosen = { ...read(), [name]: value };
  try {
    localStorage.setItem(SHELF, JSON.stringify(chosen));
  } catch {
    // Without a store it holds as long as the page does.
  }
  apply();
}

/** May things move? Not if the device or this browser's owner would rather not. */
export function moving() {
  return setting("motion") && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How a page scrolls by itself. */
export const pace = () => moving() ? "smooth" : "instant";

function apply() {
  const { dataset } = document.documentElement;
  dataset.theme = setting("theme");
  dataset.motion = setting("motion") ? "on" : "off";
  settingsBell.dispatchEvent(new Event("changed"));
}

window.addEventListener("storage", ({ key }) => {
  if (key !== SHELF) return;
  chosen = null;
  apply();
});
apply();
if (window.CSS && !CSS.supports("color", "light-dark(#000, #fff)")) import("./older-colours.js");
