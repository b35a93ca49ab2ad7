/**
 * The players above and below the board: whether you or the computer has each colour, how strong the
 * computer plays, and whose turn it is. The first player of the game sits below.
 */

import { button, choice, fill, h } from "../common/dom.js";
import { say } from "../common/say.js";
import { capital, sureness } from "../common/words.js";
import { labelled, tagOf } from "../game/persons.js";
import { COMPUTER, YOU } from "../game/session.js";
import * as trees from "../game/tree.js";
import { StrengthFields } from "./strength_fields.js";

export class Seats {
  /**
   * @param {import("../game/session.js").Session} session
   * @param {() => void} onmove makes the computer move now
   * @param {{focus: () => void}} rest takes the keyboard's focus when that is done
   */
  constructor(session, onmove, rest) {
    this._session = session;
    this._rest = rest;
    this._strength = new StrengthFields(session);
    this._swapped = h("p", { class: "said quiet" });
    this._now = button(say("seats.now"), onmove, { class: "primary", data: { act: "now" } });
    this._said = h("p", { class: "said quiet judged-move" });
    /** The strips of the players, the first player's first; empty in a solitaire. */
    this.strips = [strip("below"), strip("above")];
    /** The messages about the players, to be placed beside the board. */
    this.element = h(
      "div",
      { class: "seats-said" },
      this._swapped,
      this._strength.said,
      this._said,
    );
    /** The players whose choices are currently shown. */
    this._players = "";
  }

  /** Say how sure the computer is of its move at the current node. @param {import("../common/types.js").Reply} reply */
  judge(reply) {
    const { at, players } = this._session;
    if (at?.board) this._said.textContent = sureness(reply, at.board.player, players);
  }

  /** Clear what was said about the moves of another game. */
  forget() {
    this._said.textContent = "";
  }

  show() {
    const { at, players, outcome } = this._session;
    const board = at?.board;
    const isAlone = !board || board.is_solitaire;
    for (const element of [this.element, ...this.strips]) element.hidden = isAlone;
    if (!at || !board) return;
    if (String(players) !== this._players) this._lay(players);
    const computers = players.map((player) => this._seatOf(player) === COMPUTER);
    this.strips.forEach((one, number) => {
      const player = players[number];
      const name = tagOf(this._session, this._session.holder(player));
      one.querySelector(".holder").textContent = labelled(capital(player), name);
      one.querySelector(".seat select").value = this._seatOf(player);
      const isWinner = outcome?.winner === player;
      one.classList.toggle("turn", !outcome && board.player === player);
      one.classList.toggle("winner", isWinner);
      one.querySelector(".standing").textContent = isWinner ? say("seats.won") : "";
    });
    const number = computers.lastIndexOf(true);
    for (const part of [this._strength.element, this._strength.said]) part.hidden = number < 0;
    if (number >= 0) settle(this.strips[number], this._strength.element);
    this._strength.show();
    this._swapped.textContent = trees.hasSwapped(at)
      ? say("seats.swapped", { one: capital(players[0]), other: capital(players[1]) })
      : "";
    const isComputers = this._session.isComputers();
    if (!isComputers && document.activeElement === this._now) this._rest.focus();
    this._now.hidden = !isComputers;
    if (isComputers) settle(this.strips[players.indexOf(board.player)], this._now);
  }

  /** @param {string} player */
  _seatOf(player) {
    return this._session.seats[this._session.holder(player)] ?? YOU;
  }

  /** @param {string[]} players */
  _lay(players) {
    this._players = String(players);
    /** @type {[string, string][]} */
    const seats = [
      [YOU, say("seats.you")],
      [COMPUTER, say("seats.computer")],
    ];
    this.strips.forEach((one, number) => {
      const field = choice("", seats, YOU, (seat) =>
        this._session.sit(this._session.holder(players[number]), seat),
      );
      field.classList.add("seat");
      const name = field.querySelector("span");
      name.classList.add("holder");
      const disc = h("span", {
        class: `disc ${number ? "second" : "first"}`,
        aria: { hidden: "true" },
      });
      fill(one, disc, field, h("span", { class: "standing" }));
    });
  }
}

/** @param {string} place */
function strip(place) {
  return h("div", { class: `strip ${place}` });
}

/** Append an element to another, keeping the keyboard's focus in it. @param {Element} parent @param {HTMLElement} element */
function settle(parent, element) {
  if (element.parentElement === parent) return;
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  parent.append(element);
  /** @type {HTMLElement | null} */ (focused)?.focus();
}
