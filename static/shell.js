// The shell of the page, kept by the browser for when the companion is out of reach. It hands out pages from
// its shelf only when nothing answers, and files only of the edition a page names; what the API says, and any
// key, it never sees.

const SHELF = "companion-shell-";
const HOME = "/";
const IN_ADDRESS = /^\/static\/~([^/]+)\//;
const OURS = /^\/(t\/.*|tools.*|atlas\/.*|statistics)?$/;
const worker = /** @type {any} */ (self);

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || request.headers.has("Authorization")) return;
  if (request.mode === "navigate" && OURS.test(pathname)) event.respondWith(page(request));
  else if (IN_ADDRESS.test(pathname)) event.respondWith(file(request));
});

/** A page that is open tells which files it has loaded, for the first ones were there before this was. */
worker.addEventListener("message", (event) => event.waitUntil(keep(event.data)));

/**
 * Whatever the companion answers is shown. If nothing answers, the first page is: every page is the same
 * shell.
 * @param {Request} request
 */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(HOME, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

/**
 * A file of an edition never changes: what is kept of it holds.
 * @param {Request} request
 */
async function file(request) {
  const kept = await caches.match(request.url, { ignoreVary: true });
  return kept ?? fetch(request);
}

/**
 * Keep the first page and these files, and nothing of any other edition.
 * @param {{ edition: string, files: string[] }} told
 */
async function keep({ edition, files }) {
  const home = await fetch(HOME, { cache: "no-cache" });
  const names = home.ok && IN_ADDRESS.exec((await home.clone().text()).match(/\/static\/~[^"]+/)?.[0] ?? "");
  if (!names || names[1] !== edition) return; // the page that told is of before: it will renew itself
  const shelf = await caches.open(SHELF + edition);
  await shelf.put(HOME, home);
  const missing = [];
  for (const name of files) if (!await shelf.match(name, { ignoreVary: true })) missing.push(name);
  await Promise.all(missing.map((name) => take(shelf, name)));
  for (const name of await caches.keys()) {
    if (name.startsWith(SHELF) && name !== SHELF + edition) await caches.delete(name);
  }
}

/** What the companion says may be kept for good; a file that is not of its edition any more is not. */
async function take(shelf, name) {
  const found = await fetch(name);
  if (found.ok && found.headers.get("Cache-Control")?.includes("immutable")) await shelf.put(name, found);
}
