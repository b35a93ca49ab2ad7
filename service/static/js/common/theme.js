/** Light or dark: as the system says, until the user says otherwise. */

import { choice } from "./dom.js";
import { recall, remember } from "./settings.js";

/** Put the user's theme on, and give the switch for it. */
export function themeSwitch() {
  const chosen = recall("theme", "system");
  show(chosen);
  /** @type {[string, string][]} */
  const themes = [
    ["system", "As the system"],
    ["light", "Light"],
    ["dark", "Dark"],
  ];
  return choice("Colours", themes, chosen, (theme) => {
    remember("theme", theme);
    show(theme);
  });
}

/** @param {string} theme */
function show(theme) {
  document.documentElement.dataset.theme = theme;
}
