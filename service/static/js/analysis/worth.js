/**
 * What moves are worth, as shown on the board and in the list: the sign, its colour, the length of its
 * bar, and whether it is framed. The colour is that of the winner, whoever is to move.
 */

import { fraction, valued } from "../common/words.js";

/** @typedef {import("../common/types.js").MoveAnswer} MoveAnswer */
/** @typedef {import("../common/words.js").Known} Known */
/** @typedef {"first" | "second" | ""} Side */

/**
 * @typedef {object} Worth
 * @property {string} kind the result, `estimated` or `unknown`
 * @property {Side} side who wins, or is likely to
 * @property {number} weight the length of the bar, from 0 to 1
 * @property {string} sign
 * @property {string} brief
 * @property {string} text
 * @property {boolean} best whether it stands out among moves with the same sign
 */

/** The minimum length of the bar of a winning move, however late it wins. */
const LEAST = 0.25;

/**
 * Return what each move is worth, in the order of the moves.
 *
 * @param {Known} known
 * @param {boolean} isFirst whether the first player of the game is to move
 * @returns {Map<string, Worth>}
 */
export function worths(known, isFirst) {
  const scale = scaleOf(known.moves);
  return new Map(
    known.moves.map((move) => [
      move.move,
      {
        ...valued(known, move, isFirst),
        side: sideOf(move, isFirst),
        weight: weigh(move, scale),
        best: isFramed(known.moves, move),
      },
    ]),
  );
}

/** Return who wins, by a result for the player to move or by an estimate. @param {Pick<MoveAnswer, "result" | "estimate">} found @param {boolean} isFirst @returns {Side} */
export function sideOf({ result, estimate }, isFirst) {
  const chance = result === null ? (estimate?.win ?? 0.5) : 0.5;
  const isWon = result === "win" || chance > 0.5;
  const isLost = result === "loss" || chance < 0.5;
  if (!isWon && !isLost) return "";
  return isWon === isFirst ? "first" : "second";
}

/**
 * Return how far towards the winner's end a gauge is: the nearer the win, the further. It never comes
 * near the middle, since a distant win is still a win.
 *
 * @param {number} distance plies to the end
 */
export function nearness(distance) {
  return 1 - (0.6 * distance) / (distance + 12);
}

/** Whether to frame a move: a frame marks the better moves with the same sign, or the only best move; among equal moves it would say nothing. @param {MoveAnswer[]} moves @param {MoveAnswer} move */
function isFramed(moves, { best, result }) {
  if (!best || result === null) return false;
  const isOnly = moves.filter((other) => other.best).length === 1 && moves.length > 1;
  return isOnly || moves.some((other) => other.result === result && other.best === false);
}

/** Return the largest value of each measure, at least 1. @param {MoveAnswer[]} moves */
function scaleOf(moves) {
  const most = (/** @type {(move: MoveAnswer) => number} */ measure) =>
    Math.max(1, ...moves.map(measure));
  return {
    score: most(({ score }) => Math.abs(score ?? 0)),
    value: most(({ value }) => (value === null ? 0 : Math.abs(fraction(value)))),
    solutions: most(({ solutions }) => digits(solutions)),
  };
}

/** @param {MoveAnswer} move @param {ReturnType<typeof scaleOf>} scale */
function weigh({ result, score, value, distance, solutions, estimate }, scale) {
  if (result === null) return estimate ? Math.max(estimate.win, 1 - estimate.win) : 0;
  if (result === "draw" || result === "unsolvable") return 0;
  if (result === "solvable") return solutions ? least(digits(solutions) / scale.solutions) : 1;
  if (score !== null) return least(Math.abs(score) / scale.score);
  if (distance !== null) return nearness(distance);
  return value === null ? 1 : least(Math.abs(fraction(value)) / scale.value);
}

/** @param {number} share */
function least(share) {
  return Math.max(LEAST, share);
}

/** Return the size of a count, from its digits, since it may be too large for a number. @param {string | null | undefined} count */
function digits(count) {
  if (!count) return 0;
  return Math.log10(1 + Number(count.slice(0, 15))) + Math.max(0, count.length - 15);
}
