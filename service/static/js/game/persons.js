/** The two people at the table. Each is named by the colour they began with: a swap exchanges colours, not people. */

import { capital } from "../common/words.js";
import { COMPUTER, YOU } from "./session.js";
import * as trees from "./tree.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./tree.js").Node} Node */

/** Return the name that the record has for a person; empty where it has none. @param {Session} session @param {string} person */
export function tagOf({ root }, person) {
  return root?.tags[capital(person)] ?? "";
}

/**
 * Return what a person is called beside their colour: by the record, or as the one of two who is you or
 * the computer; empty where nothing tells.
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

/** Name a colour, after a swap with who holds it now. @param {Session} session @param {string} player */
export function holding(session, player) {
  const isKnown = session.at !== null && trees.hasSwapped(session.at);
  return labelled(capital(player), isKnown ? nameOf(session, session.holder(player)) : "");
}

/**
 * Name a person in the game that ends with a node: "White (Ann)", after a swap "White, then Black (Ann)".
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

/** Put a name, if there is one, behind what it belongs to. @param {string} text @param {string} name */
export function labelled(text, name) {
  return name ? `${text} (${name})` : text;
}
