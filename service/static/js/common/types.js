/**
 * The shapes of what the service says, for readers and editors.
 *
 * @typedef {{name: string, symbol: string, piece: string | null}} Square
 * @typedef {{move: string, kind: string, squares: string[]}} LegalMove
 * @typedef {{what: string, squares: string[]}} Effect
 * @typedef {{winner: string | null, score: number | null, solved: boolean | null}} Outcome
 * @typedef {{left: number, top: number, side: number, width: number, height: number}} Frame
 *
 * @typedef {object} Board what `/api/board` gives of a position
 * @property {string} position
 * @property {string} game
 * @property {string} title
 * @property {string} player the name of the player to move
 * @property {boolean} is_first whether that is the first player of the game
 * @property {boolean} is_solitaire
 * @property {string} svg
 * @property {Frame} frame
 * @property {[number, number]} size files and ranks
 * @property {string[]} marks the squares that the position's keys name
 * @property {Square[]} squares rank by rank from a1 on
 * @property {LegalMove[]} moves
 * @property {{move: string, player: string, effects: Effect[]}[]} played the moves that led here
 * @property {Outcome | null} outcome
 *
 * @typedef {object} MoveValue a move in an analysis
 * @property {string} move
 * @property {string | null} result
 * @property {number | null} distance
 * @property {number | null} score
 * @property {string | null} value
 * @property {boolean | null} best null while an analysis goes on that has not valued all
 * @property {string} [solutions]
 *
 * @typedef {object} Known what is known of the moves of a position, of all or, while an analysis goes on, of some
 * @property {"proved" | "unknown" | "open"} status open while it goes on
 * @property {string | null} result
 * @property {string | null} value
 * @property {MoveValue[]} moves best first
 *
 * @typedef {object} Analysis what `/api/analyse` gives
 * @property {string} position
 * @property {"proved" | "unknown"} status
 * @property {string} [reason]
 * @property {string} [detail]
 * @property {string | null} result
 * @property {string | null} winner
 * @property {number | null} score
 * @property {number | null} distance
 * @property {number | null} par
 * @property {string | null} value
 * @property {string[]} line
 * @property {MoveValue[]} moves
 * @property {string | null} outcome_class
 * @property {boolean | null} zugzwang
 * @property {string} [solutions]
 * @property {boolean} hasDistances whether exact lengths were asked for
 *
 * @typedef {object} Game what `/api/games` gives of a game
 * @property {string} game
 * @property {string} title
 * @property {{name: string, link: string}[]} designers
 * @property {number} year
 * @property {string} summary
 * @property {string} size
 * @property {string} sizes
 * @property {string | null} start
 * @property {Record<string, string>} players
 * @property {Record<string, string>} pieces
 * @property {{name: string, summary: string}[]} variants
 * @property {string | null} solitaire
 * @property {{name: string, example: string, summary: string}[]} keys
 * @property {string[]} setups
 * @property {boolean} has_value
 */

export {};
