/**
 * The computer at the table. If it is its turn, it moves after a move, at the beginning of a game, and
 * when a seat changes. It waits after a move is taken back, and where the game already continues.
 */

import { ask } from "../common/api.js";
import { Request } from "../common/request.js";

/** @typedef {import("../common/types.js").Reply} Reply */

/** Seconds to wait for a direct answer; after that the progress is shown. */
const WAIT = 1;
const MOVES_ON = ["open", "play", "seats"];

export class Opponent {
  /**
   * @param {import("../game/session.js").Session} session
   * @param {object} hearers
   * @param {import("../common/work.js").Work} hearers.work
   * @param {(reply: Reply) => void} hearers.onreply is called with the computer's move before it is made
   * @param {() => void} hearers.onrest is called if it does not move although it is its turn
   * @param {(error: Error) => void} hearers.onfail
   * @param {() => boolean} isSeen returns whether the table is shown; if not, the computer waits
   */
  constructor(session, { work, onreply, onrest, onfail }, isSeen) {
    this._session = session;
    this._onreply = onreply;
    this._isSeen = isSeen;
    /** The node where the computer was to move. @type {import("../game/tree.js").Node | null} */
    this._at = null;
    /** Whether the computer is about to move. */
    this.isThinking = false;
    const rest = () => {
      this.isThinking = false;
      if (this._at === session.at) onrest();
    };
    this._request = new Request({
      work,
      onbusy: (isBusy) => (this.isThinking = isBusy),
      onstop: rest,
      onfail: (error) => {
        onfail(error);
        rest();
      },
    });
    session.addEventListener("change", (event) =>
      this._hear(/** @type {CustomEvent} */ (event).detail.cause),
    );
  }

  /** @param {string} cause */
  _hear(cause) {
    if (cause === "shape") return;
    const wasThinking = this.isThinking;
    this.isThinking = false;
    this._request.stop();
    const isPast = cause === "open" && (this._session.at?.children.length ?? 0) > 0;
    const isWanted = cause === "strength" ? wasThinking : MOVES_ON.includes(cause);
    if (isWanted && !isPast) this.move();
  }

  /** Move now, if it is the computer's turn. */
  async move() {
    const { at, strength } = this._session;
    if (!at || !this._session.isComputers() || !this._isSeen()) return;
    this._at = at;
    const question = { position: at.position, ...strength, wait: WAIT };
    const reply = await this._request.run((asking) => ask("/api/opponent", question, asking));
    if (!reply || this._session.at !== at) return;
    this._onreply(reply);
    await this._session.play(reply.move);
  }

  /** Stop thinking. */
  stop() {
    this._request.stop();
  }
}
