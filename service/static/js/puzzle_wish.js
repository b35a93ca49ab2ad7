/** Which puzzle is wanted: the part of the address that says it, and the question to the service. */

/** Where nothing is asked for. */
export const ANY = "";
const [ANY_GRADE, CLOSED] = ["any", "closed"];

/**
 * @typedef {object} Wish
 * @property {string} game
 * @property {string} puzzle the kind
 * @property {string} grade
 * @property {number} seed
 * @property {string} [size] the board, files by ranks, as `6x6`
 * @property {boolean} [closed] whether a way has to come back to its start
 */

/** @typedef {{game: string, puzzle: string, summary: string, playable: boolean, demands: string[]}} Kind */

/** Read `GAME/KIND/GRADE/SEED`, behind which a size and the word `closed` may stand. @param {string} text @returns {Wish | null} */
export function readWish(text) {
  const [game, puzzle, grade, seed, ...others] = text.split("/");
  if (!/^\d+$/.test(seed ?? "")) return null;
  return {
    game,
    puzzle,
    grade: grade === ANY_GRADE ? ANY : grade,
    seed: Number(seed),
    size: others.find((part) => part && part !== CLOSED) ?? ANY,
    closed: others.includes(CLOSED),
  };
}

/** Give what `readWish` reads. @param {Wish} wish */
export function wishText({ game, puzzle, grade, seed, size, closed }) {
  return [game, puzzle, grade || ANY_GRADE, seed, size, closed && CLOSED].filter(Boolean).join("/");
}

/** Give what the service is to be asked. @param {Wish} wish @param {Kind} kind */
export function questionOf({ game, puzzle, grade, seed, size, closed }, { demands }) {
  return {
    game,
    puzzle,
    seed,
    ...(grade && { grade }),
    ...(size && { size }),
    ...(closed && demands.includes(CLOSED) && { closed }),
  };
}
