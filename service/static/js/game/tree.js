/**
 * A game with its variations: a tree of moves. Going back and playing another move loses nothing; the
 * first child of a node is the main line.
 */

import { SWAP } from "../common/words.js";

/**
 * @typedef {object} Node
 * @property {Node | null} parent
 * @property {Node[]} children
 * @property {string} move the move that led here, empty at the root
 * @property {number} ply the number of moves that led here
 * @property {string} mark
 * @property {string} comment
 * @property {string} before the comment before the move, if it begins a variation
 * @property {string} position empty until it is loaded
 * @property {import("../common/types.js").Board | null} board
 * @property {Record<string, string>} tags at the root: who played, and the like
 * @property {string | null} result at the root: who has won, as the record says
 * @property {import("../common/types.js").AnnotatedMove | null} judged what an annotation says about the move
 */

/** @param {Node | null} parent @param {string} move @returns {Node} */
function node(parent, move) {
  return {
    parent,
    children: [],
    move,
    ply: parent ? parent.ply + 1 : 0,
    mark: "",
    comment: "",
    before: "",
    position: "",
    board: null,
    tags: {},
    result: null,
    judged: null,
  };
}

/** Return the root of a new game. @param {string} position @returns {Node} */
export function root(position) {
  return { ...node(null, ""), position };
}

/** Return the child that a move leads to, creating it if necessary. @param {Node} from @param {string} move */
export function child(from, move) {
  const known = from.children.find((other) => other.move === move);
  if (known) return known;
  const added = node(from, move);
  from.children.push(added);
  return added;
}

/** Add moves one after another, and return the last node. @param {Node} from @param {string[]} moves */
export function addLine(from, moves) {
  return moves.reduce(child, from);
}

/** Return the nodes from the root to a node. @param {Node} to @returns {Node[]} */
export function path(to) {
  const found = [];
  for (let at = /** @type {Node | null} */ (to); at; at = at.parent) found.unshift(at);
  return found;
}

/** Return the nodes of the game through a node, continued by first children. @param {Node} through */
export function line(through) {
  const found = path(through);
  for (let at = through.children[0]; at; at = at.children[0]) found.push(at);
  return found;
}

/** Return whether the people have exchanged colours at a node. @param {Node} at */
export function hasSwapped(at) {
  return path(at).filter(({ move }) => move === SWAP).length % 2 === 1;
}

/** Make a node, and all that lead to it, first children. @param {Node} favourite */
export function promote(favourite) {
  for (const at of path(favourite)) {
    const siblings = at.parent?.children;
    if (siblings) siblings.unshift(...siblings.splice(siblings.indexOf(at), 1));
  }
}

/** Remove a node, and everything after it, from its game. @param {Node} unwanted */
export function remove(unwanted) {
  const siblings = unwanted.parent?.children ?? [];
  siblings.splice(siblings.indexOf(unwanted), 1);
}

/** Return the game in the form in which the service reads and writes records. @param {Node} from */
export function toRecord(from) {
  const line = { comment: from.comment, moves: plies(from) };
  return { position: from.position, tags: from.tags, result: from.result, line };
}

/** @param {Node} from @returns {any[]} */
function plies(from) {
  const found = [];
  for (let at = from; at.children.length; at = at.children[0]) {
    const [main, ...others] = at.children;
    const variations = others.map((other) => ({
      comment: other.before,
      moves: [ply(other), ...plies(other)],
    }));
    found.push({ ...ply(main), variations });
  }
  return found;
}

/** @param {Node} at */
function ply(at) {
  return { move: at.move, mark: at.mark, comment: at.comment, variations: [] };
}

/** Make a tree from a record that the service has parsed. @param {any} record @returns {Node} */
export function fromRecord(record) {
  const start = root(record.position);
  start.comment = record.line.comment;
  start.tags = record.tags;
  start.result = record.result ?? null;
  grow(start, record.line.moves);
  return start;
}

/** @param {Node} from @param {any[]} moves */
function grow(from, moves) {
  let at = from;
  for (const one of moves) {
    const next = child(at, one.move);
    next.mark = one.mark;
    next.comment = one.comment;
    for (const { comment, moves: others } of one.variations) {
      grow(at, others);
      child(at, others[0].move).before = comment;
    }
    at = next;
  }
}
