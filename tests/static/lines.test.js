// The server leaves out comments that have lines of their own, line by line: so no text of a script goes over lines.

import { deepStrictEqual as same } from "node:assert";
import { readdirSync, readFileSync } from "node:fs";

const STATIC = new URL("../../static/", import.meta.url);

/** Every piece of a text between backquotes that goes on in another line. */
function foldedTexts(name, source) {
  const found = [];
  const rule = {
    create: () => ({
      TemplateElement: ({ raw }) => {
        if (raw.includes("\n")) found.push(`${name}: ${raw}`);
      },
    }),
  };
  Deno.lint.runPlugin({ name: "lines", rules: { folded: rule } }, name, source);
  return found;
}

Deno.test("no text of a script goes over lines", () => {
  const names = readdirSync(STATIC, { recursive: true }).filter((name) => name.endsWith(".js"));
  same(names.flatMap((name) => foldedTexts(name, readFileSync(new URL(name, STATIC), "utf-8"))), []);
});

Deno.test("one that does is found", () => {
  same(foldedTexts("one.js", "const a = `one\n// two`;").length, 1);
});
