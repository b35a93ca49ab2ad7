/** Who holds which colour now: you, or the computer, and how strong that plays. */

import { button, choice, fill, h } from "../common/dom.js";
import { capital, sureness } from "../common/words.js";
import { labelled, tagOf } from "../game/persons.js";
import { COMPUTER, YOU } from "../game/session.js";
import * as trees from "../game/tree.js";
import { StrengthFields } from "./strength_fields.js";

/** @type {[string, string][]} */
const SEATS = [
  [YOU, "You"],
  [COMPUTER, "Computer"],
];

export class Seats {
  /**
   * @param {import("../game/session.js").Session} session
   * @param {() => void} onmove makes the computer move now
   * @param {{focus: () => void}} rest where the keyboard goes on when that is done
   */
  constructor(session, onmove, rest) {
    this._session = session;
    this._rest = rest;
    this._choices = h("div", { class: "fields" });
    this._strength = new StrengthFields(session);
    this._swapped = h("p", { class: "said quiet" });
    this._now = button("Move now", onmove, { data: { act: "now" } });
    this._said = h("p", { class: "said" });
    this.element = h(
      "section",
      { class: "panel", aria: { label: "Players" } },
      h("h2", {}, "Players"),
      this._choices,
      this._swapped,
      this._strength.element,
      this._now,
      this._said,
    );
    /** The players whose choices are shown. */
    this._players = "";
  }

  /** Say how sure the computer is of a move that it makes where we are. @param {import("../common/types.js").ReplyRecord} reply */
  judge(reply) {
    const { at, players } = this._session;
    if (at?.board) this._said.textContent = sureness(reply, at.board.player, players);
  }

  /** Say nothing of another game's moves. */
  forget() {
    this._said.textContent = "";
  }

  show() {
    const { at, players, seats } = this._session;
    this.element.hidden = !at?.board || at.board.is_solitaire;
    if (!at) return;
    if (String(players) !== this._players) {
      this._players = String(players);
      const choices = players.map((player) =>
        choice("", SEATS, YOU, (seat) => this._session.sit(this._session.holder(player), seat)),
      );
      fill(this._choices, choices);
    }
    [...this._choices.children].forEach((field, number) => {
      const person = this._session.holder(players[number]);
      const name = tagOf(this._session, person);
      field.querySelector("span").textContent = labelled(capital(players[number]), name);
      field.querySelector("select").value = seats[person] ?? YOU;
    });
    this._strength.element.hidden = !Object.values(seats).includes(COMPUTER);
    this._strength.show();
    this._swapped.textContent = trees.hasSwapped(at)
      ? `The players have swapped: whoever began as ${players.map(capital).join(" holds ")} now, and the other way round.`
      : "";
    if (!this._session.isComputers() && document.activeElement === this._now) this._rest.focus();
    this._now.hidden = !this._session.isComputers();
  }
}
