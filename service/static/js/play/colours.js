/** The colours of the two players, which follow from what their pieces look like. */

/** What a piece of a colour is filled with, and what can be read on it. @type {Record<string, [fill: string, ink: string]>} */
const FILLS = {
  white: ["#ffffff", "#141414"],
  black: ["#1a1a1a", "#ffffff"],
  red: ["#b71c1c", "#ffffff"],
  blue: ["#1e4f9f", "#ffffff"],
  grey: ["#4a4a4a", "#ffffff"],
};

/** Give an element the colours of a game's players, for what stands in it. @param {HTMLElement} element @param {import("../common/types.js").GameDescription} game */
export function dressBy(element, { players, scene }) {
  const symbols = Object.keys(players);
  ["first", "second"].forEach((side, number) => {
    const [fill, ink] = FILLS[scene.looks[symbols[number]]?.colour] ?? FILLS.grey;
    element.style.setProperty(`--${side}`, fill);
    element.style.setProperty(`--${side}-ink`, ink);
  });
}
