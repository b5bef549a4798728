// The REST contract, one call per line. It knows how to ask, how an answer fails, and how a move is sent
// exactly once.

import { inPrint } from "./elements/board/wording.js";
import { freshKey } from "./keys.js";
import { language, say } from "./messages.js";

const BASE = "/api/v1";
// After that an unanswered call counts as lost
const PATIENCE_MS = 15_000;
const FIRST_WAIT_MS = 800;
const LONGEST_WAIT_MS = 8_000;
// A try that old, when the table is back, went into a dead connection
const HANGING_MS = 1_500;
const TRY_AGAIN = new Set([429, 502, 503, 504]);
/** Asks for an answer without the whole table: the stream brings what has changed in it. */
export const SHORT = { Prefer: "return=minimal" };

/** The server answered, and its answer is no: a problem document. */
export class Problem extends Error {
  constructor(status, answer, retryAfterSeconds = null) {
    const said = inPrint(answer, {});
    super(said.detail ?? said.title ?? String(status));
    this.status = status;
    this.said = said;
    this.code = said.code ?? "";
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Nothing came back: the table is out of reach. */
export class Unreachable extends Error {}

/** What a page says of it: the server's own words, or that it cannot be reached. */
export function sentenceOf(error) {
  return error instanceof Unreachable ? say("problem.unreachable") : error.message;
}

/** @param {string} code */
export function tablePath(code, rest = "") {
  return `/tables/${encodeURIComponent(code)}${rest}`;
}

/**
 * @typedef {{ key?: string, body?: any, file?: Blob, headers?: Record<string, string>,
 *   signal?: AbortSignal }} Asking
 * @param {string} method
 * @param {string} path
 * @param {Asking} [asking]
 */
async function send(method, path, { key, body, file, headers = {}, signal } = {}) {
  /** @type {Record<string, string>} */
  const asked = { "Accept-Language": language, ...headers };
  if (key) asked.Authorization = `Bearer ${key}`;
  if (body !== undefined) asked["Content-Type"] = "application/json";
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  const leave = () => stop.abort();
  signal?.addEventListener("abort", leave);
  try {
    return await fetch(BASE + path, {
      method,
      headers: asked,
      body: file ?? (body === undefined ? undefined : JSON.stringify(body)),
      signal: stop.signal,
      cache: "no-store",
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable(error.message);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", leave);
  }
}

/** A dry run may be refused in an answer of 200: its problem document says the status. */
async function accepted(answer) {
  const refused = answer.headers.get("Content-Type")?.startsWith("application/problem+json");
  if ((answer.ok && !refused) || answer.status === 304) return answer;
  const said = await answer.json().catch(() => ({}));
  const status = answer.ok ? said.status : answer.status;
  throw new Problem(status, said, Number(answer.headers.get("Retry-After")) || null);
}

/**
 * The JSON of an answer.
 * @param {string} method
 * @param {string} path
 * @param {Asking} [asking]
 * @returns {Promise<any>}
 */
export async function ask(method, path, asking) {
  const answer = await accepted(await send(method, path, asking));
  return answer.status === 204 ? null : answer.json();
}

/**
 * What the server knows of a game, as print has it.
 * @param {string} slug
 */
export const askGame = (slug, rest = "") =>
  ask("GET", `/games/${encodeURIComponent(slug)}${rest}`).then((told) => inPrint(told, {}));

/** The table document, or null when it is still the one with that tag. */
export async function askIfNewer(path, tag, key) {
  const headers = tag ? { "If-None-Match": tag } : {};
  const answer = await accepted(await send("GET", path, { key, headers }));
  return answer.status === 304 ? null : { tag: answer.headers.get("ETag"), doc: await answer.json() };
}

/**
 * A picture, or rows, as an address the page may show; the caller revokes it.
 * @param {string} path
 * @param {string} [key]
 * @param {Record<string, string>} [headers]
 */
export async function askPicture(path, key, headers) {
  const answer = await accepted(await send("GET", path, { key, headers }));
  return URL.createObjectURL(await answer.blob());
}

/** Attempts not answered yet, kept over a reload so that the same move is never made twice. */
class Attempts {
  #place;

  /** @param {string} code */
  constructor(code) {
    this.#place = `companion.attempt.${code}`;
  }

  /** The attempt under way, or null: {path, body, key}. */
  get open() {
    try {
      return JSON.parse(sessionStorage.getItem(this.#place));
    } catch {
      return null;
    }
  }

  /** The attempt for this move: the one under way if it is the same move, else a new one. */
  begin(path, body) {
    const open = this.open;
    if (open && open.path === path && JSON.stringify(open.body) === JSON.stringify(body)) return open;
    const attempt = { path, body, key: freshKey() };
    sessionStorage.setItem(this.#place, JSON.stringify(attempt));
    return attempt;
  }

  answered() {
    sessionStorage.removeItem(this.#place);
  }
}

/** Whether a move is on its way, perhaps from before the page was loaded. */
export const isUnanswered = (code) => new Attempts(code).open?.path.endsWith("/moves") ?? false;

/** Time that passes, unless it is ended before. */
export class Pause {
  #over = null;

  /** @param {number} milliseconds */
  last(milliseconds) {
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds);
      this.#over = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  end() {
    this.#over?.();
  }
}

/** Sends moves: each attempt under one Idempotency-Key, again and again until the table has answered. */
export class Sender {
  #attempts;
  #pause = new Pause();
  #begun = 0;
  // Gives up the call that waits for its answer
  #asking = null;

  /**
   * `waiting(true, why)` is called when an answer is overdue, `why` in the server's own words if it has any;
   * `waiting(false)` when it has come.
   * @param {string} code
   */
  constructor(code, waiting) {
    this.#attempts = new Attempts(code);
    this.waiting = waiting;
  }

  get open() {
    return this.#attempts.open;
  }

  async send(path, body, key) {
    const attempt = this.#attempts.begin(path, body);
    const headers = { "Idempotency-Key": attempt.key, ...SHORT };
    for (let wait = FIRST_WAIT_MS;; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      this.#asking = new AbortController();
      this.#begun = Date.now();
      try {
        const answer = await ask("POST", path, { key, body, headers, signal: this.#asking.signal });
        this.#asking = null;
        this.#attempts.answered();
        this.waiting(false);
        return answer;
      } catch (error) {
        if (this.#asking?.signal.aborted) continue; // the same move under the same key, over a new connection
        const later = error instanceof Unreachable || TRY_AGAIN.has(error.status);
        if (!later) {
          this.#attempts.answered();
          this.waiting(false);
          throw error;
        }
        this.#asking = null;
        this.waiting(true, error.code ? error.message : "");
        // The server may say when to come again; else it is the network that may be back before that.
        if (error.retryAfterSeconds) await new Pause().last(error.retryAfterSeconds * 1000);
        else await this.#pause.last(wait);
      }
    }
  }

  /** The network is back: do not wait any longer. */
  hurry() {
    this.#pause.end();
    if (Date.now() - this.#begun > HANGING_MS) this.#asking?.abort();
  }
}
