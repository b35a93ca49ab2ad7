"""Puzzles over HTTP: the kinds, and one puzzle from a seed.

The puzzle is number 1 of the seed, as made by the command `generate`: the same for everybody, so
that a date can be the seed of the puzzle of the day.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import Field

from positions import GAMES, InputError
from positions.errors import check_word, one_of, quote, summary
from service.api.requests import BoardRequest, Seed, Wait
from service.searching.tasks import LimitedTask, Progress, Tell
from service.settings import Settings
from solver import Limits
from solver.answers.model import Record
from solver.engines.oracle_cache import OracleCache
from solver.pool.worker import Resources
from solver.puzzles.kind import GameSpec, Kind, requirements_of
from solver.puzzles.kinds import CLOSED, Offer, fitting, kinds_by_game, offers
from solver.puzzles.search import Index, PuzzleSearch, puzzle_record, seek
from solver.puzzles.words import Grade, GradeRange, parse_grades

# The maximum number of candidates for a puzzle, and the seconds within which one that no menu
# offers has to be found: it may not exist.
TRIES = 2000
UNOFFERED_SECONDS = 10.0
# Seconds between two progress reports.
PAUSE = 0.1


class PuzzleRequest(BoardRequest):
    """The body of `/api/puzzle`."""

    puzzle: str | None = Field(
        None, max_length=30, description="The kind; by default the first one of the game."
    )
    grade: str | None = Field(
        None, max_length=30, description="A grade or a range of grades.", examples=["tricky.."]
    )
    closed: bool | None = Field(
        None, description="Tours: whether the last square is a knight's move from the first."
    )
    seed: Seed = Field(description="Random seed.", examples=[7])
    wait: Wait = Field(
        1.0,
        description="Seconds to wait for the answer before returning a job instead.",
    )

    def task(self, settings: Settings) -> PuzzleTask:
        """Return the task; raises `InputError` if no such puzzle can exist."""
        grades = None if self.grade is None else parse_grades(self.grade)
        kind = self._kind()
        spec = GameSpec(self.game, self.ordered_variants(), self.read_size())
        wanted = kind(fitting(kind, spec, grades), **self._requirements(kind))
        try:
            wanted.check(grades)
        except InputError as error:
            # What is an option of the command is a field here.
            raise InputError(summary(error).removeprefix("--")) from error
        seconds = settings.seconds
        if not self._is_offered(kind, spec, grades):
            seconds = min(seconds, UNOFFERED_SECONDS)
        limits = Limits(None, seconds, settings.share, settings.threads)
        return PuzzleTask(wanted, self.seed, grades, limits)

    def _is_offered(self, kind: type[Kind], spec: GameSpec, grades: GradeRange | None) -> bool:
        solitaire = GAMES[spec.game].solitaire
        variants = tuple(name for name in spec.variants if name != solitaire)
        return any(
            (offer.variants, offer.size) == (variants, spec.size)
            and bool(offer.closed) == bool(self.closed)
            and (grades is None or any(grade in grades for grade in offer.grades))
            for offer in _offers(spec.game, kind)
        )

    def _kind(self) -> type[Kind]:
        game = self.read_game()
        of_games = kinds_by_game()
        if game.name not in of_games:
            expected = f"one that has puzzles: {one_of(list(of_games))}"
            raise InputError(f"game: found {quote(game.name)}, expected {expected}")
        kinds = {kind.name: kind for kind in of_games[game.name]}
        name = self.puzzle or next(iter(kinds))
        check_word("puzzle", name, list(kinds), game.title)
        return kinds[name]

    def _requirements(self, kind: type[Kind]) -> dict[str, bool]:
        if self.closed is None:
            return {}
        if CLOSED not in requirements_of(kind):
            raise InputError(f"{CLOSED}: {kind.name} puzzles are neither closed nor open")
        return {CLOSED: self.closed}


@dataclass(frozen=True, slots=True)
class PuzzleTask(LimitedTask):
    """The making of a puzzle."""

    kind: Kind
    seed: int
    grades: GradeRange | None
    limits: Limits

    @property
    def key(self) -> str:
        """The question without the limits, as text."""
        return json.dumps([self.kind.name, repr(self.kind), self.seed, str(self.grades)])

    def run(self, kept: OracleCache, tell: Tell) -> tuple[Record, bool]:
        """Make the puzzle; raises `InputError` if none is found."""
        begun, limits = time.monotonic(), self.limits
        deadline = None if limits.seconds is None else time.time() + limits.seconds
        search = PuzzleSearch(self.kind, self.seed, TRIES, self.grades, deadline=deadline)
        resources = Resources(limits.threads, limits.memory)
        last_report = begun

        def watch(candidate: int) -> None:
            nonlocal last_report
            now = time.monotonic()
            if now - last_report >= PAUSE:
                last_report = now
                tell(Progress(self._share(candidate, now - begun), 0))

        sought = seek(search, Index(1), resources, watch)
        if sought.puzzle is None:
            raise InputError(self._none_found(sought.candidate, time.monotonic() - begun))
        record = puzzle_record(self.kind, sought.puzzle, self.seed, Index(1, sought.candidate))
        return record, search.has_room(resources)

    def _share(self, candidate: int, seconds: float) -> float:
        """Return the share of work done, by candidates or by time."""
        max_seconds = self.limits.seconds
        by_time = 0.0 if max_seconds is None else seconds / max(max_seconds, PAUSE)
        return min(1.0, max(candidate / TRIES, by_time))

    def _none_found(self, candidates: int, seconds: float) -> str:
        found = f"found no such puzzle among {candidates} candidates in {seconds:.0f} s"
        expected = "other requirements: GET /api/puzzles lists what can be made quickly"
        return f"{found}, expected {expected}"


def catalogue() -> Record:
    """Return the kinds of puzzles by game, and the grades in increasing order.

    `playable` ones are solved by moves of their game; a tour is numbers on a board. `demands` are
    the possible requirements of a kind, and `offers` what can be made quickly.
    """
    return {
        "grades": [grade.value for grade in Grade],
        "kinds": [
            {
                "game": game,
                "puzzle": kind.name,
                "summary": kind.summary,
                "playable": kind.is_playable,
                "demands": list(requirements_of(kind)),
                "offers": [_offer_record(offer) for offer in _offers(game, kind)],
            }
            for game, kinds in kinds_by_game().items()
            for kind in kinds
        ],
    }


def _offers(game: str, kind: type[Kind]) -> Iterator[Offer]:
    return offers(game, kind.name, has_closed=CLOSED in requirements_of(kind))


def _offer_record(offer: Offer) -> Record:
    """Return the record of an offer; a `size` of None is the board that the kind chooses."""
    return {
        "variants": list(offer.variants),
        "closed": offer.closed,
        "size": None if offer.size is None else "{}x{}".format(*offer.size),
        "grades": [grade.value for grade in offer.grades],
    }
