// Questions that wait for an answer, a row for each, and what is sent when one is given.

import { sentenceOf } from "../../client.js";
import { button, h } from "../../dom.js";
import { say } from "../../messages.js";

const SECOND_TAP_MS = 400;
const MOST_ROWS = 2; // of more, the rest is folded away: they are not to bury what is wanted all the time

/** An answer is on its way, or has just come. */
let answering = false;

/** The answers to each question. */
export const byQuestion = (answers) => [
  ...Map.groupBy(answers, ({ offer }) => JSON.stringify([offer.sends, offer.help])).values(),
];

/** What can be said to a question, the yes last. */
export const answerKeys = (those, reply) =>
  those.map((one, at) =>
    button(one.offer.label, () => reply(one), {
      class: at && at === those.length - 1 ? "answer primary" : "answer",
      disabled: answering,
      "data-offer": one.offer.type,
    })
  );

/** The question has said all there is: a tap is the answer, its second tap none of another. */
export async function answer(list, { offer: { type, seat, sends } }) {
  if (answering) return;
  hold(true);
  try {
    await list.table.move({ type, ...sends, seat });
  } catch (error) {
    list.complain(sentenceOf(error));
  }
  setTimeout(() => hold(false), SECOND_TAP_MS);
}

/** No answer is taken, or all of them again. */
function hold(on) {
  answering = on;
  holdBack();
}

/** No answer while another is on its way, and no yes to what there is too little for. */
export function holdBack() {
  const keys = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button.answer"));
  for (const key of keys) key.disabled = answering || key.matches("[data-short] > .primary");
}

/** What is folded away takes the rows of what was answered; there are as many as before. */
export function outOfFold(questions, isOpen) {
  const shown = questions.slice(0, MOST_ROWS);
  const folded = questions.slice(MOST_ROWS);
  const swap = (those) => {
    const at = isOpen(those) ? -1 : folded.findIndex(isOpen);
    return at < 0 ? those : folded.splice(at, 1, those)[0];
  };
  return [...shown.map(swap), ...folded];
}

/**
 * `there`: those that can still be answered; where another was, its row stays, and says how it was answered
 * as long as that is among the `recent` entries.
 */
export function rows(questions, reply, unfolded, there = questions.flat(), recent = []) {
  if (!questions.length) return false;
  const row = (those) => {
    const [{ name, offer }, ...others] = those;
    const open = there.some((one) => one.name === name);
    const answered = recent.findLast(({ move, undone }) => !undone && move?.request === offer.sends.request);
    const told = open ? offer.help : answered?.summary ?? "";
    return h(
      "div",
      {
        class: "answers",
        role: "group",
        "aria-label": told,
        "data-answered": !open,
        "data-seat": offer.seat,
        "data-request": others.length ? offer.sends.request : null,
      },
      h("p", {}, told, others.length > 0 && h("span", { class: "hint has" })),
      answerKeys(those, reply),
    );
  };
  const further = questions.slice(MOST_ROWS).map(row);
  const count = further.filter((one) => !one.matches("[data-answered]")).length;
  return h(
    "div",
    { class: "questions", "data-asked": questions[0].length > 1 },
    questions.slice(0, MOST_ROWS).map(row),
    further.length > 0 && h(
      "details",
      { class: "folded further", open: unfolded, "data-answered": !count },
      h("summary", {}, say("offer.further", { count })),
      further,
    ),
  );
}
