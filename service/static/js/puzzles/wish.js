/** The wish for a puzzle: its form in the address, the offers that fit it, and the request to the service. */

import { say } from "../common/say.js";
import { isAmount, isFlag, isText, listOf, optional, shaped, Stored } from "../common/stored.js";

/** The wish for any kind or grade. */
export const ANY = "";
const [ANY_GRADE, CLOSED] = ["any", "closed"];
/** The number of seeds: enough that nobody meets the same puzzle twice by chance. */
const SEEDS = 2 ** 32;

/**
 * @typedef {object} Wish
 * @property {string} game
 * @property {string[]} [variants]
 * @property {string} puzzle the kind
 * @property {string} grade
 * @property {number} seed
 * @property {string} [size] the board, files by ranks, as `6x6`
 * @property {boolean} [closed] whether a tour has to return to its start
 */

/** @typedef {import("../common/types.js").PuzzleOffer} Offer */
/** @typedef {import("../common/types.js").PuzzleKind} Kind */

/** Whether a value is a `Wish`. */
export const isWish = shaped({
  game: isText,
  variants: optional(listOf(isText)),
  puzzle: isText,
  grade: isText,
  seed: isAmount,
  size: optional(isText),
  closed: optional(isFlag),
});

/** Return the place of the last wish of a view, which is for anything if there is none. @param {string} name */
export function lastWish(name) {
  /** @type {Wish} */
  const anything = { game: "", puzzle: "", grade: ANY, seed: 0 };
  return new Stored(name, anything, isWish);
}

/** Parse `GAME[+VARIANT…]/KIND/GRADE/SEED`, which a size and the word `closed` may follow. @param {string} text @returns {Wish | null} */
export function readWish(text) {
  const [name, puzzle, grade, seed, ...others] = text.split("/");
  const [game, ...variants] = name.split("+");
  if (!/^\d+$/.test(seed ?? "")) return null;
  return {
    game,
    variants,
    puzzle,
    grade: grade === ANY_GRADE ? ANY : grade,
    seed: Number(seed),
    size: others.find((part) => part && part !== CLOSED) ?? ANY,
    closed: others.includes(CLOSED),
  };
}

/** Return the text that `readWish` parses. @param {Wish} wish */
export function wishText({ game, variants = [], puzzle, grade, seed, size, closed }) {
  const name = [game, ...variants].join("+");
  return [name, puzzle, grade || ANY_GRADE, seed, size, closed && CLOSED].filter(Boolean).join("/");
}

/** Return the body of the request to the service. @param {Wish} wish @param {Kind} kind */
export function questionOf(
  { game, variants = [], puzzle, grade, seed, size, closed },
  { demands },
) {
  return {
    game,
    puzzle,
    seed,
    ...(variants.length && { variants }),
    ...(grade && { grade }),
    ...(size && { size }),
    ...(closed && demands.includes(CLOSED) && { closed }),
  };
}

/** Return a wish with a new random seed. @param {Wish} wish @returns {Wish} */
export function fresh(wish) {
  return { ...wish, seed: Math.floor(Math.random() * SEEDS) };
}

/** Return the kind that a wish names, if there is one. @param {Wish} wish @param {Kind[]} kinds */
export function kindOf({ game, puzzle }, kinds) {
  return kinds.find((kind) => kind.game === game && kind.puzzle === puzzle);
}

/** How an offer can fit a wish, the most important first. @type {((offer: Offer, wish: Wish) => boolean)[]} */
const FITS = [
  ({ variants }, wish) => String(variants) === String(wish.variants ?? []),
  ({ closed }, wish) => closed === null || closed === (wish.closed ?? false),
  ({ size }, wish) => (size ?? ANY) === (wish.size ?? ANY),
];

/** Return the offer that fits a wish; a board without an offer may still be tried. @param {Wish} wish @param {Kind} kind */
export function offerOf(wish, { offers }) {
  return offers.find((offer) => FITS.every((fit) => fit(offer, wish)));
}

/** Return the wish for what is offered that is nearest to a wish. @param {Wish} wish @param {Kind[]} kinds @returns {Wish} */
export function nearest(wish, kinds) {
  const { game, puzzle, offers } =
    kindOf(wish, kinds) ?? kinds.find((kind) => kind.game === wish.game) ?? kinds[0];
  const usual = (/** @type {Offer} */ { size }) => size === null;
  const [{ variants, closed, size, grades }] = [...FITS, usual].reduce((left, fit) => {
    const fitting = left.filter((offer) => fit(offer, wish));
    return fitting.length ? fitting : left;
  }, offers);
  const grade = grades.includes(wish.grade) ? wish.grade : ANY;
  return { ...wish, game, puzzle, variants, closed: closed === true, size: size ?? ANY, grade };
}

/**
 * Return a sentence on why there is no such kind of puzzle; empty if there is one. Its board and grade
 * are not checked: the service also tries those that it does not offer.
 *
 * @param {string} text the puzzle's address
 * @param {Kind[]} kinds
 * @param {(game: string) => string} title returns the name of a game
 */
export function faultOf(text, kinds, title) {
  const wish = readWish(text);
  if (!wish) return say("puzzles.no_address", { text });
  const own = kinds.filter(({ game }) => game === wish.game);
  if (!own.length) {
    const games = [...new Set(kinds.map(({ game }) => game))];
    return say("puzzles.no_game", { game: wish.game, games: listed(games) });
  }
  if (kindOf(wish, own)) return "";
  const kindsOf = own.map(({ summary }) => summary).join("; ");
  return say("puzzles.no_kind", { title: title(wish.game), kinds: kindsOf });
}

/** @param {string[]} names */
function listed(names) {
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");
}
