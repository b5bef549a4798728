// A host who plays sees their own seat as every player does: asked for with that seat's own key, and shown
// only where they look alone. Everything else they see and do as the host.

import { askIfNewer, Problem } from "./client.js";
/** @import { TableDocument } from "./types.js" */

const KEY_UNKNOWN = 401;

export class OwnSeat {
  #path;
  #lost;
  #tag = null;
  #doc = null;

  /**
   * `lost` is called when the seat is on another phone by now.
   * @param {string} path
   * @param {() => void} lost
   */
  constructor(path, lost) {
    this.#path = path;
    this.#lost = lost;
  }

  /**
   * The host's document with what the seat alone sees; `before` while the host's is the older one, for the
   * newer is on its way; without the seat's, as it is.
   * @param {TableDocument} newest
   * @param {string} key
   * @param {TableDocument} before
   * @returns {Promise<TableDocument>}
   */
  async seen(newest, key, before) {
    const own = await this.#ask(key);
    if (!own || own.version < newest.version) return newest;
    if (own.version > newest.version) return before ?? newest;
    const { requests, join_url, join_pin, offers, you } = newest;
    return { ...own, requests, join_url, join_pin, offers, you: { ...own.you, role: you.role } };
  }

  /** @param {string} key */
  async #ask(key) {
    try {
      const newer = await askIfNewer(this.#path, this.#tag, key);
      if (newer) [this.#tag, this.#doc] = [newer.tag, newer.doc];
      return this.#doc;
    } catch (error) {
      if (error instanceof Problem && error.status === KEY_UNKNOWN) this.#lost();
      return null; // out of reach: what the host sees is better than nothing
    }
  }
}
