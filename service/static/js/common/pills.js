/** Few choices as a row of buttons, all of them in sight: in place of a drop-down. */

import { button, h } from "./dom.js";

/**
 * Make a group of buttons of which one is pressed.
 *
 * @param {string} label names the group
 * @param {[string, string][]} options value and text of each
 * @param {string} chosen
 * @param {(value: string) => void} onchange
 */
export function pills(label, options, chosen, onchange) {
  return group(
    label,
    options.map(([value, text]) => pill(value, text, value === chosen, () => onchange(value))),
  );
}

/**
 * Make a group of buttons each of which can be pressed.
 *
 * @param {string} label names the group
 * @param {[string, string][]} options value and text of each
 * @param {string[]} chosen
 * @param {(values: string[]) => void} onchange is told of all that are pressed, in the order of the options
 */
export function switches(label, options, chosen, onchange) {
  const toggled = (/** @type {string} */ one) =>
    options.map(([value]) => value).filter((value) => chosen.includes(value) !== (value === one));
  return group(
    label,
    options.map(([value, text]) =>
      pill(value, text, chosen.includes(value), () => onchange(toggled(value))),
    ),
  );
}

/** @param {string} label @param {any[]} buttons */
function group(label, buttons) {
  return h(
    "div",
    { class: "pills", role: "group", aria: { label } },
    h("span", { class: "pills-label", aria: { hidden: "true" } }, label),
    h("span", { class: "pills-row" }, buttons),
  );
}

/** @param {string} value @param {string} text @param {boolean} isPressed @param {() => void} onclick */
function pill(value, text, isPressed, onclick) {
  return button(text, onclick, { class: "pill", aria: { pressed: isPressed }, data: { value } });
}
