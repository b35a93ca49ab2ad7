/** Dragging a piece with the mouse: its ghost follows the pointer, and dropping it picks a square. */

import { s } from "../common/dom.js";

/** How far the pointer moves, in pixels, before a press becomes a drag. */
const SLACK = 6;

/**
 * Let pieces be dragged.
 *
 * @param {HTMLElement} cells holds the squares
 * @param {object} acts
 * @param {(square: string) => SVGElement | null} acts.lift returns the piece on a square, if it can be dragged
 * @param {(square: string) => void} acts.onlift is called with the square that a drag begins on
 * @param {(square: string) => void} acts.ondrop is called with the square that it ends on, empty if on none
 */
export function makeDraggable(cells, { lift, onlift, ondrop }) {
  cells.addEventListener("pointerdown", (begun) => {
    const from = squareAt(cells, begun);
    const piece = begun.button || begun.pointerType === "touch" ? null : lift(from);
    if (!piece) return;
    /** @type {SVGElement | null} */
    let ghost = null;
    const done = new AbortController();
    const { signal } = done;
    const move = (/** @type {PointerEvent} */ event) => {
      const [across, down] = [event.clientX - begun.clientX, event.clientY - begun.clientY];
      if (!ghost && Math.hypot(across, down) < SLACK) return;
      if (!ghost) {
        ghost = ghostOf(piece);
        onlift(from);
      }
      ghost.style.translate = `${across}px ${down}px`;
    };
    const end = (/** @type {PointerEvent} */ event) => {
      done.abort();
      if (!ghost) return;
      ghost.remove();
      const to = event.type === "pointerup" ? squareAt(cells, event) : "";
      // The click that follows a drag picks nothing.
      const quiet = new AbortController();
      const stop = (/** @type {Event} */ click) => click.stopPropagation();
      addEventListener("click", stop, { capture: true, signal: quiet.signal });
      setTimeout(() => quiet.abort());
      ondrop(to === from ? "" : to);
    };
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", end, { signal });
    addEventListener("pointercancel", end, { signal });
  });
}

/** Return a copy of a piece, over the page. @param {SVGElement} piece */
function ghostOf(piece) {
  const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (piece).getBBox();
  const box = piece.getBoundingClientRect();
  const ghost = s("svg", { class: "dragged", viewBox: `${x} ${y} ${width} ${height}` });
  ghost.append(piece.cloneNode(true));
  for (const side of /** @type {const} */ (["left", "top", "width", "height"]))
    ghost.style[side] = `${box[side]}px`;
  document.body.append(ghost);
  return /** @type {SVGElement} */ (ghost);
}

/** Return the square under the pointer, empty if there is none. @param {HTMLElement} cells @param {PointerEvent} event */
function squareAt(cells, { clientX, clientY }) {
  const found = document.elementFromPoint(clientX, clientY)?.closest("[data-square]");
  return (cells.contains(found ?? null) && found?.getAttribute("data-square")) || "";
}
