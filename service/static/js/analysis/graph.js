/**
 * The value of the game, move by move: how far the first player is ahead, or who wins. It is drawn
 * from the answers that there are, so it grows while one plays with analysis on; where there is none
 * the line has a gap. A person stays on their side of it: a swap exchanges their colours only.
 */

import { fill, h, s } from "../common/dom.js";
import { capital, counted, fraction, signed } from "../common/words.js";
import * as trees from "../game/tree.js";
import { knownOf } from "./analyst.js";

/** @typedef {import("../game/tree.js").Node} Node */

const [STEP, HEIGHT, EDGE] = [24, 120, 16];

/** @typedef {{node: Node, x: number, value: number | null}} Point a node of the game, and its value, null where that is not known */

/** What can be measured, the most telling first: each gives a number for the first player, or null. */
const MEASURES = {
  score: (/** @type {any} */ found) => found.score,
  lead: (/** @type {any} */ found) => (found.value === null ? null : fraction(found.value)),
  result: (/** @type {any} */ found, /** @type {string} */ first) => {
    if (found.result === "solvable" || found.result === "unsolvable")
      return found.result === "solvable" ? 1 : -1;
    if (found.winner === null) return 0;
    return found.winner === first ? 1 : -1;
  },
};

export class Graph {
  /** @param {import("../game/session.js").Session} session */
  constructor(session) {
    this._session = session;
    this._body = h("div", { class: "graph" });
    this.element = h(
      "section",
      { class: "panel", aria: { label: "Value of the game" } },
      h("h2", {}, "Value"),
      this._body,
    );
  }

  show() {
    const { at, players } = this._session;
    if (!at) return;
    const nodes = trees.line(at);
    const found = nodes.map((node) => valueOf(node, players));
    this.element.hidden = nodes.length < 2 || found.every((one) => one === null);
    if (this.element.hidden) return;
    const [name, measure] = measureOf(found);
    const values = found.map((one, ply) => {
      const value = one === null ? null : measure(one, players[0]);
      return value && trees.hasSwapped(nodes[ply]) ? -value : value;
    });
    const window = h(
      "div",
      { class: "scroll", tabindex: "0", role: "group", aria: { label: "Graph" } },
      this._picture(nodes, values),
    );
    fill(
      this._body,
      h("p", { class: "quiet" }, caption(name, this._sides(nodes), at.board)),
      window,
      h("p", { class: "quiet" }, turns(nodes)),
    );
    window.scrollLeft = EDGE + STEP * at.ply - window.clientWidth / 2;
  }

  /** Name who is above the line and who is below it. @param {Node[]} nodes */
  _sides(nodes) {
    const { players } = this._session;
    const hasSwapped = nodes.some(({ move }) => move === trees.SWAP);
    return players.map((player) =>
      hasSwapped ? `whoever began as ${capital(player)}` : capital(player),
    );
  }

  /** @param {Node[]} nodes @param {(number | null)[]} values */
  _picture(nodes, values) {
    const most = Math.max(1, ...values.map((value) => Math.abs(value ?? 0)));
    const width = 2 * EDGE + STEP * (nodes.length - 1);
    const place = (/** @type {number} */ value) =>
      HEIGHT / 2 - (value / most) * (HEIGHT / 2 - EDGE);
    const points = values.map((value, ply) => ({ node: nodes[ply], x: EDGE + STEP * ply, value }));
    const steps = points.map(({ x, value }, number) => {
      if (value === null) return "";
      const isFirst = number === 0 || points[number - 1].value === null;
      return isFirst ? `M${x} ${place(value)}` : `H${x}V${place(value)}`;
    });
    return s(
      "svg",
      {
        width,
        height: HEIGHT,
        viewBox: `0 0 ${width} ${HEIGHT}`,
        role: "img",
        "aria-label": summary(points),
      },
      s("line", { x1: 0, x2: width, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "zero" }),
      s("path", { d: steps.join(""), class: "course" }),
      ...points.map((point) => this._point(point, place(point.value ?? 0))),
    );
  }

  /** @param {Point} point @param {number} y */
  _point({ node, x, value }, y) {
    const isHere = node === this._session.at;
    const mark = markOf(node);
    const group = s(
      "g",
      { class: isHere ? "point here" : "point" },
      s("title", {}, `${node.move || "start"}: ${said(value)}`),
      s("rect", { x: x - STEP / 2, y: 0, width: STEP, height: HEIGHT, class: "target" }),
      value === null
        ? s("text", { x, y: y + 5, "text-anchor": "middle", class: "open" }, "?")
        : s("circle", { cx: x, cy: y, r: isHere ? 6 : 4 }),
      mark
        ? s("text", { x, y: y > HEIGHT / 2 ? y - 9 : y + 20, "text-anchor": "middle" }, mark)
        : null,
    );
    group.addEventListener("click", () => this._session.go(node));
    return group;
  }
}

/**
 * Return what is known of a node: by an analysis of it or of the node before, or by an annotation of a
 * move beside it.
 *
 * @param {Node} node
 * @param {string[]} players
 */
function valueOf(node, players) {
  const answer = node.position ? knownOf(node.position) : null;
  const beside = node.children.find(({ judged }) => judged)?.judged?.before;
  const found = answer ?? asMove(node, players) ?? beside ?? node.judged?.after;
  return found?.result ? found : null;
}

/**
 * Return what an analysis of the node before says of the move: where the computer moves at once, there is
 * no other.
 *
 * @param {Node} node
 * @param {string[]} players
 */
function asMove({ parent, move }, players) {
  const before = parent?.board && knownOf(parent.position);
  const found = before?.moves.find((other) => other.move === move);
  if (!parent?.board || !found) return null;
  const { player } = parent.board;
  const other = players.find((name) => name !== player) ?? null;
  const winner = { win: player, loss: other }[String(found.result)] ?? null;
  return { ...found, winner };
}

/** @param {any[]} found @returns {[string, (found: any, first: string) => number | null]} */
function measureOf(found) {
  const known = found.filter((one) => one !== null);
  const fits = Object.entries(MEASURES).find(([, measure]) =>
    known.every((one) => measure(one, "") !== null),
  );
  return fits ?? ["result", MEASURES.result];
}

/** @param {string} name @param {string[]} sides @param {any} board */
function caption(name, [first, second], board) {
  if (board?.is_solitaire) return "Above the line it can be solved, below not.";
  const what = { score: "margin at the end", lead: "lead in moves", result: "winner" }[name];
  return `${capital(what ?? "")}: above the line ${first}, below ${second}.`;
}

/** @param {number | null} value */
function said(value) {
  return value === null ? "not known" : signed(value);
}

/** @param {Point[]} points */
function summary(points) {
  return points.map(({ node, value }) => `${node.move || "start"} ${said(value)}`).join(", ");
}

/** Name the moves that gave something away. @param {Node[]} nodes */
function turns(nodes) {
  const bad = nodes.filter((node) => markOf(node).includes("?"));
  if (!bad.length) return "";
  return `${counted(bad.length, "move")} gave something away: ${bad.map((node) => `${node.move}${markOf(node)}`).join(", ")}.`;
}

/** @param {Node} node */
function markOf(node) {
  return node.judged?.mark || node.mark;
}
