// The order of a class's members is held by a rule of the linter's; here it is seen to be red.

import { deepStrictEqual as same } from "node:assert";
import house, { heading } from "../../.ci/lint/members.js";

const messages = (members) =>
  Deno.lint.runPlugin(house, "one.js", `class One {\n${members}\n}`).map(({ message }) => message);

Deno.test("lifecycle, what is asked from outside, events, drawing, internals", () => {
  const kept = `
    #list = h("ul", {}); #late = 0;
    constructor() { this.addEventListener("answer", () => this.#answered()); }
    connectedCallback() { this.draw(); }
    get value() { return this.#late; }
    #answered() { this.#late = 1; }
    draw() { this.append(this.#list); }
    #sum() { return 1; }`;
  same(messages(kept), []);
});

Deno.test("a listener that stands among the internals is found, also one that a button calls", () => {
  for (
    const press of ['button("x", () => this.#pressed())', "h('a', { on: { click: () => this.#pressed() } })"]
  ) {
    same(messages(`#a = ${press}; #sum() { return 1; } #pressed() {}`), [
      "This belongs to events, before internals",
    ]);
  }
});

Deno.test("what draws stands before what only reckons, and after what is asked", () => {
  same(messages("#sum() { return 1; } draw() { this.hidden = true; }"), [
    "This belongs to drawing, before internals",
  ]);
  same(messages("draw() { h('p', {}); } get value() { return 1; }"), [
    "This belongs to asked from outside, before drawing",
  ]);
});

Deno.test("a field among the methods is found", () => {
  same(messages("draw() { h('p', {}); } #late = 1;"), ["A class begins with its fields"]);
});

Deno.test("a class of many members says where each section begins, one of few does not", () => {
  const internals = [..."abcdefg"].map((name) => `#${name}() { return 1; }`).join("\n");
  same(messages(`constructor() {}\n${internals}`), ["Here begins lifecycle", "Here begins internals"]);
  same(messages(`${heading(0)}\nconstructor() {}\n${heading(4)}\n${internals}`), []);
  same(messages(`${heading(0)}\nconstructor() {}`), ["No section begins here"]);
});
