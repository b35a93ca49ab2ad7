"""Play by the rules alone: lines replayed, and all play of a solitaire."""

from fractions import Fraction
from functools import cache

from solver.answers.solve import Verdict

from positions.game import Position
from positions.games import game_of
from positions.grid import EMPTY
from solver.interface.engine import Result


@cache
def chances(position: Position) -> tuple[int, Fraction]:
    """Count the solutions, and the exact chance of random play, by plain recursion."""
    rules = game_of(position).rules
    outcome = rules.outcome(position)
    if outcome is not None:
        return int(bool(outcome.solved)), Fraction(bool(outcome.solved))
    after = [chances(rules.play(position, move)) for move in rules.moves(position)]
    return sum(n for n, _ in after), sum((p for _, p in after), Fraction(0)) / len(after)


def replay(verdict: Verdict) -> None:
    """Check that the line is legal and ends as the verdict says."""
    assert verdict.found is not None
    position, game = verdict.position, game_of(verdict.position)
    for move in verdict.line:
        assert move in game.rules.moves(position)
        position = game.rules.play(position, move)
    outcome = game.rules.outcome(position)
    if game.is_solitaire(position):
        assert (outcome is not None and outcome.solved) == (verdict.found.result == Result.SOLVABLE)
        if verdict.found.par is not None:
            assert len(position.board.cells.replace(EMPTY, "")) == verdict.found.par
    else:
        assert outcome is not None
        assert outcome.winner == verdict.found.winner
