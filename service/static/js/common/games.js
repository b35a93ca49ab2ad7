/** Texts that introduce a game. */

import { drawing, h } from "./dom.js";
import { say, sayParts } from "./say.js";

/** Return who made a game, and when. @param {import("./types.js").GameDescription} game */
export function byline(game) {
  return h("span", {}, credited("games.by", game));
}

/**
 * Return a text, in parts, that names a game's designers, each with a link; nothing if it names none.
 *
 * @param {import("./say.js").Key} key
 * @param {import("./types.js").GameDescription} game
 */
export function credited(key, { title, designers, year }) {
  if (!designers.length) return [];
  const links = designers.map(({ name, link }) => h("a", { href: link, rel: "noreferrer" }, name));
  const names = h(
    "span",
    {},
    links.flatMap((link, at) => (at ? [say("games.and"), link] : [link])),
  );
  return sayParts(key, { game: title, names, year: String(year) });
}

/** Draw the board of a card. @param {import("./types.js").CourseCard | undefined} course */
export function picture(course) {
  return h(
    "div",
    { class: "card-picture", aria: { hidden: "true" } },
    course?.svg && drawing(course.svg),
  );
}
