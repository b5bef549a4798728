// An entry as a line of the log: whether it is said that an auto-bid entered it.

import { strictEqual as is } from "node:assert";
import { browser } from "./browser.js";

browser("en");
const { isUnsaid } = await import("../../static/elements/log/entry-line.js");

const [ED, EDMUND, ED_MILLER, ANN] = [1, 2, 3, 4];
const seats = [[ED, "Ed"], [EDMUND, "Edmund"], [ED_MILLER, "Ed Miller"], [ANN, "Ann"]].map((
  [seat, name],
) => ({
  seat,
  name,
}));
const said = (reader, seat, summary, by = "limit") =>
  !isUnsaid(
    /** @type {any} */ ({ seats, you: { seat: reader } }),
    /** @type {any} */ ({
      by,
      move: { type: "pass", seat },
      summary,
    }),
  );

Deno.test("that it was an auto-bid is said to its own player alone", () => {
  is(said(ED, ED, "Ed passes"), true);
  is(said(ED, ED, "Ed: pass"), true);
  is(said(ANN, ED, "Ed passes"), false);
  is(said(EDMUND, ED, "Ed passes"), false);
  is(said(undefined, ED, "Ed passes"), false, "the TV is nobody");
  is(said(ANN, ED, "Ed passes", "seat:1"), true, "who enters it himself hides nothing");
});

Deno.test("what another has won by one's pass is not one's own, though the names begin alike", () => {
  is(said(ED, ED, "Edmund wins a KP share for $9"), false);
  is(said(ED, ED, "Ed Miller wins a KP share for $9"), false);
  is(said(EDMUND, EDMUND, "Ed wins a KP share for $9"), false);
  is(said(ED_MILLER, ED_MILLER, "Ed wins a KP share for $9"), false);
  is(said(ED_MILLER, ED_MILLER, "Ed Miller passes"), true);
});
