/** What the page can do, how it is used with the keyboard, and whose games these are. */

import { linkTo } from "./common/address.js";
import { h } from "./common/dom.js";
import { say } from "./common/say.js";

const KEYS = [
  ["Arrows, Home, End", "go from square to square"],
  ["Enter, Space", "pick the square: a move is made by picking its squares one after another"],
  ["Escape", "pick nothing"],
  ["Backspace", "take a move back; when setting up, empty the square"],
  ["1, 2, 3 …", "in a knight's tour: a number for the square, which Enter puts there"],
  ["w, b, x …", "when setting up: put that piece on the square"],
];

export class HelpView {
  /** @param {import("./common/types.js").GameDescription[]} games */
  constructor(games) {
    this.element = h(
      "div",
      { class: "help" },
      h("h1", { class: "title" }, say("help.title")),
      h(
        "p",
        {},
        "Every value that this page shows is proved. What could not be settled is called not settled; beside it may stand an estimate, which has a sign of its own, ≈, and is never taken for a value. The service that shows the page works it all out on its own machine.",
      ),
      h("h2", {}, "Keys on the board"),
      h(
        "dl",
        { class: "keys" },
        KEYS.flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)]),
      ),
      h("h2", {}, "Games"),
      games.map(gameEntry),
    );
  }

  enter() {
    document.title = say("page.title", { view: say("help.title") });
  }

  leave() {}
}

/** @param {import("./common/types.js").GameDescription} game */
function gameEntry(game) {
  const designers = game.designers.flatMap(({ name, link }, number) => [
    number ? " and " : "",
    h("a", { href: link, rel: "noreferrer" }, name),
  ]);
  const start = game.start
    ? h("p", {}, h("a", { href: linkTo("play", game.start) }, `Play ${game.title}`))
    : null;
  return h(
    "section",
    { class: "panel" },
    h("h3", {}, game.title),
    h("p", {}, `${game.summary} By `, ...designers, `, ${game.year}.`),
    game.variants.length > 0 &&
      h(
        "ul",
        {},
        game.variants.map(({ name, summary }) => h("li", {}, h("b", {}, name), `: ${summary}`)),
      ),
    start,
  );
}
