// A box on its card: what each begins with, the companies on their enamel, the tracks.

import { h } from "../../dom.js";
import { moneyOf, say, sayOr } from "../../messages.js";
import { RailroadBadge } from "../panels/badges.js";

const USUAL_UNIT = { prefix: "$", suffix: "" };

/**
 * @param {number} players how many play
 * @param {number} [cash] what each begins with, where the table says otherwise than the box
 */
export function boxCard(box, players, cash = undefined) {
  const unit = { ...USUAL_UNIT, ...box.money };
  const { companies = [], tracks = [] } = box;
  return h(
    "article",
    { class: "box-card" },
    h("h3", { class: "box-title" }, box.name),
    h("p", { class: "box-money" }, cashLine(box, players, cash)),
    cash === undefined && typeof box.cash === "object" &&
      h("p", { class: "hint" }, byPlayers(box.cash, unit)),
    box.paper_total !== undefined &&
      h("p", { class: "hint" }, say("box.paper", { total: moneyOf(box.paper_total, unit) })),
    companies.length > 0 && h("p", { class: "box-badges" }, companies.map(badge)),
    companies.length > 0 && h("p", { class: "hint" }, certificatesLine(companies)),
    companies.filter(({ treasury }) => treasury > 0).map(({ id, treasury }) =>
      h("p", { class: "hint" }, say("box.treasury", { id, treasury: moneyOf(treasury, unit) }))
    ),
    tracks.map(({ name, of, min, max }) =>
      h("p", { class: "hint" }, say(`box.track.${of}`, { name: sayOr(`figure.${name}`, name), min, max }))
    ),
  );
}

/**
 * What each of so many begins with, in the box's money; undefined: nobody has said.
 * @param {Record<string, any>} box
 * @param {number} players
 * @param {any} [cash] where the table says otherwise than the box
 */
export function cashEach(box, players, cash = box.cash) {
  const mine = typeof cash === "object" && cash !== null ? cash[String(players)] : cash;
  return mine === undefined ? undefined : moneyOf(mine, { ...USUAL_UNIT, ...box.money });
}

function cashLine(box, players, said) {
  const cash = cashEach(box, players, said);
  return say("box.cash", { cash: cash ?? "–" }); // that an amount is wanted stands at its field
}

function byPlayers(cash, unit) {
  const each = Object.entries(cash).map(([players, amount]) =>
    say("box.with-players", { players, cash: moneyOf(amount, unit) })
  );
  return say("box.by-players", { list: each.join(", ") });
}

function badge(company, position) {
  const plate = new RailroadBadge();
  plate.railroad = company;
  plate.position = position;
  return plate;
}

function certificatesLine(companies) {
  const numbers = companies.map(({ certificates }) => certificates);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most
    ? say("box.certificates", { count: most })
    : say("box.certificates-some", { least, most });
}
