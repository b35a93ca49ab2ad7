/** The theme, light or dark, and the colours of values: by default those of the system. */

import { announce, button, fill, h, s } from "../common/dom.js";
import { say } from "../common/say.js";
import { oneOf, Stored } from "../common/stored.js";

/** @typedef {import("../common/say.js").Key} Key */

/** The themes in the order in which the button goes through them. */
const THEMES = ["system", "light", "dark"];
/** @type {Record<string, Key>} */
const NAMES = { system: "theme.system", light: "theme.light", dark: "theme.dark" };
/** @type {Record<string, string>} */
const ICONS = {
  system: "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM12 3v18a9 9 0 0 0 0-18z",
  light:
    "M12 7.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9zM12 1.5v3M12 19.5v3M1.5 12h3M19.5 12h3M4.6 4.6l2.1 2.1M17.3 17.3l2.1 2.1M4.6 19.4l2.1-2.1M17.3 6.7l2.1-2.1",
  dark: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
};
/** Sets of colours for values; all but the first avoid the contrast of red and green. @type {[string, Key][]} */
const SIGN_COLOURS = [
  ["usual", "signs.usual"],
  ["blue-orange", "signs.blue_orange"],
  ["black-white", "signs.black_white"],
];
const THEME = new Stored("theme", THEMES[0], oneOf(THEMES));
const SIGNS = new Stored("signs", SIGN_COLOURS[0][0], oneOf(SIGN_COLOURS.map(([value]) => value)));

/** Apply the user's theme and colours. */
export function dressPage() {
  const { dataset } = document.documentElement;
  dataset.theme = THEME.read();
  dataset.signs = SIGNS.read();
}

/** Make the button that switches to the next theme. */
export function themeButton() {
  const change = () => {
    const theme = following(current());
    document.documentElement.dataset.theme = theme;
    THEME.write(theme);
    show();
    announce(say("theme.now", { theme: say(NAMES[theme]) }));
  };
  const made = button("", change, { class: "icon-button", data: { act: "theme" } });
  const show = () => {
    const theme = current();
    const next = say(NAMES[following(theme)]);
    const label = say("theme.button", { theme: say(NAMES[theme]), next });
    made.setAttribute("aria-label", label);
    made.title = label;
    fill(made, icon(ICONS[theme]));
  };
  show();
  return made;
}

/** Make the choice of the colours of values. */
export function signColours() {
  const chosen = document.documentElement.dataset.signs;
  const change = (/** @type {string} */ signs) => {
    document.documentElement.dataset.signs = signs;
    SIGNS.write(signs);
  };
  return h(
    "fieldset",
    { class: "sign-colours" },
    h("legend", {}, say("signs.legend")),
    SIGN_COLOURS.map(([value, label]) =>
      h(
        "label",
        { class: "tick", data: { signs: value } },
        h("input", {
          type: "radio",
          name: "signs",
          checked: value === chosen,
          onchange: () => change(value),
        }),
        h("span", { class: "badge win", aria: { hidden: "true" } }, "▲"),
        h("span", { class: "badge draw", aria: { hidden: "true" } }, "="),
        h("span", { class: "badge loss", aria: { hidden: "true" } }, "▼"),
        h("span", {}, say(label)),
      ),
    ),
  );
}

function current() {
  const theme = document.documentElement.dataset.theme ?? "";
  return THEMES.includes(theme) ? theme : THEMES[0];
}

/** @param {string} theme */
function following(theme) {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
}

/** @param {string} path */
function icon(path) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    s("path", { d: path }),
  );
}
