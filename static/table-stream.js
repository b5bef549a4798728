// The stream of table documents. EventSource cannot send a key, so the stream is read with fetch. After the
// first document it sends only what has changed; patches are applied here alone, and only to what this very
// stream has sent.

import { Pause } from "./client.js";
import { language } from "./messages.js";
import { patched, Unfit } from "./patch.js";

const FIRST_WAIT_MS = 500;
// A laptop that is back is noticed within three seconds
const LONGEST_WAIT_MS = 2_000;
// How much of a wait is random, so that not every phone knocks at the same moment
const SPREAD = 0.5;
// The server speaks at least every 15 s; longer silence is a dead connection
const SILENCE_MS = 40_000;
const KEY_UNKNOWN = 401;
const NEXT_EVENT = /\r?\n\r?\n/;

/** One event of the stream: {event, id, data}. */
export function parseEvent(block) {
  const parts = { event: "message", id: null, data: [] };
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon <= 0) continue; // a comment, or nothing
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).replace(/^ /, "");
    if (name === "data") parts.data.push(value);
    else if (name === "event" || name === "id") parts[name] = value;
  }
  return { ...parts, data: parts.data.join("\n") };
}

/** The events that are complete in what has come so far, and the rest, which the next bytes go on with. */
export function eventsIn(text) {
  const blocks = text.split(NEXT_EVENT);
  const rest = blocks.pop();
  return { events: blocks.map(parseEvent), rest };
}

/**
 * Keeps listening until stopped. `hear(doc, first)` gets every table document, `state("live" | "lost" |
 * "refused")` how the connection fares.
 */
export class TableStream {
  #address;
  #key;
  #hear;
  #state;
  #stopped = true;
  // Ends the connection that is open
  #opened = null;
  #pause = new Pause();
  #lastId = null;
  #heardAt = 0;
  #first = true;
  #renewing = false;
  /** What this connection has brought so far: patches are made against it. */
  #doc = null;

  // --- lifecycle ---------------------------------------------------------------

  constructor(address, key, hear, state) {
    this.#address = address;
    this.#key = key;
    this.#hear = hear;
    this.#state = state;
  }

  // --- asked from outside ------------------------------------------------------

  start() {
    if (!this.#stopped) return;
    this.#stopped = false;
    this.#listen();
  }

  stop() {
    this.#stopped = true;
    this.#opened?.abort();
    this.#pause.end();
  }

  /** Start over now: the key has changed, or the phone has just woken up. */
  restart() {
    if (this.#stopped) return;
    this.#renewing = true;
    this.#opened?.abort();
    this.#pause.end();
  }

  get silent() {
    return Date.now() - this.#heardAt > SILENCE_MS;
  }

  // --- internals ---------------------------------------------------------------

  async #listen() {
    let wait = FIRST_WAIT_MS;
    while (!this.#stopped) {
      const heard = await this.#once();
      if (this.#stopped) return;
      wait = heard ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS);
      if (!this.#renewing) await this.#pause.last(wait * (1 + SPREAD * (Math.random() - 0.5)));
    }
  }

  /** One connection from its beginning to its end; true if anything was heard on it. */
  async #once() {
    this.#opened = new AbortController();
    const watch = setInterval(() => this.silent && this.#opened.abort(), SILENCE_MS / 4);
    let heard = false;
    this.#first = true;
    this.#doc = null;
    this.#renewing = false;
    this.#heardAt = Date.now();
    try {
      const headers = { Accept: "text/event-stream", "Accept-Language": language };
      const key = this.#key();
      if (key) headers.Authorization = `Bearer ${key}`;
      if (this.#lastId) headers["Last-Event-ID"] = this.#lastId;
      const answer = await fetch(this.#address, { headers, signal: this.#opened.signal, cache: "no-store" });
      if (answer.status === KEY_UNKNOWN) this.#state("refused");
      if (!answer.ok) throw new Error(String(answer.status));
      this.#state("live");
      heard = true;
      await this.#read(answer.body.getReader());
    } catch (error) {
      if (error instanceof Unfit) this.#renewing = true; // a new connection begins with the whole table
      else if (!this.#stopped && !this.#renewing) this.#state("lost");
      this.#opened.abort();
    } finally {
      clearInterval(watch);
    }
    return heard;
  }

  async #read(reader) {
    const letters = new TextDecoder();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      this.#heardAt = Date.now();
      const came = eventsIn(rest + letters.decode(value, { stream: true }));
      rest = came.rest;
      for (const event of came.events) this.#take(event);
    }
  }

  #take({ event, id, data }) {
    if (id) this.#lastId = id;
    if (!data || (event !== "table" && event !== "patch")) return;
    const sent = JSON.parse(data);
    if (event === "table") this.#doc = sent;
    else if (sent.since === this.#doc?.version) this.#doc = patched(this.#doc, sent.patch);
    else throw new Unfit(`since ${sent.since}`);
    this.#hear(this.#doc, this.#first);
    this.#first = false;
  }
}
