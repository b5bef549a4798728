// Questions that wait for an answer, a row for each, and what is sent when one is given.

import { sentenceOf } from "../../client.js";
import { button, h } from "../../dom.js";
import { say } from "../../messages.js";

const SECOND_TAP_MS = 400;
const MOST_ROWS = 2; // of more, the rest is folded away: they are not to bury what is wanted all the time

/** An answer is on its way. */
let answering = false;
/** Until when none is taken. */
let held = 0;

const isHeld = () => answering || performance.now() < held;

/** The answers to each question. */
export const byQuestion = (answers) => [
  ...Map.groupBy(answers, ({ offer }) => JSON.stringify([offer.sends, offer.help])).values(),
];

/** What can be said to a question, the yes last. */
const answerKeys = (those, reply) =>
  those.map((one, at) =>
    button(one.offer.label, () => reply(one), {
      class: at && at === those.length - 1 ? "answer primary" : "answer",
      disabled: isHeld(),
      "data-offer": one.offer.type,
    })
  );

/** The question has said all there is: a tap is the answer, its second tap none of another. */
export async function answer(list, { offer: { type, seat, sends } }) {
  if (isHeld()) return;
  answering = true;
  holdBack();
  try {
    await list.table.move({ type, ...sends, seat });
  } catch (error) {
    list.complain(sentenceOf(error));
  }
  answering = false;
  holdFor(SECOND_TAP_MS);
}

/** No answer is taken for so long; after that all are again, but no yes to what there is too little for. */
export function holdFor(ms) {
  held = Math.max(held, performance.now() + ms);
  holdBack();
  if (ms) setTimeout(holdBack, ms + 1);
}

function holdBack() {
  const keys = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button.answer"));
  for (const key of keys) key.disabled = isHeld() || key.matches("[data-short] .primary");
}

/** How what `asker` has asked was answered, in a word. */
function outcome({ type, seat }, asker) {
  if (type === "accept_request") return say("asked.accepted");
  return say(seat === asker ? "asked.taken-back" : "asked.declined");
}

/**
 * `there`: those that can still be answered; where another was, its row stays, with the answer in the place
 * of its key as long as that is among the `recent` entries. All else of it the news have said.
 */
export function rows(questions, reply, unfolded, there = questions.flat(), recent = []) {
  if (!questions.length) return false;
  const row = (those) => {
    const [{ name, offer }, ...others] = those;
    const open = there.some((one) => one.name === name);
    const answered = recent.findLast(({ move, undone }) => !undone && move?.request === offer.sends.request);
    const told = open || answered ? offer.help : "";
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
      h("p", {}, told, others.length > 0 && h("span", { class: "has" })),
      others.length > 0
        ? h("div", { class: "answer-keys" }, answerKeys(those, reply))
        : answerKeys(those, reply),
      !open && answered && h("span", { class: "outcome" }, outcome(answered.move, offer.seat)),
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
