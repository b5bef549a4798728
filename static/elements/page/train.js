// A train for a game: an engraved locomotive, and a car of each railroad's enamel behind it. Decoration only.

import { h, svg } from "../../dom.js";
import { PATTERNS } from "../panels/badges.js";

const DRIVERS = [34, 51, 68];
const SPOKES = 6;

/** `railroads`: [{id, colour}], in the game's order. Where all are of one colour, none has its own yet. */
export function train(railroads) {
  const plain = railroads.length > 1 && new Set(railroads.map(({ colour }) => colour)).size === 1;
  const cars = railroads.map(({ colour }, at) =>
    h(
      "span",
      { class: "car", "data-pattern": PATTERNS[at % PATTERNS.length], vars: { "--enamel": colour } },
      h("span", { class: "pattern" }),
    )
  );
  return h("span", { class: "train", "aria-hidden": "true", "data-plain": plain }, cars, locomotive());
}

function locomotive() {
  const line = (d, attributes = {}) => svg("path", { d, ...attributes });
  const solid = { class: "solid" };
  return svg(
    "svg",
    { class: "locomotive", viewBox: "0 0 118 62" },
    line("M88 15c4-6 0-9 5-12M90 14c8-3 5-9 13-9M93 15c9 0 9-6 18-4", { class: "smoke" }),
    line("M28 44V22h4l-3-3h22l-3 3v22z", solid), // cab
    line("M33 26h10v8H33z", { class: "pane" }),
    line("M48 28h46q5 0 5 8t-5 8H48z", solid), // boiler
    line("M60 28v16M74 28v16", { class: "pane" }),
    line("M84 28l-3-12h12l-3 12zM56 28q0-6 5-6t5 6zM71 28q0-4 3.5-4t3.5 4z", solid), // stack and domes
    line("M97 31h7v6h-7z", { class: "lantern" }),
    line("M20 46h84l12 12H98l-4-8H20z", solid), // frame and pilot
    line("M101 56l-4-8M106 56l-6-8M111 56l-8-8", { class: "pane" }),
    ...DRIVERS.map((cx) => driver(cx, 50, 8.5)),
    driver(88, 54, 4.5),
    line("M34 52.5H68L86 48", { class: "rod" }),
  );
}

function driver(cx, cy, r) {
  const spokes = Array.from(
    { length: SPOKES },
    (_, at) =>
      svg("path", { d: `M${cx} ${cy}v${-r}`, transform: `rotate(${(at * 360) / SPOKES} ${cx} ${cy})` }),
  );
  return svg("g", { class: "driver" }, svg("circle", { cx, cy, r }), ...spokes);
}
