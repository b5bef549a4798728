// The stream of table documents, byte by byte as a line may tear it.

import { deepStrictEqual as same } from "node:assert";
import { browser } from "./browser.js";

browser();
const { eventsIn, TableStream, parseEvent } = await import("../../static/table-stream.js");

Deno.test("an event has a name, an id and its data", () => {
  same(parseEvent('event: table\nid: 7\ndata: {"version": 7}'), {
    event: "table",
    id: "7",
    data: '{"version": 7}',
  });
});

Deno.test("an event without a name is a message, and one blank after the colon is no part of it", () => {
  same(parseEvent("data:  two blanks"), { event: "message", id: null, data: " two blanks" });
});

Deno.test("data in several lines is one text", () => {
  same(parseEvent("data: {\ndata: }").data, "{\n}");
});

Deno.test("a comment says nothing, and nor does a field that nobody knows", () => {
  same(parseEvent(": still here\nretry: 500"), { event: "message", id: null, data: "" });
});

Deno.test("an event is complete when the blank line has come, and not before", () => {
  const first = eventsIn("event: table\nid: 1\nda");
  same(first.events, []);
  const second = eventsIn(`${first.rest}ta: {}\n\nevent: ta`);
  same(second.events, [{ event: "table", id: "1", data: "{}" }]);
  same(second.rest, "event: ta");
});

Deno.test("lines may end as on any system, also where the line was torn between the two signs", () => {
  const text = "id: 1\r\ndata: a\r\n\r\nid: 2\ndata: b\n\n";
  for (let at = 0; at <= text.length; at += 1) {
    const first = eventsIn(text.slice(0, at));
    const second = eventsIn(first.rest + text.slice(at));
    same([...first.events, ...second.events].map(({ id, data }) => id + data), ["1a", "2b"], `torn at ${at}`);
    same(second.rest, "");
  }
});

/** Lines that a phone opens one after the other, each with these events; what it heard, and how often it came. */
async function heard(count, ...lines) {
  const asked = [];
  const docs = [];
  const states = [];
  globalThis.fetch = (address, { signal }) => {
    asked.push(address);
    const sent = lines[Math.min(asked.length, lines.length) - 1]
      .map(([event, id, data]) => `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`).join("");
    const body = new ReadableStream({
      start(line) {
        line.enqueue(new TextEncoder().encode(sent));
        signal.addEventListener("abort", () => line.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(body));
  };
  await new Promise((done) => {
    const live = new TableStream("/stream?patches=true", () => null, (doc, first) => {
      docs.push([doc, first]);
      if (docs.length < count) return;
      live.stop();
      done();
    }, (state) => states.push(state));
    live.start();
  });
  return { asked: asked.length, docs, states };
}

const TABLE = { version: 4, seats: [{ cash: 1 }, { cash: 2 }], you: {} };
const PATCH = {
  since: 4,
  patch: [{ op: "replace", path: "/version", value: 5 }, { op: "replace", path: "/seats/1/cash", value: 9 }],
};

Deno.test("a patch makes the next document of the last one, and what it does not touch is the very same", async () => {
  const { asked, docs, states } = await heard(2, [["table", 4, TABLE], ["patch", 5, PATCH]]);
  same(docs, [[TABLE, true], [{ version: 5, seats: [{ cash: 1 }, { cash: 9 }], you: {} }, false]]);
  same(docs[0][0].seats[0] === docs[1][0].seats[0], true);
  same([asked, states], [1, ["live"]]);
});

Deno.test("what only this phone may know comes as a patch since the same version", async () => {
  const limit = { since: 4, patch: [{ op: "add", path: "/you/limit", value: 7 }] };
  const { docs } = await heard(2, [["table", 4, TABLE], ["patch", 4, limit]]);
  same(docs[1][0], { ...TABLE, you: { limit: 7 } });
});

Deno.test("a patch of another version, or one that does not fit, makes the phone ask for the whole table", async () => {
  const unfit = { since: 4, patch: [{ op: "remove", path: "/nothing" }] };
  for (const bad of [{ ...PATCH, since: 3 }, unfit]) {
    const again = [["table", 6, { ...TABLE, version: 6 }]];
    const { asked, docs, states } = await heard(2, [["table", 4, TABLE], ["patch", 5, bad]], again);
    same(docs.map(([{ version }, first]) => [version, first]), [[4, true], [6, true]]);
    same([asked, states], [2, ["live", "live"]]);
  }
});
