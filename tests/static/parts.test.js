// What is drawn again is only what shows something else: parts that are kept stay the nodes they were.

import { deepStrictEqual as is } from "node:assert";
import { browser } from "./browser.js";

browser();
const { fillParts, place, same } = await import("../../static/dom.js");

/** As much of an element as it takes to have children. */
class Parent {
  childNodes = [];
  touched = [];

  insertBefore(node, before) {
    node.parentNode?.drop(node);
    this.touched.push(node);
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
  }

  drop(node) {
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
    node.parentNode = null;
  }
}

const node = (name) => ({
  name,
  parentNode: null,
  remove() {
    this.parentNode.drop(this);
  },
});
const names = ({ childNodes }) => childNodes.map(({ name }) => name);
const part = (key, shows = key) => ({ key, shows, make: () => node(`${key} ${shows}`) });

Deno.test("two values are the same if JSON says the same of them, whatever the order of their members", () => {
  const one = { a: [1, { b: null }], c: "d" };
  is(same(one, one), true);
  is(same(one, { c: "d", a: [1, { b: null }] }), true);
  is(same(one, { ...one, e: undefined }), true);
  is(same({ ...one, e: undefined }, one), true);
  is(same(one, { ...one, e: null }), false);
  is(same(one, { a: [1, { b: 0 }], c: "d" }), false);
  is(same([1, 2], [1]), false);
  is(same([], {}), false);
  is(same(null, {}), false);
  is(same(0, false), false);
  is(same("1", 1), false);
});

Deno.test("what is one and the same is not looked into", () => {
  const shared = {
    get costly() {
      throw new Error("it was looked into");
    },
  };
  is(same({ a: 1, shared }, { a: 1, shared }), true);
});

Deno.test("a part is kept while it shows the same, and made when it shows something else", () => {
  const parent = new Parent();
  fillParts(parent, [part("a"), part("b", { x: [1] }), part("c")]);
  const [a, b, c] = parent.childNodes;
  parent.touched = [];
  fillParts(parent, [part("a"), part("b", { x: [1] }), part("c", "other")]);
  is(parent.childNodes[0] === a && parent.childNodes[1] === b && parent.childNodes[2] !== c, true);
  is(parent.touched.map(({ name }) => name), ["c other"]);
});

Deno.test("a part that changes what stands there gets it", () => {
  const parent = new Parent();
  const change = { key: "a", shows: 1, make: (before) => before ?? node("made") };
  fillParts(parent, [change]);
  const [first] = parent.childNodes;
  parent.touched = [];
  fillParts(parent, [{ ...change, shows: 2 }]);
  is(parent.childNodes[0] === first, true);
  is(parent.touched, []);
});

Deno.test("a line that comes, goes or changes places touches no other", () => {
  const parent = new Parent();
  fillParts(parent, ["a", "b", "c"].map((key) => part(key)));
  parent.touched = [];
  fillParts(parent, ["new", "a", "b"].map((key) => part(key)));
  is(names(parent), ["new new", "a a", "b b"]);
  is(parent.touched.map(({ name }) => name), ["new new"]);
  fillParts(parent, [part("b"), null, false, part("a")]);
  is(names(parent), ["b b", "a a"]);
});

Deno.test("what somebody else has taken away is made again", () => {
  const parent = new Parent();
  fillParts(parent, [part("a")]);
  parent.childNodes[0].remove();
  fillParts(parent, [part("a")]);
  is(names(parent), ["a a"]);
});

Deno.test("children are placed in their order, those that stand right not at all", () => {
  const parent = new Parent();
  const [a, b, c] = ["a", "b", "c"].map(node);
  place(parent, [a, b, c]);
  parent.touched = [];
  place(parent, [a, c]);
  is(names(parent), ["a", "c"]);
  is(parent.touched, []);
  place(parent, [c, b, a]);
  is(names(parent), ["c", "b", "a"]);
});
