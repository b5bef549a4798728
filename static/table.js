// One table as this browser sees it: the newest document, the key it may use, and the ways to act.

import { inPrint, printed } from "./elements/board/wording.js";
import { ask, askIfNewer, Problem, Sender, SHORT, tablePath, Unreachable } from "./client.js";
import { freshKey, recall, remember } from "./keys.js";
import { TableStream } from "./table-stream.js";
import { writeMoney } from "./messages.js";
import { TableCalls } from "./table-calls.js";
/** @import { TableDocument } from "./types.js" */

// A phone that was away longer may hold a connection that is dead without knowing
const NAP_MS = 10_000;
// As long the stream may take to bring what an own move has changed
const STREAM_MS = 700;

/** Tells its listeners: "table" (a newer document), "connection", "waiting" (for an answer), "refused". */
export class Table extends TableCalls {
  /** @type {TableDocument} the one before the newest revision: what figures have changed from */
  before = null;
  connection = "connecting";
  waiting = false;
  waitingWhy = ""; // in the server's words, such as that the disk is full
  /** Why the table cannot be shown at all, or null. */
  problem = null;
  /** The newest document as it was sent; `doc` may show a host who plays more of it. */
  #newest = null;
  // How a host who plays sees their own seat, when that is first wanted
  #own = null;
  #attending = false;
  #tag = null;
  #stream;
  #sender;
  #leave = new AbortController();
  #streamed = null; // has it been tried before, with this key?

  // --- lifecycle ---------------------------------------------------------------

  /** @param {string} code */
  constructor(code) {
    super();
    this.code = code;
    this.path = tablePath(code);
    this.#sender = new Sender(code, (waiting, why) => this.#setWaiting(waiting, why));
    this.#stream = new TableStream(
      `/api/v1${this.path}/stream?patches=true`,
      () => this.key,
      (doc, first) => this.adopt(doc, first),
      (state) => (state === "refused" ? this.refresh() : this.#setStream(state)),
    );
  }

  // --- asked from outside ------------------------------------------------------

  get kept() {
    return recall(this.code);
  }

  /** The strongest key this browser holds for the table, or null. */
  get key() {
    const { host, seat, join } = this.kept;
    return host ?? seat?.key ?? join ?? null;
  }

  get isHost() {
    return this.doc?.you?.role === "host";
  }

  /** May whoever holds this phone act for every seat? The host may, and everybody at a table that says so. */
  get actsForAll() {
    return this.isHost || (this.doc?.you?.role === "seat" && this.doc.options?.act_for === "anyone");
  }

  get mySeat() {
    return this.doc?.you?.seat ?? null;
  }

  /** Where whoever holds this phone sits, a host who plays too. */
  get ownSeat() {
    return this.mySeat ?? (this.isHost ? this.kept.seat?.number : undefined);
  }

  /**
   * A host who plays looks at their own seat, alone, or no longer does.
   * @param {boolean} wanted
   */
  attend(wanted) {
    if (wanted === this.#attending) return;
    this.#attending = wanted;
    if (!this.#newest || !this.#ownKey) return;
    this.before = null;
    this.#show();
  }

  async open() {
    this.#watchForWaking();
    await this.refresh();
    if (this.problem?.status === 404) return;
    this.#stream.start();
    const attempt = this.#sender.open;
    if (attempt) this.#send(attempt.path, attempt.body).catch(() => {});
  }

  close() {
    this.#leave.abort();
    this.#stream.stop();
  }

  /** Ask for the document if it is newer than ours. A key the table no longer knows is put away. */
  async refresh() {
    const before = this.#newest;
    try {
      const newer = await askIfNewer(this.path, this.#tag, this.key);
      this.problem = null;
      if (newer) {
        this.#tag = newer.tag;
        await this.adopt(newer.doc, this.#newest === before); // a newer one may have come meanwhile
      }
      if (this.connection === "connecting") this.#setConnection("live");
    } catch (error) {
      if (error instanceof Unreachable) return this.#setConnection("lost");
      if (!(error instanceof Problem)) throw error;
      if (error.status === 401 && this.#dropKey()) return this.refresh();
      this.problem = error;
      this.#tell("table");
    }
    return undefined;
  }

  /**
   * Take a document over. A late one is dropped; `asked`: it answers our question, so it is the truth even
   * after a restart.
   * @param {TableDocument} doc
   */
  adopt(doc, asked = false) {
    const known = this.#newest;
    if (!asked && known && doc.version < known.version && doc.revision <= known.revision) return undefined;
    this.#newest = doc;
    this.problem = null;
    writeMoney(doc.money);
    remember(this.code, {
      game: doc.game_name,
      players: doc.seats.filter(({ imaginary }) => !imaginary).map(({ name }) => name),
      status: doc.status,
      practice: doc.practice,
      at: new Date().toISOString(),
    });
    return this.#show();
  }

  dryRun(body, signal) {
    return this.#try("moves", body, signal, this.#keyFor(body));
  }

  move(body) {
    return this.#send(`${this.path}/moves`, body);
  }

  /**
   * A secret limit in the auction that is on; null takes it back. No move: nobody else hears of it.
   * @param {number} amount
   */
  async limit(amount) {
    const method = amount === null ? "DELETE" : "PUT";
    const body = amount === null ? undefined : { amount };
    const own = this.#ownKey;
    const { table } = await ask(method, `${this.path}/auction/limit`, { key: own ?? this.key, body });
    await (own ? this.#show() : this.adopt(table));
  }

  /** What an undo would take back; nothing is recorded. */
  tryUndo(body) {
    return this.#try("undo", body);
  }

  /** Undo the last standing move ({expected_revision}) or everything after a revision ({to}). */
  undo(body) {
    const last = this.doc.recent?.findLast(({ undone, move }) => !undone && move?.type !== "undo");
    const own = last?.by === `seat:${this.ownSeat}` && !(body.to < last.revision - 1) && this.#ownKey;
    return this.#send(`${this.path}/undo`, body, own || this.key); // their own move, of a host who plays
  }

  redo() {
    return this.#send(`${this.path}/redo`, { expected_revision: this.doc.revision });
  }

  /** What amending an old entry would change; nothing is recorded. */
  tryAmend(body, signal) {
    return this.#try("amend", body, signal);
  }

  /**
   * Replace an old entry ({revision, move}), strike it (move null), or insert a move before it ({before}).
   */
  amend(body) {
    return this.#send(`${this.path}/amend`, body);
  }

  /**
   * `by`: the seat's own code.
   * @param {number} seat
   */
  async claim(seat, by = null) {
    const answer = await claimSeat(this.code, seat, by ?? this.kept.join ?? this.key);
    this.#tag = this.#streamed = null; // another key, and the same companion
    this.adopt(answer.table, true);
    this.#stream.restart();
  }

  /** In by the digits on the host's screen, as by its QR. */
  async joinByDigits(pin) {
    const { join_key: join } = await ask("POST", `${this.path}/join`, { body: { pin } });
    remember(this.code, { join });
    this.#tag = this.#streamed = null; // another key, and the same companion
    await this.refresh();
    this.#stream.restart();
  }

  /** @param {number} seat */
  async release(seat) {
    await ask("POST", `${this.path}/seats/${seat}/release`, { key: this.key, body: {} });
    await this.refresh();
  }

  /** Other names, colours or options ({seats, options}), or a new QR ({new_join}); the host's. */
  async change(body) {
    this.adopt(await ask("PATCH", this.path, { key: this.key, body }), true);
  }

  // --- events ------------------------------------------------------------------

  #setConnection(state) {
    if (this.connection === state) return;
    const back = this.connection === "lost" && state === "live";
    this.connection = state;
    this.#tell("connection");
    if (back) {
      this.#sender.hurry();
      this.refresh();
    }
  }

  // --- internals ---------------------------------------------------------------

  /** The stream is there, or gone. Whoever answers a second time may be a newer companion. */
  #setStream(state) {
    this.#setConnection(state);
    if (state === "live" && this.#streamed) import("./edition.js").then(({ renew }) => renew(), () => {});
    this.#streamed = true;
  }

  /**
   * The key of the seat at which the host sits themselves. Where one phone is handed around, it shows
   * nobody's own affairs.
   */
  get #ownKey() {
    const { you, options } = this.#newest ?? {};
    return you?.role === "host" && options?.act_for !== "anyone" ? this.kept.seat?.key : undefined;
  }

  /** What is told becomes what is shown: at once, but for a host who plays, whose own seat is asked for. */
  #show() {
    const newest = this.#newest;
    const put = (doc) => {
      if (newest !== this.#newest) return; // a newer one came meanwhile
      if (this.doc && doc.revision !== this.doc.revision) this.before = this.doc;
      this.doc = printed(doc);
      this.#tell("table");
    };
    const key = this.#attending && this.#ownKey;
    return key ? this.#seen(newest, key).catch(() => newest).then(put) : put(newest);
  }

  async #seen(newest, key) {
    const lost = () => remember(this.code, { seat: undefined });
    const { OwnSeat } = await import("./own-seat.js");
    this.#own ??= new OwnSeat(this.path, lost);
    return this.#own.seen(newest, key, this.doc);
  }

  /** A host who plays makes their own moves as their seat. */
  #keyFor({ seat }) {
    return (seat && seat === this.kept.seat?.number ? this.#ownKey : null) ?? this.key;
  }

  async #try(what, body, signal = undefined, key = this.key) {
    const path = `${this.path}/${what}?dry_run=true&quiet=true`;
    try {
      const answer = await ask("POST", path, { key, body, signal, headers: SHORT });
      return this.#written(answer, answer.entry);
    } catch (error) {
      const { message: text } = error;
      if (error instanceof Problem) error.message = this.#written({ text }, { move: body }).text;
      throw error;
    }
  }

  /** As print has it, with the towns of that entry too. */
  #written(told, entry) {
    return inPrint(told, { ...this.doc, recent: [...(this.doc.recent ?? []), entry] });
  }

  async #send(path, body, key = this.#keyFor(body)) {
    try {
      const answer = await this.#sender.send(path, body, key);
      await this.#reach(answer.version);
      this.dispatchEvent(new CustomEvent("moved", { detail: this.#written(answer.entry, answer.entry) }));
      return answer;
    } catch (error) {
      if (error.code === "stale-revision") await this.refresh();
      this.dispatchEvent(new CustomEvent("refused", { detail: error }));
      throw error;
    }
  }

  /**
   * The table as it is after an own move: mostly the stream has brought it before the answer came. Where the
   * stream is down or slow, it is asked for.
   * @param {number} version
   */
  async #reach(version) {
    const there = () => this.doc?.version >= version;
    if (!there() && this.connection === "live") {
      await new Promise((done) => {
        const over = new AbortController();
        const end = () => {
          clearTimeout(timer);
          over.abort();
          done();
        };
        const timer = setTimeout(end, STREAM_MS);
        this.addEventListener("table", () => there() && end(), { signal: over.signal });
        this.addEventListener("connection", end, { signal: over.signal });
      });
    }
    if (!there()) await this.refresh();
  }

  #dropKey() {
    const { host, seat, join } = this.kept;
    if (!host && !seat && !join) return false;
    if (host) remember(this.code, { host: undefined });
    else if (seat) remember(this.code, { seat: undefined, lost: seat.number });
    else remember(this.code, { join: undefined });
    this.#tag = null;
    return true;
  }

  #watchForWaking() {
    const { signal } = this.#leave;
    let away = null;
    const wake = (event) => {
      if (document.visibilityState !== "visible") {
        away ??= Date.now();
        return;
      }
      const slept = event?.type === "resume" || (away !== null && Date.now() - away > NAP_MS);
      away = null;
      this.#sender.hurry();
      if (slept || this.connection === "lost" || this.#stream.silent) this.#stream.restart();
      this.refresh();
    };
    document.addEventListener("visibilitychange", wake, { signal });
    document.addEventListener("resume", wake, { signal });
    window.addEventListener("online", wake, { signal });
    window.addEventListener("pageshow", (event) => event.persisted && wake(), { signal });
    window.addEventListener("offline", () => this.#setConnection("lost"), { signal });
  }

  #setWaiting(waiting, why = "") {
    if (this.waiting === waiting && this.waitingWhy === why) return;
    this.waiting = waiting;
    this.waitingWhy = why;
    this.#tell("waiting");
  }

  #tell(what) {
    this.dispatchEvent(new Event(what));
  }
}

/**
 * The phone makes its key before it asks: if the answer is lost, the same claim may be made again.
 * @param {string} code
 * @param {number} seat
 * @param {string} by the key that lets it in
 */
export async function claimSeat(code, seat, by) {
  const { seat: kept, claiming } = recall(code);
  const key = [kept, claiming].find((mine) => mine?.number === seat)?.key ?? freshKey();
  remember(code, { claiming: { number: seat, key } });
  const answer = await ask("POST", `${tablePath(code)}/seats/${seat}/claim`, { key: by, body: { key } });
  remember(code, { seat: { number: seat, key }, claiming: undefined });
  return answer;
}
