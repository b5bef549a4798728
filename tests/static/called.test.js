// Sentences with players called as friends call them, where whole names have no room.

import { strictEqual as is } from "node:assert";
import { inCalledNames, promptFor } from "../../static/elements/board/wording.js";

const table = (...names) => /** @type {any} */ ({ seats: names.map((name, at) => ({ seat: at + 1, name })) });

Deno.test("a sentence calls everybody as friends do", () => {
  const long = table("Alexandra Bartholomew", "Ed", "Christopher Wellington");
  is(
    inCalledNames(long, "Alexandra Bartholomew sells Christopher Wellington a share"),
    "Alexandra sells Christopher a share",
  );
  is(inCalledNames(long, "Ed passes"), "Ed passes");
  is(inCalledNames(long, undefined), undefined);
});

Deno.test("whoever shares a first name keeps what tells them apart", () => {
  const two = table("Maximiliane Huber", "Maximiliane Schmidt");
  is(inCalledNames(two, "Maximiliane Schmidt passes"), "Maximiliane S. passes");
});

Deno.test("where all names are short, sentences stay as they are", () => {
  is(inCalledNames(table("Ed", "Dave"), "Dave passes"), "Dave passes");
});

Deno.test("a name stays whole up to fourteen letters", () => {
  is(inCalledNames(table("Christopherson", "Ed"), "Christopherson passes"), "Christopherson passes");
  is(inCalledNames(table("Featherstonehaugh", "Ed"), "Featherstonehaugh passes"), "Featherstoneh… passes");
  is(inCalledNames(table("Hanna-Katharina", "Ed"), "Hanna-Katharina passes"), "Hanna passes");
  is(inCalledNames(table("Christopherson Li", "Ed"), "Christopherson Li passes"), "Christopherson passes");
});

Deno.test("whoever is asked need not read who that is", () => {
  const prompt = "Alexandra Bartholomew: offer a share to Ed";
  const doc = { ...table("Alexandra Bartholomew", "Ed"), turn: { prompt } };
  is(promptFor(doc, 1), "Offer a share to Ed");
  is(promptFor(doc, 2), "Alexandra: offer a share to Ed");
  is(promptFor(doc, null), "Alexandra: offer a share to Ed");
  is(promptFor({ ...doc, turn: null }, 1), "");
});
