/** What a move did, in a sentence. */

import { say } from "../common/say.js";
import { capital, deeds } from "../common/words.js";
import { SWAP } from "../game/tree.js";

/** The move of a player who has none. */
const PASS = "pass";

/** Say who played what; what happened elsewhere than on the squares of the move is told with it. @param {import("../common/types.js").Played} played */
export function told({ player, move, squares, effects }) {
  const who = capital(player);
  if (move === SWAP) return say("played.swap", { player: who });
  if (move === PASS) return say("played.pass", { player: who });
  const others = effects.filter((effect) =>
    effect.squares.some((square) => !squares.includes(square)),
  );
  if (!others.length) return say("played.move", { player: who, move });
  return say("played.effects", { player: who, move, effects: deeds(others) });
}
