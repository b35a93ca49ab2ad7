"""Checks the rules of a game of one's own: plays at random, and compares engines and symmetries.

A fault is a `RulesError` with the file and the line of the method that is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from positions.errors import MoveError
from positions.game import Game, Position
from positions.own.faults import RulesError, of_method
from positions.own.rules import OwnRules
from positions.text import format_position, parse_move, parse_position, start_position
from solver.census.play import DRAW, FIRST, MAX_PLIES, SECOND
from solver.engines.brute import BRUTE
from solver.engines.rule_search import RULE_SEARCH
from solver.interface.engine import Budget, Details, LimitReached, Limits

# Both engines solve positions from which so many are reachable.
_SOLVED_POSITIONS = 2_000
_SOLVED_A_GAME = 3
# Positions of a game in which everything is compared; the others are only played.
_COMPARED_A_GAME = 12
_OUTCOMES = (FIRST, SECOND, DRAW)


@dataclass(slots=True)
class RulesReport:
    """What was checked: games played at random, and what was seen in them.

    `compared` counts the positions in which rules, text and symmetries were compared, and `solved`
    those that both engines solved with the same result.
    """

    game: str
    board: str
    games: int = 0
    plies: int = 0
    longest: int = 0
    most_moves: int = 0
    compared: int = 0
    solved: int = 0
    symmetries: int = 0
    outcomes: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_OUTCOMES, 0))


def check_rules(game: Game, size: tuple[int, int], games: int, seed: int) -> RulesReport:
    """Play games at random and compare; raises `RulesError` for the first fault."""
    rules = game.rules
    assert isinstance(rules, OwnRules)  # noqa: S101 - the caller has loaded it from a file
    checker = _Checker(game, rules, size)
    for number in range(games):
        checker.play(Random(f"proofplay check {seed} {number}"))
    return checker.report


class _Checker:
    """Checks the rules on one board."""

    def __init__(self, game: Game, rules: OwnRules, size: tuple[int, int]) -> None:
        self._game, self._rules = game, rules
        self._start = start_position(game, *size, ())
        self.report = RulesReport(game.name, f"{size[0]}x{size[1]}")
        self.report.symmetries = len(rules.symmetries(rules.game_for(self._start))) + 1

    def play(self, random: Random) -> None:
        """Play a game at random to its end, and compare what the rules say on the way."""
        rules, report, positions = self._rules, self.report, [self._start]
        while rules.outcome(positions[-1]) is None:
            moves = rules.moves(positions[-1])
            report.most_moves = max(report.most_moves, len(moves))
            if len(positions) > MAX_PLIES:
                raise of_method(
                    rules.kind.outcome, f"the game goes on after {MAX_PLIES:,} plies of random play"
                )
            positions.append(rules.play(positions[-1], random.choice(moves)))
        plies = len(positions) - 1
        report.games += 1
        report.plies += plies
        report.longest = max(report.longest, plies)
        outcome = rules.outcome(positions[-1])
        winner = None if outcome is None else outcome.winner
        first = self._start.turn
        report.outcomes[DRAW if winner is None else FIRST if winner == first else SECOND] += 1
        for position in random.sample(positions, min(len(positions), _COMPARED_A_GAME)):
            self._compare(position)
            report.compared += 1
        for position in positions[: -_SOLVED_A_GAME - 1 : -1]:
            report.solved += self._solves(position)

    def _compare(self, position: Position) -> None:
        self._compare_again(position)
        self._compare_text(position)
        for image in list(self._rules.images(position))[1:]:
            self._compare_image(position, image)

    def _wrong(self, method: str, what: str, position: Position) -> RulesError:
        return of_method(
            getattr(self._rules.kind, method), f"{what} in {format_position(position)}"
        )

    def _compare_text(self, position: Position) -> None:
        """Compare a position and its moves with what is read back from their texts."""
        if flaws := self._rules.flaws(position):
            raise self._wrong("flaw", f"a position of play is refused ({flaws[0].found})", position)
        if parse_position(format_position(position)) != position:
            raise self._wrong("play", "other text than read back", position)
        texts: dict[str, object] = {}
        for move in self._rules.moves(position):
            text = self._game.notation.format(position.board, move)
            if text in texts:
                raise self._wrong("text", f"two moves are called {text}", position)
            texts[text] = move
            if self._game.notation.normalise(position.board, text) != text:
                expected = "file letters of places in lower case"
                raise self._wrong("text", f"found {text}, expected {expected}", position)
            try:
                read = parse_move(position, text)
            except MoveError:
                raise self._wrong("moves", f"{text} is not legal any more", position) from None
            if read != move:
                raise self._wrong("text", f"{text} is read as another move", position)

    def _compare_again(self, position: Position) -> None:
        """Compare with what other objects of the game say: rules must not remember anything."""
        other = OwnRules(self._rules.kind)
        moves = self._rules.moves(position)
        if other.moves(position) != moves or self._rules.moves(position) != moves:
            raise self._wrong("moves", "other moves the second time", position)
        if other.outcome(position) != self._rules.outcome(position):
            raise self._wrong("outcome", "another outcome the second time", position)
        for move in moves:
            if other.play(position, move) != self._rules.play(position, move):
                raise self._wrong("play", "another position the second time", position)

    def _compare_image(self, position: Position, image: Position) -> None:
        """Compare what can follow on a position with what can follow on its image."""
        name = f"the image {format_position(image)}"
        rules = self._rules
        if rules.outcome(image) != rules.outcome(position):
            raise self._wrong("symmetries", f"{name} has another outcome", position)
        after, images = ({*self._following(each)} for each in (position, image))
        expected = {next(iter(sorted(map(format_position, rules.images(each))))) for each in after}
        found = {next(iter(sorted(map(format_position, rules.images(each))))) for each in images}
        if expected != found:
            raise self._wrong("symmetries", f"{name} has other moves", position)

    def _following(self, position: Position) -> Iterator[Position]:
        for move in self._rules.moves(position):
            yield self._rules.play(position, move)

    def _solves(self, position: Position) -> bool:
        """Return whether both engines solve a position; raises `RulesError` if they differ."""
        wanted = Details(distance=True)
        try:
            found = [
                engine.open(position, Budget(Limits(nodes=_SOLVED_POSITIONS))).assess(
                    position, wanted
                )
                for engine in (BRUTE, RULE_SEARCH)
            ]
        except LimitReached:
            return False
        listed, searched = found
        if (listed.result, listed.distance, listed.score) != (
            searched.result,
            searched.distance,
            searched.score,
        ):
            what = f"engines differ: {listed.result} and {searched.result}"
            raise self._wrong("symmetries", what, position)
        return True
