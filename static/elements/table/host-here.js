// The host's device is gone: the computer that runs the companion may host the table instead, and nobody else
// may. Fetched with the form for the digits.

import { ask, sentenceOf } from "../../client.js";
import { button, h, stylesheets } from "../../dom.js";
import { say } from "../../messages.js";
import { remember } from "../../keys.js";
import { confirmDialog } from "../page/dialog.js";

const THIS_COMPUTER = ["localhost", "127.0.0.1", "[::1]"];

/** Is this browser on the computer that runs the companion, by the address it has opened? */
export const runsHere = () => THIS_COMPUTER.includes(location.hostname);

/** @param {string} code */
export function hostHere(code) {
  const fault = h("p", { class: "fault", role: "alert" });
  const take = async () => {
    fault.textContent = "";
    await stylesheets("dialogs");
    const yes = await confirmDialog({
      title: say("host-here.title"),
      body: [h("p", {}, say("host-here.help"))],
      deed: say("host-here.deed"),
    });
    if (!yes) return;
    try {
      const { host_key: host, join_key: join } = await ask("POST", `/tables/${code}/host`, { body: {} });
      remember(code, { host, join, started: true });
      location.hash = "lobby"; // where the codes of the seats are
      location.reload();
    } catch (error) {
      fault.textContent = sentenceOf(error);
    }
  };
  return h(
    "details",
    { class: "folded host-here" },
    h("summary", {}, say("host-here.asks")),
    h("p", { class: "hint" }, say("host-here.why")),
    button(say("host-here.deed"), take, { "data-deed": "host-here" }),
    fault,
  );
}
