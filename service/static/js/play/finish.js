/** The end of a game: who has won, by how much, and what to do next. */

import { ask } from "../common/api.js";
import { button, fill, h } from "../common/dom.js";
import { say } from "../common/say.js";
import { capital, ending } from "../common/words.js";
import { COMPUTER } from "../game/session.js";
import { beat, choose } from "../game/strength.js";

export class Finish {
  /**
   * @param {import("../game/session.js").Session} session
   * @param {object} acts
   * @param {import("../game/begin.js").Begin} acts.begin
   * @param {() => void} acts.onreview
   * @param {(error: Error) => void} acts.oncomplain
   */
  constructor(session, { begin, onreview, oncomplain }) {
    this._session = session;
    this._begin = begin;
    this._onreview = onreview;
    this._oncomplain = oncomplain;
    this.element = h("section", { class: "finish", aria: { label: say("finish.label") } });
    this.element.hidden = true;
  }

  /** Show the end of a game that somebody has played. @param {string} cause */
  show(cause) {
    const { seats, outcome, at } = this._session;
    const isShown = outcome !== null && this._session.isGame;
    this.element.hidden = !isShown;
    if (!isShown || cause === "shape") return;
    const people = Object.keys(seats).filter((person) => seats[person] !== COMPUTER);
    const isAlone = people.length === 1;
    const winner = outcome.winner && this._session.holder(outcome.winner);
    const isWon = isAlone && winner === people[0];
    const { level } = this._session.strength;
    const isNext = isWon && level < this._session.opponent.levels.length;
    if (isWon && cause === "play") beat(at?.board?.game ?? "", level);
    const margin = Math.abs(outcome.score ?? 0);
    const title = !winner || !isAlone ? ending(outcome) : say(keyOf(isWon, margin), { margin });
    const given = this._session.isResigned && winner && this._otherThan(outcome.winner ?? "");
    fill(
      this.element,
      h("h2", {}, title),
      given && h("p", {}, say("finish.resigned", { player: capital(given) })),
      h(
        "div",
        { class: "acts" },
        isNext &&
          button(say("finish.next", { level: level + 1 }), () => this._again(seats, level + 1), {
            class: "primary",
            data: { act: "next-level" },
          }),
        button(say("finish.again"), () => this._again(seats), {
          class: isNext ? null : "primary",
          data: { act: "rematch" },
        }),
        isAlone &&
          button(say("finish.other"), () => this._again(this._exchanged()), {
            data: { act: "other-colour" },
          }),
        button(say("finish.review"), this._onreview, { data: { act: "look-back" } }),
      ),
    );
  }

  _exchanged() {
    const { seats } = this._session;
    return Object.fromEntries(
      Object.keys(seats).map((name) => [name, seats[this._otherThan(name)]]),
    );
  }

  /** @param {string} player */
  _otherThan(player) {
    return this._session.players.find((name) => name !== player) ?? "";
  }

  /** Begin a game like this one; where games begin with a deal, with a new one. @param {Record<string, string>} seats @param {number} [level] */
  async _again(seats, level = this._session.strength.level) {
    const { root, strength } = this._session;
    const board = root?.board;
    if (!root || !board) return;
    const { game, variants, size } = board;
    const next = { ...strength, level };
    if (level !== strength.level) choose(game, next);
    try {
      const deal = { game, variants, size: size.join("x") };
      const isDealt = !this._session.hasStart;
      const position = isDealt ? (await ask("/api/deal", deal)).position : root.position;
      this._begin(position, seats, next);
    } catch (error) {
      this._oncomplain(/** @type {Error} */ (error));
    }
  }
}

/** @param {boolean} isWon @param {number} margin @returns {import("../common/say.js").Key} */
function keyOf(isWon, margin) {
  if (isWon) return margin ? "finish.won_by" : "finish.won";
  return margin ? "finish.lost_by" : "finish.lost";
}
