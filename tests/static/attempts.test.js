// A move is made once, however often it must be sent: each attempt under one key, until the table has answered.

import { deepStrictEqual as same, notStrictEqual as other, rejects } from "node:assert";
import { browser } from "./browser.js";

browser();
const { Problem, Sender } = await import("../../static/client.js");

const CODE = "ABCD2345";
const PATH = "/tables/ABCD2345/moves";
const PASS = { type: "pass", seat: 1 };

/** A table that answers so, one after the other; an Error: nothing comes back. What it was sent is in `asked`. */
function table(...answers) {
  const asked = [];
  globalThis.fetch = (address, { headers, body }) => {
    asked.push({ address, key: headers["Idempotency-Key"], body: JSON.parse(body) });
    const answer = answers.shift();
    if (answer instanceof Error) return Promise.reject(answer);
    return Promise.resolve(new Response(JSON.stringify(answer.body ?? {}), answer));
  };
  return asked;
}

/** A sender that does not wait: as soon as it is told that an answer is overdue, the network is back. */
function sender() {
  const told = [];
  const one = new Sender(CODE, (waiting, why) => {
    told.push(waiting ? why : false);
    if (waiting) queueMicrotask(() => one.hurry());
  });
  return { one, told };
}

Deno.test("a move whose answer is lost is sent again under the same key", async () => {
  sessionStorage.clear();
  const asked = table(new TypeError("no line"), new TypeError("no line"), {
    status: 201,
    body: { revision: 9 },
  });
  const { one, told } = sender();
  same(await one.send(PATH, PASS, "key"), { revision: 9 });
  same(asked.length, 3);
  same(new Set(asked.map(({ key }) => key)).size, 1);
  same(asked[2].body, PASS);
  same(told, ["", "", false]);
});

Deno.test("a table that is full just now is asked again, and says why", async () => {
  sessionStorage.clear();
  const full = { status: 503, body: { code: "store-unavailable", detail: "The disk is full" } };
  const asked = table(full, { status: 201 });
  const { one, told } = sender();
  await one.send(PATH, PASS, "key");
  same(asked.length, 2);
  same(told, ["The disk is full", false]);
});

Deno.test("who is told when to come again comes then, under the same key, and no sooner for a network that is back", async () => {
  sessionStorage.clear();
  const busy = {
    status: 503,
    headers: { "Retry-After": "3" },
    body: { code: "store-unavailable", detail: "The app is busy" },
  };
  const asked = table(busy, { status: 201 });
  const { one, told } = sender(); // the network is back at once
  const pauses = [];
  const timer = globalThis.setTimeout;
  globalThis.setTimeout = (done, milliseconds) => {
    pauses.push(milliseconds);
    return timer(done, 0);
  };
  try {
    await one.send(PATH, PASS, "key");
  } finally {
    globalThis.setTimeout = timer;
  }
  same(pauses.filter((milliseconds) => milliseconds === 3000).length, 1);
  same(asked.length, 2);
  same(asked[0].key, asked[1].key);
  same(told, ["The app is busy", false]);
});

Deno.test("a no is an answer: it is not sent again, and the next move has a key of its own", async () => {
  sessionStorage.clear();
  const no = { status: 409, body: { code: "not-now", detail: "It is Ed's turn" } };
  const asked = table(no, { status: 201 });
  const { one } = sender();
  await rejects(one.send(PATH, PASS, "key"), (error) => error instanceof Problem && error.code === "not-now");
  same(asked.length, 1);
  same(one.open, null);
  await one.send(PATH, PASS, "key");
  other(asked[0].key, asked[1].key);
});

Deno.test("a move that was under way when the page was left goes on under its key, another one does not", async () => {
  sessionStorage.clear();
  const begun = { path: PATH, body: PASS, key: "begun before" };
  sessionStorage.setItem(`companion.attempt.${CODE}`, JSON.stringify(begun));
  const asked = table({ status: 201 }, { status: 201 });
  const { one } = sender();
  same(one.open, begun);
  await one.send(PATH, PASS, "key");
  same(asked[0].key, "begun before");
  same(one.open, null);
  sessionStorage.setItem(`companion.attempt.${CODE}`, JSON.stringify(begun));
  await one.send(PATH, { ...PASS, seat: 2 }, "key");
  other(asked[1].key, "begun before");
});

Deno.test("the attempt of one table is none of another's", () => {
  sessionStorage.clear();
  sessionStorage.setItem(`companion.attempt.${CODE}`, JSON.stringify({ path: PATH, body: PASS, key: "k" }));
  same(new Sender("ZZZZ2345", () => {}).open, null);
});
