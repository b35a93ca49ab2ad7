/** A few choices as a row of buttons, all visible, instead of a drop-down list. */

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

/** Mark one button of a group as pressed. @param {Element} group @param {string} chosen */
export function press(group, chosen) {
  for (const one of group.querySelectorAll(".pill"))
    one.setAttribute("aria-pressed", String(one.getAttribute("data-value") === chosen));
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
