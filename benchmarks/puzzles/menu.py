"""Which puzzles a menu can offer: kinds, boards and grades that can be made quickly.

Tries every kind with the variants of its game on some boards, and asks for each grade. Combinations
for which several seeds in a row find a puzzle within some seconds each, on one core, are offered.
The output is a part of `solver/games/menus.json`.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from positions.errors import InputError
from positions.games import GAMES
from solver.pool.worker import Resources
from solver.puzzles.kind import GameSpec, Kind, requirements_of
from solver.puzzles.kinds import CLOSED, UNGRADED, USUAL, fitting, kinds_of
from solver.puzzles.search import Index, PuzzleSearch, seek
from solver.puzzles.words import Grade, GradeRange

# Boards, files by ranks, in addition to the one that a kind chooses.
BOARDS: dict[str, tuple[tuple[int, int], ...]] = {
    "sight-reduction": ((3, 4), (4, 4), (4, 6), (4, 8), (6, 6)),
    "manhattan": ((4, 4), (5, 5), (6, 6), (8, 8)),
    "marvin": ((3, 3), (4, 4), (5, 5), (6, 6), (7, 7)),
    "nakatta": ((3, 3), (4, 4), (5, 5), (6, 6), (7, 7)),
    "minelayers": ((4, 4), (5, 5), (5, 8), (5, 10), (6, 6)),
}
TOUR_BOARDS = ((5, 5), (5, 6), (6, 6), (8, 8), (10, 10))
# Variants that do not affect puzzles, which are solitaires by kind or long past the swap.
OTHERS = ("solitaire", "pie")
# The seeds that have to find a puzzle, and the limits of each in candidates and seconds.
SEEDS = (1, 2, 3)
TRIES = 2000
MEMORY = 256


def main() -> None:
    """Print what can be offered."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", choices=[*GAMES], metavar="GAME")
    parser.add_argument("--puzzle", metavar="KIND")
    parser.add_argument("--seconds", type=float, default=6.0, metavar="S")
    asked = parser.parse_args()
    for game in [asked.game] if asked.game else GAMES:
        for kind in kinds_of(game):
            if asked.puzzle not in (None, kind.name):
                continue
            print(f'"{game}": {{"{kind.name}": {{', flush=True)
            for variants, requirements in product(_variants(game), _requirements(kind)):
                words = " ".join(
                    [*variants, *(name for name, is_on in requirements.items() if is_on)]
                )
                boards: defaultdict[str, list[str]] = defaultdict(list)
                for board, grades in _offers(game, kind, variants, requirements, asked.seconds):
                    boards[grades].append(board)
                shown = {grades: " ".join(names) for grades, names in boards.items()}
                print(f"    {json.dumps(words)}: {json.dumps(shown)},", flush=True)


def _variants(game: str) -> Iterator[tuple[str, ...]]:
    """Yield the sets of variants that make different puzzles."""
    names = [v.name for v in GAMES[game].variants if v.name not in OTHERS]
    for count in range(len(names) + 1):
        yield from combinations(names, count)


def _requirements(kind: type[Kind]) -> list[dict[str, bool]]:
    return [{CLOSED: False}, {CLOSED: True}] if CLOSED in requirements_of(kind) else [{}]


def _offers(
    game: str,
    kind: type[Kind],
    variants: tuple[str, ...],
    requirements: dict[str, bool],
    seconds: float,
) -> Iterator[tuple[str, str]]:
    """Yield the boards, and the range of grades on each."""
    boards = BOARDS[game] if kind.is_playable else TOUR_BOARDS
    for size in (None, *boards):
        spec = GameSpec(game, variants, size)
        if not _is_made(kind, spec, requirements, None, seconds):
            continue
        grades = [
            grade
            for grade in Grade
            if _is_made(kind, spec, requirements, GradeRange(grade, grade), seconds)
        ]
        board = USUAL if size is None else "{}x{}".format(*size)
        yield board, str(GradeRange(grades[0], grades[-1])) if grades else UNGRADED


def _is_made(
    kind: type[Kind],
    spec: GameSpec,
    requirements: dict[str, bool],
    grades: GradeRange | None,
    seconds: float,
) -> bool:
    """Return whether every seed makes such a puzzle in time."""
    wanted = kind(fitting(kind, spec, grades), **requirements)
    try:
        wanted.check(grades)
    except InputError:
        return False
    return all(_is_found(PuzzleSearch(wanted, seed, TRIES, grades), seconds) for seed in SEEDS)


def _is_found(search: PuzzleSearch, seconds: float) -> bool:
    """Return whether a puzzle is found within a limit of CPU seconds."""
    begun = _processor_seconds()
    for candidate in range(1, search.tries + 1):
        one = replace(search, tries=candidate)
        if seek(one, Index(1, candidate), Resources(1, MEMORY)).puzzle is not None:
            return True
        if _processor_seconds() - begun > seconds:
            break
    return False


def _processor_seconds() -> float:
    """Return the CPU seconds of this process and of its finished children."""
    return sum(os.times()[:4])


if __name__ == "__main__":
    main()
