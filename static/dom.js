// Builds pages out of nodes. Text only ever becomes a text node, so nothing a table types can turn into
// markup.

const SVG = "http://www.w3.org/2000/svg";

/** The 24 × 24 outlines of our icons: drawn with the text's own colour. */
const ICONS = {
  back: "M15 5l-7 7 7 7",
  forth: "M9 5l7 7-7 7",
  undo: "M9 6L4 11l5 5M4 11h10a6 6 0 0 1 0 12h-2",
  check: "M4 13l5 5L20 6",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  previous: "M18 5l-9 7 9 7zM6 5v14",
  next: "M6 5l9 7-9 7zM18 5v14",
  remove: "M6 6l12 12M18 6L6 18",
  arrow: "M4 12h16M14 6l6 6-6 6",
  erase: "M8 5h13v14H8l-6-7zM12 9l6 6M18 9l-6 6",
  menu: "M4 7h16M4 12h16M4 17h16",
  grip: "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01",
  qr: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v2M16 18v2h-2M20 19v1",
  screen: "M3 5h18v12H3zM8 21h8",
  pencil: "M4 20l1-5L16 4l4 4L9 19zM13 7l4 4",
  crown: "M4 18h16M4 15l-1-9 5 4 4-6 4 6 5-4-1 9z",
};

/**
 * An element with its attributes and children. `on`: listeners; `vars`: CSS custom properties; `props`:
 * properties.
 */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === "vars") {
      for (const [property, setting] of Object.entries(value)) element.style.setProperty(property, setting);
    } else if (name === "props") {
      Object.assign(element, value);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...shown(children));
  return element;
}

/** Children that are there: nested lists flattened, nothings left out. */
export function shown(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

export function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: ICONS[name] }),
  );
}

/** A push button; `attributes.on` may be left out in favour of `press`. */
export function button(label, press, attributes = {}) {
  return h("button", { type: "button", ...attributes, on: { click: press } }, label);
}

/** A link within the pages; app.js turns the page without loading it anew. */
export function pageLink(href, label, attributes = {}) {
  return h("a", { href, ...attributes }, label);
}

/** An engraved rule between sections. */
export function rule() {
  return h("div", { class: "engraved", role: "presentation" });
}

/**
 * Sheets that only some screens need, in the order in which they hold. Resolves when they are there, or have
 * not come, to which of them have: a screen without one is better than none. Who asks again gets another try.
 */
export function stylesheets(...names) {
  return Promise.all(names.map(linked));
}

/** Sheets that only such windows need, when this one is such, or becomes it. */
export async function stylesheetWhere(names, query) {
  const media = matchMedia(query);
  if (media.matches) await stylesheets(...names);
  else media.addEventListener("change", () => stylesheets(...names), { once: true });
}

/**
 * In such windows these parts stand at the end of `there`, in all others of `here`.
 * @param {AbortSignal} signal until when
 */
export function standWhere(query, there, here, parts, signal) {
  const media = matchMedia(query);
  const place = () => (media.matches ? there : here).append(...parts);
  media.addEventListener("change", place, { signal });
  place();
}

/** What paper shows is fetched from now on: a phone that has just sat down does without. */
export function readyForPaper() {
  /** @type {HTMLLinkElement | null} */
  const link = document.querySelector("link[media=print]");
  if (link) link.disabled = false;
}

const sheets = new Map();

function linked(name) {
  if (!sheets.has(name)) sheets.set(name, fetched(name));
  return sheets.get(name);
}

function fetched(name) {
  const href = new URL(`./styles/${name}.css`, import.meta.url).pathname;
  return new Promise((done) => {
    const lost = () => {
      sheets.delete(name);
      link.remove();
      done(false);
    };
    const link = h("link", {
      rel: "stylesheet",
      href,
      on: { load: () => done(true), error: lost },
    });
    document.head.append(link);
  });
}

let lastId = 0;

/** An id nothing else on the page has. */
export function freshId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

/**
 * Words in which no line breaks between figures and the arrow from one to the other.
 * @param {string | undefined} words
 */
export const unbroken = (words) => words?.replaceAll(" → ", "\u00a0→\u00a0");

/** Whether two values as JSON knows them say the same; what is one and the same is not looked into. */
export function same(one, other) {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  if (Array.isArray(one)) {
    return one.length === other.length && one.every((item, at) => same(item, other[at]));
  }
  for (const name in one) if (!same(one[name], other[name])) return false;
  for (const name in other) if (one[name] === undefined && other[name] !== undefined) return false;
  return true;
}

/** Let these be the children of an element, and touch none that stands there already. */
export function place(parent, nodes) {
  const staying = new Set(nodes);
  for (const child of [...parent.childNodes]) if (!staying.has(child)) child.remove();
  nodes.forEach((node, at) => {
    const there = parent.childNodes[at] ?? null;
    if (there !== node) parent.insertBefore(node, there);
  });
}

/**
 * What stands in a place: known by its `key`, kept as it is while it `shows` the same, else made; `make` gets
 * the one before, if it rather changes that.
 * @typedef {{ key: any, shows?: any, make: (before?: any) => Node }} Part
 */

/** The parts that each element was last filled with. */
const filled = new WeakMap();

/**
 * Fill an element with parts, one node each; `false` and `null` are none.
 * @param {Element} parent
 * @param {(Part | false | null | undefined)[]} parts
 */
export function fillParts(parent, parts) {
  const before = filled.get(parent) ?? new Map();
  const now = new Map();
  for (const part of parts) {
    if (!part) continue;
    const old = before.get(part.key);
    if (old?.node.parentNode === parent && same(old.shows, part.shows)) now.set(part.key, old);
    else now.set(part.key, { shows: part.shows, node: part.make(old?.node) });
  }
  filled.set(parent, now);
  place(parent, [...now.values()].map(({ node }) => node));
}

/**
 * Once there is something of it in sight, if that comes before the end.
 * @param {Element} part
 * @param {AbortSignal} end
 * @param {() => void} seen
 */
export function whenSeen(part, end, seen) {
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    watch.disconnect();
    seen();
  });
  watch.observe(part);
  end.addEventListener("abort", () => watch.disconnect());
}

/** The page from its beginning, also where a tab that was just tapped is still on its way up. */
export function toTop() {
  const go = () => window.scrollTo({ top: 0 });
  go();
  requestAnimationFrame(go);
}

/** Where the head ends that stays in sight on a seat's page, px below the window's top. */
export const roof = () =>
  Math.max(document.querySelector(".seat-top")?.getBoundingClientRect().bottom ?? 0, 0);
