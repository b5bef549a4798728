// The two catalogues of a page's words come in any order.

import { strictEqual as is } from "node:assert";
import { browser } from "./browser.js";

browser("en");
const coming = {};
globalThis.fetch = (address) =>
  new Promise((come) => {
    const folder = String(address).includes("/more/") ? "more" : "first";
    coming[folder] = (words) => come(new Response(JSON.stringify(words)));
  });
const { loadMessages, moreWords, say } = await import("../../static/messages.js?in-any-order");

Deno.test("what a screen says that a phone seldom opens is not forgotten when it comes first", async () => {
  const first = loadMessages();
  const more = moreWords();
  coming.more({ "tools.title": "Tools" });
  await more;
  coming.first({ "page.home": "Home" });
  await first;
  is(say("tools.title"), "Tools");
  is(say("page.home"), "Home");
});
