/** The keys of the table while no field or square has the focus; `shell/keys.js` lists them. */

/** @type {Record<string, "first" | "back" | "on" | "last">} */
const STEPS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

/**
 * Do what a key stands for, except for keys used by fields, the board or the browser.
 *
 * @param {KeyboardEvent} event
 * @param {{step: (way: "first" | "back" | "on" | "last") => void, analyse?: () => void, rules?: () => void, flip?: () => void}} acts
 */
export function press(event, { step, analyse, rules, flip }) {
  const target = /** @type {Element} */ (event.target);
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest("input:not([type=checkbox]), select, textarea, dialog, [role=grid]")) return;
  const way = STEPS[event.key];
  if (way) step(way);
  else if (event.key === "a" && analyse) analyse();
  else if (event.key === "x" && rules) rules();
  else if (event.key === "f" && flip) flip();
  else return;
  event.preventDefault();
}
