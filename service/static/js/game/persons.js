/** The two people at the table, identified by the colour with which each began: a swap exchanges colours, not people. */

import { capital } from "../common/words.js";
import { COMPUTER, YOU } from "./session.js";
import * as trees from "./tree.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./tree.js").Node} Node */

/** Return a person's name in the record; empty if it has none. @param {Session} session @param {string} person */
export function tagOf({ root }, person) {
  return root?.tags[capital(person)] ?? "";
}

/**
 * Return what a person is called beside their colour: the name in the record or, in a game between you
 * and the computer, which of them it is; else empty.
 *
 * @param {Session} session
 * @param {string} person
 */
function nameOf(session, person) {
  const { seats, players } = session;
  const tag = tagOf(session, person);
  if (tag) return tag;
  const [one, other] = players.map((player) => seats[player] ?? YOU);
  if (one === other) return "";
  return seats[person] === COMPUTER ? "the computer" : "you";
}

/** Name a colour; after a swap, also name the person who holds it now. @param {Session} session @param {string} player */
export function holding(session, player) {
  const isKnown = session.at !== null && trees.hasSwapped(session.at);
  return labelled(capital(player), isKnown ? nameOf(session, session.holder(player)) : "");
}

/**
 * Name a person in the game that ends at a node: "White (Ann)", after a swap "White, then Black (Ann)".
 *
 * @param {Session} session
 * @param {string} person
 * @param {Node} end
 */
export function titleOf(session, person, end) {
  const colours = [person];
  if (trees.hasSwapped(end)) colours.push(session.holder(person, end));
  return labelled(colours.map(capital).join(", then "), nameOf(session, person));
}

/** Append a name, if there is one, in parentheses. @param {string} text @param {string} name */
export function labelled(text, name) {
  return name ? `${text} (${name})` : text;
}
