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
  "page.learn": "Learn",

  "page.stop": "Stop",
  "page.stop_what": "Stop: {what}",
  "page.waiting": "{what}: waiting for other searches to end",
  "page.share": "{share} %",
  "page.positions": "{count} positions",

  // What goes wrong between the page and the service.
  "trouble.lost": "The service has lost the search: ask again.",
  "trouble.stopped": "The search was stopped.",
  "trouble.silent": "The service does not answer: is proofplay serve still running?",
  "trouble.status": "the service answers {status}",
  "trouble.wait": "{why} (try again in {seconds} s)",

  // What a move is worth, on the board and in lists.
  "value.wins": "wins",
  "value.draws": "draws",
  "value.loses": "loses",
  "value.keeps": "keeps it solvable",
  "value.spoils": "spoils it",
  "value.by": "{verb} by {margin}",
  "value.in": "{verb} in {plies}",
  "value.costs": { one: "costs {count} move", other: "costs {count} moves" },
  "value.solutions": { one: "{amount} solution", other: "{amount} solutions" },
  "value.estimated": "estimated: wins {chance} %",
  "value.estimated_by": "estimated: wins {chance} %, margin {margin}",
  "value.open": "not settled yet",
  "value.unknown": "not known",
  "value.unsolvable_after": "cannot be solved after it",
  "value.stays_unsolvable": "leaves it unsolvable",

  // What a position is worth.
  "verdict.unknown": "Not settled.",
  "verdict.unknown_why": "Not settled: {why}.",
  "verdict.estimate": {
    one: "Estimated: {who} wins about {chance} % ({count} playout).",
    other: "Estimated: {who} wins about {chance} % ({count} playouts).",
  },
  "verdict.estimate_by": {
    one: "Estimated: {who} wins about {chance} %, expected margin: {margin} ({count} playout).",
    other: "Estimated: {who} wins about {chance} %, expected margin: {margin} ({count} playouts).",
  },
  "verdict.margin": "{who} by {margin}",
  "verdict.no_margin": "none",
  "verdict.solvable": "It can be solved.",
  "verdict.solvable_in": {
    one: "It can be solved, in {count} move.",
    other: "It can be solved, in {count} moves.",
  },
  "verdict.unsolvable": "It cannot be solved.",
  "verdict.unsolvable_par": {
    one: "It cannot be solved: at best {count} piece left.",
    other: "It cannot be solved: at best {count} pieces left.",
  },
  "verdict.draw": "A draw with best play.",
  "verdict.wins": "{who} moves and wins",
  "verdict.loses": "{who} moves and loses: {other} wins",
  "verdict.by": " by {margin}",
  "verdict.in": { one: " in {count} ply", other: " in {count} plies" },

  // How a game ended, and how sure the computer is.
  "end.solved": "Solved.",
  "end.unsolved": "Not solved: no move is left.",
  "end.draw": "The game is over: a draw.",
  "end.won": "The game is over: {who} has won.",
  "end.won_by": "The game is over: {who} has won by {margin}.",
  "opponent.proved": "The computer's last move is proved to be best.",
  "opponent.unproved": "The computer's last move is not proved to be best.",

  // What is said of a game wherever it is introduced.
  "games.by": "By {names}, {year}.",
  "games.and": " and ",

  // Front page.
  "front.page_title": "proofplay",
  "front.title": "Play. And see what every move is worth.",
  "front.lead":
    "Five small abstract games, solved: an opponent, puzzles, and values that are proved, not guessed.",
  "front.solitaire": "Random solitaire",
  "front.solitaire_hint": "{game}, a deal that can be solved",
  "front.today": "Puzzle of the day",
  "front.today_hint": "{day}, the same for everybody",
  "front.computer": "Play the computer",
  "front.computer_hint": "{game}, a fresh deal",
  "front.analyse": "Analyse a position",
  "front.analyse_hint": "paste it, and see every move's value",
  "front.games": "The games",
  "front.play": "Play",
  "front.puzzles": "Puzzles",
  "front.learn": "Learn",
  "front.kept": "Go on where you left off",
  "front.kept_moves": { one: "{count} move played", other: "{count} moves played" },
  "front.kept_over": { one: "over after {count} move", other: "over after {count} moves" },
  "front.paste": "Analyse a position",
  "front.paste_hint": "One line: the game, the rows from the top, and who is to move.",
  "front.paste_go": "Analyse",

  // Learn.
  "learn.title": "Learn {game}",
  "learn.intro": "A few little boards for each game: try a rule, and the board answers.",
  "learn.progress": "{done} of {count} lessons done",
  "learn.unknown": "There is no game and no rule '{text}'.",
  "learn.others": "Other games",
  "learn.rules": "The rules, by number",
  "learn.variants": "Variants",
  "learn.done": "done",
  "learn.again": "Again",
  "learn.tries": "Not legal:",
  "learn.try_square": "Try {squares}",
  "learn.illegal": "Illegal: ",
  "learn.move": "{player}: {deed}.",
  "learn.go_on": "Go on.",
  "learn.retry": "Try again.",
  "learn.not_the_task": "That is legal, but not the task. Try again.",

  // Play: table, moves, analysis, review, sharing.

  // New game.

  // Puzzles and solitaire.

  // The dialog under `?`: help and settings.
  "help.open": "Help, keys and settings (?)",
  "help.title": "Help and settings",
  "help.close": "Close",
  "help.proved":
    "Every value on this page is proved. Where no proof has been found yet, the page says so; an estimate may stand there instead. It has its own sign, ≈, and never counts as a value. The service that shows this page does all the work on its own machine.",
  "keys.everywhere": "Keys everywhere",
  "keys.help": "open this list",
  "keys.board": "Keys on a board",
  "keys.squares": "go from square to square",
  "keys.pick": "pick the square; a move is made by picking its squares one after another",
  "keys.escape": "drop what is picked",
  "keys.back": "take back a move",
  "keys.other_boards": "Keys in tours and when setting up a board",
  "keys.number": "in a knight's tour: type a number, then Enter to write it",
  "keys.piece": "when setting up: put that piece on the square",
  "keys.empty": "when setting up: empty the square",
  "signs.legend": "Colours of values",
  "signs.usual": "Green and red",
  "signs.blue_orange": "Blue and orange",
  "signs.black_white": "Black and white",
  "theme.button": "Colours: {theme}. Switch to {next}.",
  "theme.now": "Colours: {theme}.",
  "theme.system": "as the system",
  "theme.light": "light",
  "theme.dark": "dark",
};
