/**
 * Moves that are shown one after another: a solution, or what follows a wrong move. There, in a game for
 * two, the opponent answers as well as can be, and so does who made the mistake; in a solitaire as few
 * pieces are left as can be.
 */

import { ask, boardOf } from "../common/api.js";
import { say } from "../common/say.js";
import { capital, ending, verdict } from "../common/words.js";

/** @typedef {import("../common/types.js").Board} Board */

export class Replay {
  /**
   * @param {Board} first what is shown first
   * @param {string[]} moves what follows
   * @param {string} brief what is said of it in one sentence
   * @param {string} [rest] what else is said while the first board is shown
   */
  constructor(first, moves, brief, rest = "") {
    this._boards = [first];
    this.moves = moves;
    this.brief = brief;
    this._rest = rest;
    /** How many moves are shown. */
    this.at = 0;
  }

  get isAtEnd() {
    return this.at >= this.moves.length;
  }

  /** What the board shows. */
  get board() {
    return this._boards[this.at];
  }

  /** Go a move on, or back. @param {1 | -1} step */
  async step(step) {
    const to = this.at + step;
    if (to < 0 || to > this.moves.length) return;
    this._boards[to] ??= await boardOf(this._boards[to - 1].position, [this.moves[to - 1]]);
    this.at = to;
  }

  /** Say what is on the board now. */
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
 * Find out what follows a wrong move; null where the service cannot say.
 *
 * @param {Board} before where it was tried
 * @param {string} move
 * @param {boolean} isTimed whether it may still win, only later
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

/** Say what a mistake in a solitaire costs. @param {string} move @param {number | null} par */
function lostText(move, par) {
  return par === null
    ? say("replay.unsolvable", { move })
    : say("replay.par", { move, count: par });
}
