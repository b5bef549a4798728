// A table of boardgame.io on its own server: as many players, as much on the table and as many moves a turn as on an
// evening of Prairie Railroads, and none of its rules. node server.js PORT [FOLDER]: with a folder its file storage.
"use strict";

const { Server, FlatFile, SocketIO } = require("boardgame.io/server");
const { ActivePlayers, INVALID_MOVE } = require("boardgame.io/core");

const RAILROADS = ["SLSF", "CRIP", "ATSF", "KP", "MKT", "MP"];
const [STEPS, FACES, CUBES, CITIES] = [["play_card", "roll_growth", "build_track"], 6, 31, 72];
const PATIENCE_MS = 600_000;
const LAST = 8; // entries that every phone sees, as in the companion's document

const city = (n) => `${["Amber", "Cottonwood", "Granite", "Juniper"][n % 4]} Crossing ${n}`;

function setup() {
  const cities = {}, growth = {}, railroads = {};
  for (let n = 0; n < CITIES; n++) cities[city(n)] = { income: 1, new: true };
  for (let row = 0; row < FACES * FACES; row++) {
    const name = `${Math.floor(row / FACES) + 1}${(row % FACES) + 1}`;
    growth[name] = { primary: city(2 * row), secondary: city(2 * row + 1) };
  }
  for (const [n, id] of RAILROADS.entries()) {
    railroads[id] = { id, president: (n % 5) + 1, income: 2, value: 5, treasury: 150, cubes: CUBES, segments: [] };
  }
  const seats = [1, 2, 3, 4, 5].map((seat) => ({ seat, cash: 30, shares: { SLSF: 1 }, cards: { CT: 4, OS: 3, PD: 3 } }));
  return { step: STEPS[0], active: 1, turn: 0, seats, railroads, cities, growth, last: [] };
}

function done(G, move, text) {
  G.last.push({ seat: G.active, move, text });
  if (G.last.length > LAST) G.last.shift();
}

// Each move looks at whose turn it is and which step is on, changes what it must, and writes it into the minutes.
const moves = {
  play_card({ G }, card) {
    if (G.step !== "play_card" || !(card in G.seats[0].cards)) return INVALID_MOVE;
    G.step = "roll_growth";
    done(G, { type: "play_card", card }, `Player ${G.active} plays ${card}`);
  },
  roll_growth({ G }, dice) {
    if (G.step !== "roll_growth" || dice.length !== 2) return INVALID_MOVE;
    const row = G.growth[dice.join("")];
    G.cities[row.primary].income += 1;
    for (const railroad of Object.values(G.railroads)) {
      if (railroad.segments.some(([, to]) => to === row.primary)) railroad.income += 1;
    }
    G.step = "build_track";
    done(G, { type: "roll_growth", dice }, `${dice.join(" and ")}: ${row.primary} grows`);
  },
  build_track({ G }, id, from, to, income) {
    const railroad = G.railroads[id];
    if (G.step !== "build_track" || railroad.treasury < 5 || to in G.cities) return INVALID_MOVE;
    G.cities[to] = { income, new: true };
    railroad.segments.push([from, to]);
    railroad.treasury -= 5;
    railroad.cubes -= 1;
    railroad.income += income;
    railroad.value = Math.floor(railroad.income / 2) + 5;
    G.step = STEPS[0];
    done(G, { type: "build_track", railroad: id, from, to }, `The ${id} builds from ${from} to ${to} for $5`);
    G.active = (G.active % G.seats.length) + 1;
    G.turn += 1;
  },
};

const game = { name: "table", setup, moves, turn: { activePlayers: ActivePlayers.ALL }, disableUndo: true };
const [port, folder] = process.argv.slice(2);
// Phones are not asked whether they are still there: three hundred of them take a while to come.
const transport = new SocketIO({ socketOpts: { pingInterval: PATIENCE_MS, pingTimeout: PATIENCE_MS } });
const db = folder && { db: new FlatFile({ dir: folder }) };
Server({ games: [game], origins: [], transport, ...db }).run(Number(port));
