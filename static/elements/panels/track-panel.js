// A printed track: numbered spaces that wind from line to line, with cubes standing on them. A cube that has
// moved slides from its old space, leaves its outline there, and an arrow between the two.

import { fillParts, h, same, svg } from "../../dom.js";
import { say } from "../../messages.js";
import { moving } from "../../settings.js";
import { badgeEm, lettersEm, railroadBadge, seatName, seatOf, shortNames } from "./badges.js";
import { accountOf, Panel, standsFor } from "./panel.js";
/** @import { Cell } from "../../types.js" */

const FIVE = 5; // spaces are drawn in fives: one, two or four of them make a line
const LINE = 20; // the longest line
const AHEAD = 2; // room before the foremost cube
const SHORT = 12; // a track that ends and is no longer: one line of larger boxes
const PIECE = 8; // of a longer one whose boxes have names
const LONGEST_NUMBER = 2; // what is longer on a space is a word
const STACK = 3; // more cubes than that on one space stand closer
const SLIDE_MS = 400;
const HEAD_PX = 14;
const ABOVE_PX = 9; // an arc keeps so far off what it leads over
const SLIDE_EASE = "cubic-bezier(0.2, 0, 0.1, 1)";
const CROPPED_LINES = 2; // lines left out below the last cube come in pairs, so that the winding stays

/** The revision whose moves each track has already shown. */
const slid = new Map();

export class TrackPanel extends Panel {
  #track = null;
  #drawn = null;
  #short = new Map();
  #stood = new Map(); // on each space, from the top
  #size = ""; // of the track, when the arrows were drawn
  #watch = new ResizeObserver(() => this.#measured() !== this.#size && this.#drawArrows());

  // --- lifecycle ---------------------------------------------------------------

  disconnectedCallback() {
    this.#watch.disconnect();
  }

  // --- asked from outside ------------------------------------------------------

  draw() {
    super.draw();
    this.#move();
  }

  // --- drawing -----------------------------------------------------------------

  body() {
    this.#drawn = this.#extent();
    const { first } = this.#drawn;
    this.#track = h("div", { class: "track", role: "img" });
    this.#fill();
    const before = first > this.panel.min ? h("p", { class: "hint" }, say("track.from", { first })) : null;
    return h("div", { class: "track-frame" }, before, this.#track);
  }

  /** The same piece of track: only the spaces are drawn anew that something came to or left. */
  renew() {
    if (!same(this.#extent(), this.#drawn)) return this.draw();
    this.#watch.disconnect();
    this.#fill();
    return this.#move();
  }

  #fill() {
    const { first, last, short } = this.#drawn;
    const { markers, title } = this.panel;
    const words = markers.map((marker) => `${this.#name(marker)} ${this.#label(marker.at) ?? marker.at}`)
      .join(", ");
    this.#track.toggleAttribute("data-short", short);
    this.#track.setAttribute("aria-label", `${title}: ${words}`);
    this.#short = shortNames(markers.map((marker) => this.#name(marker)));
    const letters = markers.map((marker) => this.#letters(marker));
    this.#track.style.setProperty("--badge-em", badgeEm(letters));
    this.#track.style.setProperty("--letters-em", Math.max(0, ...lettersEm(letters))); // all of one size
    const size = short ? last - first + 1 : FIVE;
    const fives = [];
    for (let at = first; at <= last; at += size) {
      const make = (five = h("div", { class: "five" })) =>
        this.#five(five, at, Math.min(at + size - 1, last));
      fives.push({ key: at, shows: [this.panel, this.was], make });
    }
    fillParts(this.#track, fives);
  }

  #five(five, first, last) {
    const spaces = Array.from({ length: last - first + 1 }, (_, index) => {
      const at = first + index;
      const shows = this.#standing(at);
      return { key: at, shows, make: () => this.#space(at, shows) };
    });
    fillParts(five, spaces);
    return five;
  }

  #space(at, { here, left, came, down }) {
    return h(
      "div",
      {
        class: "space",
        "data-at": at,
        "data-held": here.length > 0,
        "data-crowded": here.length + left.length > STACK,
      },
      h(
        "span",
        { class: "space-number", "data-word": this.#label(at)?.length > LONGEST_NUMBER },
        this.#begins(at),
        this.#label(at) ?? String(at),
      ),
      h(
        "span",
        { class: "stack" },
        left.map((marker) => this.#marker(marker, "ghost")),
        here.map((marker, index) => this.#marker(marker, came[index] ? "arrived" : "", down[index])),
      ),
    );
  }

  #marker(marker, state, down = -1) {
    const shown = h(
      "span",
      {
        class: `marker ${state}`,
        "data-marker": this.#key(marker),
        vars: { "--down": String(down) },
      },
      this.#piece(marker),
    );
    return state === "ghost"
      ? shown
      : standsFor(shown, this.panel.account ?? accountOf(marker), this.panel.figure);
  }

  /** A railroad's cube, a player's disc, or a plain cube. */
  #piece({ railroad, seat, text }) {
    if (railroad) return railroadBadge(this.doc, railroad);
    const name = seat ? seatName(this.doc, seat) : (text ?? "");
    return h("span", {
      class: seat ? "disc" : "disc wooden",
      title: name,
      vars: { "--lamp": seatOf(this.doc, seat)?.colour ?? "currentcolor" },
    }, h("span", { class: "letters" }, this.#short.get(name) ?? name));
  }

  #slide() {
    const place = `${this.doc.code} ${this.panel.name}`;
    const shown = slid.get(place) === this.doc.revision;
    slid.set(place, this.doc.revision);
    this.#track.toggleAttribute("data-settled", shown);
    if (shown || !moving()) return;
    for (const [ghost, cube] of this.#pairs()) {
      const from = ghost.getBoundingClientRect();
      const to = cube.getBoundingClientRect();
      const start = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
      cube.animate([{ transform: start }, { transform: "none" }], { duration: SLIDE_MS, easing: SLIDE_EASE });
    }
  }

  /** From where it stood to where it stands, in an arc over what stands between. */
  #drawArrows() {
    this.#size = this.#measured();
    const frame = this.#track.getBoundingClientRect();
    this.#track.querySelector(".arrows")?.remove();
    if (!frame.width) return;
    const all = [...this.#track.querySelectorAll(".marker")];
    const others = all.map((one) => edge(one, frame));
    const arcs = this.#pairs().map(([ghost, cube]) => {
      const [from, to] = [edge(ghost, frame), edge(cube, frame)];
      return this.#drawn.short ? between(from, to) : arc(from, to, others);
    }).filter(Boolean);
    this.#track.append(
      svg(
        "svg",
        { class: "arrows", width: frame.width, height: frame.height, "aria-hidden": "true" },
        ...arcs,
      ),
    );
  }

  // --- internals ---------------------------------------------------------------

  /** What has moved slides, and an arrow stays behind. */
  #move() {
    if (!this.#track.querySelector(".ghost")) return;
    this.#drawArrows(); // before anything slides, for it is measured
    this.#watch.observe(this.#track);
    this.#slide();
  }

  /**
   * A space: the outlines of cubes that left it, those that stand there, which of them came, and how far from
   * the top each is drawn. Who came last stands on top, as on the table, so that an arrow finds it; nobody's
   * place changes later.
   */
  #standing(at) {
    const before = this.was?.markers ?? [];
    const isNew = (marker) => before.some((item) => this.#key(item) === this.#key(marker) && item.at !== at);
    const stood = this.#stood.get(at) ?? [];
    const rank = (marker) => isNew(marker) ? -1 : stood.indexOf(this.#key(marker));
    const here = this.panel.markers.filter((marker) => marker.at === at);
    const now = here.toSorted((one, other) => rank(one) - rank(other)).map((marker) => this.#key(marker));
    this.#stood.set(at, now);
    const left = before.filter((marker) =>
      marker.at === at && this.#stands(marker) && !here.some((item) => this.#key(item) === this.#key(marker))
    );
    const came = here.map(isNew);
    const down = here.map((marker) => now.indexOf(this.#key(marker)));
    return { here, left, came, down };
  }

  /** A track with an end: its last space stands in the panel as `last`. */
  get #closed() {
    return Number.isInteger(this.panel.last);
  }

  /**
   * From the line of the last cube to the line of the first: what is empty before and behind tells nothing.
   */
  #range() {
    const { min, markers, last, labels } = this.panel;
    const places = [...markers, ...(this.was?.markers ?? [])].map(({ at }) => at);
    const foremost = Math.max(min, ...places);
    const hindmost = Math.min(foremost, ...places);
    if (this.#closed && last - min < SHORT) return [min, last];
    if (this.#closed && labels?.length) {
      const passed = Math.max(0, foremost + AHEAD - (min + PIECE - 1));
      const first = min + Math.ceil(passed / FIVE) * FIVE;
      return [first, Math.min(first + PIECE - 1, last)];
    }
    const pair = LINE * CROPPED_LINES;
    const first = min + Math.floor((hindmost - min) / pair) * pair;
    const end = first + Math.ceil((foremost - first + 1 + AHEAD) / LINE) * LINE - 1;
    return [first, this.#closed ? Math.min(end, last) : end];
  }

  /** The piece of track that is drawn, whether on one line, and how its spaces are called. */
  #extent() {
    const [first, last] = this.#range();
    const short = this.#closed && last - first + 1 <= SHORT;
    return { first, last, short, min: this.panel.min, labels: this.panel.labels };
  }

  /** The first space of a piece shows that there are others before it. */
  #begins(at) {
    const { first, short, min } = this.#drawn;
    return short && at === first && first > min ? "… " : "";
  }

  #label(at) {
    const label = this.panel.labels?.[at - this.panel.min];
    return label === "?" ? "…" : label; // it goes on, nobody knows how far
  }

  /** It may have left the track: then nothing is left behind that an arrow could lead from. */
  #stands(marker) {
    return this.panel.markers.some((item) => this.#key(item) === this.#key(marker));
  }

  /**
   * @param {Cell} marker
   */
  #key({ railroad, seat, text }) {
    return railroad ?? (seat ? `seat ${seat}` : text ?? "");
  }

  /**
   * @param {Cell} marker
   */
  #name({ railroad, seat, text }) {
    return railroad ?? (seat ? seatName(this.doc, seat) : text ?? "");
  }

  #measured() {
    return `${this.#track.clientWidth} ${this.#track.clientHeight}`;
  }

  /** @param {Cell} marker */
  #letters(marker) {
    return marker.railroad ?? this.#short.get(this.#name(marker)) ?? "";
  }

  #pairs() {
    return [...this.#track.querySelectorAll(".ghost")].map((ghost) => {
      const { marker } = ghost.dataset;
      return [
        ghost,
        [...this.#track.querySelectorAll(".marker:not(.ghost)")].find((one) => one.dataset.marker === marker),
      ];
    });
  }
}

/** Where it stands, or will stand once it has slid there: the track may get another size meanwhile. */
const edge = (node, frame) => {
  const { x: left, y: top, width, height } = node.getBoundingClientRect();
  const { m41, m42 } = new DOMMatrixReadOnly(getComputedStyle(node).transform);
  const [x, y] = [left - m41 - frame.x, top - m42 - frame.y];
  const line = Math.round((node.closest(".space")?.getBoundingClientRect().y ?? 0) - frame.y);
  return { x: x + width / 2, y, half: width / 2, middle: y + height / 2, line };
};

/** From side to side: on a short track numbers stand above the only cube; null where it has no room. */
function between(from, to) {
  const right = to.x >= from.x ? 1 : -1;
  const start = { x: from.x + right * (from.half + 2), y: from.middle };
  const end = { x: to.x - right * (to.half + 2), y: to.middle };
  return right * (end.x - start.x) < HEAD_PX ? null : drawn(start, "L", start, end);
}

/** Over what stands between two places, from one to the other; null where the outline says it. */
function arc(from, to, all) {
  const right = to.x >= from.x ? 1 : -1;
  const level = Math.abs(to.y - from.y) < 4;
  if (level && Math.abs(to.x - from.x) < from.half + to.half + HEAD_PX) return null;
  if (from.line === to.line) return over(from, to, right, all.filter(({ line }) => line === from.line));
  // to another line: away from what stands below it, to the edge of the other
  const down = to.line > from.line;
  const start = { x: from.x + right * from.half, y: from.middle };
  const end = { x: to.x, y: down ? to.y - 1 : 2 * to.middle - to.y + 1 };
  const aside = { x: start.x + right * HEAD_PX, y: start.y };
  return drawn(start, "C", aside, { x: end.x, y: (start.y + end.y) / 2 }, end);
}

/**
 * From top to top, or from the corner of what something else stands on: up and down steeply, so high that it
 * crosses nothing between, as far as the line has room.
 */
function over(from, to, right, inLine) {
  const under = (one) => inLine.some(({ x, y }) => Math.abs(x - one.x) < 1 && y < one.y - 1);
  const start = { x: from.x + (under(from) ? right * from.half : 0), y: from.y };
  const end = { x: to.x - (under(to) ? right * to.half : 0), y: to.y - 1 };
  // Where the curve has come this far, and how high its two middle points must be to be there at `y`.
  const height = (far, y) => {
    const t = 0.5 - Math.sin(Math.asin(1 - 2 * Math.min(Math.max(far, 0.02), 0.98)) / 3);
    return (y - (1 - t) ** 3 * start.y - t ** 3 * end.y) / (3 * t * (1 - t));
  };
  const far = (x) => (x - start.x) / (end.x - start.x);
  const needed = inLine.filter(({ x }) => far(x) > 0.01 && far(x) < 0.99)
    .flatMap(({ x, y, half }) => [x - half, x + half].map((edge) => height(far(edge), y - ABOVE_PX)));
  const y = Math.min(height(0.5, Math.min(start.y, end.y) - ABOVE_PX), ...needed);
  if (y >= height(0.5, from.line)) return drawn(start, "C", { x: start.x, y }, { x: end.x, y }, end);
  // so high there is no room: straight up, across, and straight down
  const roof = Math.min(...inLine.map((one) => one.y)) - ABOVE_PX;
  return drawn(start, "L", { x: start.x, y: roof }, { x: end.x, y: roof }, end);
}

/** A line that ends in an arrow's head. */
function drawn(start, kind, ...points) {
  const [before, end] = points.slice(-2);
  const angle = Math.atan2(end.y - before.y, end.x - before.x);
  const wing = (turn) => `${end.x - 9 * Math.cos(angle + turn)} ${end.y - 9 * Math.sin(angle + turn)}`;
  const line = points.map(({ x, y }) => `${x} ${y}`).join(" ");
  return svg("path", {
    d: `M${start.x} ${start.y}${kind}${line}M${wing(0.5)}L${end.x} ${end.y}L${wing(-0.5)}`,
  });
}

customElements.define("track-panel", TrackPanel);
