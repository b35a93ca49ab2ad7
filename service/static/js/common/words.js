/**
 * Values in words and signs. A sign and a text always stand beside a colour, and a minus is a minus.
 * An estimate has a sign of its own, and always says that it is one.
 */

import { say } from "./say.js";

/** The move of a player who has no other. */
const PASS = "pass";
/** The move by which two people exchange their colours (NK6); stones and the colour to move stay. */
export const SWAP = "swap";

/** @typedef {import("./types.js").MoveRecord} MoveRecord */
/** @typedef {import("./types.js").AnalysisRecord} AnalysisRecord */
/** @typedef {import("./types.js").EstimateRecord} EstimateRecord */

/**
 * What is known of the moves of a position: of all or, while an analysis goes on, of some.
 *
 * @typedef {object} Known
 * @property {import("./types.js").Status | "open"} status open while it goes on
 * @property {import("./types.js").Result | null} result
 * @property {string | null} value
 * @property {MoveRecord[]} moves best first
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

/** Return a number, or text that is one, with a minus sign and not a hyphen. @param {number | string} value */
export function number(value) {
  return String(value).replace("-", "−");
}

/** Return a number with its sign. @param {number} value */
export function signed(value) {
  return value > 0 ? `+${value}` : number(value);
}

/** Return digits in groups of three; there may be more of them than a number can hold. @param {string} digits */
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
 * What a move costs who makes it, in moves of the lead; null where the values are not known.
 *
 * @param {Known} analysis
 * @param {MoveRecord} move
 * @param {boolean} isFirst whether the player whose lead is positive is to move
 */
function cost(analysis, move, isFirst) {
  if (analysis.value === null || move.value === null) return null;
  const lost = fraction(analysis.value) - fraction(move.value);
  return isFirst ? lost : -lost;
}

/**
 * A move's value as the board shows it: a sign, a short text behind it, and the whole in words.
 *
 * @param {Known} analysis
 * @param {MoveRecord} move
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
 * What is said of a move whose value is not proved: its estimate, if there is one.
 *
 * @param {Known} analysis
 * @param {MoveRecord} move
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

/** Return chances in per cent: none are certain that are not quite so. @param {number} win from 0 to 1 */
export function percent(win) {
  if (win === 0 || win === 1) return 100 * win;
  return Math.min(99, Math.max(1, Math.round(100 * win)));
}

/**
 * An estimate in a sentence: who is likely to win and, in games that count a margin, by how much.
 *
 * @param {EstimateRecord} estimate
 * @param {string} mover whose chances they are
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

/** Say who is expected to be how far ahead at the end. @param {number} score @param {string[]} players */
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
 * Say how sure the computer is of the move that it has made.
 *
 * @param {import("./types.js").ReplyRecord} reply
 * @param {string} mover the colour that it has
 * @param {string[]} players the first of the game before the second
 */
export function sureness({ proved, estimate }, mover, players) {
  if (proved) return say("opponent.proved");
  if (!estimate) return say("opponent.unproved");
  return `${say("opponent.unproved")} ${estimated(estimate, mover, players)}`;
}

/** Say how many solutions there are; digits that a number cannot hold stay text. @param {number | string} count */
export function solutions(count) {
  const amount = typeof count === "number" ? count.toLocaleString("en") : grouped(count);
  return say("value.solutions", { count: Number(count), amount });
}

/** @param {MoveRecord} move @param {number | null} margin @param {boolean} isTwoPlayer @param {string | null} before the result of the position */
function verb(move, margin, isTwoPlayer, before) {
  // Only where it can be solved so far is there something to spoil.
  if (move.result === "unsolvable" && before !== "solvable")
    return say(before === null ? "value.unsolvable_after" : "value.stays_unsolvable");
  const verb = say(VERBS[move.result ?? ""]);
  if (margin) return say("value.by", { verb, margin: Math.abs(margin) });
  if (isTwoPlayer && move.distance !== null) return say("value.in", { verb, plies: move.distance });
  return verb;
}

/**
 * How a game has ended, in a sentence.
 *
 * @param {import("./types.js").Ending} outcome
 * @param {(player: string) => string} [name] names a player
 */
export function ending(outcome, name = capital) {
  if (outcome.solved !== null) return say(outcome.solved ? "end.solved" : "end.unsolved");
  if (outcome.winner === null) return say("end.draw");
  const who = name(outcome.winner);
  if (!outcome.score) return say("end.won", { who });
  return say("end.won_by", { who, margin: Math.abs(outcome.score) });
}

/**
 * What an analysis says of a position, in a sentence.
 *
 * @param {AnalysisRecord | import("./types.js").VerdictRecord} analysis
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

/** Say by what margin a game is won or, where there is none, in how many plies. @param {number | null} score @param {number | null} distance */
function how(score, distance) {
  if (score) return say("verdict.by", { margin: Math.abs(score) });
  return distance === null ? "" : say("verdict.in", { count: distance });
}

/** Say who played what; what happened elsewhere than on the squares of the move is told with it. @param {import("./types.js").PlayedMove} played */
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

/**
 * What a move did, in words. What it did to no square is told only if it did nothing else.
 *
 * @param {import("./types.js").Change[]} effects
 */
export function deeds(effects) {
  return effects
    .filter(({ squares }) => squares.length || effects.length === 1)
    .map(({ what, squares }) => [what, squares.join(", ")].filter(Boolean).join(" "))
    .join("; ");
}
