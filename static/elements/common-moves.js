// What the host may put in besides the moves of the game: words, what was read from the board, figures put right.

import { say } from "../messages.js";
import { seatName } from "./badges.js";
import { figuresOf, figureWords } from "./correct-dialog.js";

const NOTE = "note";
const LEARN = "learn";
const CORRECT = "correct";
const FACT = "fact:"; // before the name of a fact, which might be that of another field

/**
 * The moves that every game has, for anybody, as choices of a move-chooser.
 * `described`: the game's moves as it describes them; `atlas`: the form of its board, and what is known of it;
 * `move`: the entry that is changed, if one is: what it names can be chosen, too.
 */
export function commonMoves(doc, described, atlas, move) {
  const of = (type) => described.find((one) => one.type === type);
  const choice = (type, specs, body) => ({ type, seat: null, label: of(type).label, specs, body });
  return [
    choice(NOTE, of(NOTE).fields),
    choice(LEARN, move?.type === LEARN ? [] : [factRows(atlas)], ({ rows = [], facts }) => ({ facts: factsOf(atlas.form, rows) ?? facts })),
    choice(CORRECT, [...of(CORRECT).fields].sort((one) => -Number(one.name === "set")).map((spec) => correction(doc, spec, move))),
  ];
}

/** A field of a correction, with the accounts and figures that this table has. */
function correction(doc, spec, move) {
  const holders = [...doc.seats.map(({ seat }) => [`seat:${seat}`, seatName(doc, seat)]), ...doc.railroads.map(({ id, name }) => [`railroad:${id}`, `${id} · ${name}`])];
  const owners = holders.map(([value, label]) => ({ value, label }));
  const accounts = [{ value: "bank", label: say("account.bank") }, ...owners];
  const choices = { from: accounts, to: accounts, of: owners };
  const figures = ({ name, ...inner }) => owners.map(({ value: of }) => ({ ...inner, name, when: { of }, choices: named(doc, of, move) }));
  const fields = spec.fields?.flatMap((inner) => (inner.name === "name" ? figures(inner) : { ...inner, choices: choices[inner.name] }));
  return { ...spec, fields, ...(spec.name === "set" && { default: [{}] }) };
}

/** The figures of an account, and those that the entry names already. */
function named(doc, of, move) {
  const before = (move?.set ?? []).filter((row) => row.of === of).map(({ name }) => name);
  return [...new Set([...before, ...Object.keys(figuresOf(doc, of))])].map((name) => ({ value: name, label: figureWords(name) }));
}

/** Facts as rows: of which table, which of its rows, what is printed there. */
function factRows({ form, facts: known }) {
  const places = [...new Set(form.filter(({ key, rows }) => key === "place" && !rows.length).flatMap(({ name }) => Object.keys(known[name] ?? {})))];
  const chosen = (names) => names.map((value) => ({ value, label: value }));
  const row = ({ name, rows }) => ({ name: "row", when: { section: name }, kind: "place", label: say("atlas.name"), required: true, open: !rows.length, choices: chosen(rows.length ? rows : places) });
  const fact = (section, one) => ({
    ...one,
    name: FACT + one.name,
    when: { section },
    required: false,
    ...(["place", "places"].includes(one.kind) && { open: true, choices: chosen(places), min: undefined, max: undefined }),
  });
  return {
    name: "rows", label: say("amend.read"), kind: "rows", required: true, min: 1,
    fields: [
      { name: "section", label: say("amend.section"), kind: "choice", required: true, choices: form.map(({ name, label }) => ({ value: name, label })) },
      ...form.flatMap((section) => [...(section.key === null ? [] : [row(section)]), ...section.facts.map((one) => fact(section.name, one))]),
    ],
  };
}

/** Rows as `facts`; undefined if there are none. */
function factsOf(form, told) {
  const facts = {};
  for (const { section: name, row, ...said } of told) {
    const section = form.find((one) => one.name === name);
    // A chart with fixed rows is read row by row: what is left blank is blank there.
    const blank = section.rows.length ? section.facts.filter(({ nullable }) => nullable).map((fact) => [fact.name, null]) : [];
    const record = { ...Object.fromEntries(blank), ...Object.fromEntries(Object.entries(said).map(([fact, value]) => [fact.slice(FACT.length), value])) };
    if (section.key === null) (facts[name] ??= []).push(record);
    else (facts[name] ??= {})[row] = section.plain ? record[section.facts[0].name] : record;
  }
  return told.length ? facts : undefined;
}
