// The laptop before the start: the QR as large as it can be, and the seats as they fill.

import { sentenceOf } from "../client.js";
import { button, freshId, h, icon, stylesheets } from "../dom.js";
import { onPhone } from "../elements/page/on-phone.js";
import { HandsChecklist, isNextMove } from "../elements/log/checklist.js";
import "../elements/page/second-tap.js";
import { seatMark } from "../elements/panels/badges.js";
import { confirmDialog } from "../elements/page/dialog.js";
import { ANYONE, settledIn } from "../elements/table/act-for.js";
import { addressOf, joinPicture, typedWayIn } from "../elements/table/join-picture.js";
import { remember } from "../keys.js";
import { say } from "../messages.js";
import { addresses, handover, sitHere } from "../seats.js";
import { pace } from "../settings.js";
import { TableScreen } from "./table-screen.js";
/** @import { TableDocument } from "../types.js" */

const COPIED_MS = 3_000;
const KEPT = "kept"; // the room of what has vanished
const WIDE = matchMedia("(min-width: 801px) and (min-height: 441px)"); // the code stands beside the seats
const LOW = matchMedia( // a phone held sideways
  "(min-width: 30em) and (max-width: 999px) and (max-height: 440px) and (min-aspect-ratio: 4/3)",
);

export class LobbyScreen extends TableScreen {
  #seats = h("ul", { class: "lobby-seats", "aria-live": "polite" });
  #title = h("h1", {});
  #picture = h("div", { class: "lobby-qr" });
  #ways = h("div", { class: "addresses", role: "group", "aria-label": say("lobby.addresses"), hidden: true });
  #typed = h("p", { class: "code" });
  #way = null;
  #waysIn = [
    h(
      "p",
      { class: "lobby-scan" },
      h("span", {}, say("lobby.scan")),
      h("span", { class: "lobby-alone" }, say("lobby.together-on")), // its room is always there
    ),
    h(
      "div",
      { class: "way-in" },
      this.#typed,
      this.#handing(),
      h("p", { class: "lobby-alone" }, say("lobby.together-how")),
    ),
    this.#ways,
  ];
  #steps = h("div", { class: "lobby-steps" });
  #done = h("span", { class: "hint" });
  // on a phone the steps are out of sight
  #undone = h("span", { class: "undone", id: freshId("undone"), "aria-hidden": "true" });
  #together = h("input", { type: "checkbox", "data-together": "", on: { change: () => this.#share() } });
  #game = null;
  #isSettled = false;
  #togetherWords = h("span", {}, say("lobby.together"));
  #togetherHelp = h("span", { class: "hint" }, say("lobby.together-help"));
  #hasLooked = false; // whether one phone is for all

  // --- events ------------------------------------------------------------------

  #show(way) {
    this.#way = way;
    for (const one of this.#ways.children) {
      one.setAttribute("aria-pressed", String(one.dataset.address === way.url));
    }
    this.draw(this.table.doc);
  }

  /**
   * The seat's own QR, for a new phone in its player's hand.
   * @param {number} seat
   */
  async #handOver(seat, name) {
    try {
      const { url, qr_svg: picture } = await handover(this.table, seat, this.#way?.url);
      seatCode(name, url, picture);
    } catch (error) {
      this.complain(sentenceOf(error));
    }
  }

  /** One phone for the whole table, or each their own. */
  async #share() {
    const options = { act_for: this.#together.checked ? ANYONE : "own" };
    await this.table.change({ options }).catch((error) => this.complain(error.message));
    this.draw(this.table.doc);
  }

  /** By a table in this one's place, which one knows by then to have another code. */
  async #settleAnew() {
    try {
      const { madeAnew } = await import("../elements/table/made-anew.js");
      const code = await madeAnew(this.table, { act_for: ANYONE });
      this.dispatchEvent(new CustomEvent("go", { bubbles: true, detail: `/t/${code}#lobby` }));
    } catch (error) {
      this.complain(sentenceOf(error));
    }
  }

  /** @param {number} seat */
  async #sit(seat) {
    try {
      await sitHere(this.table, seat);
    } catch (error) {
      this.complain(sentenceOf(error));
    }
    this.draw(this.table.doc);
  }

  /** How many of the steps are ticked. */
  #countSteps() {
    const ticks = [...this.#steps.querySelectorAll("input")];
    const done = ticks.filter(({ checked }) => checked).length;
    const counted = { done, of: ticks.length };
    this.#done.textContent = say("lobby.steps-done", counted);
    this.#undone.textContent = done < ticks.length ? say("lobby.undone", counted) : "";
  }

  /** Below the code where there is room, in a low window for the first: there they stay as one reads on. */
  #placeWaysIn() {
    const below = WIDE.matches ? this.#waysIn.length : Number(LOW.matches);
    this.querySelector(".lobby-in").append(...this.#waysIn.slice(0, below));
    this.#title.after(...this.#waysIn.slice(below));
  }

  // --- drawing -----------------------------------------------------------------

  build() {
    const start = () => {
      remember(this.table.code, { started: true });
      this.table.change({ options: { started: true } }).catch(() => {}); // the TV alone would know
      this.dispatchEvent(new CustomEvent("go", { bubbles: true, detail: `/t/${this.table.code}` }));
    };
    this.replaceChildren(
      this.banner(),
      h(
        "main",
        { class: "lobby" },
        h("div", { class: "lobby-in" }, this.#picture),
        h(
          "div",
          { class: "lobby-words" },
          h("p", { class: "overline" }, say("lobby.overline")),
          this.#title,
          h(
            "label",
            { class: "together" },
            this.#together,
            h("span", {}, this.#togetherWords, this.#togetherHelp),
          ),
          this.#seats,
          this.#steps, // before play: whoever reads on has laid out the board when they come to Start
          button([say("lobby.start"), this.#undone], start, {
            class: "primary start",
            "aria-describedby": this.#undone.id,
          }),
          h("p", { class: "hint" }, say("lobby.start-help")),
        ),
      ),
      this.navigation("lobby"),
    );
    document.title = say("title.lobby");
    this.#placeWaysIn();
    for (const held of [WIDE, LOW]) {
      held.addEventListener("change", () => this.#placeWaysIn(), { signal: this.signal });
    }
    this.#findWays();
  }

  /** @param {TableDocument} doc */
  async #findWhatIsSettled({ game }) {
    if (this.#game === game) return;
    this.#game = game;
    const settled = await settledIn(game);
    if (!settled) return;
    this.#isSettled = this.#together.disabled = this.#together.hidden = true; // a tap changes nothing
    this.querySelector("main").removeAttribute("data-one-phone");
    this.draw(this.table.doc); // a seat is no longer on this phone
    this.#togetherHelp.textContent = say("lobby.together-help");
    if (this.table.doc.options?.act_for === ANYONE) return;
    const choice = settled.choices.find(({ value }) => value === ANYONE).label;
    this.#togetherWords.textContent = say("lobby.apart");
    const { isUntouched } = await import("../elements/table/made-anew.js");
    const words = isUntouched(this.table)
      ? button(say("lobby.anew"), () => this.#settleAnew(), { class: "quiet" })
      : say("lobby.apart-help", { option: settled.label, choice });
    this.#togetherHelp.replaceChildren(words);
  }

  /** A tap makes it as large as the screen: beside the seats a phone has little room for it. */
  #smallCode() {
    const enlarge = async () => {
      const { showLarge } = await import("../elements/table/large-code.js");
      await showLarge(this.table, this.#way, this.#handing());
    };
    return button(
      [joinPicture(this.table, this.#way?.url), h("span", { class: "enlarge-words" }, say("lobby.enlarge"))],
      enlarge,
      { class: "enlarge", "data-deed": "enlarge", "aria-haspopup": "dialog" },
    );
  }

  /**
   * *Copy link* and *share*, where this browser may: over plain http it may not, and the address and the
   * digits are there to be told.
   */
  #handing() {
    const url = () => this.#way?.join_url ?? this.table.doc?.join_url ?? "";
    const told = h("span", { class: "hint", role: "status" });
    const key = button(say("lobby.copy"), () =>
      navigator.clipboard.writeText(url()).then(
        () => {
          // Said on the key, which keeps its room.
          key.style.minWidth = `${key.getBoundingClientRect().width}px`;
          key.textContent = say("lobby.copied");
          setTimeout(() => (key.textContent = say("lobby.copy")), COPIED_MS);
        },
        () => (told.textContent = say("lobby.not-copied")),
      ), { "data-deed": "copy", "aria-live": "polite" });
    const title = () => this.table.doc?.game_name ?? "";
    const thoughtBetter = () => {};
    const share = () => navigator.share({ title: title(), url: url() }).catch(thoughtBetter);
    return h(
      "p",
      { class: "handing" },
      navigator.clipboard?.writeText && key,
      navigator.share && button(say("lobby.share"), share, { "data-deed": "share" }),
      told,
    );
  }

  /**
   * A laptop in several networks has several addresses; which one the phones can reach, the table knows best.
   */
  async #findWays() {
    const ways = await addresses(this.table).catch(() => []);
    this.#ways.hidden = ways.length < 2;
    this.#ways.replaceChildren(
      ...ways.map((way) =>
        button(addressOf(way.url), () => this.#show(way), {
          "data-address": way.url,
          "aria-pressed": String(way.url === (this.#way ?? ways[0]).url),
        })
      ),
    );
  }

  /** @param {TableDocument} doc */
  draw(doc) {
    this.fill(this.#title, doc.game_name, () => doc.game_name);
    const url = this.#way?.join_url ?? doc.join_url;
    this.fill(this.#picture, url, () => this.#smallCode());
    this.fill(this.#typed, [url, doc.join_pin], () => url && typedWayIn(url, doc.join_pin));
    this.#findWhatIsSettled(doc);
    this.#alone(doc.options?.act_for === ANYONE);
    // until somebody plays: a note of who has changed phones is no move
    const isPlayed = doc.recent?.some((entry) => !entry.undone && isNextMove(entry));
    const first = doc.recent?.find(({ revision }) => revision === 1);
    const begun = !isPlayed && first?.instructions?.length > 0 && first;
    this.fill(this.#steps, begun && begun.instructions, () => begun && this.#setUp(doc, begun));
    this.#countSteps();
    this.fill(
      this.#seats,
      [doc.seats, this.table.ownSeat, this.#isAlone],
      () => doc.seats.filter(({ imaginary }) => !imaginary).map((seat) => this.#seat(doc, seat)),
    );
  }

  /**
   * With one phone for all nobody else needs to join: a phone that is opened so has the ways in folded.
   * Whoever ticks it there has them vanish, and their room stays; when they come again, the tick stays under
   * the finger.
   * @param {boolean} together
   */
  #alone(together) {
    this.#together.checked = together;
    if (this.#isSettled) return; // with the table: it may as well have a phone for each
    const { dataset } = /** @type {HTMLElement} */ (this.querySelector("main"));
    const { top } = this.#together.getBoundingClientRect();
    if (together) dataset.onePhone ??= this.#hasLooked ? KEPT : "folded";
    else delete dataset.onePhone;
    this.#hasLooked = true;
    const isSaid = together && !(onPhone() && dataset.onePhone === KEPT); // else where the ways in were
    this.#togetherHelp.textContent = say(isSaid ? "lobby.together-on" : "lobby.together-help");
    scrollBy({ top: this.#together.getBoundingClientRect().top - top, behavior: "instant" });
  }

  /**
   * What hands lay out before the first move, ticked on this screen.
   * @param {TableDocument} doc
   */
  #setUp({ code }, entry) {
    const first = () => this.#steps.querySelector(".checklist > li"); // what is in sight stays where it is
    const show = () => first()?.scrollIntoView({ block: "nearest", behavior: pace() });
    const unfold = ({ target }) => target.closest("summary") && requestAnimationFrame(show);
    return h(
      "details",
      // on a laptop Start would lie over it
      { class: "folded", open: onPhone(), on: { change: () => this.#countSteps(), click: unfold } },
      h("summary", {}, say("lobby.steps"), this.#done),
      Object.assign(new HandsChecklist(), { code, entry }),
    );
  }

  /**
   * @param {TableDocument} doc
   * @param {Record<string, any>} told
   */
  #seat(doc, { seat, name, claimed, connected }) {
    const own = this.table.ownSeat;
    const state = !claimed ? this.#isAlone ? "shared" : "free" : connected || seat === own ? "here" : "away";
    const release = async () => {
      const yes = await confirmDialog({
        title: say("lobby.release-of", { name }),
        body: [h("p", {}, say("lobby.release-help"))],
        deed: say("lobby.release"),
      });
      if (!yes) return;
      if (seat === this.table.ownSeat) remember(this.table.code, { seat: undefined });
      this.table.release(seat).catch((error) => this.complain(error.message));
    };
    return h(
      "li",
      { "data-seat": seat, "data-state": state },
      h("span", { class: "chair", "aria-hidden": "true" }, String(seat)),
      seatMark(doc, seat),
      h("span", { class: "hint state" }, state === "here" && icon("check"), say(`lobby.${state}`)),
      button(say("lobby.sit"), () => this.#sit(seat), {
        class: "quiet sit",
        disabled: claimed || Boolean(own),
        "data-sit": seat,
        "aria-label": say("lobby.sit-of", { name }),
      }),
      button([icon("qr"), h("span", {}, say("lobby.handover"))], () => this.#handOver(seat, name), {
        class: "quiet key",
        "data-deed": "hand-over",
        "aria-label": say("lobby.handover-of", { name }),
        title: say("lobby.handover-help"),
      }),
      button([icon("remove"), h("span", {}, say("lobby.sign-out"))], release, {
        class: "quiet key",
        disabled: !claimed,
        "data-deed": "sign-out",
        "aria-label": say("lobby.sign-out-of", { name }),
        title: say("lobby.release-help"),
      }),
    );
  }

  // --- internals ---------------------------------------------------------------

  /** Does this phone ask nobody in? */
  get #isAlone() {
    return onPhone() && Boolean(this.querySelector("main").dataset.onePhone);
  }
}

/** An address without its key: where it is too long for a line the code stands whole on the next. */
function inTwo(url) {
  const [, server, code] = /^(.*?)(\/t\/[^#]*)?(?:#.*)?$/.exec(url);
  return [server, h("wbr"), h("span", { class: "whole" }, code)];
}

/** A dialog with the QR that belongs to one seat. */
function seatCode(name, url, picture) {
  const id = freshId("seat-code");
  const address = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
  const dialog = h(
    "dialog",
    { "aria-labelledby": id, class: "seat-code", "data-dialog": "handover" },
    h("h2", { id }, say("lobby.handover-of", { name })),
    h("p", { class: "hint" }, say("lobby.handover-help")),
    h("div", { class: "join-picture" }, h("img", { src: address, alt: say("lobby.handover-qr", { name }) })),
    h("p", { class: "address" }, inTwo(url)),
    h("div", { class: "actions" }, button(say("dialog.close"), () => dialog.close(), { class: "primary" })),
  );
  dialog.addEventListener("close", () => {
    URL.revokeObjectURL(address);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}

await stylesheets("lobby", "one-phone", "lobby-sideways", "dialogs");
customElements.define("lobby-screen", LobbyScreen);
