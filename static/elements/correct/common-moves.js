// What the host may put in besides the moves of the game: words, what was read from the board, figures put
// right.

import { say } from "../../messages.js";
import { account } from "../panels/badges.js";
import { calledRow } from "../atlas/called-row.js";
/** @import { Spec, TableDocument } from "../../types.js" */

const NOTE = "note";
const LEARN = "learn";
const CORRECT = "correct";
const SET = "set"; // of a correction: the figures, which are what is mostly wanted
const MOST_KEYS = 8;
const FACT = "fact:"; // before the name of a fact, which might be that of another field

/**
 * The moves that every game has, for anybody, as choices of a move-chooser.
 * `described`: the game's moves as it describes them; `atlas`: the form of its board, and what is known of
 * it; `figures`: all that may be corrected; `move`: the entry that is changed, if one is: what it names can
 * be chosen, too.
 * @param {TableDocument} doc
 */
export function commonMoves(doc, described, atlas, figures, move = null) {
  const of = (type) => described.find((item) => item.type === type);
  const choice = (type, specs, body) => ({ type, seat: null, label: of(type).label, specs, body });
  return [
    choice(NOTE, of(NOTE).fields),
    choice(
      LEARN,
      move?.type === LEARN ? [] : [factRows(atlas)],
      ({ rows = [], facts }) => ({ facts: factsOf(atlas.form, rows) ?? facts }),
    ),
    choice(
      CORRECT,
      [...of(CORRECT).fields].sort((one) => -Number(one.name === SET)).map((spec) =>
        correction(doc, spec, families(figures), move)
      ),
    ),
  ];
}

/** Each of the names that something may be true of as a figure of its own. */
function families(figures) {
  return figures.flatMap(({ known, ...one }) =>
    known?.map((name) => ({ ...one, name: one.name + name, label: `${one.label}: ${name}` })) ?? one
  );
}

/**
 * A field of a correction, with the accounts and figures of this table, and those that the entry names.
 * @param {TableDocument} doc
 * @param {Spec} spec
 */
function correction(doc, spec, figures, move) {
  const figureByKey = new Map(
    [...(move?.set ?? []), ...figures].map((one) => [`${one.of} ${one.name}`, one]),
  );
  const owners = [...new Set([...figureByKey.values()].map(({ of }) => of))];
  const accounts = ["bank", ...owners.filter((of) => of.includes(":"))];
  const sides = Object.fromEntries(["from", "to"].map((side) => [side, oneOf(named(doc, accounts))]));
  const rows = {
    ...sides,
    of: oneOf(named(doc, owners)),
    name: owners.map((of) => figuresOf([...figureByKey.values()].filter((one) => one.of === of), of)),
    value: owners.map((of) => valuesOf([...figureByKey.values()].filter((one) => one.of === of), of)),
  };
  const fields = spec.fields?.flatMap((inner) =>
    [rows[inner.name] ?? {}].flat(2).map((narrow) => ({ ...inner, ...narrow }))
  );
  return { ...spec, fields, ...(spec.name === SET && { default: [{}] }) };
}

/** One of these: large keys as long as there are few. */
function oneOf(choices) {
  return { kind: choices.length > MOST_KEYS ? "place" : "choice", choices };
}

/** @param {TableDocument} doc */
function named(doc, accounts) {
  const railroad = (id) => doc.railroads.find((item) => `railroad:${item.id}` === id);
  const label = (
    of,
  ) => (railroad(of) ? `${railroad(of).id} · ${railroad(of).name}` : account(doc, of).textContent);
  return accounts.map((value) => ({ value, label: label(value) }));
}

function figuresOf(figures, of) {
  return { when: { of }, ...oneOf(figures.map(({ name, label = name }) => ({ value: name, label }))) };
}

/** What the figures of an account may become: a number, or one of some words. */
function valuesOf(figures, of) {
  const kinds = Map.groupBy(figures, ({ choices }) => JSON.stringify(choices ?? null));
  return [...kinds].map(([choices, those]) => ({
    when: { of, name: those.map(({ name }) => name) },
    ...(JSON.parse(choices) && { kind: "choice", choices: JSON.parse(choices) }),
  }));
}

/** Facts as rows: of which table, which of its rows, what is printed there. */
function factRows({ form, facts: known }) {
  const places = [
    ...new Set(
      form.filter(({ key, rows }) => key === "place" && !rows.length).flatMap(({ name }) =>
        Object.keys(known[name] ?? {})
      ),
    ),
  ];
  const chosen = (names) => names.map((value) => ({ value, label: value }));
  const fixed = (section) => section.rows.map((value) => ({ value, label: calledRow(section, value) }));
  const row = (section) => ({
    name: "row",
    when: { section: section.name },
    kind: "place",
    label: section.head,
    required: true,
    open: !section.rows.length,
    choices: section.rows.length ? fixed(section) : chosen(places),
  });
  const fact = (section, one) => ({
    ...one,
    name: FACT + one.name,
    when: { section },
    required: false,
    ...(["place", "places"].includes(one.kind) &&
      { open: true, choices: chosen(places), min: undefined, max: undefined }),
  });
  return {
    name: "rows",
    label: say("amend.read"),
    kind: "rows",
    required: true,
    min: 1,
    fields: [
      {
        name: "section",
        label: say("amend.section"),
        kind: "choice",
        required: true,
        choices: form.map(({ name, label }) => ({ value: name, label })),
      },
      ...form.flatMap((
        section,
      ) => [
        ...(section.key === null ? [] : [row(section)]),
        ...section.facts.map((item) => fact(section.name, item)),
      ]),
    ],
  };
}

/** Rows as `facts`; undefined if there are none. */
function factsOf(form, rows) {
  const facts = {};
  for (const { section: name, row, ...said } of rows) {
    const section = form.find((item) => item.name === name);
    // A chart with fixed rows is read row by row: what is left blank is blank there.
    const blank = section.rows.length
      ? section.facts.filter(({ nullable }) => nullable).map((fact) => [fact.name, null])
      : [];
    const record = {
      ...Object.fromEntries(blank),
      ...Object.fromEntries(Object.entries(said).map(([fact, value]) => [fact.slice(FACT.length), value])),
    };
    if (section.key === null) (facts[name] ??= []).push(record);
    else (facts[name] ??= {})[row] = section.plain ? record[section.facts[0].name] : record;
  }
  return rows.length ? facts : undefined;
}
