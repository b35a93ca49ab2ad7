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
    """What has been found out in reply to a question.

    `analysis` is there if one was asked, and is about `verdict`. `counted` is None where solutions
    were not asked for, make no sense, or a limit came first. `fair` is None, too, where it makes no
    sense to ask who moves first: in solitaire, in a set-up, and while a swap is open. `estimate` is
    there where one was asked for, a limit has left something open, and playouts can tell.
    """

    question: Question
    verdict: Verdict
    analysis: Analysis | None = None
    counted: SolutionCount | None = None
    fair: Fair | None = None
    estimate: Estimate | None = None

    @property
    def position(self) -> Position:
        """The position that was asked about."""
        return self.verdict.position

    @property
    def is_counting(self) -> bool:
        """Whether the number of solutions is part of the answer to `solve`."""
        is_alone = game_of(self.position).is_solitaire(self.position)
        return self.question.task == SOLVE and self.question.count and is_alone

    @property
    def left_open(self) -> tuple[str, ...]:
        """What was asked beside the result and is not worked out, in the names of the records."""
        found = self.verdict.found
        is_open = self.question.value and found is not None and found.value_open
        names = () if self.analysis is None else self.analysis.left_open
        return (*names, "value") if is_open else names

    @property
    def is_complete(self) -> bool:
        """Whether no limit has left anything that was asked open."""
        return (
            self.verdict.status == Status.PROVED
            and not (self.is_counting and self.counted is None)
            and not self.left_open
            and not (self.fair is not None and self.fair.status != Status.PROVED)
        )

    @property
    def is_final(self) -> bool:
        """Whether no larger limits could add anything.

        A limit leaves out without a word what is counted unasked, and of a game that is over all
        but the result: no such answer is taken for final.
        """
        analysis, position = self.analysis, self.position
        is_whole = (
            analysis is None
            or analysis.counted is not None
            or not is_counted(position, self.question.count or None)
        )
        return self.is_complete and is_whole and bool(legal_moves(position))
