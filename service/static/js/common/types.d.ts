// What the service answers. It is made by `python tests/page_types.py`.

/** The exact value of a position and of every legal move, best first. */
export interface AnalysisRecord {
  /** The position as it was read, in its canonical form. */
  position: string;
  game: string;
  variants: string[];
  status: Status;
  /** Which limit ended the work, where the status is unknown. */
  reason?: "nodes" | "time" | "memory" | null;
  /** The same in words. */
  detail?: string | null;
  /** How many there are, as text: it may have more digits than a reader's numbers hold. */
  solutions?: string | null;
  /** The probability that random play solves it. */
  random_play?: number | null;
  /** By how much that may be off. */
  random_play_error?: number | null;
  /** For the player to move, or of a solitaire deal. */
  result: Result | null;
  /** The name of the colour that wins. */
  winner: string | null;
  /** The margin at the end, positive for the first player (Marvin: kings). */
  score: number | null;
  /** Plies to the end under best play. */
  distance: number | null;
  /** Solitaire: the fewest pieces that can be left. */
  par: number | null;
  /** The combinatorial value, positive for White. */
  value: string | null;
  /** The moves of best play. */
  line: string[];
  engine: string;
  /** Positions that were searched when this was worked out. */
  nodes: number;
  /** Seconds that it took then. */
  seconds: number;
  /** Where one was asked for, and the status is unknown. */
  estimate: EstimateRecord | null;
  /** What was asked beside the result and is not worked out. */
  left_open?: string[];
  moves: MoveRecord[];
  /** Who wins if either begins (SR9): the first colour, the second, the next or the previous. */
  outcome_class: OutcomeClass | null;
  /** The same board with the other player to move; null where that makes no sense. */
  other_turn: OtherTurnRecord | null;
  /** Whether the player to move would rather pass. */
  zugzwang: boolean | null;
  /** How many moves keep the result. */
  keeping: number | null;
  /** The one move that keeps the result, while others lose it. */
  only_move: string | null;
  survivors?: SurvivorsRecord;
  /** While the status is unknown: what is known. */
  why?: WhyRecord;
  /** Where asked; null where it makes no sense to ask who begins. */
  fair?: FairRecord | null;
}

/** What each move of a game gave away. */
export interface AnnotationRecord {
  /** The position as it was read, in its canonical form. */
  position: string;
  game: string;
  variants: string[];
  status: Status;
  /** Which limit ended the work, where the status is unknown. */
  reason?: "nodes" | "time" | "memory" | null;
  /** The same in words. */
  detail?: string | null;
  tags: Record<string, string>;
  comment: string;
  /** The result that the record of the game states. */
  result: string | null;
  moves: JudgedMoveRecord[];
  players: PlayerRecord[];
  turning_point: TurningPointRecord;
  engine: string;
  nodes: number;
  seconds: number;
  left_open?: string[];
}

/** Where moves lead, with a picture. */
export interface Board {
  position: string;
  game: string;
  variants: string[];
  title: string;
  /** What the board shows, in words. */
  description: string;
  turn: string;
  player: string;
  /** Files and ranks. */
  size: [number, number];
  /** The top rank first, a symbol a square. */
  rows: string[];
  /** Pairs of squares whose pieces are drawn as one. */
  joins: string[][];
  /** Squares that the position's keys name. */
  marks: string[];
  moves: Legal[];
  outcome: Ending | null;
  played: Played[];
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

/** One thing that a move does to the board. */
export interface Change {
  /** placed, removed, moved, mined, king, connected, passed, … */
  what: string;
  squares: string[];
}

/** What a list of games shows of one: a picture, and what its course has. */
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

/** A random position, and the seed that gives it again. */
export interface Dealt {
  position: string;
  seed: number;
}

/** Who made a game, and where that is told. */
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

/** What playouts say where nothing is proved: an estimate, which is never an answer. */
export interface EstimateRecord {
  /** The chances, from 0 to 1, of the player to move, or of who makes the move; draws are half. */
  win: number;
  playouts: number;
  /** The move with the best chances; null for the estimate of a move. */
  best: string | null;
  /** The expected margin at the end, positive for the first player (Marvin: kings). */
  score: number | null;
}

/** The least rearrangements that make it matter who begins (SR9). */
export interface FairRecord {
  status: Status;
  /** Which limit ended the work, where the status is unknown. */
  reason?: "nodes" | "time" | "memory" | null;
  /** The same in words. */
  detail?: string | null;
  outcome_class: OutcomeClass | null;
  /** How many squares have to change; null if no rearrangement of up to four will do. */
  squares: number | null;
  rearrangements: RearrangementRecord[];
  /** How many rearrangements were solved. */
  tried: number;
  seconds: number;
}

/** The value of a position of a game; all null where it is not known. */
export interface FoundRecord {
  result: Result | null;
  winner: string | null;
  distance: number | null;
  score: number | null;
  value: string | null;
  par: number | null;
}

/** Where the squares are in a picture, in its units: their corner, and their side. */
export interface Frame {
  left: number;
  top: number;
  side: number;
  width: number;
  height: number;
}

/** What is known of a game. */
export interface GameDescription {
  game: string;
  title: string;
  designers: Designer[];
  year: number;
  summary: string;
  /** The usual board, files by ranks. */
  size: string;
  /** Which boards there are, in words. */
  sizes: string;
  /** Which of them the searches take, in words. */
  searched: string;
  /** Null where a game begins with a deal. */
  start: string | null;
  /** Names by symbols, the first player's first. */
  players: Record<string, string>;
  /** Names by symbols. */
  pieces: Record<string, string>;
  variants: Variant[];
  /** The variant for one. */
  solitaire: string | null;
  keys: Key[];
  /** How a board can be filled by a deal. */
  setups: string[];
  /** Whether there are combinatorial values. */
  has_value: boolean;
  engines: string[];
  scene: Scene;
}

/** A game from `position` on; `tags` are those beside the start and the result. */
export interface GameTree {
  position: string;
  tags?: Record<string, string>;
  result?: string | null;
  line: LineTree;
}

/** That the service is there. */
export interface Health {
  status: "ok";
  version: string;
  limits: Caps;
}

/** Where a job is asked about, and followed. */
export interface JobLinks {
  self: string;
  events: string;
}

/** How a job gets on. */
export interface JobState {
  job: string;
  state: "waiting" | "running" | "done" | "failed" | "stopped";
  /** How much is done, from 0 to 1; 0 where nobody can tell. */
  share: number;
  /** Positions searched so far. */
  nodes: number;
  seconds: number;
  error: string | null;
  /** What would have been answered in place. */
  result: AnalysisRecord | VerdictRecord | AnnotationRecord | ReplyRecord | Puzzle | null;
  links: JobLinks;
}

/** What playouts say of a move of a game whose worth is not proved; `win` as in an estimate. */
export interface JudgedEstimateRecord {
  /** The chances with the move that has the best ones. */
  before: number;
  /** The chances with the move that was made. */
  after: number;
  playouts: number;
  /** The move with the best chances; null where the one that was made has them. */
  best: string | null;
  /** ``probably a mistake``, ``perhaps a mistake``, or null. */
  says: string | null;
}

/** A move of a game and what it gave away; results are for the player who makes it. */
export interface JudgedMoveRecord {
  status: Status;
  /** Which limit ended the work, where the status is unknown. */
  reason?: "nodes" | "time" | "memory" | null;
  /** The same in words. */
  detail?: string | null;
  ply: number;
  number: string;
  move: string;
  /** The colour that moves. */
  player: string;
  /** Who moves, by the colour that they began with. */
  person: string;
  /** As chess players set them: ``??``, ``?``, ``?!``, ``!`` or none. */
  mark: string;
  comment: string;
  before: FoundRecord;
  after: FoundRecord;
  lost: LostRecord;
  /** Whether there was no other legal move. */
  forced: boolean;
  only_move: boolean;
  better: string | null;
  /** Best play from the better move on. */
  line: string[];
  /** Where one was asked for, and it is not proved whether the move made the result worse. */
  estimate: JudgedEstimateRecord | null;
}

/** What a position can say beside its board. */
export interface Key {
  name: string;
  example: string;
  summary: string;
}

/** A legal move, and what it does. */
export interface Legal {
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

/** A level of the opponent, and what it does there, in a sentence. */
export interface LevelRecord {
  level: number;
  sentence: string;
}

/** Moves one after another; the comment stands before the first of them. */
export interface LineTree {
  comment?: string;
  moves: PlyTree[];
}

/** What a move gave away. */
export interface LostRecord {
  result: boolean | null;
  /** In the units of the game: kings, pieces left, or moves of the lead. */
  margin: string | null;
  /** How many plies later a win comes, or earlier a loss. */
  distance: number | null;
}

/** What a legal move is worth to the player who makes it, and the solutions that it begins. */
export interface MoveRecord {
  /** How many there are, as text: it may have more digits than a reader's numbers hold. */
  solutions?: string | null;
  /** The probability that random play solves it. */
  random_play?: number | null;
  /** By how much that may be off. */
  random_play_error?: number | null;
  move: string;
  result: Result | null;
  /** Plies from the analysed position, this one included. */
  distance: number | null;
  score: number | null;
  /** The combinatorial value of the position after it. */
  value: string | null;
  /** Whether no move is better; null while not all are valued. */
  best: boolean | null;
  /** Where one was asked for, and the result is not known. */
  estimate: EstimateRecord | null;
}

/** Where moves lead: what stands on the board, every legal move, or how the game ended. */
export interface Moved {
  position: string;
  game: string;
  variants: string[];
  title: string;
  /** What the board shows, in words. */
  description: string;
  turn: string;
  player: string;
  /** Files and ranks. */
  size: [number, number];
  /** The top rank first, a symbol a square. */
  rows: string[];
  /** Pairs of squares whose pieces are drawn as one. */
  joins: string[][];
  /** Squares that the position's keys name. */
  marks: string[];
  moves: Legal[];
  outcome: Ending | null;
  played: Played[];
}

/** The board of a puzzle that is solved by numbers, without those that are given. */
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

/** The levels of the opponent, and for how long it may think. */
export interface OpponentRecord {
  levels: LevelRecord[];
  usual_seconds: number;
  most_seconds: number;
}

/** What was found with the other player to move; the result is for that player. */
export interface OtherTurnRecord {
  result: Result;
  winner: string | null;
  distance: number | null;
  score: number | null;
  value: string | null;
}

/** Who wins under best play: Left, Right, the next player to move or the previous one. */
export type OutcomeClass = "L" | "R" | "N" | "P";

/** How a piece looks: a disc, a king or a mine of a colour, with a letter on it or none. */
export interface PieceLook {
  colour: string;
  shape: string;
  letter: string;
}

/** A move that was played, who made it, and the position after it. */
export interface Played {
  move: string;
  kind: string;
  squares: string[];
  effects: Change[];
  player: string;
  position: string;
}

/** How a person played: numbers of moves. */
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

/** A move, and what could have been played instead of it. */
export interface PlyTree {
  move: string;
  mark?: string;
  comment?: string;
  variations?: LineTree[];
}

/** Why a request was refused. */
export interface Problem {
  /** What was found and what was expected, on one line. */
  error: string;
}

/** A puzzle, proved to be what it claims. */
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
  /** Tours: the numbers that are given, by square. */
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

/** The kinds of puzzles that there are, and the grades in rising order. */
export interface PuzzleMenu {
  grades: string[];
  kinds: PuzzleKind[];
}

/** Puzzles that are made within seconds, with some variants on some board. */
export interface PuzzleOffer {
  variants: string[];
  /** Null for kinds that are neither closed nor open. */
  closed: boolean | null;
  /** Null: the board that is chosen where none is named. */
  size: string | null;
  /** None for kinds without grades. */
  grades: string[];
}

/** A permutation of what stood on some squares. */
export interface RearrangementRecord {
  squares: string[];
  position: string;
  outcome_class: OutcomeClass;
}

/** Why squares that were picked are no legal move; both null if they are one. */
export interface Refused {
  rule: string | null;
  /** In words, with the number of the rule. */
  reason: string | null;
}

/** The move of an opponent of some level. */
export interface ReplyRecord {
  position: string;
  level: number;
  move: string;
  /** Whether the move is proved to keep the exact value of the position. */
  proved: boolean;
  /** The chances after the move for who makes it; null where it is proved, or nobody can tell. */
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

/** How the board of a game looks; `ends` and `sides` are the symbols of who owns its edges. */
export interface Scene {
  looks: Record<string, PieceLook>;
  on_points: boolean;
  is_checkered: boolean;
  ends: string | null;
  sides: string | null;
  is_joined: boolean;
}

/** A board that is being set up, and all that keeps it from being a position. */
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

/** What stands on a square, in words, too: null where nothing does. */
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

/** A variant of a game. */
export interface Variant {
  name: string;
  summary: string;
}

/** The exact value of a position; while the status is unknown its answers are all null. */
export interface VerdictRecord {
  /** The position as it was read, in its canonical form. */
  position: string;
  game: string;
  variants: string[];
  status: Status;
  /** Which limit ended the work, where the status is unknown. */
  reason?: "nodes" | "time" | "memory" | null;
  /** The same in words. */
  detail?: string | null;
  /** How many there are, as text: it may have more digits than a reader's numbers hold. */
  solutions?: string | null;
  /** The probability that random play solves it. */
  random_play?: number | null;
  /** By how much that may be off. */
  random_play_error?: number | null;
  /** For the player to move, or of a solitaire deal. */
  result: Result | null;
  /** The name of the colour that wins. */
  winner: string | null;
  /** The margin at the end, positive for the first player (Marvin: kings). */
  score: number | null;
  /** Plies to the end under best play. */
  distance: number | null;
  /** Solitaire: the fewest pieces that can be left. */
  par: number | null;
  /** The combinatorial value, positive for White. */
  value: string | null;
  /** The moves of best play. */
  line: string[];
  engine: string;
  /** Positions that were searched when this was worked out. */
  nodes: number;
  /** Seconds that it took then. */
  seconds: number;
  /** Where one was asked for, and the status is unknown. */
  estimate: EstimateRecord | null;
  /** What was asked beside the result and is not worked out. */
  left_open?: string[];
}

/** What is known although a limit ended an analysis. */
export interface WhyRecord {
  moves_settled: number;
  moves: number;
  /** The best result among the settled moves, which the position has at least. */
  at_least: Result | null;
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
  "/api/moves": Moved;
  "/api/deal": Dealt;
  "/api/puzzle": Puzzle;
  "/api/board": Board;
  "/api/setup": SetUp;
  "/api/numbers": Numbers;
  "/api/records/read": Record<string, GameTree[]>;
  "/api/records/write": Record<string, string>;
  "/api/refusal": Refused;
}
