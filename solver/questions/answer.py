"""The answer to a question about a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from positions.game import Position
from positions.games import game_of
from positions.playing import legal_moves
from solver.estimates.estimate import Estimate
from solver.interface.engine import Status
from solver.questions.analysis import Analysis, is_counted
from solver.questions.counting import SolutionCount
from solver.questions.question import SOLVE, Question
from solver.questions.solve import Verdict

if TYPE_CHECKING:
    from solver.questions.fair import Fair


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question.

    `analysis` is present if one was requested, and belongs to `verdict`. `counted` is None if
    solutions were not requested, make no sense, or a limit came first. `fair` is also None if it
    makes no sense to change who moves first: in solitaire, in a set-up, and while a swap is open.
    `estimate` is present if one was requested, a limit left something open, and playouts are
    possible.
    """

    question: Question
    verdict: Verdict
    analysis: Analysis | None = None
    counted: SolutionCount | None = None
    fair: Fair | None = None
    estimate: Estimate | None = None

    @property
    def position(self) -> Position:
        """The position in question."""
        return self.verdict.position

    @property
    def is_counting(self) -> bool:
        """Whether the number of solutions is part of the answer to `solve`."""
        is_alone = game_of(self.position).is_solitaire(self.position)
        return self.question.task == SOLVE and self.question.count and is_alone

    @property
    def left_open(self) -> tuple[str, ...]:
        """Requested details that were not computed, by their names in the records."""
        found = self.verdict.found
        is_open = self.question.value and found is not None and found.value_open
        names = () if self.analysis is None else self.analysis.left_open
        return (*names, "value") if is_open else names

    @property
    def is_complete(self) -> bool:
        """Whether no limit left open anything that was requested."""
        return (
            self.verdict.status == Status.PROVED
            and not (self.is_counting and self.counted is None)
            and not self.left_open
            and not (self.fair is not None and self.fair.status != Status.PROVED)
        )

    @property
    def is_final(self) -> bool:
        """Whether larger limits could not add anything.

        A limit silently omits counts that were not requested, and everything but the result of a
        finished game: such an answer does not count as final.
        """
        analysis, position = self.analysis, self.position
        is_whole = (
            analysis is None
            or analysis.counted is not None
            or not is_counted(position, self.question.count or None)
        )
        return self.is_complete and is_whole and bool(legal_moves(position))
