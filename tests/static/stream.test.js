// The stream of table documents, byte by byte as a line may tear it.

import { deepStrictEqual as same } from "node:assert";
import { browser } from "./browser.js";

browser();
const { eventsIn, parseEvent } = await import("../../static/live.js");

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
