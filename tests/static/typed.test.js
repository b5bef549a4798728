// What a guest types to join: six digits, a table's code, or an address.

import { deepStrictEqual as is } from "node:assert";
import { browser } from "./browser.js";

browser();
const { readTyped } = await import("../../static/elements/page/by-code.js");
const { addressOf } = await import("../../static/elements/table/join-picture.js");

Deno.test("six digits, however they are grouped", () => {
  for (const typed of ["123456", " 123 456 ", "123-456"]) is(readTyped(typed), { digits: "123456" });
});

Deno.test("a code as it is read out, and one of digits alone", () => {
  is(readTyped("k7qw 2m9x"), { way: "/t/K7QW2M9X" });
  is(readTyped("12345678"), { way: "/t/12345678" });
});

Deno.test("an address, with what comes with it", () => {
  is(readTyped("http://192.168.1.5:8000/t/k7qw2m9x"), { way: "/t/K7QW2M9X" });
  is(readTyped("train-night.local:8000/t/K7QW2M9X/board"), { way: "/t/K7QW2M9X" });
  is(readTyped("192.168.1.5:8000/T/K7QW2M9X"), { way: "/t/K7QW2M9X" }); // a phone that writes all in capitals
  is(readTyped("http://a.b/t/K7QW2M9X#j=Key_-9"), { way: "/t/K7QW2M9X#j=Key_-9" });
  is(readTyped("http://a.b/t/K7QW2M9X/board#j=K"), { way: "/t/K7QW2M9X#j=K" });
});

Deno.test("neither", () => {
  for (const typed of ["12345", "1234567", "", " - ", "http://192.168.1.5:8000/"]) is(readTyped(typed), {});
});

Deno.test("a server's address as short as it may be typed", () => {
  is(addressOf("http://192.168.1.5:8000/t/K7QW2M9X#j=K"), "192.168.1.5:8000");
  is(addressOf("http://train-night.local/t/K7QW2M9X"), "train-night.local");
  is(addressOf("https://tables.example/t/K7QW2M9X"), "tables.example");
  is(addressOf("https://192.168.1.5:8000"), "https://192.168.1.5:8000", "a browser would try http:// alone");
});
