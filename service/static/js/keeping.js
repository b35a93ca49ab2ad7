/** The game on the table outlives a reload of its page: it is kept with the tab, variations and all. */

import * as trees from "./tree.js";

const NAME = "proofplay.game";

/** Keep where a session is, and its game. @param {import("./session.js").Session} session */
export function keep(session) {
  const { root, at } = session;
  if (!root || !at) return;
  const moves = trees
    .path(at)
    .slice(1)
    .map(({ move }) => move);
  try {
    sessionStorage.setItem(
      NAME,
      JSON.stringify({ at: at.position, moves, record: trees.toRecord(root) }),
    );
  } catch {
    // A tab that keeps nothing shows the position alone.
  }
}

/**
 * Give the node of the kept game where a position stands, if that is where we were.
 *
 * @param {string} position
 * @returns {import("./tree.js").Node | null}
 */
export function recover(position) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? "null");
    return kept?.at === position ? trees.addLine(trees.fromRecord(kept.record), kept.moves) : null;
  } catch {
    return null;
  }
}
