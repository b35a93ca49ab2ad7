/** Who plays which colour: you, or the computer, which plays best moves as far as they are proved. */

import { button, choice, fill, h } from "./dom.js";
import { COMPUTER, YOU } from "./session.js";
import { capital } from "./words.js";

/** @type {[string, string][]} */
const SEATS = [
  [YOU, "You"],
  [COMPUTER, "Computer"],
];

export class Seats {
  /** @param {import("./session.js").Session} session @param {() => void} onmove makes the computer move now */
  constructor(session, onmove) {
    this._session = session;
    this._onmove = onmove;
    this._body = h("div", { class: "fields" });
    this._said = h("p", { class: "said" });
    this.element = h(
      "section",
      { class: "panel", aria: { label: "Players" } },
      h("h2", {}, "Players"),
      this._body,
      this._said,
    );
  }

  /** Say how sure the computer is of its move. @param {boolean} isProved */
  judge(isProved) {
    this._said.textContent = isProved ? "" : "The computer has not proved its last move.";
  }

  show() {
    const { at, players, seats } = this._session;
    this.element.hidden = !at?.board || at.board.is_solitaire;
    const choices = players.map((player) =>
      choice(capital(player), SEATS, seats[player] ?? YOU, (seat) =>
        this._session.sit(player, seat),
      ),
    );
    const now =
      this._session.isComputers() && button("Move now", this._onmove, { data: { act: "now" } });
    fill(this._body, choices, now);
  }
}
