/** The colours of the two players, taken from the look of their pieces. */

/** The fill of a piece of each colour, and a legible colour for text on it. @type {Record<string, [fill: string, ink: string]>} */
const FILLS = {
  white: ["#ffffff", "#141414"],
  black: ["#1a1a1a", "#ffffff"],
  red: ["#b71c1c", "#ffffff"],
  blue: ["#1e4f9f", "#ffffff"],
  grey: ["#4a4a4a", "#ffffff"],
};

/** Set the colours of a game's players for the contents of an element. @param {HTMLElement} element @param {import("../common/types.js").GameDescription} game */
export function dressBy(element, { players, scene }) {
  const symbols = Object.keys(players);
  ["first", "second"].forEach((side, number) => {
    const [fill, ink] = FILLS[scene.looks[symbols[number]]?.colour] ?? FILLS.grey;
    element.style.setProperty(`--${side}`, fill);
    element.style.setProperty(`--${side}-ink`, ink);
  });
}
