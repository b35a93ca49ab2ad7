/** What the game on the board is about: how to move and how to win, and all rules in a dialog. */

import { linkTo } from "../common/address.js";
import { course } from "../common/api.js";
import { openDialog } from "../common/dialog.js";
import { button, complain, fill, h } from "../common/dom.js";
import { linked } from "../common/rules.js";
import { say } from "../common/say.js";
import { capital } from "../common/words.js";

/** @typedef {import("../common/types.js").GameDescription} GameDescription */
/** @typedef {{game: string, variants: string[], is_solitaire?: boolean}} Played what is on the board */

export class HowToPlay {
  /** @param {GameDescription[]} games */
  constructor(games) {
    this._games = games;
    this._said = h("span", {});
    this.element = h(
      "p",
      { class: "how-to-play" },
      this._said,
      " ",
      button(say("rules.open"), () => this.open(), {
        data: { act: "rules" },
        aria: { haspopup: "dialog" },
      }),
    );
    /** @type {Played | null} */
    this._played = null;
  }

  /** Say how to move and how to win. @param {Played} played */
  show(played) {
    this._played = played;
    const game = this._game;
    this._said.textContent = game ? essence(game, played) : "";
    this.element.hidden = !game;
  }

  /** Show the rules in a dialog. */
  async open() {
    const game = this._game;
    if (!game || !this._played) return;
    const rules = h("dl", { class: "rules" });
    const trouble = h("p", { class: "trouble", role: "alert" });
    const pages = [...new Set(game.designers.map(({ link }) => link))];
    const links = pages.map((page) => {
      const people = game.designers.filter(({ link }) => link === page);
      const name = people.map((person) => person.name).join(say("games.and"));
      const properties = { href: page, target: "_blank", rel: "noreferrer" };
      return h("a", properties, say("rules.author", { name }));
    });
    const lesson = h("a", { href: linkTo("learn", game.game) }, say("rules.lesson"));
    const dialog = openDialog(
      "rules-dialog",
      say("rules.title", { game: game.title }),
      h("p", {}, essence(game, this._played)),
      h("p", { class: "links" }, lesson, links),
      rules,
      trouble,
    );
    lesson.addEventListener("click", () => dialog?.close());
    try {
      const found = await course(game.game);
      fill(
        rules,
        found.rules.flatMap(({ number, text }) => [h("dt", {}, number), h("dd", {}, linked(text))]),
      );
    } catch (error) {
      complain(trouble, error);
    }
  }

  get _game() {
    return this._games.find(({ game }) => game === this._played?.game);
  }
}

/** Return how to move and how to win, with the variants played. @param {GameDescription} game @param {Played} played */
function essence(game, { variants, is_solitaire: isAlone }) {
  const others = game.variants
    .filter(({ name }) => variants.includes(name) && name !== game.solitaire)
    .map(({ summary }) => `${capital(summary)}.`);
  const aim = isAlone && game.solving ? game.solving : game.winning;
  return [game.moving || game.summary, ...others, aim].filter(Boolean).join(" ");
}
