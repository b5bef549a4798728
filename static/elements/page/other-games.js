// The games of a page that is about one of them. On a phone the others are folded: the page itself comes
// first.

import { h, pageLink } from "../../dom.js";
import { say } from "../../messages.js";
import { onPhone } from "./on-phone.js";

/**
 * @param {{ slug: string, name: string }[]} games
 * @param {string} slug the one that is shown
 * @param {(slug: string) => string} to where each has its page
 */
export function otherGames(games, slug, to) {
  const links = games.map((game) =>
    pageLink(to(game.slug), game.name, {
      class: "as-button",
      "aria-current": game.slug === slug ? "page" : null,
    })
  );
  const shown = games.find((game) => game.slug === slug)?.name ?? "";
  return h(
    "details",
    { class: "folded other-games", open: !onPhone() },
    h("summary", {}, say("tools.game", { game: shown })),
    h("div", { class: "tool-games" }, links),
  );
}
