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
  /**
   * @param {import("./session.js").Session} session
   * @param {() => void} onmove makes the computer move now
   * @param {{focus: () => void}} rest where the keyboard goes on when that is done
   */
  constructor(session, onmove, rest) {
    this._session = session;
    this._rest = rest;
    this._choices = h("div", { class: "fields" });
    this._now = button("Move now", onmove, { data: { act: "now" } });
    this._said = h("p", { class: "said" });
    this.element = h(
      "section",
      { class: "panel", aria: { label: "Players" } },
      h("h2", {}, "Players"),
      this._choices,
      this._now,
      this._said,
    );
    /** The players whose choices are shown. */
    this._players = "";
  }

  /** Say how sure the computer is of its move. @param {boolean} isProved */
  judge(isProved) {
    this._said.textContent = isProved ? "" : "The computer has not proved its last move.";
  }

  show() {
    const { at, players, seats } = this._session;
    this.element.hidden = !at?.board || at.board.is_solitaire;
    if (String(players) !== this._players) {
      this._players = String(players);
      const choices = players.map((player) =>
        choice(capital(player), SEATS, YOU, (seat) => this._session.sit(player, seat)),
      );
      fill(this._choices, choices);
    }
    [...this._choices.querySelectorAll("select")].forEach((select, number) => {
      select.value = seats[players[number]] ?? YOU;
    });
    if (!this._session.isComputers() && document.activeElement === this._now) this._rest.focus();
    this._now.hidden = !this._session.isComputers();
  }
}
