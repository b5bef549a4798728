// The whole position as lines to check against the real table: made from what every table document has, for
// any game.

import { money, say, sayOr, withUnit } from "../../messages.js";
import { seatName } from "../panels/badges.js";
import { accountOf, figureOfCell } from "../panels/cells.js";

/**
 * Of a railroad or a seat: what is shown elsewhere, is printed, follows from other figures, or lies on no
 * table.
 */
const ASIDE = new Set([
  "id",
  "name",
  "colour",
  "seat",
  "claimed",
  "connected",
  "imaginary",
  "worth",
  "shares",
  "dividend_now",
  "min_bid",
  "controllers",
  "common_holders",
  "shares_total",
  "start_cities",
  "bonus",
]);
const MONEY = new Set(["cash", "treasury", "value", "charter_side"]);
const DASH = "–"; // how a table of figures shows that there is none
const ALWAYS = new Set(["cash"]); // also where it is hidden: it is counted aside

/**
 * Sections of lines: [{name, title, railroad?, seat?, lines: [{label, value, of?, figure?}]}]; which figure a
 * line is about.
 */
export function position(table) {
  const doc = { ...table, panels: table.panels.filter(({ computed }) => !computed) };
  return [
    { name: "table", title: say("check.table"), lines: ofTable(doc) },
    ...doc.railroads.map((railroad) => ({
      name: `railroad:${railroad.id}`,
      title: railroad.name,
      railroad: railroad.id,
      lines: ofOne(doc, railroad, { railroad: railroad.id }),
    })),
    ...doc.seats.map((seat) => ({
      name: `seat:${seat.seat}`,
      title: seat.name,
      seat: seat.seat,
      lines: ofOne(doc, seat, { seat: seat.seat }),
    })),
    ...doc.panels.map((panel) => ({
      name: `panel:${panel.name}`,
      title: panel.title,
      lines: ofPanel(doc, panel),
    })),
  ].filter(({ lines }) => lines.length);
}

function ofTable(doc) {
  const { auction, bank } = doc;
  const names = (seats) => seats.map((seat) => seatName(doc, seat)).join(", ");
  return [
    line(say("check.turn"), doc.turn?.prompt, "table", "turn"),
    !doc.panels.some(({ name }) => name === "round") && line(say("check.round"), doc.round, "table", "round"),
    auction && line(say("check.auction"), auction.railroad),
    auction?.high_seat &&
    line(say("check.high-bid"), `${money(auction.high_bid)}, ${seatName(doc, auction.high_seat)}`),
    auction?.passed?.length && line(say("check.passed"), names(auction.passed)),
    bank?.paper_total !== null && bank?.balance !== null &&
    line(say("account.bank"), money(bank.balance), "bank", "balance"),
    ...doc.panels.map((panel) => alone(doc, panel)),
    ...(doc.end ?? []).map((end) => ofEnd(doc, end)),
  ].filter(Boolean);
}

function ofEnd(doc, { condition, progress, of }) {
  const { account, figure } =
    doc.panels.find((panel) => panel.kind === "meter" && panel.progress === progress && panel.of === of) ??
      {};
  return line(condition, of ? say("meter.of", { progress, of }) : progress, account, figure);
}

/** A card or a meter is a line of the table. */
function alone(doc, { kind, title, progress, of, text, seat, account, figure }) {
  const parts = {
    meter: [of ? say("meter.of", { progress, of }) : progress, text],
    card: [seat && seatName(doc, seat), text],
  }[kind];
  return line(title, parts?.filter((part) => part || part === 0).join(" · "), account, figure);
}

function line(label, value, of, figure) {
  return value === null || value === undefined || value === "" || value === DASH
    ? null
    : { label, value: String(value), ...(of && figure && { of, figure }) };
}

// --- of a railroad, of a player --------------------------------------------------------------------

function ofOne(doc, figures, head) {
  const told = Object.entries(figures)
    .filter(([name, value]) => !ASIDE.has(name) && !(value === 0 && isUntouched(figures)))
    .filter(([, value]) =>
      !isTrack(value) ||
      !doc.panels.some(({ kind, items }) =>
        kind === "list" && items.some((item) => isHead(item, head) && item.text)
      )
    )
    .map(([name, value]) => meant(doc, head, [name, value], ofFigure(doc, name, value, figures)));
  const more = doc.panels.flatMap((panel) => fromPanel(doc, panel, head));
  const lines = [...told, ...(head.railroad ? [holders(doc, head.railroad)] : shares(doc, figures)), ...more]
    .filter(Boolean);
  // What is said twice in the same words is checked once.
  return lines.filter(({ value, label }, at) =>
    !lines.slice(0, at).some((one) => one.value === value && (one.label === label || !isNumber(value)))
  );
}

/**
 * A railroad all of whose shares are still unsold has nothing yet; that it has nothing need not be said line
 * by line.
 */
const isUntouched = ({ shares_total: total, shares_unsold: unsold }) =>
  total !== undefined && (unsold === null || unsold === total);

/**
 * Which figure such a line is about: what a column of the same words shows, or the one of that name, or the
 * first of its kinds.
 */
function meant(doc, head, [name, value], told) {
  if (!told) return null;
  const [, shown] = grids(doc).flatMap(({ columns, rows }) => {
    const row = rows.find((one) => isHead(one.head, head));
    return row
      ? columns.map((
        column,
        at,
      ) => (column.text === told.label ? figureOfCell(row.head, column, row.cells[at]) : []))
      : [];
  }).find(([, figure]) => figure) ?? [];
  const [kind] = Object.keys(value?.label ? {} : Object(value));
  const own = kind === undefined || Array.isArray(value) ? name : `${name}.${kind}`;
  return { ...told, of: accountOf(head), figure: shown ?? own };
}

/** Pieces of track: a list of the board says them in fewer words, if there is one. */
const isTrack = (value) => Array.isArray(value) && value.some((one) => typeof one === "object");
const isNumber = (value) => /\d/.test(value) && !/\p{L}{3}/u.test(value);

/**
 * Where railroads have no treasury, nobody buys shares of them: those that nobody has laid down are in hands
 * and decks.
 */
function ofFigure(doc, name, value, figures) {
  const label = sayOr(`figure.${name}`, name.replaceAll("_", " "));
  if (value === null || value === undefined) {
    return ALWAYS.has(name) ? line(label, say("check.hidden")) : null;
  }
  if (name === "president") return line(label, seatName(doc, value));
  if (name === "shares_unsold") {
    return line(
      figures.treasury === null ? say("figure.shares_apart") : label,
      say("meter.of", { progress: value, of: figures.shares_total }),
    );
  }
  if (value === true) return line(label, say("check.yes"));
  if (value === false) return null;
  if (Array.isArray(value)) {
    return line(
      label,
      value.map((one) => one.label ?? one).filter((one) => typeof one === "string").join(", "),
    );
  }
  if (typeof value === "object") return line(label, value.label ?? counts(value));
  if (typeof value === "number") return line(label, MONEY.has(name) ? money(value) : withUnit(value));
  return line(label, sayOr(`value.${value}`, value));
}

function counts(value) {
  return Object.entries(value).filter(([, count]) => typeof count === "number").map(([name, count]) =>
    `${name} ${count}`
  ).join(", ");
}

function holders(doc, railroad) {
  const held = doc.seats.filter(({ shares }) => shares?.[railroad]);
  const words = held.map(({ seat, shares }) =>
    withHints(`${seatName(doc, seat)} ${shares[railroad]}`, hints(doc, railroad, seat))
  );
  return line(
    say("check.holders"),
    words.join(", "),
    held.length && accountOf(held[0]),
    `shares.${railroad}`,
  );
}

function shares(doc, { seat, shares: held }) {
  const some = Object.entries(held ?? {}).filter(([, count]) => count);
  return [
    line(
      say("check.shares"),
      some.map(([railroad, count]) => withHints(`${railroad} ${count}`, hints(doc, railroad, seat))).join(
        ", ",
      ),
      `seat:${seat}`,
      some.length && `shares.${some[0][0]}`,
    ),
  ];
}

/** What a table of figures adds where a player's line meets a railroad's: who presides, who came first. */
function hints(doc, railroad, seat) {
  const meets = (one, other) =>
    (one.railroad === railroad && other.seat === seat) || (one.seat === seat && other.railroad === railroad);
  const cells = grids(doc).flatMap(({ columns, rows }) =>
    rows.flatMap(({ head, cells }) => cells.filter((cell, at) => cell && meets(head, columns[at])))
  );
  return [...new Set(cells.map(({ hint }) => hint).filter(Boolean))];
}

function withHints(words, hints) {
  return hints.length ? `${words} (${hints.join(", ")})` : words;
}

// --- of the panels -----------------------------------------------------------------------------------

const grids = (doc) => doc.panels.filter(({ kind }) => kind === "grid");
const isHead = (
  head,
  { railroad, seat },
) => (railroad ? head?.railroad === railroad : Boolean(seat) && head?.seat === seat);

/** Lines of one railroad or seat that stand in a panel and in no figure of the document. */
function fromPanel(doc, panel, head) {
  const { kind, title } = panel;
  if (kind === "grid") return fromGrid(doc, panel, head);
  if (kind === "list" && head.railroad) {
    return panel.items.filter((item) => isHead(item, head) && item.text).map((item) =>
      line(title, words(doc, { ...item, railroad: null }), item.account ?? accountOf(item), item.figure)
    );
  }
  if (kind === "bars" && !mirrored(doc, panel.bars.map(({ head: one, number }) => [one, number]))) {
    return panel.bars.filter((bar) => isHead(bar.head, head)).map(({ head: one, number, of }) =>
      line(
        title,
        of ? say("meter.of", { progress: number, of }) : number,
        one.account ?? accountOf(one),
        one.figure ?? panel.figure,
      )
    );
  }
  if (kind === "track" && !mirrored(doc, panel.markers.map((marker) => [marker, marker.at]))) {
    return panel.markers.filter((marker) => isHead(marker, head)).map((marker) =>
      line(title, space(panel, marker), panel.account ?? accountOf(marker), panel.figure)
    );
  }
  return [];
}

function fromGrid(doc, { columns, rows }, head) {
  const row = rows.find((one) => isHead(one.head, head));
  if (!row) return [];
  return columns.map((column, at) => {
    const cell = row.cells[at];
    if (!cell || column.railroad || column.seat || cell.seat) return null;
    if (
      counted(doc, rows, at, column.text) ||
      mirrored(doc, rows.map((one) => [one.head, one.cells[at]?.number ?? null]))
    ) return null;
    return line(
      withHints(column.text ?? "", column.hint ? [column.hint] : []),
      words(doc, cell),
      ...figureOfCell(row.head, column, cell),
    );
  });
}

/** Is this column counted in a figure of several kinds, such as the cards somebody has? */
function counted(doc, rows, at, kind) {
  const figures = ({ seat }) => Object.values(doc.seats.find((one) => one.seat === seat) ?? {});
  return rows.every(({ head, cells }) =>
    figures(head).some((kinds) => kinds?.[kind] !== undefined && kinds[kind] === cells[at]?.number)
  );
}

/**
 * Are these the numbers of one figure of the document? Then they are told already, or left aside on purpose.
 */
function mirrored(doc, rows) {
  const of = ({ railroad, seat }) =>
    doc.railroads.find(({ id }) => id === railroad) ?? doc.seats.find((one) => one.seat === seat);
  const all = rows.map(([head, number]) => [of(head ?? {}), number]);
  if (!all.length || all.some(([figures]) => !figures) || all.every(([, number]) => number === null)) {
    return false;
  }
  return Object.keys(all[0][0]).some((name) =>
    all.every(([figures, number]) => amount(figures[name]) === number)
  );
}

/** A figure, or how many there are of what is listed. */
const amount = (value) => (Array.isArray(value) ? value.length : value ?? null);

function space({ labels, min }, { at }) {
  return labels?.[at - min] ?? at;
}

function words(doc, { text, railroad, seat, number, unit, hint }) {
  const parts = [
    railroad,
    seat && seatName(doc, seat),
    text,
    number !== undefined && number !== null && withUnit(number, unit),
  ].filter(Boolean);
  return withHints(parts.join(" "), hint ? [hint] : []);
}

/** What lies on the table beside railroads and players. */
function ofPanel(doc, panel) {
  const { kind } = panel;
  const lines = {
    list: () =>
      panel.items.filter(({ railroad, text, computed }) => !computed && (!railroad || !text)).map((item) => ({
        label: words(doc, item),
        value: "",
        of: item.account ?? accountOf(item),
        figure: item.figure,
      })),
    bars: () =>
      panel.bars.filter(({ head }) => !head.railroad && !head.seat).map(({ head, number, of }) =>
        line(
          words(doc, head),
          of ? say("meter.of", { progress: number, of }) : number,
          head.account,
          head.figure ?? panel.figure,
        )
      ),
    track: () =>
      panel.markers.filter(({ railroad, seat }) => !railroad && !seat).map((marker) =>
        line(marker.text, space(panel, marker), panel.account, panel.figure)
      ),
    grid: () =>
      panel.rows.filter(({ head }) => !head.railroad && !head.seat).map(({ head, cells }) =>
        line(
          words(doc, head),
          cells.map((cell, at) => [words(doc, panel.columns[at]), words(doc, cell ?? {})]).filter((
            [, value],
          ) => value).map((pair) => pair.join(" ")).join(", "),
        )
      ),
  };
  return (lines[kind]?.() ?? []).filter(Boolean);
}
