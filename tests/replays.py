"""Play by the rules alone: lines replayed, and all play of a solitaire; and exact assessments."""

from collections.abc import Iterable
from dataclasses import fields
from fractions import Fraction
from functools import cache

from positions.game import Position
from positions.games import game_of, rules_of
from positions.grid import EMPTY
from positions.text import parse_move, parse_position
from solver.answers.model import Answer, Value
from solver.engines.choice import ENGINES
from solver.interface.engine import Assessment, Budget, Details, Limits, Result


@cache
def chances(position: Position) -> tuple[int, Fraction]:
    """Count the solutions, and the exact chance of random play, by plain recursion."""
    rules = rules_of(position)
    outcome = rules.outcome(position)
    if outcome is not None:
        return int(bool(outcome.solved)), Fraction(bool(outcome.solved))
    after = [chances(rules.play(position, move)) for move in rules.moves(position)]
    return sum(n for n, _ in after), sum((p for _, p in after), Fraction(0)) / len(after)


def replay(answer: Answer) -> None:
    """Check that the line is legal and ends as the answer says."""
    position = after_line(parse_position(answer.position), answer.line)
    game = game_of(position)
    outcome = rules_of(position).outcome(position)
    if rules_of(position).persons == 1:
        assert (outcome is not None and outcome.solved) == (answer.result == Result.SOLVABLE)
        if answer.par is not None:
            assert len(position.board.cells.replace(EMPTY, "")) == answer.par
    else:
        assert outcome is not None
        assert answer.result is not None
        assert answer.winner == game.players.get(outcome.winner or "")


def after_line(position: Position, line: Iterable[str]) -> Position:
    """Play the moves of a line, which must be legal."""
    rules = rules_of(position)
    for text in line:
        move = parse_move(position, text)
        assert move in rules.moves(position)
        position = rules.play(position, move)
    return position


def assessed(position: Position, wanted: Details, engine: str = "auto") -> Assessment:
    """Assess a position by an engine alone."""
    return ENGINES[engine].open(position, Budget(Limits())).assess(position, wanted)


def value_in(answer: Value) -> Value:
    """Return the fields of a value alone."""
    return Value(**{one.name: getattr(answer, one.name) for one in fields(Value)})
