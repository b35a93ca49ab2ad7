"""Answers in words: plain sentences without drawings or colour."""

from __future__ import annotations

from fractions import Fraction
from math import copysign

from positions import Position
from positions.game import Game
from positions.games import game_of, rules_of
from solver import Answer, Result, Status
from solver.answers.model import Value
from solver.estimates import Estimate
from solver.interface.engine import limit_reached

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

# The method of a proof, by engine.
_GROUNDS = {
    "brute": "by listing every position",
    "search": "by search",
    "retrograde": "by retrograde analysis",
    "sat": "by SAT",
}
# Rounding errors add up to no more than this in the chances of whole games.
_NOISE = 1e-12
_ADVICE = {
    "nodes": "Try a larger --nodes, or none.",
    "time": "Try a longer --time, or none.",
    "memory": "Try a larger --memory, or --engine search.",
}


def number(count: int) -> str:
    """Return a number, as a word if it is small."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else f"{count:,}"


def counted(count: int, one: str, many: str | None = None) -> str:
    """Return a number in digits with what it counts: "1 ply", "12 plies"."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def sentence(text: str) -> str:
    """Return a text as a sentence, with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}."


def signed(value: Fraction | int) -> str:
    """Return a number with its sign: "+2", "−1/2", "0"."""
    return f"+{value}" if value > 0 else minus(str(value))


def minus(number: str) -> str:
    """Return a formatted number with a minus sign in place of the hyphen."""
    return number.replace("-", "−")


def plies(count: int) -> str:
    """Return a number of plies."""
    return counted(count, "ply", "plies")


def duration(seconds: float) -> str:
    """Return a duration with about two significant digits."""
    if seconds < 0.001:
        return "under a millisecond"
    if seconds < 0.1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def player(game: Game, symbol: str) -> str:
    """Return the name of a player, capitalised: "White"."""
    return game.players[symbol].capitalize()


def answer(position: Position, answer: Answer) -> str:
    """Return the answer to a position in a sentence or two, or else the estimate."""
    if answer.estimate is not None:
        return f"Not solved. Estimated: {estimated(position, answer.estimate)}."
    return proved(position, answer)


def estimated(position: Position, estimate: Estimate) -> str:
    """Return who is likely to win, and by how much if the game has a margin."""
    game, win = game_of(position), estimate.win
    likely = position.turn if win >= 0.5 else game.opponent(position.turn)
    chances = f"{player(game, likely)} wins about {percent(max(win, 1 - win))} %"
    if estimate.score is not None:
        chances += f", expected margin: {_expected_margin(game, estimate.score)}"
    return f"{chances} ({counted(estimate.playouts, 'playout')})"


def _expected_margin(game: Game, score: float) -> str:
    """Return the expected final margin to a tenth, and who has it."""
    first, second = game.players
    unit = f"{game.rules.scored_in}s"
    if round(abs(score), 1) == 0:
        return f"no {unit}"
    return f"{player(game, first if score > 0 else second)} by {abs(score):.1f} {unit}"


def percent(share: float, digits: int = 0) -> str:
    """Return a share as a percentage; only nothing becomes 0 and only all becomes 100."""
    return f"{100 * rounded(share, digits + 2):.{digits}f}"


def rounded(value: float, digits: int) -> float:
    """Round a share, or a difference of shares; no other than 0, 1 and -1 becomes one of them."""
    if not 0 < abs(value) < 1 - _NOISE:
        return round(value, digits)
    step = 10.0**-digits
    return copysign(min(max(round(abs(value), digits), step), 1 - step), value)


def proved(position: Position, answer: Answer) -> str:
    """Return what was proved about a position in a sentence or two."""
    game = game_of(position)
    if answer.result is None:
        return "Unknown."
    is_over = rules_of(position).outcome(position) is not None
    if rules_of(position).persons == 1:
        return _solitaire(answer, is_over)
    if answer.winner is None:
        return "The game is over: a draw." if is_over else "A draw with best play."
    winner = answer.winner.capitalize()
    if is_over:
        mover = player(game, position.turn)
        stuck = f"{mover} has no move, so " if game.rules.has_value else ""
        return f"The game is over: {stuck}{winner} has won{by_score(answer, in_words=True)}."
    return f"{winner} wins{_by_score_or_plies(answer)} with best play."


def by_score(value: Value, *, in_words: bool = False) -> str:
    """Return the margin, if the game has one."""
    if not value.score:
        return ""
    margin = abs(value.score)
    return f" by {number(margin) if in_words else margin}"


def _by_score_or_plies(value: Value) -> str:
    """Return the plies to the end, or the margin if they are unknown."""
    if value.distance is None:
        return by_score(value, in_words=True)
    return f" in {plies(value.distance)}"


def _solitaire(answer: Answer, is_over: bool) -> str:
    if answer.result == Result.SOLVABLE:
        return "Already solved." if is_over else f"Solvable in {counted(len(answer.line), 'move')}."
    left = "" if answer.par is None else f"{counted(answer.par, 'piece')} left"
    if is_over:
        return f"Not solvable: the attempt is over{', ' + left if left else ''}."
    return f"Not solvable. Par: {left} at best." if left else "Not solvable."


def margin(position: Position, value: str | None) -> str | None:
    """Return who is ahead by how many moves, from the combinatorial value."""
    if value is None:
        return None
    lead = Fraction(value)
    if lead == 0:
        return "Even: whoever moves second wins."
    game = game_of(position)
    first, second = game.players
    return f"{player(game, first if lead > 0 else second)} is {_moves(abs(lead))} ahead."


def _moves(value: Fraction) -> str:
    if value.denominator == 1:
        return f"{number(value.numerator)} {'move' if value == 1 else 'moves'}"
    whole, rest = divmod(value.numerator, value.denominator)
    part = "half" if value.denominator == 2 else f"{rest}/{value.denominator}"
    if not whole:
        return f"{part} {'a move' if part == 'half' else 'of a move'}"
    return f"{number(whole)} and {'a half' if part == 'half' else part} moves"


def other_turn(position: Position, other: Value | None) -> str | None:
    """Return the result if the other player moved first."""
    if other is None:
        return None
    game = game_of(position)
    begins = player(game, game.opponent(position.turn))
    if other.winner is None:
        return f"If {begins} moved first, it would be a draw."
    winner = other.winner.capitalize()
    if other.distance == 0 and not game.rules.has_value:
        return None  # the game is over, whoever is to move
    if other.distance == 0:
        return f"If {begins} moved first, {begins} would have no move and {winner} would win."
    return f"If {begins} moved first, {winner} would win{_by_score_or_plies(other)}."


def grounds(answer: Answer) -> str:
    """Return how an answer was proved and at what cost, or which limit left it open."""
    # A SAT solver counts nodes that are not positions.
    unit = "node" if answer.engine == "sat" else "position"
    cost = f"{counted(answer.nodes, unit)}, {duration(answer.seconds)}"
    if answer.status == Status.UNKNOWN:
        return left_unknown(answer.reason, answer.detail, cost)
    if not answer.nodes:
        return "By the rules alone."
    by = _GROUNDS.get(answer.engine, f"by the engine {answer.engine}")
    return f"Proved {by}, {cost}."


def left_unknown(reason: str | None, detail: str | None, cost: str) -> str:
    """Return which limit left a question open, at what cost, and what may help."""
    what = sentence(detail or limit_reached(reason)).removesuffix(".")
    return f"{what} ({cost}). {advice(reason)}".rstrip()


def advice(reason: str | None) -> str:
    """Return what may help if a limit was reached."""
    return _ADVICE.get(reason or "", "")


def chance(probability: float) -> str:
    """Return a probability as a frequency."""
    if probability == 0:
        return "never"
    if probability >= 0.01:
        return f"{percent(probability, 2)} % of the time"
    return f"once in {1 / probability:,.0f} attempts"


def odds(probability: float) -> str:
    """Return a short probability for a table: "25.00 %", "1 in 4,096"."""
    if probability == 0:
        return "0 %"
    if probability >= 0.01:
        return f"{percent(probability, 2)} %"
    return f"1 in {1 / probability:,.0f}"


def left_open(what: str) -> str:
    """Return a sentence that says that a detail is left open."""
    from solver.engines.removal import MAX_PIECES_OF_VALUE

    return {
        "outcome_class": "If the other player moved first: unknown, limit reached.",
        "solutions": "Solutions: unknown, limit reached.",
        "value": "Value: unknown, limit reached (or harder is played with more than "
        f"{MAX_PIECES_OF_VALUE} pieces).",
    }[what]
