/**
 * The user's results at puzzles, kept in this browser: an entry for each puzzle, from which everything
 * else (streaks, the rating) is computed. A puzzle counts once, by the first try.
 */

import { say } from "../common/say.js";
import { isAmount, isText, listOf, nullable, oneOf, shaped, Stored } from "../common/stored.js";
import { HINTED, RESULTS, SOLVED } from "./outcome.js";
import { afterPuzzle, GRADES, UNRATED } from "./rating.js";

/** The maximum number of entries; the oldest are deleted. */
const MOST = 10_000;
/** The format named in saved files. */
const FORMAT = "proofplay puzzles 1";

/**
 * The result of a puzzle.
 *
 * @typedef {object} Entry
 * @property {string} at the time, as ISO 8601
 * @property {string} puzzle its address, as `wishText` writes it
 * @property {string | null} grade
 * @property {string} result `solved`, `hinted` (solved after a hint), or `failed`
 * @property {number} seconds
 */

/**
 * @typedef {object} Standing
 * @property {number} solved
 * @property {number} hinted
 * @property {number} failed
 * @property {number} streak the number solved in a row; a solution after a hint neither counts nor ends it
 * @property {number} longest
 * @property {import("./rating.js").Rating} rating
 */

const isEntry = shaped({
  at: (value) => isText(value) && !Number.isNaN(Date.parse(value)),
  puzzle: isText,
  grade: nullable(isText),
  result: oneOf(RESULTS),
  seconds: isAmount,
});
const LOG = new Stored("puzzle-log", /** @type {Entry[]} */ ([]), listOf(isEntry));

/** Return the totals of a log. @param {Entry[]} log oldest first @returns {Standing} */
export function standingOf(log) {
  const found = { solved: 0, hinted: 0, failed: 0, streak: 0, longest: 0, rating: UNRATED };
  for (const { result, grade } of log) {
    if (result === HINTED) {
      found.hinted += 1;
      continue;
    }
    const isSolved = result === SOLVED;
    found[isSolved ? "solved" : "failed"] += 1;
    found.streak = isSolved ? found.streak + 1 : 0;
    found.longest = Math.max(found.longest, found.streak);
    if (grade && isRated(grade)) found.rating = afterPuzzle(found.rating, grade, isSolved);
  }
  return found;
}

/** Return the log, oldest first. @returns {Entry[]} */
export function log() {
  return LOG.read();
}

/** Add the result of a puzzle, unless it already has one; return whether it was added. @param {Entry} entry */
export function add(entry) {
  // Read again, for what another tab has added since.
  const known = log();
  if (known.some(({ puzzle }) => puzzle === entry.puzzle)) return false;
  LOG.write([...known, entry].slice(-MOST));
  return true;
}

/** Forget everything. */
export function clear() {
  LOG.write([]);
}

/** Return the log as the text of a file. */
export function written() {
  return JSON.stringify({ format: FORMAT, puzzles: log() }, null, 1) + "\n";
}

/** Add the entries of a file to the log, and return how many were new. Throws an error if it is another kind of file. @param {string} text */
export function read(text) {
  const known = log();
  const names = new Set(known.map(({ puzzle }) => puzzle));
  const others = entriesOf(text).filter(({ puzzle }) => !names.has(puzzle) && names.add(puzzle));
  const all = [...known, ...others].sort((one, other) => (one.at < other.at ? -1 : 1));
  LOG.write(all.slice(-MOST));
  return others.length;
}

/** @param {string} text @returns {Entry[]} */
function entriesOf(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error(say("puzzles.no_file"));
  }
  if (file?.format !== FORMAT || !listOf(isKnown)(file.puzzles))
    throw new Error(say("puzzles.no_file"));
  return file.puzzles.map((/** @type {Entry} */ { at, puzzle, grade, result, seconds }) => ({
    at,
    puzzle,
    grade,
    result,
    seconds,
  }));
}

/** Return whether a value is an entry whose grade, if it has one, is known. @param {any} value */
function isKnown(value) {
  return isEntry(value) && (value.grade === null || isRated(value.grade));
}

/** Return whether the puzzles of a grade count for the rating. @param {string} grade */
function isRated(grade) {
  return Object.hasOwn(GRADES, grade);
}
