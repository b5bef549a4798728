// A patch applied: what RFC 6902 says, and what is not touched stays the very same.

import { deepStrictEqual as same, ok, throws } from "node:assert";
import { patched, Unfit } from "../../static/patch.js";

function frozen(value) {
  if (value && typeof value === "object") Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

const DOC = frozen({
  version: 1,
  bank: { balance: 5, short: false },
  seats: [{ seat: 1, cash: 2 }, { seat: 2, cash: 3 }],
  recent: ["a", "b", "c"],
  "M&C/~": { "": 1 },
});

/** The document after these; it must itself not change, or being frozen it throws. */
function after(...operations) {
  return patched(DOC, frozen(operations));
}

Deno.test("members are added, replaced and removed", () => {
  same(after({ op: "replace", path: "/version", value: 2 }), { ...DOC, version: 2 });
  same(after({ op: "add", path: "/bank/paper", value: null }).bank, { ...DOC.bank, paper: null });
  same(after({ op: "add", path: "/version", value: 3 }).version, 3);
  same(after({ op: "remove", path: "/bank/short" }).bank, { balance: 5 });
});

Deno.test("items are put in, taken out and put at the end", () => {
  same(after({ op: "add", path: "/recent/0", value: "x" }).recent, ["x", "a", "b", "c"]);
  same(after({ op: "add", path: "/recent/3", value: "x" }).recent, ["a", "b", "c", "x"]);
  same(after({ op: "add", path: "/recent/-", value: "x" }).recent, ["a", "b", "c", "x"]);
  same(after({ op: "remove", path: "/recent/1" }).recent, ["a", "c"]);
  same(after({ op: "replace", path: "/recent/2", value: "x" }).recent, ["a", "b", "x"]);
});

Deno.test("one operation goes on from what the one before it left", () => {
  const slide = [{ op: "remove", path: "/recent/0" }, { op: "add", path: "/recent/2", value: "d" }];
  same(after(...slide).recent, ["b", "c", "d"]);
  const grown = [{ op: "add", path: "/new", value: { list: [] } }, {
    op: "add",
    path: "/new/list/0",
    value: 1,
  }];
  same(after(...grown).new, { list: [1] });
});

Deno.test("what is sent stays as it was sent, though a later operation goes into it", () => {
  const sent = frozen([{ op: "add", path: "/new", value: { n: 1 } }, {
    op: "replace",
    path: "/new/n",
    value: 2,
  }]);
  same(patched(DOC, sent).new, { n: 2 });
  same(sent[0].value, { n: 1 });
});

Deno.test("what moves and what is copied", () => {
  same(after({ op: "move", from: "/recent/0", path: "/recent/2" }).recent, ["b", "c", "a"]);
  same(after({ op: "copy", from: "/bank", path: "/till" }).till, DOC.bank);
  same(after({ op: "test", path: "/bank", value: { balance: 5, short: false } }), DOC);
});

Deno.test("what was copied does not change with what it was copied from", () => {
  const next = after({ op: "replace", path: "/bank/balance", value: 1 }, {
    op: "copy",
    from: "/bank",
    path: "/till",
  }, { op: "replace", path: "/bank/balance", value: 2 });
  same([next.bank.balance, next.till.balance], [2, 1]);
});

Deno.test("signs in names are escaped", () => {
  same(after({ op: "replace", path: "/M&C~1~0/", value: 2 })["M&C/~"], { "": 2 });
  same(patched({ "~1": 1 }, [{ op: "replace", path: "/~01", value: 2 }]), { "~1": 2 });
});

Deno.test("the document itself may be another one", () => {
  same(after({ op: "replace", path: "", value: [1] }), [1]);
});

Deno.test("what is not touched is the very same", () => {
  const next = after({ op: "replace", path: "/seats/1/cash", value: 9 }, {
    op: "replace",
    path: "/seats/1/seat",
    value: 3,
  });
  ok(next !== DOC && next.seats !== DOC.seats && next.seats[1] !== DOC.seats[1]);
  for (const name of ["bank", "recent", "M&C/~"]) ok(next[name] === DOC[name], name);
  ok(next.seats[0] === DOC.seats[0]);
  same(DOC.seats[1], { seat: 2, cash: 3 });
});

Deno.test("nothing to do gives the very same document", () => ok(after() === DOC));

Deno.test("what does not fit is refused", () => {
  for (
    const operation of [
      { op: "replace", path: "/nothing", value: 1 },
      { op: "remove", path: "/nothing" },
      { op: "add", path: "/nothing/there", value: 1 },
      { op: "add", path: "/recent/4", value: 1 },
      { op: "add", path: "/recent/01", value: 1 },
      { op: "replace", path: "/recent/3", value: 1 },
      { op: "replace", path: "/recent/-", value: 1 },
      { op: "remove", path: "/recent/-1" },
      { op: "replace", path: "/version/x", value: 1 },
      { op: "replace", path: "/toString", value: 1 },
      { op: "replace", path: "version", value: 1 },
      { op: "remove", path: "" },
      { op: "copy", from: "/nothing", path: "/x" },
      { op: "test", path: "/version", value: 2 },
      { op: "turn", path: "/version" },
    ]
  ) throws(() => after(operation), Unfit, JSON.stringify(operation));
});
