/** All keys of the page, by where they work, as listed in the dialog under `?`. */

/** @typedef {import("../common/say.js").Key} Key */

/** Keys with the same function are separated by a blank. @type {{title: Key, keys: [string, Key][]}[]} */
export const KEYS = [
  { title: "keys.everywhere", keys: [["?", "keys.help"]] },
  {
    title: "keys.board",
    keys: [
      ["← ↑ ↓ → Home End", "keys.squares"],
      ["Enter Space", "keys.pick"],
      ["Esc", "keys.escape"],
      ["Backspace", "keys.back"],
    ],
  },
  {
    title: "keys.table",
    keys: [
      ["← →", "keys.step"],
      ["Home End", "keys.ends"],
      ["a", "keys.analysis"],
      ["f", "keys.flip"],
      ["x", "keys.rules"],
    ],
  },
  {
    title: "keys.puzzles",
    keys: [
      ["n", "keys.next"],
      ["h", "keys.hint"],
      ["e", "keys.explain"],
      ["m", "keys.mistake"],
    ],
  },
  {
    title: "keys.other_boards",
    keys: [
      ["1 2 3", "keys.number"],
      ["w b x", "keys.piece"],
      ["Delete", "keys.empty"],
    ],
  },
];
