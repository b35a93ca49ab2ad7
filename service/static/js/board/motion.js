/**
 * Animation of pieces. It compares two pictures of a board, without knowing the game: if a kind of
 * piece is gone from one square and new on one other, it has moved; all other changes fade.
 */

/** The duration of an animation in milliseconds. */
const DURATION = 150;
/** The maximum number of squares that a move changes; if more differ, it is another position. */
const MOST = 6;

/** @typedef {import("../common/types.js").Frame} Frame */
/** @typedef {{name: string, symbol: string, file: number, rank: number, element: SVGElement}} Piece */

/**
 * Return the pieces of a picture by their squares.
 *
 * @param {Element} picture draws the pieces in the order of their squares
 * @param {Pick<import("../common/types.js").Board, "size" | "squares">} board
 * @returns {Map<string, Piece>}
 */
export function pieces(picture, { size: [files], squares }) {
  const drawn = /** @type {NodeListOf<SVGElement>} */ (
    picture.querySelectorAll(".proofplay-piece")
  );
  /** @type {Map<string, Piece>} */
  const found = new Map();
  squares.forEach(({ name, symbol, piece }, at) => {
    const element = drawn[found.size];
    if (piece === null || !element) return;
    found.set(name, { name, symbol, file: at % files, rank: Math.floor(at / files), element });
  });
  return found;
}

/**
 * Animate the changes between two pictures of a board.
 *
 * @param {Map<string, Piece>} past
 * @param {Map<string, Piece>} present the pieces now on the page
 * @param {Element} ghosts holds the removed pieces during the animation
 * @param {Frame} frame where the squares are in the picture
 */
export function animate(past, present, ghosts, frame) {
  ghosts.replaceChildren();
  const gone = [...past.values()].filter(
    ({ name, symbol }) => present.get(name)?.symbol !== symbol,
  );
  const fresh = [...present.values()].filter(
    ({ name, symbol }) => past.get(name)?.symbol !== symbol,
  );
  const changed = new Set([...gone, ...fresh].map(({ name }) => name));
  if (!changed.size || changed.size > MOST || isStill()) return;
  const moved = new Set();
  for (const piece of fresh) {
    const from = only(gone, piece.symbol);
    if (from && only(fresh, piece.symbol)) {
      moved.add(from);
      slide(from, piece, frame);
    } else play(piece.element, [{ opacity: 0 }, { opacity: 1 }]);
  }
  for (const piece of gone) {
    if (moved.has(piece)) continue;
    const ghost = piece.element;
    ghosts.append(ghost);
    play(ghost, [{ opacity: 1 }, { opacity: 0 }]).onfinish = () => ghost.remove();
  }
}

/** Whether the user wants no animations. */
function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Return the piece of a kind, if there is exactly one. @param {Piece[]} pieces @param {string} symbol */
function only(pieces, symbol) {
  const same = pieces.filter((piece) => piece.symbol === symbol);
  return same.length === 1 ? same[0] : null;
}

/** @param {Piece} from @param {Piece} to @param {Frame} frame */
function slide(from, to, { side, rise, shift }) {
  const right = (from.file - to.file) * side + (from.rank - to.rank) * shift;
  const down = (to.rank - from.rank) * rise;
  play(to.element, [{ transform: `translate(${right}px, ${down}px)` }, { transform: "none" }]);
}

/** @param {SVGElement} element @param {Keyframe[]} frames */
function play(element, frames) {
  return element.animate(frames, { duration: DURATION, easing: "ease-out" });
}
