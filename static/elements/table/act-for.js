// One phone for all: whether a table may still change its mind, and whether nobody else needs to join.

import { askGame } from "../../client.js";
/** @import { TableDocument } from "../../types.js" */

export const ANYONE = "anyone"; // may act for anyone
const settled = new Map(); // by game

/**
 * A game whose rules depend on who may act for whom, such as the bank alone, has it settled with the table:
 * its option, or null.
 * @param {string} game
 */
export async function settledIn(game) {
  if (settled.has(game)) return settled.get(game);
  const answer = await askGame(game).catch(() => null);
  const option = answer?.options.find(({ name, later }) => name === "act_for" && !later) ?? null;
  if (answer) settled.set(game, option);
  return option;
}

/**
 * Do all play on one phone, as far as is known yet? Where it is settled with the table, or where two have sat
 * down, each may as well have a phone.
 * @param {TableDocument} doc
 */
export const areOnOnePhone = ({ game, options, seats }) =>
  options?.act_for === ANYONE && settled.get(game) === null &&
  seats.filter(({ claimed, imaginary }) => claimed && !imaginary).length < 2;

/**
 * May every phone enter for everybody, as was settled with the table? Nobody else needs to join then, and
 * each may.
 * @param {TableDocument} doc
 */
export const isOneEnough = ({ game, options }) => options?.act_for === ANYONE && Boolean(settled.get(game));
