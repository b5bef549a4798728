// What the host may change of a running table: names, colours, the options that can still be changed, the QR,
// or all of it.

import { ask, askGame, tablePath } from "../../client.js";
import { button, freshId, h, stylesheets } from "../../dom.js";
import { FieldGroup } from "../../fields/group.js";
import "../../fields/index.js";
import { moreWords, say } from "../../messages.js";
import { confirmDialog } from "../page/dialog.js";
/** @import { Table } from "../../table.js" */

const NAME_LETTERS = 40;

/** @param {Table} table */
export async function openTable(table) {
  const [{ options }] = await Promise.all([
    askGame(table.doc.game),
    moreWords(),
    stylesheets("places", "more-fields", "table-dialog", "dialogs"),
  ]);
  if (document.querySelector('[data-dialog="table"]')) return; // a second tap, while it was fetched
  const form = new TableForm();
  Object.assign(form, { table, options: options.filter(({ later }) => later) });
  const id = freshId("table");
  const dialog = h(
    "dialog",
    { "aria-labelledby": id, "data-dialog": "table" },
    h("h2", { id, tabindex: -1, autofocus: true }, say("office.title")), // no keyboard before it is wanted
    form,
  );
  form.addEventListener("done", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

class TableForm extends HTMLElement {
  /** @type {Table} */
  table = null;
  options = [];
  #seats = [];
  #fields = new FieldGroup();
  #fault = h("p", { class: "fault", role: "alert", hidden: true });
  #said = h("p", { class: "hint", role: "status" });

  // --- lifecycle ---------------------------------------------------------------

  connectedCallback() {
    const { doc } = this.table;
    this.#seats = doc.seats.filter(({ imaginary }) => !imaginary).map((seat) => new Sitting(seat));
    this.#fields.value = doc.options;
    const hint = ({ kind, help }) => (kind === "flag" ? help : undefined);
    this.#fields.specs = this.options.map((option) => ({
      ...option,
      hint: hint(option),
      required: undefined,
    }));
    const save = (event) => {
      event.preventDefault();
      this.#try(() => this.#save());
    };
    this.replaceChildren(
      h(
        "form",
        { novalidate: true, class: "table-form", on: { submit: save } },
        h(
          "fieldset",
          { class: "sittings" },
          h("legend", { class: "label" }, say("new.players")),
          this.#seats.map(({ row }) => row),
        ),
        this.#fields,
        this.#fault,
        this.#rare(),
        this.#bar(),
      ),
    );
  }

  // --- events ------------------------------------------------------------------

  async #newCode() {
    await this.table.change({ new_join: true });
    this.#said.textContent = say("office.new-qr-done");
  }

  async #delete() {
    const { code, doc } = this.table;
    const forget = await forgetting(doc.game, code);
    const sure = await confirmDialog({
      title: say("office.delete-sure"),
      body: [h("p", {}, say("office.delete-help")), forget?.label].filter(Boolean),
      deed: say("office.delete"),
    });
    if (!sure) return;
    if (forget?.tick.checked) await ask("DELETE", `${boardOf(doc.game)}/taught/${code}`);
    await ask("DELETE", tablePath(code), { key: this.table.key });
    location.assign("/");
  }

  async #try(deed) {
    this.#fault.hidden = true;
    try {
      await deed();
    } catch (error) {
      this.#fault.hidden = false;
      this.#fault.textContent = error.message || say("problem.unreachable");
    }
  }

  #done() {
    this.dispatchEvent(new CustomEvent("done"));
  }

  // --- drawing -----------------------------------------------------------------

  /** What is wanted once an evening, or never. */
  #rare() {
    return h(
      "details",
      { class: "folded table-rare" },
      h("summary", {}, say("office.more")),
      // for a guest to whom the server says that the six digits alone do not do
      h("p", {}, say("office.code"), " ", h("strong", { class: "table-code" }, this.table.code)),
      h("p", { class: "hint" }, say("office.new-qr-help")),
      button(say("office.new-qr"), () => this.#try(() => this.#newCode()), { "data-deed": "new-qr" }),
      h("p", { class: "hint" }, say("office.delete-help")),
      button(say("office.delete"), () => this.#try(() => this.#delete()), { "data-deed": "delete" }),
      this.#said,
    );
  }

  /** Always in sight, however long the form is. */
  #bar() {
    return h(
      "div",
      { class: "dialog-bar" },
      h(
        "div",
        { class: "actions" },
        button(say("dialog.cancel"), () => this.#done(), { class: "quiet" }),
        h("button", { type: "submit", class: "primary" }, say("office.save")),
      ),
    );
  }

  // --- internals ---------------------------------------------------------------

  async #save() {
    const { doc } = this.table;
    const answers = Object.entries(this.#fields.value).filter(([name, value]) => value !== doc.options[name]);
    const seats = this.#seats.map((seat) => seat.changes).filter(Boolean);
    if (seats.length || answers.length) {
      await this.table.change({ seats, options: Object.fromEntries(answers) });
    }
    this.#done();
  }
}

/** One player's name and colour. */
class Sitting {
  #seat;
  #name;
  #colour;

  constructor(seat) {
    this.#seat = seat;
    const label = say("office.name-of", { number: seat.seat });
    this.#name = h("input", {
      type: "text",
      maxlength: NAME_LETTERS,
      autocomplete: "off",
      value: seat.name,
      "aria-label": label,
    });
    this.#colour = h("input", {
      type: "color",
      value: seat.colour,
      "aria-label": say("office.colour-of", { name: seat.name }),
    });
    this.row = h(
      "div",
      { class: "sitting", "data-seat": seat.seat },
      h("span", { class: "chair", "aria-hidden": "true" }, String(seat.seat)),
      this.#name,
      this.#colour,
    );
  }

  get changes() {
    const { seat, name, colour } = this.#seat;
    const now = { seat };
    if (this.#name.value.trim() !== name) now.name = this.#name.value.trim();
    if (this.#colour.value !== colour) now.colour = this.#colour.value;
    return Object.keys(now).length > 1 ? now : null;
  }
}

/** @param {string} slug */
function boardOf(slug) {
  return `/atlases/${encodeURIComponent(slug)}`;
}

/**
 * Of a table that was only tried out nothing need be left on the next game's board: a tick for whoever may
 * take back what it filled in, which is the admin alone; null where there is nothing, or for anybody else.
 * @param {string} slug
 * @param {string} code
 */
async function forgetting(slug, code) {
  const { taught_by: taught = [] } = await ask("GET", boardOf(slug)).catch(() => ({}));
  const count = taught.find(({ table }) => table === code)?.facts;
  if (!count) return null;
  const tick = h("input", { type: "checkbox" });
  const words = h("span", {}, say("office.forget", { count }));
  return { tick, label: h("label", { class: "also-forget" }, tick, words) };
}

customElements.define("table-form", TableForm);
