/**
 * Values in words and signs. Colour is never used without a sign and a text, and negative numbers have
 * a true minus sign. An estimate has its own sign, and always says that it is one.
 */

import { say } from "./say.js";

/** The maximum number of squares that are named one by one. */
const MOST_NAMED = 6;
/** The move of a player who has no other move. */
const PASS = "pass";
/** The move by which two people exchange colours (NK6); the stones and the colour to move stay. */
export const SWAP = "swap";

/** @typedef {import("./types.js").MoveAnswer} MoveAnswer */
/** @typedef {import("./types.js").Analysis} Analysis */
/** @typedef {import("./types.js").Estimate} Estimate */

/**
 * What is known about the moves of a position: about all, or during an analysis about some.
 *
 * @typedef {object} Known
 * @property {import("./types.js").Status | "open"} status `open` during an analysis
 * @property {import("./types.js").Result | null} result
 * @property {string | null} value
 * @property {MoveAnswer[]} moves best first
 */

/** @type {Record<string, string>} */
const SIGNS = { win: "▲", draw: "=", loss: "▼", solvable: "✓", unsolvable: "✗" };
/** @type {Record<string, import("./say.js").Key>} */
const VERBS = {
  win: "value.wins",
  draw: "value.draws",
  loss: "value.loses",
  solvable: "value.keeps",
  unsolvable: "value.spoils",
};

/** Return a number, or a number as text, with a minus sign instead of a hyphen. @param {number | string} value */
export function number(value) {
  return String(value).replace("-", "−");
}

/** Return a number with its sign. @param {number} value */
export function signed(value) {
  return value > 0 ? `+${value}` : number(value);
}

/** Return digits in groups of three; there may be too many for a number. @param {string} digits */
function grouped(digits) {
  return digits.length > 18
    ? `about 10^${digits.length - 1}`
    : digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

/** @param {string} text */
export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Read a combinatorial value such as "-1/2": halves, quarters and so on are exact. @param {string} text */
export function fraction(text) {
  const [over, under = "1"] = text.split("/");
  return Number(over) / Number(under);
}

/**
 * Return how much of the lead a move costs the player who makes it, in moves; null if unknown.
 *
 * @param {Known} analysis
 * @param {MoveAnswer} move
 * @param {boolean} isFirst whether the player whose lead is positive is to move
 */
function cost(analysis, move, isFirst) {
  if (analysis.value === null || move.value === null) return null;
  const lost = fraction(analysis.value) - fraction(move.value);
  return isFirst ? lost : -lost;
}

/**
 * Return a move's value as the board shows it: a sign, a short text after it, and both in words.
 *
 * @param {Known} analysis
 * @param {MoveAnswer} move
 * @param {boolean} isFirst
 * @returns {{kind: string, sign: string, brief: string, text: string}}
 */
export function valued(analysis, move, isFirst) {
  if (move.result === null) return unsettled(analysis, move, isFirst);
  const lost = cost(analysis, move, isFirst);
  const margin = move.score === null ? null : isFirst ? move.score : -move.score;
  const isTwoPlayer = move.result in { win: 1, draw: 1, loss: 1 };
  const parts = [verb(move, margin, isTwoPlayer, analysis.result)];
  if (lost !== null) parts.push(say("value.costs", { count: lost }));
  if (move.solutions && move.result === "solvable") parts.push(solutions(move.solutions));
  let brief = "";
  if (margin !== null) brief = signed(margin);
  else if (isTwoPlayer && move.distance !== null) brief = String(move.distance);
  else if (lost !== null) brief = number(-lost);
  return { kind: move.result, sign: SIGNS[move.result], brief, text: parts.join(", ") };
}

/**
 * Return the text for a move whose value is not proved: its estimate, if there is one.
 *
 * @param {Known} analysis
 * @param {MoveAnswer} move
 * @param {boolean} isFirst
 */
function unsettled({ status }, { estimate }, isFirst) {
  if (estimate) {
    const { win, score } = estimate;
    const chance = percent(win);
    const margin = score === null ? "" : signed(tenths(isFirst ? score : -score));
    const text = margin
      ? say("value.estimated_by", { chance, margin })
      : say("value.estimated", { chance });
    return { kind: "estimated", sign: "≈", brief: String(chance), text };
  }
  const text = say(status === "open" ? "value.open" : "value.unknown");
  return { kind: "unknown", sign: "?", brief: "", text };
}

/** Return a share as a percentage; only nothing becomes 0 and only all becomes 100. @param {number} share from 0 to 1 */
export function percent(share) {
  if (share === 0 || share === 1) return 100 * share;
  return Math.min(99, Math.max(1, Math.round(100 * share)));
}

/**
 * Return an estimate in a sentence: who is likely to win and, in games with a margin, by how much.
 *
 * @param {Estimate} estimate
 * @param {string} mover the player to move, whose chances they are
 * @param {string[]} players the first of the game before the second
 */
export function estimated({ win, playouts, score }, mover, players) {
  const other = players.find((player) => player !== mover) ?? "";
  const likely = win < 0.5 ? other : mover;
  const values = {
    who: capital(likely),
    chance: percent(Math.max(win, 1 - win)),
    count: playouts,
  };
  if (score === null) return say("verdict.estimate", values);
  return say("verdict.estimate_by", { ...values, margin: ahead(score, players) });
}

/** Say who is expected to be ahead at the end, and by how much. @param {number} score @param {string[]} players */
function ahead(score, [first, second]) {
  const margin = tenths(Math.abs(score));
  if (!margin) return say("verdict.no_margin");
  return say("verdict.margin", { who: capital(score > 0 ? first : second), margin });
}

/** @param {number} score */
function tenths(score) {
  return Math.round(10 * score) / 10;
}

/**
 * Say how sure the computer is of its move.
 *
 * @param {import("./types.js").Reply} reply
 * @param {string} mover the computer's colour
 * @param {string[]} players the first of the game before the second
 */
export function sureness({ proved, estimate }, mover, players) {
  if (proved) return say("opponent.proved");
  if (!estimate) return say("opponent.unproved");
  return `${say("opponent.unproved")} ${estimated(estimate, mover, players)}`;
}

/** Say how many solutions there are; a count too large for a number is given as text. @param {number | string} count */
export function solutions(count) {
  const amount = typeof count === "number" ? count.toLocaleString("en") : grouped(count);
  return say("value.solutions", { count: Number(count), amount });
}

/** @param {MoveAnswer} move @param {number | null} margin @param {boolean} isTwoPlayer @param {string | null} before the result of the position */
function verb(move, margin, isTwoPlayer, before) {
  // Only a solvable position can be spoiled.
  if (move.result === "unsolvable" && before !== "solvable")
    return say(before === null ? "value.unsolvable_after" : "value.stays_unsolvable");
  const verb = say(VERBS[move.result ?? ""]);
  if (margin) return say("value.by", { verb, margin: Math.abs(margin) });
  if (isTwoPlayer && move.distance !== null) return say("value.in", { verb, plies: move.distance });
  return verb;
}

/**
 * Return how a game ended, in a sentence.
 *
 * @param {import("./types.js").Ending} outcome
 * @param {(player: string) => string} [name] returns the name of a player
 */
export function ending(outcome, name = capital) {
  if (outcome.solved !== null) return say(outcome.solved ? "end.solved" : "end.unsolved");
  if (outcome.winner === null) return say("end.draw");
  const who = name(outcome.winner);
  if (!outcome.score) return say("end.won", { who });
  return say("end.won_by", { who, margin: Math.abs(outcome.score) });
}

/**
 * Return what an analysis says about a position, in a sentence.
 *
 * @param {Analysis | import("./types.js").Answer} analysis
 * @param {string} mover
 * @param {string[]} players the first of the game before the second
 */
export function verdict(analysis, mover, players) {
  const { result, distance, score, winner, estimate } = analysis;
  if (result === null) {
    if (estimate)
      return say("verdict.unsettled", { estimate: estimated(estimate, mover, players) });
    const why = analysis.detail;
    return why ? say("verdict.unknown_why", { why }) : say("verdict.unknown");
  }
  if (result === "solvable") {
    if (distance === null) return say("verdict.solvable");
    return say("verdict.solvable_in", { count: distance });
  }
  if (result === "unsolvable") {
    if (analysis.par === null) return say("verdict.unsolvable");
    return say("verdict.unsolvable_par", { count: analysis.par });
  }
  if (result === "draw") return say("verdict.draw");
  return say("verdict.wins", { who: capital(winner ?? ""), how: how(score, distance) });
}

/** Say by what margin a game is won or, if it has none, in how many plies. @param {number | null} score @param {number | null} distance */
function how(score, distance) {
  if (score) return say("verdict.by", { margin: Math.abs(score) });
  return distance === null ? "" : say("verdict.in", { count: distance });
}

/** Say who played what, and what the move did on other squares. @param {import("./types.js").PlayedMove} play */
export function told(play) {
  const { player, move, squares, effects } = play;
  const who = capital(player);
  const others = effects.filter((effect) =>
    effect.squares.some((square) => !squares.includes(square)),
  );
  if (move === SWAP || move === PASS || !others.length) return moved(play);
  return say("played.effects", { player: who, move, effects: deeds(others) });
}

/** Say who has played what, without what it did. @param {import("./types.js").PlayedMove} play */
export function moved({ player, move }) {
  const who = capital(player);
  if (move === SWAP) return say("played.swap", { player: who });
  if (move === PASS) return say("played.pass", { player: who });
  return say("played.move", { player: who, move });
}

/**
 * Return what a move did, in words. Effects without a square are mentioned only if there are no others.
 *
 * @param {import("./types.js").Change[]} effects
 */
export function deeds(effects) {
  return effects
    .filter(({ squares }) => squares.length || effects.length === 1)
    .map(({ what, squares }) => [what, placesOf(squares)].filter(Boolean).join(" "))
    .join("; ");
}

/** Name squares; many are only counted. @param {string[]} squares */
function placesOf(squares) {
  return squares.length > MOST_NAMED
    ? say("played.squares", { count: squares.length })
    : squares.join(", ");
}
