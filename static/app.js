// Which screen an address means. Screens are fetched when they are first needed.

import { readKey, readPath, screenOf } from "./addresses.js";
import { h, readyForPaper, stylesheets, stylesheetWhere } from "./dom.js";
import { recall, remember } from "./keys.js";
import { loadMessages, moreWords, say } from "./messages.js";
import { Table } from "./table.js";

const SCREENS = {
  again: () => import("./screens/again.js"),
  home: () => import("./screens/home.js"),
  lobby: () => import("./screens/lobby.js"),
  join: () => import("./screens/join.js"),
  seat: () => import("./screens/seat.js"),
  board: () => import("./screens/board.js"),
  check: () => import("./screens/check.js"),
  log: () => import("./screens/log.js"),
  settlement: () => import("./screens/settlement.js"),
  tools: () => import("./screens/tools.js"),
  roll: () => import("./screens/roll.js"),
  atlas: () => import("./screens/atlas.js"),
  help: () => import("./screens/help.js"),
  statistics: () => import("./screens/statistics.js"),
  "not-found": () => import("./screens/not-found.js"),
};

const AT_A_TABLE = ["seat", "join"]; // what they say comes with the first words
const worded = loadMessages(); // while the table is asked for
const sized = Promise.all([
  // by letters that are large, or a window that is narrow
  stylesheetWhere(["large", "large-forms", "large-places"], "(max-width: 18em)"),
  stylesheetWhere(["low", "sideways", "sideways-bid"], "(max-height: 700px)"),
]);
const stage = document.getElementById("screen");
let table = null;
let shown = "";

/**
 * The join key comes in the fragment, which no server sees; it leaves the address at once.
 * @param {string} code
 */
function takeJoinKey(code) {
  const key = readKey(location.hash);
  if (!key) return;
  remember(code, key);
  history.replaceState(null, "", location.pathname);
}

/** @param {string} code */
function sit(code) {
  if (table?.code === code) return;
  table?.close();
  table = code ? new Table(code) : null;
  table?.addEventListener("table", () => turnPage());
  table?.addEventListener("connection", () => !table?.doc && turnPage());
  table?.open();
}

async function turnPage() {
  const name = screenOf(readPath(location.pathname), location.hash, table, table ? recall(table.code) : {});
  const page = `${name}:${table?.code ?? location.pathname}`;
  if (page === shown) return;
  shown = page;
  if (!name) begin();
  try {
    const seldom = name && !AT_A_TABLE.includes(name);
    await Promise.all([worded, sized, seldom && moreWords(), name && SCREENS[name](), forAll(name)]);
    // WebKit is done too early with a module asked for twice (`begin`) while it still fetches its styles.
    if (name) await customElements.whenDefined(`${name}-screen`);
  } catch (error) {
    if (page === shown) shown = ""; // the next tap asks for it again
    const edition = await import("./edition.js").catch(() => null);
    if (await edition?.renew()) return; // it does not go together with what is here already
    throw error;
  }
  if (page !== shown) return;
  if (!name) {
    stage.replaceChildren(waiting());
    return;
  }
  // every screen has a table and can turn the page
  const screen = /** @type {any} */ (document.createElement(`${name}-screen`));
  screen.table = table;
  screen.turnPage = turnPage;
  document.title = say("title.app");
  document.body.dataset.screen = name;
  if (!AT_A_TABLE.includes(name)) readyForPaper();
  stage.replaceChildren(screen);
  window.scrollTo(0, 0);
}

/** What only whoever acts for others needs. */
function forAll(name) {
  return name === "seat" && table.actsForAll &&
    Promise.all([import("./elements/table/seat-picker.js"), stylesheets("seat-picker", "seat-picker-rows")]);
}

/** The screen of whoever sits here, or of the address, is read in while the table has not answered. */
function begin() {
  const { page } = readPath(location.pathname);
  const { seat, host } = recall(table.code);
  SCREENS[page ?? (seat || host ? "seat" : "join")]().catch(() => {}); // it is asked for again
}

function waiting() {
  return h(
    "p",
    { class: "waiting-page", role: "status" },
    say(table?.connection === "lost" ? "banner.unreached" : "page.opening"),
  );
}

function route() {
  const { code } = readPath(location.pathname);
  if (code) takeJoinKey(code);
  sit(code);
  turnPage();
}

/** Links between our own pages keep the table open instead of loading everything anew. */
function followLinks(event) {
  const link = event.target.closest?.("a[href]");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || link.target || link.hasAttribute("download") || link.origin !== location.origin) {
    return;
  }
  event.preventDefault();
  history.pushState(null, "", link.href);
  route();
}

/** Over HTTPS a browser may keep the page; what that needs is fetched there alone. */
function keepShell() {
  const tried = location.protocol === "https:" || localStorage.getItem("companion.shell") === "on";
  if (tried && "serviceWorker" in navigator) import("./install.js").then(({ install }) => install());
}

/** Whoever taps a number writes another in its place. */
function takeNumber({ target }) {
  if (target.type === "number") target.select();
}

document.addEventListener("click", followLinks);
document.addEventListener("click", takeNumber);
window.addEventListener("beforeprint", readyForPaper);
window.addEventListener("popstate", route);
window.addEventListener("hashchange", route);
document.addEventListener("go", (/** @type {any} */ { detail }) => {
  history.pushState(null, "", detail);
  route();
});
route();
keepShell();
