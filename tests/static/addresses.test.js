// Which screen an address means, for whom, and when.

import { deepStrictEqual as same, strictEqual as is } from "node:assert";
import { readKey, readPath, screenOf } from "../../static/addresses.js";
import { momentPath, readMoment } from "../../static/moments.js";

const table = (role, status = "playing") => ({ problem: null, doc: { you: { role }, status } });
const at = (path, seen, kept = {}, hash = "") => screenOf(readPath(path), hash, seen, kept);

Deno.test("an address is the office's, a table's, or nobody's", () => {
  same(readPath("/"), { office: "home", code: null, page: null });
  same(readPath("/tools/southern-pacific"), { office: "tools", code: null, page: null });
  same(readPath("/tools/rolls/0123ABCDEF"), { office: "roll", code: null, page: null });
  same(readPath("/statistics"), { office: "statistics", code: null, page: null });
  same(readPath("/atlas/"), { office: "atlas", code: null, page: null });
  same(readPath("/t/abcd2345"), { office: null, code: "ABCD2345", page: null });
  same(readPath("/t/ABCD2345/check/"), { office: null, code: "ABCD2345", page: "check" });
  for (const path of ["/t/", "/t/ABCD/nowhere", "/t/AB-CD", "/other", "/tools/a/b"]) {
    same(readPath(path), { office: null, code: null, page: null }, path);
  }
});

Deno.test("a fragment brings a key for the table or for one seat, written for an address", () => {
  same(readKey("#j=a%2Bb"), { join: "a+b" });
  same(readKey("#s=3&h=a%2Fb"), { handed: { number: 3, key: "a/b" } });
  for (const hash of ["", "#", "#j=", "#lobby", "#s=x&h=k", "#s=3&h="]) is(readKey(hash), null, hash);
});

Deno.test("a fragment names an entry, if it is one", () => {
  is(momentPath("ABCD2345", 7), "/t/ABCD2345/again#at=7");
  is(readMoment("#at=7"), 7);
  for (const hash of ["", "#at=", "#at=x", "#at=-1", "#at=12345678", "#j=k"]) {
    is(readMoment(hash), null, hash);
  }
});

Deno.test("a page that is named is shown to everybody, once the table has answered", () => {
  is(at("/t/ABCD/board", { problem: null, doc: null }), null);
  is(at("/t/ABCD/board", table("reader")), "board");
  is(at("/t/ABCD/board", { problem: new Error("404"), doc: null }), "not-found");
  is(at("/nowhere", null), "not-found");
});

Deno.test("whoever has a seat acts there, whoever has none joins", () => {
  is(at("/t/ABCD", table("seat")), "seat");
  is(at("/t/ABCD", table("join")), "join");
  is(at("/t/ABCD", table("reader")), "join");
});

Deno.test("a phone that was handed a seat sits down by itself; the host's own stays the host's", () => {
  const handed = { handed: { number: 2, key: "k" } };
  is(at("/t/ABCD", table("seat"), handed), "join");
  is(at("/t/ABCD", table("host"), handed), "seat");
});

Deno.test("the host is in the lobby until the game has begun, and whenever that is wanted", () => {
  const host = { host: "k" };
  is(at("/t/ABCD", table("host", "setup"), host), "lobby");
  is(at("/t/ABCD", table("host", "setup"), { ...host, started: true }), "seat");
  is(at("/t/ABCD", table("host"), host), "seat");
  is(at("/t/ABCD", table("host"), host, "#lobby"), "lobby");
  is(at("/t/ABCD", table("seat"), {}, "#lobby"), "seat");
});
