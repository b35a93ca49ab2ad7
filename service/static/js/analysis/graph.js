/**
 * The game as bars, move by move: up if the first player is winning, down if the second is, in the
 * winner's colour. The height is the margin; without one, it grows as the end comes nearer. Where nothing
 * is known there is a gap. The graph uses the answers known so far, so it grows during play. A person
 * stays on their side of the line: a swap only exchanges the colours.
 */

import { fill, h, s } from "../common/dom.js";
import { Panel } from "../common/panel.js";
import { say } from "../common/say.js";
import { capital, signed, SWAP } from "../common/words.js";
import * as trees from "../game/tree.js";
import { knownOf } from "./analyst.js";
import { nearness } from "./worth.js";

/** @typedef {import("../game/tree.js").Node} Node */
/** @typedef {{node: Node, height: number | null, side: string, label: string, text: string}} Bar a node of the game; `height` from −1 to 1, null if the value is unknown */

const [HEIGHT, MIDDLE, REACH] = [140, 70, 52];
/** The minimum and maximum width of a bar with its gap; if the panel has less room, it scrolls. */
const [NARROW, WIDE] = [13, 34];
/** The minimum width of a bar with a number. */
const LEGIBLE = 18;

export class Graph {
  /** @param {import("../game/session.js").Session} session */
  constructor(session) {
    this._session = session;
    this._caption = h("p", { class: "quiet" });
    this._window = h("div", {
      class: "scroll graph",
      tabindex: "0",
      role: "group",
      aria: { label: say("graph.window") },
    });
    this._panel = new Panel("graph", say("graph.label"), say("graph.title"));
    this._panel.body.append(this._caption, this._window);
    this.element = this._panel.element;
    this._width = 0;
    new ResizeObserver(([{ contentRect }]) => {
      const isOther = Math.abs(contentRect.width - this._width) > 1;
      this._width = contentRect.width;
      if (isOther) this._draw();
    }).observe(this._window);
    /** @type {Bar[]} */
    this._bars = [];
  }

  show() {
    const { at, players } = this._session;
    if (!at) return;
    const nodes = trees.line(at);
    const found = nodes.map((node) => valueOf(node, players));
    this.element.hidden = nodes.length < 2 || found.every((one) => one === null);
    if (this.element.hidden) return;
    this._bars = bars(nodes, found, players);
    fill(this._caption, caption(found, this._sides(nodes), at.board));
    this._draw();
  }

  /** Name who is above the line and who is below it. @param {Node[]} nodes */
  _sides(nodes) {
    const { players } = this._session;
    const hasSwapped = nodes.some(({ move }) => move === SWAP);
    return players.map((player) =>
      hasSwapped ? say("graph.began", { player: capital(player) }) : capital(player),
    );
  }

  _draw() {
    const { at } = this._session;
    if (this.element.hidden || !this._bars.length || !at) return;
    const step = Math.max(NARROW, Math.min(WIDE, this._width / this._bars.length));
    const width = Math.ceil(step * this._bars.length);
    const names = this._bars.map(({ node, text }) => `${node.move || say("graph.start")} ${text}`);
    const picture = s(
      "svg",
      {
        width,
        height: HEIGHT,
        viewBox: `0 0 ${width} ${HEIGHT}`,
        role: "img",
        "aria-label": names.join(", "),
      },
      ...this._bars.map((bar, number) => this._bar(bar, step * number, step)),
      s("line", { x1: 0, x2: width, y1: MIDDLE, y2: MIDDLE, class: "zero" }),
    );
    fill(this._window, picture);
    this._window.scrollLeft = step * (at.ply + 0.5) - this._width / 2;
  }

  /** @param {Bar} bar @param {number} x @param {number} step */
  _bar({ node, height, side, label, text }, x, step) {
    const middle = x + step / 2;
    const far = (height ?? 0) * REACH;
    const end = MIDDLE - far;
    const isHere = node === this._session.at;
    const mark = markOf(node);
    const group = s(
      "g",
      { class: isHere ? "point here" : "point" },
      s("title", {}, `${node.move || say("graph.start")}: ${text}`),
      s("rect", { x, y: 0, width: step, height: HEIGHT, class: "target" }),
      height === null
        ? s("text", { x: middle, y: MIDDLE + 5, "text-anchor": "middle", class: "open" }, "?")
        : s("rect", {
            x: x + 1.5,
            y: far ? Math.min(end, MIDDLE) : MIDDLE - 2,
            width: step - 3,
            height: Math.max(4, Math.abs(far)),
            rx: 2,
            class: `value ${side}`,
          }),
      label && step >= LEGIBLE
        ? s(
            "text",
            { x: middle, y: far < 0 ? end - 4 : end + 11, "text-anchor": "middle", class: side },
            label,
          )
        : null,
      mark
        ? s(
            "text",
            {
              x: middle,
              y: far > 0 ? MIDDLE + 16 : MIDDLE - 6,
              "text-anchor": "middle",
              class: "mark",
            },
            mark,
          )
        : null,
    );
    group.addEventListener("click", () => this._session.go(node));
    return group;
  }
}

/**
 * Return what is known about a node: from an analysis of it or of its parent, or from an annotation of
 * the move before or after it.
 *
 * @param {Node} node
 * @param {string[]} players
 */
export function valueOf(node, players) {
  const answer = node.position ? knownOf(node.position) : null;
  const beside = node.children.find(({ judged }) => judged)?.judged?.before;
  const found = answer ?? asMove(node, players) ?? beside ?? afterwards(node);
  return found?.result ? found : null;
}

/**
 * Return what an analysis of the parent says about the move: if the computer replies at once, there is
 * no other analysis.
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
  return { ...found, winner, distance: less(found.distance) };
}

/** Return what an annotation says about a node after its move; its plies include the move itself. @param {Node} node */
function afterwards({ judged }) {
  return judged && { ...judged.after, distance: less(judged.after.distance) };
}

/** @param {number | null} plies */
function less(plies) {
  return plies === null ? null : plies - 1;
}

/**
 * Return the bars of a game.
 *
 * @param {Node[]} nodes
 * @param {any[]} found what is known about each, or null
 * @param {string[]} players
 * @returns {Bar[]}
 */
export function bars(nodes, found, players) {
  const margin = Math.max(1, ...found.map((one) => Math.abs(one?.score ?? 0)));
  return nodes.map((node, ply) => {
    const one = found[ply];
    const none = { node, height: null, side: "", label: "", text: say("graph.open") };
    if (one === null) return none;
    if (one.result === "solvable" || one.result === "unsolvable") {
      const isGood = one.result === "solvable";
      const text = say(isGood ? "graph.solvable" : "graph.unsolvable");
      const label = !isGood && typeof one.par === "number" ? String(one.par) : "";
      return { node, height: isGood ? 1 : -1, side: one.result, label, text };
    }
    if (one.winner === null)
      return { node, height: 0, side: "draw", label: "", text: say("graph.draw") };
    const isFirst = one.winner === players[0];
    const [size, label] = sizeOf(one, margin);
    const sign = isFirst !== trees.hasSwapped(node) ? 1 : -1;
    const side = isFirst ? "first" : "second";
    const player = capital(one.winner);
    const isMargin = typeof one.score === "number";
    const key = label ? (isMargin ? "graph.won_by" : "graph.won_in") : "graph.won";
    return {
      node,
      height: sign * size,
      side,
      label,
      text: say(key, { player, label: label.replace("+", "") }),
    };
  });
}

/**
 * Return the height of the bar of a won game, and its label: the margin, or the plies to the end.
 *
 * @param {any} found
 * @param {number} margin the largest margin in the game
 * @returns {[number, string]}
 */
function sizeOf({ score, distance }, margin) {
  if (typeof score === "number")
    return [Math.max(0.2, Math.abs(score) / margin), signed(Math.abs(score))];
  return typeof distance === "number" ? [nearness(distance), String(distance)] : [0.4, ""];
}

/** @param {any[]} found @param {string[]} sides @param {import("../common/types.js").Board | null} board */
function caption(found, [first, second], board) {
  if (board?.is_solitaire) return say("graph.alone");
  const isMargin = found.some((one) => one !== null && typeof one.score === "number");
  return say(isMargin ? "graph.margin" : "graph.plies", { first, second });
}

/** @param {Node} node */
function markOf(node) {
  return node.judged?.mark || node.mark;
}
