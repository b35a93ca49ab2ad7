/** The page's texts, in the user's language. */

import { language, texts } from "../strings/en.js";

/** @typedef {keyof typeof texts} Key */
/** @typedef {Partial<Record<Intl.LDMLPluralRule, string>> & {other: string}} Plural */

const plurals = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(language);

/**
 * Return a text with its values filled in; numbers are grouped as is usual in the language.
 *
 * @param {Key} key
 * @param {Record<string, string | number>} [values] `count` chooses the plural form
 */
export function say(key, values = {}) {
  return shaped(key, values).replace(/\{(\w+)\}/g, (_, name) => written(values[name]));
}

/**
 * Return a text in parts, with elements in the places of some values: for a link within a sentence.
 *
 * @param {Key} key
 * @param {Record<string, any>} values
 * @returns {any[]}
 */
export function sayParts(key, values) {
  return shaped(key, values)
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((part) => {
      const name = part.match(/^\{(\w+)\}$/)?.[1];
      if (name === undefined) return part;
      return values[name] instanceof Node ? values[name] : written(values[name]);
    });
}

/** @param {Key} key @param {Record<string, any>} values @returns {string} */
function shaped(key, values) {
  const text = /** @type {string | Plural} */ (texts[key]);
  if (typeof text === "string") return text;
  return text[plurals.select(Number(values.count))] ?? text.other;
}

/** @param {any} value */
function written(value) {
  return typeof value === "number" ? numbers.format(value).replace("-", "−") : String(value);
}
