// Which rows a table of facts has, and which of their entries somebody should still read out.

import { listed } from "../../longhand.js";
import { say } from "../../messages.js";
import { calledRow } from "./called-row.js";

const MISSING_NAMED = 6; // rows that are called by name

/**
 * The rows there are, by name; in a list each is named by itself. `named`: names that are known without a
 * row of their own, such as those of the growth chart.
 * @param {any} section
 * @param {any} known
 * @param {string[]} [named]
 * @returns {{ name: string, record: Record<string, any> }[]}
 */
export function recordsOf({ key, rows, plain, listed, facts, places }, known, named = []) {
  if (key === null) return (known ?? []).map((record) => ({ name: "", record }));
  const knownNames = [...new Set([...Object.keys(known ?? {}), ...(places ? named : [])])];
  const names = rows.length ? rows : knownNames.sort((one, other) => one.localeCompare(other));
  return names.map((name) => {
    const row = known?.[name];
    if (plain) return { name, record: row === undefined ? {} : { [facts[0].name]: row } };
    if (listed && Array.isArray(row)) {
      return { name, record: Object.fromEntries(facts.map((fact, at) => [fact.name, row[at]])) };
    }
    return { name, record: row ?? {} };
  });
}

/**
 * On a phone a fact that is seldom asked for waits behind a key, but a tick beside one figure has room, and
 * so has a figure that is the only one. Beside two names a tick has not: they would be cut.
 */
export function isAside({ facts }, { aside, kind }) {
  if (!aside) return false;
  if (kind === "count") return facts.filter((fact) => fact.aside).length > 1;
  return !(kind === "flag" && facts.filter((fact) => !fact.aside).length < 2);
}

/** The heads of a table's columns; what all of them end in, the title of the table says once. */
export function headsOf({ facts }) {
  const last = facts.map(({ label }) => label.split(" ").at(-1));
  const shared = facts.length > 2 && new Set(last).size === 1;
  return facts.map(({ label }) => shared ? label.split(" ").slice(0, -1).join(" ") || label : label);
}

/** Have the rulebook's headings a column of their own? One or two stand beside the names they are about. */
export function citesApart({ key }, headings) {
  const count = Object.keys(headings).length;
  return key === null ? count > 0 : count > 2;
}

/** Is that printed in a row, and does it count there? */
export function wanted({ facts }, { unless, where, spared }, name, record) {
  if (spared.includes(name) || record[unless] === true) return false;
  const kind = facts.find(({ kind }) => kind === "choice");
  const chosen = where.length ? record[kind?.name] : undefined;
  return chosen === undefined || where.includes(chosen);
}

/** The rows in which something is still to be read out. */
function blankRows(section, records) {
  return records.filter(({ name, record }) =>
    section.facts.some((fact) => isMissing(section, fact, name, record))
  );
}

/**
 * Should somebody still read that out? Where anybody may add rows, it is only missed if the board says when
 * there is none.
 */
export function isMissing(section, fact, name, record) {
  const { aside, nullable, kind, unless, where } = fact;
  const asked = section.rows.length || section.in_all || unless || where.length;
  return asked && !aside && !nullable && kind !== "flag" && record[fact.name] === undefined &&
    wanted(section, fact, name, record);
}

/** Of so many rows: how many are whole, which of them are not, and how many are known to lack. */
function counted(section, records) {
  const blank = blankRows(section, records);
  const all = section.rows.length || section.in_all;
  const whole = records.length - blank.length;
  return { all, blank, whole, missing: Math.max(blank.length, all - whole) };
}

/** Is anything of it known to be missing? */
export function lacking(section, records) {
  return counted(section, records).missing > 0;
}

/** How much is filled in; which of it is still blank is told above all tables. */
export function tally(section, records) {
  const { all, blank, whole } = counted(section, records);
  if (all) return say("atlas.filled", { filled: whole, of: Math.max(all, whole) });
  const total = say("atlas.known", { count: records.length });
  return blank.length ? `${total} · ${say("atlas.blank-lines", { count: blank.length })}` : total;
}

/** What is still to be read out: a few by name, of more how many. */
export function missingOf(section, records) {
  const { blank, missing } = counted(section, records);
  const named = blank.length === missing && blank.length <= MISSING_NAMED && section.key !== null;
  return named
    ? listed(blank.map(({ name }) => calledRow(section, name)))
    : say("atlas.known", { count: missing });
}

/** What is seldom asked for and filled in nowhere: a column of dashes, which waits behind a key. */
export function bareOf(section, records) {
  const written = ({ kind }) => kind !== "flag" && kind !== "choice";
  const bare = ({ name }) => records.every(({ record }) => record[name] === undefined);
  const aside = section.facts.filter((fact) => isAside(section, fact));
  return new Set(aside.filter((fact) => written(fact) && bare(fact)).map(({ name }) => name));
}
