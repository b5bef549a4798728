// As much of a browser as modules ask for while they are read in; what draws is tested in a real one.

import { readFileSync } from "node:fs";

/** A shelf like localStorage, which forgets with the test. */
export class Shelf {
  kept = new Map();

  getItem(name) {
    return this.kept.get(name) ?? null;
  }

  setItem(name, value) {
    this.kept.set(name, String(value));
  }

  removeItem(name) {
    this.kept.delete(name);
  }

  clear() {
    this.kept.clear();
  }
}

/** `languages` as the server writes them into the page, the reader's first. */
export function browser(languages = "en") {
  const page = {
    window: globalThis,
    document: { documentElement: { dataset: { languages }, lang: "" }, createElement: () => ({}) },
    HTMLElement: class {},
    customElements: { define() {} },
    matchMedia: () => ({ matches: false }),
    localStorage: new Shelf(),
    sessionStorage: new Shelf(),
  };
  for (const [name, value] of Object.entries(page)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  Object.defineProperty(navigator, "languages", { value: languages.split(" "), configurable: true });
}

/** The catalogue of a language, where the page would fetch it. */
export function catalogue() {
  globalThis.fetch = (address) => Promise.resolve(new Response(readFileSync(new URL(address), "utf-8")));
}
