// For browsers that do not know light-dark() yet, such as Safari before 17.5: the colours of the theme that
// is on, written out. They stand in styles/tokens.css alone.

import { setting, settingsBell } from "./settings.js";

const BOTH = /^light-dark\((.+), (.+)\)$/;
const lamplight = matchMedia("(prefers-color-scheme: dark)");
const sheet = new CSSStyleSheet();

function names() {
  const rules = /** @type {CSSStyleRule[]} */ ([...document.styleSheets].flatMap((one) => [...one.cssRules]));
  const all = rules.filter(({ selectorText }) => selectorText === ":root").flatMap(({ style }) => [...style]);
  return new Set(all.filter((name) => name.startsWith("--")));
}

function write() {
  const style = getComputedStyle(document.documentElement);
  const theme = setting("theme");
  const dark = theme === "dark" || (theme === "auto" && lamplight.matches);
  document.adoptedStyleSheets = []; // what stands in the tokens is read, not what was written before
  const lines = [...names()].flatMap((name) => {
    const found = BOTH.exec(style.getPropertyValue(name).trim());
    return found ? `${name}: ${found[dark ? 2 : 1]};` : [];
  });
  sheet.replaceSync(`@media screen { :root { ${lines.join("")} } }`);
  document.adoptedStyleSheets = [sheet];
}

write();
settingsBell.addEventListener("changed", write);
lamplight.addEventListener("change", write);
window.addEventListener("load", write);
