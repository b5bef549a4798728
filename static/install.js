// Where the page is served over HTTPS it can stand on the home screen, and opens when the companion is out of
// reach. Over plain http nothing of this happens.

import { h } from "./dom.js";

const IN_ADDRESS = /\/static\/~([^/"]+)\//;
const MORE = ["home", "join", "seat", "log", "board"]; // screens whose files are kept beside those loaded
const LATER_MS = 1_000; // what is looked at comes first

/** Begun by app.js, over HTTPS, or where the storage of a browser says so (`companion.shell`: `on`). */
export function install() {
  document.head.append(h("link", { rel: "manifest", href: "/manifest.webmanifest" }));
  setTimeout(() => keep().catch(() => {}), LATER_MS); // a page without a shell is a page all the same
}

async function keep() {
  const edition = IN_ADDRESS.exec(import.meta.url)?.[1];
  if (!edition) return;
  await navigator.serviceWorker.register("/shell.js");
  const { active } = await navigator.serviceWorker.ready;
  await Promise.all(MORE.map((name) => import(`./screens/${name}.js`)));
  const files = performance.getEntriesByType("resource").map(({ name }) => new URL(name)).filter((one) =>
    one.origin === location.origin && IN_ADDRESS.test(one.pathname)
  ).map(({ pathname }) => pathname);
  active.postMessage({ edition, files: [...new Set(files)] });
}
