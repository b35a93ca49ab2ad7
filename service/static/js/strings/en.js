/**
 * Every English text of the page, by its key: the room that says it, and what it is. `{name}` is
 * filled in by `say`. A text that depends on a number has a form for each plural category of the
 * language, chosen by the value called `count`. A translation is this file in another language.
 */

export const language = "en";

export const texts = {
  // The head of the page, and what all views share.
  "page.title": "{view} · proofplay",
  "page.play": "Play",
  "page.setup": "New game",
  "page.puzzles": "Puzzles",
  "page.help": "Help",

  // Front page.

  // Learn.

  // Play: table, moves, analysis, review, sharing.

  // New game.

  // Puzzles and solitaire.

  // Help.
  "help.title": "Help",
};
