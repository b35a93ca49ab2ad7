/**
 * Elements in one expression. Text always becomes text nodes, so no text from a position, a record
 * or the service can become markup.
 */

import { say } from "./say.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element. Properties that begin with `on` are listeners, `data` and `aria` are objects,
 * `class` is a string; all others are attributes, left out where they are null or false.
 *
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...any} children
 * @returns {any}
 */
export function h(tag, properties = {}, ...children) {
  const element = /** @type {any} */ (document.createElement(tag));
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else if (name === "data" || name === "aria") {
      for (const [key, text] of Object.entries(value)) {
        if (text !== null && text !== undefined)
          element.setAttribute(`${name}-${key}`, String(text));
      }
    } else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/**
 * Make an SVG element; all properties are attributes.
 *
 * @param {string} tag
 * @param {Record<string, any>} properties
 * @param {...any} children
 */
export function s(tag, properties, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(properties)) element.setAttribute(name, String(value));
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Return a drawing by the service as an element. @param {string} svg */
export function drawing(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  parsed.removeAttribute("role");
  return document.importNode(parsed, true);
}

/**
 * Replace the children of an element.
 *
 * @param {Element} element
 * @param {...any} children
 */
export function fill(element, ...children) {
  element.replaceChildren(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
}

/**
 * Replace the children of an element. If one of them had the keyboard's focus, it moves to what `next`
 * returns for that child's `data-move`.
 *
 * @param {Element} element
 * @param {any[]} children
 * @param {(move: string | null) => any} next
 */
export function replace(element, children, next) {
  const focused = document.activeElement;
  const hadFocus = element.contains(focused);
  const move = focused?.getAttribute("data-move") ?? null;
  fill(element, children);
  if (hadFocus) next(move)?.focus();
}

/**
 * Make a button.
 *
 * @param {any} label
 * @param {(event: Event) => void} onclick
 * @param {Record<string, any>} [properties]
 */
export function button(label, onclick, properties = {}) {
  return h("button", { type: "button", onclick, ...properties }, label);
}

/**
 * Return a function that makes the buttons of a view by their names.
 *
 * @param {Record<string, import("./say.js").Key>} texts the text of each button
 */
export function buttonsOf(texts) {
  /** @param {string} name @param {() => void} onclick @param {string} [kind] @param {boolean} [disabled] */
  return (name, onclick, kind = "", disabled = false) =>
    button(say(texts[name]), onclick, { class: kind || null, data: { act: name }, disabled });
}

/**
 * Show other buttons in a row. The focused button keeps the keyboard's focus; if it is gone or
 * disabled, the first enabled one gets it.
 *
 * @param {Element} row
 * @param {any[]} buttons
 */
export function showButtons(row, buttons) {
  const act = document.activeElement?.getAttribute("data-act");
  replace(
    row,
    buttons,
    () => row.querySelector(`[data-act="${act}"]:enabled`) ?? row.querySelector("button:enabled"),
  );
}

/**
 * Press the button that a key stands for, unless the key is being typed or has another meaning.
 *
 * @param {Element} element contains the buttons
 * @param {Record<string, string>} names the names of the buttons, by key
 * @param {KeyboardEvent} event
 */
export function pressByKey(element, names, event) {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, textarea")) return;
  const name = names[event.key];
  const found = name && element.querySelector(`[data-act="${name}"]:enabled`);
  if (found instanceof HTMLElement) found.click();
}

/**
 * Make a drop-down list with a label before it.
 *
 * @param {string} label
 * @param {[string, string][]} options value and text of each
 * @param {string} chosen
 * @param {(value: string) => void} onchange
 */
export function choice(label, options, chosen, onchange) {
  const select = h(
    "select",
    { onchange: () => onchange(select.value) },
    options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
  );
  return h("label", { class: "field" }, h("span", {}, label), select);
}

/**
 * Make a checkbox with a label.
 *
 * @param {any} label
 * @param {boolean} checked
 * @param {(checked: boolean) => void} onchange
 */
export function tick(label, checked, onchange) {
  const box = h("input", { type: "checkbox", checked, onchange: () => onchange(box.checked) });
  return h("label", { class: "tick" }, box, h("span", {}, label));
}

/** Scroll an element into view, if it is not: on a small screen, the effect of a button may be out of sight. @param {Element} element */
export function reveal(element) {
  element.scrollIntoView({ block: "nearest" });
}

/** Show an error message in an element. @param {Element} element @param {any} error */
export function complain(element, error) {
  element.textContent = error.message;
  reveal(element);
}

/** Announce a text to screen readers. @param {string} text */
export function announce(text) {
  const region = document.getElementById("announcement");
  if (region) region.textContent = text;
}
