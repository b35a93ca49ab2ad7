/**
 * Moves shown one after another: a solution, or what follows a wrong move. After a wrong move, both
 * players play as well as possible; in a solitaire, as few pieces are left as possible.
 */

import { ask, boardOf } from "../common/api.js";
import { say } from "../common/say.js";
import { capital, ending, verdict } from "../common/words.js";

/** @typedef {import("../common/types.js").Board} Board */

export class Replay {
  /**
   * @param {Board} first the first board shown
   * @param {string[]} moves the moves from there
   * @param {string} brief one sentence about the moves
   * @param {string} [rest] a further text while the first board is shown
   */
  constructor(first, moves, brief, rest = "") {
    this._boards = [first];
    this.moves = moves;
    this.brief = brief;
    this._rest = rest;
    /** The number of moves shown. */
    this.at = 0;
  }

  get isAtEnd() {
    return this.at >= this.moves.length;
  }

  /** The board to show. */
  get board() {
    return this._boards[this.at];
  }

  /** Go one move forward or back. @param {1 | -1} step */
  async step(step) {
    const to = this.at + step;
    if (to < 0 || to > this.moves.length) return;
    this._boards[to] ??= await boardOf(this._boards[to - 1].position, [this.moves[to - 1]]);
    this.at = to;
  }

  /** Return what is on the board now, in words. */
  get standing() {
    const { board, at } = this;
    if (!at) return [this.brief, this._rest].filter(Boolean).join(" ");
    const [{ player, move }] = board.played;
    const values = { at, count: this.moves.length, player: capital(player), move };
    const did = say(board.is_solitaire ? "replay.removal" : "replay.move", values);
    return [did, board.outcome && ending(board.outcome)].filter(Boolean).join(" ");
  }
}

/**
 * Return what follows a wrong move; null if the service cannot tell.
 *
 * @param {Board} before the board on which it was tried
 * @param {string} move
 * @param {boolean} isTimed whether the move may still win, but later
 */
export async function refutation(before, move, isTimed) {
  const board = await boardOf(before.position, [move]);
  if (board.outcome) return new Replay(board, [], ending(board.outcome));
  const { position, is_solitaire: par } = board;
  const found = await ask("/api/solve", { position, par, distance: isTimed });
  if (found.status !== "proved") return null;
  const { line } = found;
  if (board.is_solitaire) return new Replay(board, line, lostText(move, found.par));
  const end = verdict(found, board.player, [before.player, board.player]);
  if (!line.length) return new Replay(board, line, end);
  const values = { move, player: capital(board.player), answer: line[0] };
  return new Replay(board, line, say("replay.answer", values), end);
}

/** Return what a mistake in a solitaire costs, in words. @param {string} move @param {number | null} par */
function lostText(move, par) {
  return par === null
    ? say("replay.unsolvable", { move })
    : say("replay.par", { move, count: par });
}
