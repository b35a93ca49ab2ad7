/** Links from the numbers of rules in a text, such as `NK3`, to the rules. */

import { linkTo } from "./address.js";
import { h } from "./dom.js";

const NUMBER = /\b([A-Z]{2}\d{1,2}[a-z]?)\b/;

/** Return a text in parts, with its rule numbers as links. @param {string} text @returns {any[]} */
export function linked(text) {
  return text
    .split(NUMBER)
    .map((part) => (NUMBER.test(part) ? h("a", { href: linkTo("learn", part) }, part) : part));
}
