// The sheets of the statistics: tables, and charts that are drawn of nothing but rectangles.

import { h, pageLink, svg } from "../../dom.js";
import { day } from "../../longhand.js";
import { language, moneyOf, say, withUnit } from "../../messages.js";
import { duration } from "../settlement/time-at-turn.js";

const MINUS = "\u2212";
const SHADES = 4; // places that are told apart in a bar; the rest look alike
const PAIRS = 6; // that are seen without a tap
const WIDTH = 100; // of a chart, in its own units
const BAR = 10;
const RAIL = 2; // how high: the whole way, the part of it that was reached, and where the mean is how broad
const RANGE = 6;
const MARK = 1.2;
const MINUTE = 60; // seconds
const TIMED = ["longest", "shortest"]; // of the records
/** A player's figures stand beside the name, not below it. */
export const BESIDE = matchMedia("(min-width: 38rem)");

function sheet(name, ...content) {
  return h(
    "section",
    { class: "panel", "data-sheet": name },
    h("h2", {}, say(`statistics.${name}`)),
    ...content,
  );
}

/** How long it was: less than a minute is no time that anybody has played. */
export function lasting(seconds) {
  return seconds >= MINUTE ? duration(seconds) : "–";
}

/** A picture of bars, and what it says for who does not see it. */
function chart(words, ...bars) {
  return svg(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${BAR}`,
      class: "bar-chart",
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": words,
    },
    ...bars,
  );
}

function bar(x, width, kind, height = BAR) {
  return svg("rect", { x, y: (BAR - height) / 2, width: Math.max(width, 0), height, class: kind });
}

/**
 * Who played, how often they won, and where they came: below each name, which may be long. With room the
 * figures stand beside the name, on a phone below it.
 */
export function players({ players }) {
  const most = Math.max(...players.map(({ games }) => games));
  const timed = players.some(({ at_turn: seconds }) => seconds >= MINUTE);
  const head = [
    say("statistics.player"),
    say("statistics.evenings"),
    say("statistics.wins"),
    timed && say("statistics.at-turn"),
  ];
  const beside = BESIDE.matches;
  const row = ({ name, games, wins, placings, at_turn: seconds }) => {
    const figures = [String(games), String(wins), timed && duration(seconds)].filter(Boolean).map((figure) =>
      h("td", { class: "number", rowspan: beside ? 2 : 1 }, figure)
    );
    const all = figures.length + 1;
    return h(
      "tbody",
      { "data-player": name },
      h("tr", {}, h("th", { scope: "rowgroup", colspan: beside ? 1 : all }, name), beside && figures),
      h("tr", { class: "of-above" }, h("td", {}, placed(placings, most)), !beside && figures),
    );
  };
  return sheet(
    "players",
    h(
      "table",
      { class: "people" },
      h(
        "thead",
        {},
        h("tr", {}, head.filter((one) => one !== false).map((one) => h("th", { scope: "col" }, one))),
      ),
      players.toSorted(byWins).map(row),
    ),
    most > 1 &&
      h("p", { class: "hint legend" }, legend(Math.max(...players.map(({ placings }) => placings.length)))),
  );
}

/** Who has won most comes first; of several, who came off better on average. */
function byWins(one, other) {
  const average = ({ placings, games }) =>
    placings.reduce((sum, count, at) => sum + count * (at + 1), 0) / (games || 1);
  return other.wins - one.wins || average(one) - average(other) || one.name.localeCompare(other.name);
}

/** How often somebody came first, second, and so on; as long as nobody has played twice, where they came. */
function placed(placings, most) {
  if (most === 1) return h("span", { class: "hint" }, placeWords(firstPlace(placings)));
  let x = 0;
  const words = placings.map((count, at) => say("statistics.placing", { rank: at + 1, count })).join(", ");
  const bars = placings.map((count, at) => {
    const width = (count / most) * WIDTH;
    x += width;
    return bar(x - width, width, `place-${Math.min(at + 1, SHADES)}`);
  });
  return chart(words, ...bars);
}

function legend(places) {
  return Array.from({ length: Math.min(places, SHADES) }, (_, at) => {
    const name = placeName(at + 1, at + 1 === SHADES && places > SHADES);
    return h("span", { class: `mark place-${at + 1}` }, name);
  });
}

function placeName(place, orLower = false) {
  return say(orLower ? "statistics.place.lower" : `statistics.place.${place}`);
}

/** The place of a single evening. */
export function placeWords(place) {
  return place > SHADES ? say("statistics.place.nth", { rank: place }) : placeName(place);
}

/** Where somebody came who has played once. */
const firstPlace = (placings) => placings.indexOf(1) + 1;

/** From the least to the most, and of several a mark where the mean is. */
function range({ least, mean, most, several }, lowest, highest, words) {
  const at = (value) => ((value - lowest) / (highest - lowest || 1)) * WIDTH;
  return chart(
    words,
    bar(0, WIDTH, "rail", RAIL),
    bar(Math.min(at(least), WIDTH - 1), Math.max(at(most) - at(least), 1), "range", RANGE),
    ...(several ? [bar(Math.min(Math.max(at(mean) - MARK / 2, 0), WIDTH - MARK), MARK, "mean")] : []),
  );
}

/**
 * What everybody has reached in a game, the most first. With its place, if this was its only evening, and
 * that of all who played it: places are counted over all games, and those of several evenings are no order.
 */
export function scoreRows(players, { game, evenings }) {
  const rows = players.flatMap((player) =>
    player.scores.filter((one) => one.game === game).map((one) => ({ ...one, player }))
  );
  const once = evenings === 1 && rows.every(({ player }) => player.games === 1);
  return rows.map(({ player: { name, placings }, ...one }) => ({
    ...one,
    name,
    place: once ? firstPlace(placings) : 0,
  })).sort((one, other) => other.mean - one.mean || one.place - other.place);
}

/** What everybody has reached, game by game: from the least to the most, where anybody played one twice. */
export function scores({ players, games }) {
  const several = players.some((player) => player.scores.some(({ games: often }) => often > 1));
  const blocks = games.map((played) => {
    const { name, scores: all } = played;
    const rows = scoreRows(players, played);
    return h(
      "div",
      { class: "ranges" },
      games.length > 1 && h("h3", {}, name),
      rows.map(({ name, place, best, mean, least, games: often }) => {
        const who = place ? [name, " · ", reached(place, mean, rows)] : name;
        const [low, middle, high] = [least, mean, best].map((value) => reckoned(value, played));
        const words = say("statistics.scores-of", { name, least: low, best: high, mean: middle });
        const reach = { least, mean, most: best, several: often > 1 };
        const figure = often > 1 ? say("statistics.average", { amount: middle }) : middle;
        return rangeRow(who, figure, several && range(reach, Math.min(0, all.least), all.most, words));
      }),
    );
  });
  return sheet("scores", several && h("p", { class: "hint" }, say("statistics.scores-help")), blocks);
}

/** Where somebody came; among those with the same score a rule has decided it. */
function reached(place, score, rows) {
  const words = placeWords(place);
  const broken = rows.some((other) => other.mean === score && other.place !== place);
  return h("span", { class: "hint" }, broken ? say("statistics.tie-broken", { place: words }) : words);
}

function rangeRow(name, figure, drawn) {
  return h("div", { class: "range-row" }, h("span", {}, name), h("span", { class: "number" }, figure), drawn);
}

/** How long each game takes. */
export function lengths({ games }) {
  const timed = games.filter(({ seconds }) => seconds.most >= MINUTE);
  if (!timed.length) return null;
  const most = Math.max(...timed.map(({ seconds }) => seconds.most));
  const several = timed.some(({ evenings }) => evenings > 1);
  return sheet(
    "lengths",
    several && h("p", { class: "hint" }, say("statistics.lengths-help")),
    h(
      "div",
      { class: "ranges" },
      timed.map(({ name, seconds, evenings }) => {
        const [least, mean, longest] = [seconds.least, seconds.mean, seconds.most].map(lasting);
        const words = say("statistics.lengths-of", { game: name, least, most: longest, mean });
        return rangeRow(name, mean, several && range({ ...seconds, several: evenings > 1 }, 0, most, words));
      }),
    ),
  );
}

/** How much was played, month by month; those without any have their place, too. */
export function months({ months }) {
  if (months.length < 2) return null;
  const counts = new Map(months.map(({ month, evenings }) => [month, evenings]));
  const every = [];
  const last = months.at(-1).month;
  for (let at = new Date(`${months[0].month}-01T00:00:00Z`); at.toISOString().slice(0, 7) <= last;) {
    every.push(at.toISOString().slice(0, 7));
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));
  }
  const most = Math.max(...counts.values());
  const width = WIDTH / every.length;
  const words = months.map(({ month, evenings }) =>
    say("statistics.month", { month: monthName(month), count: evenings })
  );
  const bars = every.map((month, at) => {
    const height = ((counts.get(month) ?? 0) / most) * BAR;
    const box = { x: at * width + width * 0.1, width: width * 0.8, y: BAR - height, height, class: "range" };
    return svg("rect", box);
  });
  const drawn = chart(words.join(", "), ...bars);
  drawn.classList.add("tall");
  return sheet(
    "months",
    drawn,
    h("p", { class: "axis hint" }, h("span", {}, monthName(every[0])), h("span", {}, monthName(last))),
  );
}

function monthName(month) {
  const at = new Date(`${month}-15T12:00:00Z`);
  return at.toLocaleDateString(language, { month: "short", year: "numeric" });
}

/** Who came before whom: those who met most often are seen, the others unfold. */
export function encounters({ head_to_head: pairs }) {
  if (!pairs.length) return null;
  const rows = pairs.map(pairRow);
  const seen = rows.length > PAIRS + 1 ? PAIRS : rows.length; // a fold for one row saves none
  const list = (some) => h("ul", { class: "plain-list pairs" }, some);
  const more = rows.slice(seen);
  return sheet(
    "pairs",
    list(rows.slice(0, seen)),
    more.length > 0 &&
      h(
        "details",
        { class: "folded" },
        h("summary", {}, say("statistics.pairs.more", { count: more.length })),
        list(more),
      ),
  );
}

/** Whoever is ahead stands first. */
function pairRow({ one, other, games, one_ahead: first, other_ahead: second }) {
  const [ahead, behind] = second > first ? [other, one] : [one, other];
  const most = Math.max(first, second);
  return h(
    "li",
    {},
    h("span", {}, ahead),
    h("strong", { class: "number" }, most ? `${most} : ${Math.min(first, second)}` : say("settlement.tied")),
    h("span", {}, behind),
    games > 1 && h("span", { class: "hint" }, say("statistics.pair", { count: games })),
  );
}

/** What brought most, and what least. */
export function investments({ investments: { best, worst }, games }) {
  const names = new Map(games.map(({ game, name }) => [game, name]));
  const row = ({ code, game, at, player, railroad, paid, received, money }) => {
    const gain = received - paid;
    const amount = moneyOf(Math.abs(gain), money);
    const facts = { railroad, paid: amountOf(paid, money), received: amountOf(received, money) };
    return noted(
      `${gain < 0 ? MINUS : "+"}${amount}`,
      `${player}, ${say("statistics.invested", facts)}`,
      toEvening(code, `${names.get(game)}, `, at),
    );
  };
  return [["best", best], ["worst", worst]].map(([name, rows]) =>
    rows.length > 0 && sheet(name, h("ul", { class: "plain-list noted" }, rows.map(row)))
  );
}

/** Game and day are one link, underlined as one; the day stays in one line. */
function toEvening(code, game, at) {
  return pageLink(`/t/${code}/settlement`, h("span", {}, game, h("span", { class: "day" }, day(at))));
}

/**
 * A score as its game counts: money as it writes it, or points.
 * @param {number} value
 * @param {{ unit: string, money: { prefix: string, suffix: string } }} game
 */
function reckoned(value, { unit, money }) {
  return unit === say("unit.money") ? amountOf(value, money) : withUnit(value, unit);
}

function amountOf(amount, money) {
  return `${amount < 0 ? MINUS : ""}${moneyOf(Math.abs(amount), money)}`;
}

/**
 * What stands out in a game, or (null) in none: of its only evening nothing is the longest, or the closest,
 * nor is of one of which alone it is known how long it took.
 * @param {any[]} all
 * @param {{ game: string, evenings: number } | null} game
 */
export function outstanding(all, game) {
  const its = all.filter(({ game: of }) => of === (game?.game ?? null));
  const [longest, shortest] = TIMED.map((name) => its.find(({ record }) => record === name)?.code);
  return its.filter(({ record, value }) =>
    (game?.evenings !== 1 || record === "highest") &&
    (TIMED.includes(record) ? value >= MINUTE && longest !== shortest : value > 0 || record === "closest")
  );
}

/** What stands out, game by game. */
export function records({ records: all, games }) {
  const parts = [...games, null].map((game) => {
    const worth = outstanding(all, game);
    return worth.length > 0 &&
      h(
        "div",
        { class: "ranges" },
        games.length > 1 && game && h("h3", {}, game.name),
        h("ul", { class: "plain-list noted" }, worth.map((one) => recordOf(one, game, games.length > 1))),
      );
  }).filter(Boolean);
  return parts.length > 0 && sheet("records", ...parts);
}

function recordOf({ record, code, at, players, value }, game, headed) {
  const amount = TIMED.includes(record) ? duration(value) : game ? reckoned(value, game) : String(value);
  // All who have the most have the record, also where a tiebreaker decided who won.
  const tied = record === "highest" && players.length > 1 ? ` (${say("settlement.tied")})` : "";
  return noted(
    amount,
    `${say(`statistics.record.${record}`)}: ${players.join(", ") || "–"}${tied}`,
    code && toEvening(code, headed ? "" : `${game.name}, `, at),
  );
}

function noted(figure, words, link) {
  return h("li", {}, h("strong", { class: "number" }, figure), h("span", {}, words, link && [" ", link]));
}
