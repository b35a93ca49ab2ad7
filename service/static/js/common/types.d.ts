// What the service answers. It is made by `python tests/page_types.py`.

/** The exact value of a position and of every legal move, best first. */
export interface AnalysisRecord {
  /** The position in its canonical form. */
  position: string;
  game: string;
  variants: string[];
  status: Status;
  /** The limit that ended the work, if the status is unknown. */
  reason?: "nodes" | "time" | "memory" | null;
  /** The same in words. */
  detail?: string | null;
  /** Their number, as text: it may have more digits than a JSON reader's numbers can hold. */
  solutions?: string | null;
  /** The probability that random play solves the deal. */
  random_play?: number | null;
  /** The error bound of that probability. */
  random_play_error?: number | null;
  /** The result for the player to move, or of a solitaire deal. */
  result: Result | null;
  /** The name of the winning colour. */
  winner: string | null;
  /** The final margin, positive for the first player (Marvin: kings). */
  score: number | null;
  /** Plies to the end with best play. */
  distance: number | null;
  /** Solitaire: the minimum number of pieces left. */
  par: number | null;
  /** The combinatorial value, positive for White. */
  value: string | null;
  /** The moves of best play. */
  line: string[];
  engine: string;
  /** Positions searched when this was computed. */
  nodes: number;
  /** Seconds that this took. */
  seconds: number;
  /** The estimate, if one was requested and the status is unknown. */
  estimate: EstimateRecord | null;
  /** Requested details that were not computed. */
  left_open?: string[];
  moves: MoveRecord[];
  /** Who wins if either player moves first (SR9): Left, Right, the next or the previous player. */
  outcome_class: OutcomeClass | null;
  /** The same board with the other player to move; null if that makes no sense. */
  other_turn: OtherTurnRecord | null;
  /** Whether the player to move would rather pass. */
  zugzwang: boolean | null;
  /** The number of moves that keep the result. */
  keeping: number | null;
  /** The only move that keeps the result, if other moves lose it. */
  only_move: string | null;
  survivors?: SurvivorsRecord;
  /** If the status is unknown: what is known. */
  why?: ProgressRecord;
  /** The fair set-up, if requested; null if it makes no sense to change who moves first. */
  fair?: FairRecord | null;
}

/** What each move of a game gave away. */
export interface AnnotationRecord {
  /** The position in its canonical form. */
  position: string;
  game: string;
  variants: string[];
  status: Status;
  /** The limit that ended the work, if the status is unknown. */
  reason?: "nodes" | "time" | "memory" | null;
  /** The same in words. */
  detail?: string | null;
  tags: Record<string, string>;
  comment: string;
  /** The result stated in the game record. */
  result: string | null;
  moves: JudgedMoveRecord[];
  players: PlayerRecord[];
  turning_point: TurningPointRecord;
  engine: string;
  nodes: number;
  seconds: number;
  left_open?: string[];
}

/** The position after moves, with a picture. */
export interface Board {
  position: string;
  game: string;
  variants: string[];
  title: string;
  /** A description of the board in words. */
  description: string;
  turn: string;
  player: string;
  /** Files and ranks. */
  size: [number, number];
  /** The top rank first, one symbol per square. */
  rows: string[];
  /** Pairs of squares whose pieces are drawn connected. */
  joins: string[][];
  /** Squares that the position's keys name. */
  marks: string[];
  moves: LegalMove[];
  outcome: Ending | null;
  played: PlayedMove[];
  svg: string;
  frame: Frame;
  /** Rank by rank from a1 on. */
  squares: Square[];
  is_solitaire: boolean;
  /** Whether the first player of the game is to move. */
  is_first: boolean;
}

/** The caps of the service: seconds, MiB, threads, squares, plies, bytes, searches at once. */
export interface Caps {
  time: number;
  memory: number;
  threads: number;
  squares: number;
  plies: number;
  body: number;
  searches: number;
  searches_per_client: number;
}

/** One effect of a move on the board. */
export interface Change {
  /** placed, removed, moved, mined, king, connected, passed, … */
  what: string;
  squares: string[];
}

/** A game in a list of games: its picture, and what its course has. */
export interface CourseCard {
  game: string;
  /** What the picture shows, in words. */
  title: string | null;
  /** The picture; null where no position is at hand. */
  svg: string | null;
  /** The numbers of the rules. */
  rules: string[];
  lessons: number;
}

/** The course in a game. */
export interface CourseRecord {
  game: string;
  rules: Rule[];
  lessons: LessonRecord[];
}

/** A random position, and its seed. */
export interface Deal {
  position: string;
  seed: number;
}

/** The designer of a game, with a link. */
export interface Designer {
  name: string;
  link: string;
}

/** How a game ended. */
export interface Ending {
  winner: string | null;
  score: number | null;
  solved: boolean | null;
}

/** An estimate by playouts if nothing is proved; it is never an answer. */
export interface EstimateRecord {
  /** The chances, from 0 to 1, of the player to move, or of the move's player; a draw is 0.5. */
  win: number;
  playouts: number;
  /** The move with the best chances; null for the estimate of a move. */
  best: string | null;
  /** The expected final margin, positive for the first player (Marvin: kings). */
  score: number | null;
}

/** The smallest rearrangements that make it matter who moves first (SR9). */
export interface FairRecord {
  status: Status;
  /** The limit that ended the work, if the status is unknown. */
  reason?: "nodes" | "time" | "memory" | null;
  /** The same in words. */
  detail?: string | null;
  outcome_class: OutcomeClass | null;
  /** The number of squares that must change; null if no rearrangement of up to four suffices. */
  squares: number | null;
  rearrangements: RearrangementRecord[];
  /** The number of rearrangements solved. */
  tried: number;
  seconds: number;
}

/** The location of the squares in a picture, in its units: their corner and side. */
export interface Frame {
  left: number;
  top: number;
  side: number;
  width: number;
  height: number;
}

/** The description of a game. */
export interface GameDescription {
  game: string;
  title: string;
  designers: Designer[];
  year: number;
  summary: string;
  /** The usual board, files by ranks. */
  size: string;
  /** The possible boards, in words. */
  sizes: string;
  /** The boards that the searches take, in words. */
  searched: string;
  /** Null if the game begins with a deal. */
  start: string | null;
  /** Names by symbols, the first player's first. */
  players: Record<string, string>;
  /** Names by symbols. */
  pieces: Record<string, string>;
  variants: Variant[];
  /** The solitaire variant. */
  solitaire: string | null;
  keys: Key[];
  /** The ways to deal a board. */
  setups: string[];
  /** Whether positions have combinatorial values. */
  has_value: boolean;
  engines: string[];
  scene: Scene;
}

/** A game from `position`; `tags` are those other than the start and the result. */
export interface GameTree {
  position: string;
  tags?: Record<string, string>;
  result?: string | null;
  line: LineTree;
}

/** The state of the service. */
export interface Health {
  status: "ok";
  version: string;
  limits: Caps;
}

/** The addresses of a job and of its events. */
export interface JobLinks {
  self: string;
  events: string;
}

/** The state of a job. */
export interface JobState {
  job: string;
  state: "waiting" | "running" | "done" | "failed" | "stopped";
  /** The share of work done, from 0 to 1; 0 if unknown. */
  share: number;
  /** Positions searched so far. */
  nodes: number;
  seconds: number;
  error: string | null;
  /** What would have been answered directly. */
  result: AnalysisRecord | VerdictRecord | AnnotationRecord | ReplyRecord | Puzzle | null;
  links: JobLinks;
}

/** The estimate of a game's move whose value is not proved; `win` is as in an estimate. */
export interface JudgedEstimateRecord {
  /** The chances with the best move. */
  before: number;
  /** The chances with the move made. */
  after: number;
  playouts: number;
  /** The move with the best chances; null if it is the move made. */
  best: string | null;
  /** ``probably a mistake``, ``perhaps a mistake``, or null. */
  says: string | null;
}

/** A move of a game and what it gave away; results are for the player who makes it. */
export interface JudgedMoveRecord {
  status: Status;
  /** The limit that ended the work, if the status is unknown. */
  reason?: "nodes" | "time" | "memory" | null;
  /** The same in words. */
  detail?: string | null;
  ply: number;
  number: string;
  move: string;
  /** The colour that moves. */
  player: string;
  /** The person who moves, by their initial colour. */
  person: string;
  /** The mark, as in chess: ``??``, ``?``, ``?!``, ``!`` or none. */
  mark: string;
  comment: string;
  before: ValueRecord;
  after: ValueRecord;
  lost: LossRecord;
  /** Whether there was no other legal move. */
  forced: boolean;
  only_move: boolean;
  better: string | null;
  /** Best play, beginning with the better move. */
  line: string[];
  /** The estimate, if requested and if it is not proved whether the move made the result worse. */
  estimate: JudgedEstimateRecord | null;
}

/** An additional property of a position. */
export interface Key {
  name: string;
  example: string;
  summary: string;
}

/** A legal move and its effects. */
export interface LegalMove {
  move: string;
  kind: string;
  squares: string[];
  effects: Change[];
}

/** A board on which one rule is tried. */
export interface LessonRecord {
  title: string;
  text: string;
  position: string;
  task: string;
  /** What is said when the lesson is done. */
  done: string;
  /** The moves that finish the lesson; none where any legal move does. */
  wanted: string[];
  /** Whether the game is played to its end, by both sides, and a solitaire solved. */
  to_the_end: boolean;
  /** Picks that the rules refuse and the text invites, squares apart by blanks. */
  tries: string[];
}

/** A level of the opponent, with a description. */
export interface LevelRecord {
  level: number;
  sentence: string;
}

/** A line of moves; the comment precedes the first one. */
export interface LineTree {
  comment?: string;
  moves: PlyTree[];
}

/** What a move gave away. */
export interface LossRecord {
  result: boolean | null;
  /** The loss in the units of the game: kings, pieces left, or moves of the lead. */
  margin: string | null;
  /** The plies by which a win is delayed or a loss hastened. */
  distance: number | null;
}

/** The value of a legal move for the player who makes it, and the solutions that it begins. */
export interface MoveRecord {
  /** Their number, as text: it may have more digits than a JSON reader's numbers can hold. */
  solutions?: string | null;
  /** The probability that random play solves the deal. */
  random_play?: number | null;
  /** The error bound of that probability. */
  random_play_error?: number | null;
  move: string;
  result: Result | null;
  /** Plies from the analysed position, including this move. */
  distance: number | null;
  score: number | null;
  /** The combinatorial value of the position after it. */
  value: string | null;
  /** Whether no move is better; null if not all moves are known. */
  best: boolean | null;
  /** The estimate, if one was requested and the result is unknown. */
  estimate: EstimateRecord | null;
}

/** The board of a puzzle that is solved by numbers, without the given ones. */
export interface Numbers {
  title: string;
  /** Files and ranks. */
  size: [number, number];
  svg: string;
  frame: Frame;
  /** Rank by rank from a1 on. */
  squares: Square[];
  position: string;
}

/** The levels of the opponent, and its thinking times. */
export interface OpponentRecord {
  levels: LevelRecord[];
  usual_seconds: number;
  most_seconds: number;
}

/** The value with the other player to move; the result is for that player. */
export interface OtherTurnRecord {
  result: Result;
  winner: string | null;
  distance: number | null;
  score: number | null;
  value: string | null;
}

/** The winner with best play: Left, Right, the next player to move or the previous one. */
export type OutcomeClass = "L" | "R" | "N" | "P";

/** How a piece looks: a disc, a king or a mine of a colour, with a letter on it or none. */
export interface PieceLook {
  colour: string;
  shape: string;
  letter: string;
}

/** A move that was played, its player, and the position after it. */
export interface PlayedMove {
  move: string;
  kind: string;
  squares: string[];
  effects: Change[];
  player: string;
  position: string;
}

/** How a person played, in numbers of moves. */
export interface PlayerRecord {
  person: string;
  moves: number;
  forced: number;
  judged: number;
  measured: number;
  mistakes: number | null;
  slips: number | null;
  /** The share of the measured moves that gave nothing away. */
  accuracy: number | null;
}

/** A move and its alternatives. */
export interface PlyTree {
  move: string;
  mark?: string;
  comment?: string;
  variations?: LineTree[];
}

/** The position after moves: the board, every legal move, or how the game ended. */
export interface PositionAfterMoves {
  position: string;
  game: string;
  variants: string[];
  title: string;
  /** A description of the board in words. */
  description: string;
  turn: string;
  player: string;
  /** Files and ranks. */
  size: [number, number];
  /** The top rank first, one symbol per square. */
  rows: string[];
  /** Pairs of squares whose pieces are drawn connected. */
  joins: string[][];
  /** Squares that the position's keys name. */
  marks: string[];
  moves: LegalMove[];
  outcome: Ending | null;
  played: PlayedMove[];
}

/** Why a request was refused. */
export interface Problem {
  /** What was found and what was expected, on one line. */
  error: string;
}

/** What is known about an analysis that a limit ended. */
export interface ProgressRecord {
  moves_settled: number;
  moves: number;
  /** The best result among the known moves, a lower bound for the position. */
  at_least: Result | null;
}

/** A puzzle with a proved solution. */
export interface Puzzle {
  position: string;
  game: string;
  variants: string[];
  /** Its kind. */
  puzzle: string;
  goal: string;
  solution: string[];
  grade: string | null;
  seed: number;
  /** Tours: whether the end is a knight's move from the start. */
  closed?: boolean;
  /** Tours: the given numbers, by square. */
  given?: Record<string, number>;
}

/** A kind of puzzle of a game. */
export interface PuzzleKind {
  game: string;
  puzzle: string;
  summary: string;
  /** Whether it is solved by moves of the game. */
  playable: boolean;
  demands: string[];
  /** The plainest first. */
  offers: PuzzleOffer[];
}

/** The kinds of puzzles, and the grades in increasing order. */
export interface PuzzleMenu {
  grades: string[];
  kinds: PuzzleKind[];
}

/** Puzzles that can be made within seconds, with some variants on some board. */
export interface PuzzleOffer {
  variants: string[];
  /** Null for kinds that are neither closed nor open. */
  closed: boolean | null;
  /** Null for the default board. */
  size: string | null;
  /** Empty for kinds without grades. */
  grades: string[];
}

/** A permutation of the contents of some squares. */
export interface RearrangementRecord {
  squares: string[];
  position: string;
  outcome_class: OutcomeClass;
}

/** Why squares that were picked are not a legal move; both null if they are one. */
export interface RefusalRecord {
  rule: string | null;
  /** In words, with the number of the rule. */
  reason: string | null;
}

/** The move of an opponent at a level. */
export interface ReplyRecord {
  position: string;
  level: number;
  move: string;
  /** Whether the move provably keeps the exact value of the position. */
  proved: boolean;
  /** The mover's chances after the move; null if it is proved, or if unknown. */
  estimate: EstimateRecord | null;
  seconds: number;
}

/** The exact result: for the player to move, or of a solitaire deal. */
export type Result = "win" | "loss" | "draw" | "solvable" | "unsolvable";

/** A rule in a sentence or two. */
export interface Rule {
  number: string;
  text: string;
}

/** How the board of a game looks; `ends` and `sides` are the symbols of its edges' owners. */
export interface Scene {
  looks: Record<string, PieceLook>;
  on_points: boolean;
  is_checkered: boolean;
  ends: string | null;
  sides: string | null;
  is_joined: boolean;
}

/** A board being set up, and everything that keeps it from being a position. */
export interface SetUp {
  title: string;
  /** Files and ranks. */
  size: [number, number];
  svg: string;
  frame: Frame;
  /** Rank by rank from a1 on. */
  squares: Square[];
  /** Null while there are flaws. */
  position: string | null;
  game: string;
  variants: string[];
  turn: string;
  keys: Record<string, string>;
  flaws: string[];
}

/** The content of a square, also in words: null if it is empty. */
export interface Square {
  name: string;
  symbol: string;
  piece: string | null;
}

/** Whether a question was answered. `unknown` is neither a draw nor a no. */
export type Status = "proved" | "unknown";

/** The squares of the pieces that can be the last ones of a solitaire. */
export interface SurvivorsRecord {
  white: string[];
  black: string[];
}

/** The move that decided a game. */
export interface TurningPointRecord {
  ply: number | null;
  certain: boolean;
}

/** The value of a position of a game; all null if unknown. */
export interface ValueRecord {
  result: Result | null;
  winner: string | null;
  distance: number | null;
  score: number | null;
  value: string | null;
  par: number | null;
}

/** A variant of a game. */
export interface Variant {
  name: string;
  summary: string;
}

/** The exact value of a position; if the status is unknown, its answers are all null. */
export interface VerdictRecord {
  /** The position in its canonical form. */
  position: string;
  game: string;
  variants: string[];
  status: Status;
  /** The limit that ended the work, if the status is unknown. */
  reason?: "nodes" | "time" | "memory" | null;
  /** The same in words. */
  detail?: string | null;
  /** Their number, as text: it may have more digits than a JSON reader's numbers can hold. */
  solutions?: string | null;
  /** The probability that random play solves the deal. */
  random_play?: number | null;
  /** The error bound of that probability. */
  random_play_error?: number | null;
  /** The result for the player to move, or of a solitaire deal. */
  result: Result | null;
  /** The name of the winning colour. */
  winner: string | null;
  /** The final margin, positive for the first player (Marvin: kings). */
  score: number | null;
  /** Plies to the end with best play. */
  distance: number | null;
  /** Solitaire: the minimum number of pieces left. */
  par: number | null;
  /** The combinatorial value, positive for White. */
  value: string | null;
  /** The moves of best play. */
  line: string[];
  engine: string;
  /** Positions searched when this was computed. */
  nodes: number;
  /** Seconds that this took. */
  seconds: number;
  /** The estimate, if one was requested and the status is unknown. */
  estimate: EstimateRecord | null;
  /** Requested details that were not computed. */
  left_open?: string[];
}

/** What is found under each path. */
export interface Listings {
  "/api/health": Health;
  "/api/games": GameDescription[];
  "/api/opponent": OpponentRecord;
  "/api/puzzles": PuzzleMenu;
  "/api/courses": CourseCard[];
}

/** What each path answers in the end. */
export interface Answers {
  "/api/solve": VerdictRecord;
  "/api/analyse": AnalysisRecord;
  "/api/annotate": AnnotationRecord;
  "/api/opponent": ReplyRecord;
  "/api/moves": PositionAfterMoves;
  "/api/deal": Deal;
  "/api/puzzle": Puzzle;
  "/api/board": Board;
  "/api/setup": SetUp;
  "/api/numbers": Numbers;
  "/api/records/read": Record<string, GameTree[]>;
  "/api/records/write": Record<string, string>;
  "/api/refusal": RefusalRecord;
}
