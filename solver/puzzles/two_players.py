"""What puzzles for two have in common: the positions to look in, the moves, and the grade.

Random play leads to positions during the game (`endgames`). It continues until engines prove
positions quickly but much still depends on the move. The number of plies was determined by
experiment on common boards, and grows with the number of squares. A game may begin on a board other
than its own start, see `Puzzles.begin`.

On a small board, random play often reaches only a few dozen positions. If none of them is a puzzle
that meets the requirements, no seed gives one (`check_small_board`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf, log2, prod
from random import Random

from positions.deals import DealOrder, play_on, set_up, set_ups
from positions.errors import InputError, PositionError
from positions.game import PASS, Game, Move, Position
from positions.games import GAMES, rules_of
from positions.playing import legal_moves
from solver.answers.moves import MoveValue, value_move
from solver.engines.choice import ENGINES
from solver.games import descriptor_of
from solver.games.descriptor import Span
from solver.interface.engine import Budget, Details, LimitReached, Limits, Oracle, Result
from solver.puzzles.kind import GameSpec, Measured, Puzzle, Rejection, measured
from solver.puzzles.words import GradeRange, grade_of

OVER = "over too early"

# The maximum number of positions to check, and of squares on the board.
MAX_SQUARES = 12
MAX_POSITIONS = 120
# A position that takes more than this is assumed to be a puzzle.
MAX_NODES = 100_000

Make = Callable[[Position, Budget], Puzzle]

# The default minimum number of moves to choose from.
CHOICES = 3

FEW = "with too few moves to choose from"

# The limits grow by this factor with every further turn that has a choice.
_RISE = 0.5

Turn = tuple[Position, Move]


def check_spec(spec: GameSpec, played: int | None = None) -> None:
    """Raise `InputError` unless the game is for two, takes the board and lasts long enough."""
    game = GAMES[spec.game]
    if game.rules_with(spec.variants).persons == 1:
        raise InputError(f"--variant: found {game.solitaire}, expected a two-player game")
    position = _begin(game, spec, Random(0))
    flaws = rules_of(position).flaws(position)
    if flaws:
        raise PositionError(flaws)
    squares = len(position.board.cells)
    if descriptor_of(game.name).puzzles.takes_squares and played is not None and played >= squares:
        raise InputError(
            f"--played: found {played}, expected less than the number of squares, {squares}"
        )


def plies_of(spec: GameSpec, played: int | None, span: Span | None) -> tuple[int, int]:
    """Return the range of plies: exactly those requested, or those of a span."""
    if played is not None:
        return played, played
    lowest, highest = span or descriptor_of(spec.game).puzzles.span
    squares = prod(spec.board)
    return squares * lowest // 100, squares * highest // 100


def begins(spec: GameSpec, played: int | None) -> Iterator[Position]:
    """Yield every position that random play can begin with, on a small board."""
    game = GAMES[spec.game]
    order = _order(game, spec)
    positions = set_ups(order) if game.setups else iter([_begin(game, spec, Random(0))])
    for position in positions:
        # On a small board, `begin` only chooses the turn at random.
        has_random_turn = played is None and _change(game) is not None
        for turn in game.players if has_random_turn else [position.turn]:
            yield position.with_turn(turn)


def endgames(
    spec: GameSpec, played: int | None, random: Random, span: Span | None = None
) -> Iterator[Position]:
    """Play one random game, and yield the positions in which to look for a puzzle.

    These are the one after `played` plies, or those in a span, by default the one for only-move
    puzzles. Raises `Rejection` if the game is over before the first of them.
    """
    game = GAMES[spec.game]
    begin = _begin(game, spec, random)
    min_plies, max_plies = plies_of(spec, played, span)
    change = _change(game)
    if played is None and change is not None:
        begin = change(begin, random)
    position = play_on(begin, min_plies, random)
    if position is None or not rules_of(position).moves(position):
        raise Rejection(OVER)
    yield position
    for _ in range(min_plies, max_plies):
        position = play_on(position, 1, random)
        if position is None or not rules_of(position).moves(position):
            return
        yield position


def endgame(spec: GameSpec, played: int | None, random: Random, span: Span) -> Position:
    """Return one position of a random game, after `played` plies or a number in a span."""
    if played is None:
        played = random.randint(*plies_of(spec, None, span))
    return next(endgames(spec, played, random))


def _change(game: Game) -> Callable[[Position, Random], Position] | None:
    return descriptor_of(game.name).puzzles.begin


def _begin(game: Game, spec: GameSpec, random: Random) -> Position:
    return set_up(_order(game, spec), random)


def _order(game: Game, spec: GameSpec) -> DealOrder:
    width, height = spec.board
    setup = game.setups[0] if game.setups else None
    return DealOrder(game, width, height, spec.variants, setup)


def check_small_board(
    spec: GameSpec,
    played: int | None,
    grades: GradeRange | None,
    make: Make,
    span: Span | None = None,
) -> None:
    """Raise `InputError` if no position on a small board becomes a puzzle.

    The positions are those that `endgames` yields. `make` makes a puzzle from a position, rejects
    it, or reaches a limit, which leaves the question open.
    """
    positions = all_endgames(spec, played, span)
    if positions is None or any(_is_puzzle(each, grades, make) for each in positions):
        return
    width, height = spec.board
    min_plies, max_plies = plies_of(spec, played, span)
    plies = f"{min_plies} to {max_plies} plies" if min_plies < max_plies else _plies(min_plies)
    why = f"none of the {len(positions)} positions after {plies} of random play is such a puzzle"
    if not positions:
        why = f"no game goes on after {_plies(min_plies)}"
    expected = "a larger board, another --played or fewer requirements"
    raise InputError(f"--size: found {width}×{height}, on which {why}, expected {expected}")


def all_endgames(
    spec: GameSpec, played: int | None, span: Span | None = None
) -> frozenset[Position] | None:
    """Return all positions that `endgames` can yield; None if there are too many."""
    width, height = spec.board
    if width * height > MAX_SQUARES:
        return None
    min_plies, max_plies = plies_of(spec, played, span)
    found: set[Position] = set()
    layer = set(begins(spec, played))
    for ply in range(max_plies + 1):
        if max(len(layer), len(found), ply) > MAX_POSITIONS:
            return None
        moves = {position: rules_of(position).moves(position) for position in layer}
        if ply >= min_plies:
            found |= {position for position in layer if moves[position]}
        layer = {
            rules_of(position).play(position, move)
            for position in layer
            for move in moves[position]
        }
        if not layer:
            break
    return None if len(found) > MAX_POSITIONS else frozenset(found)


def _is_puzzle(position: Position, grades: GradeRange | None, make: Make) -> bool:
    """Return whether a position is, or may be, a puzzle of these grades."""
    try:
        puzzle = make(position, Budget(Limits(MAX_NODES)))
    except Rejection:
        return False
    except LimitReached:
        return True
    return grades is None or (puzzle.grade is not None and puzzle.grade in grades)


def _plies(count: int) -> str:
    return f"{count} {'ply' if count == 1 else 'plies'}"


def check_choices(spec: GameSpec, choices: int, default: int) -> None:
    """Raise `InputError` if no position has that many moves; `default` is the number by default."""
    maximum = max_moves(spec)
    if choices <= maximum:
        return
    if choices != default:
        raise InputError(f"--choices: found {choices}, expected at most {maximum}")
    width, height = spec.board
    found = f"{width}×{height}, on which no player has {choices} moves to choose from"
    raise InputError(f"--size: found {found}, expected a larger board")


def max_moves(spec: GameSpec) -> int:
    """Return an upper bound on a player's moves, with every piece making all of its moves."""
    return descriptor_of(spec.game).puzzles.max_moves(*spec.board, spec.variants)


def require_choices(position: Position, choices: int) -> None:
    """Reject a position with fewer legal moves."""
    moves = legal_moves(position)
    if len(moves) < choices or moves == (PASS,):
        raise Rejection(FEW)


def opened(position: Position, budget: Budget) -> Oracle:
    """Return an oracle for a position and everything reachable from it."""
    return ENGINES["auto"].open(position, budget)


def each_value(position: Position, oracle: Oracle) -> Iterator[MoveValue]:
    """Yield the values of the legal moves, in the order of the rules; raises `LimitReached`."""
    for move in legal_moves(position):
        yield value_move(position, move, Details(), oracle)


def results(values: list[MoveValue]) -> dict[str, int]:
    """Count all moves and those of each result; results without moves are left out."""
    found = [value.result for value in values]
    names = {Result.WIN: "winning", Result.DRAW: "drawing", Result.LOSS: "losing"}
    counts = {name: found.count(result) for result, name in names.items()}
    return {"moves": len(values), **{name: n for name, n in counts.items() if n}}


def measure(turns: Sequence[Turn]) -> Measured:
    """Measure how hard it is to find the right moves of a line, without any solver.

    `turns` are the positions in which the solver is to move, with the right move of each. A random
    player finds it once in as many tries as there are legal moves. A heuristic player prefers moves
    that gain a king and give the opponent none (Marvin), then moves that leave many moves to
    oneself and few to the opponent, and is tempted by every wrong move that looks no worse than the
    right one. A turn is worth the mean of both in bits: half of log2(legal moves) and half of
    log2(1 + tempting moves). The bits of a line are added up; but the first move shows what to look
    for, so a line is called hard if it has more bits than others with as many choices.

    The measure depends only on the rules, the position and the right moves. So it is the same for
    all images of a position under the symmetries of its game. Bits are comparable between games,
    but the grades depend on the game: a minelayer has at most eight moves, a stone the whole board.
    """
    legal = [len(rules_of(position).moves(position)) for position, _ in turns]
    tempting = [_tempting(position, move) for position, move in turns]
    bits = sum(log2(n) + log2(1 + t) for n, t in zip(legal, tempting, strict=True)) / 2
    parts = {
        "bits": round(bits, 2),
        "random_play": float(f"{1 / prod(legal):.3g}"),
        "tempting": sum(tempting),
        "turns": sum(n > 1 for n in legal),
    }
    rise = 1 + _RISE * max(0, parts["turns"] - 1)
    limits = [rise * limit for limit in descriptor_of(turns[0][0]).puzzles.limits]
    return measured(bits, limits, parts)


def grades_of_turn(game: str, min_choices: int, max_choices: int) -> GradeRange:
    """Return the grades possible for one turn, given the range of legal moves."""
    limits = descriptor_of(game).puzzles.limits
    return GradeRange(grade_of(log2(min_choices) / 2, limits), grade_of(log2(max_choices), limits))


def _tempting(position: Position, right: Move) -> int:
    """Count the wrong moves that look no worse than the right one."""
    looks = look(position, right)
    moves = rules_of(position).moves(position)
    return sum(look(position, move) >= looks for move in moves if move != right)


def look(position: Position, move: Move) -> tuple[float, float]:
    """Return how good a move looks, gains before mobility; greater is better.

    The first number is 1 for a gain (Marvin's kings), minus 1 if the opponent can then get one.
    The second is the number of one's own moves minus the opponent's. The end of the game is
    recognised.
    """
    rules, player = rules_of(position), position.turn
    after = rules.play(position, move)
    outcome = rules.outcome(after)
    if outcome is not None:
        return 0.0 if outcome.winner is None else inf if outcome.winner == player else -inf, 0.0
    own, replies = rules.moves(after.with_turn(player)), rules.moves(after)
    gain = descriptor_of(position).puzzles.gain
    gains = (move.kind == gain) - any(reply.kind == gain for reply in replies)
    return float(gains), float(_mobility(own) - _mobility(replies))


def _mobility(moves: Sequence[Move]) -> int:
    return sum(move != PASS for move in moves)
