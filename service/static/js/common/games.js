/** What is said of a game wherever it is introduced. */

import { drawing, h } from "./dom.js";
import { say, sayParts } from "./say.js";

/** Return who made a game, and when. @param {import("./types.js").GameDescription} game */
export function byline({ designers, year }) {
  const links = designers.map(({ name, link }) => h("a", { href: link, rel: "noreferrer" }, name));
  const names = h(
    "span",
    {},
    links.flatMap((link, at) => (at ? [say("games.and"), link] : [link])),
  );
  return h("span", {}, sayParts("games.by", { names, year: String(year) }));
}

/** Draw the board of a card. @param {import("./types.js").CourseCard | undefined} course */
export function picture(course) {
  return h(
    "div",
    { class: "card-picture", aria: { hidden: "true" } },
    course?.svg && drawing(course.svg),
  );
}
