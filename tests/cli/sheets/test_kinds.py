"""Puzzles of every kind appear on sheets as they come from the search."""

import pytest

from cli.sheets.sheet import Paper, Sheet
from positions.games import game_of
from positions.reading.puzzle_text import parse_puzzle
from solver.pool.worker import Resources
from solver.puzzles.kind import GameSpec, Kind
from solver.puzzles.kinds import kinds_by_game
from solver.puzzles.search import Index, PuzzleSearch, puzzle_record, seek

# Boards on which a puzzle is found quickly; for other kinds, the standard board is quick.
SIZES = {"solitaire": (3, 4), "tour": (5, 5)}
# The game used for a kind that several games have.
QUICK = "nakatta"


def settings() -> list[tuple[type[Kind], GameSpec]]:
    found = {}
    for game, kinds in kinds_by_game().items():
        for kind in kinds:
            if kind.name not in found or game == QUICK:
                found[kind.name] = (kind, GameSpec(game, size=SIZES.get(kind.name)))
    return list(found.values())


@pytest.mark.parametrize(("kind", "spec"), settings(), ids=lambda part: getattr(part, "name", ""))
def test_a_puzzle_of_each_kind_has_all_its_parts(kind: type[Kind], spec: GameSpec) -> None:
    search, index = PuzzleSearch(kind(spec), seed=5, tries=1000), Index(1)
    puzzle = seek(search, index, Resources()).puzzle
    assert puzzle is not None
    sheet = Sheet(Paper.A4, "made")
    record = puzzle_record(search.kind, puzzle, search.seed, index)
    sheet.add(record)
    (entry,) = sheet.entries
    position = parse_puzzle(str(record["position"]))
    assert entry.setting.startswith(f"{game_of(position).title}, ")
    assert entry.goal == puzzle.goal
    assert [word for word in entry.moves.split() if word.strip("0123456789.…")] == record[
        "solution"
    ]
    assert "Counted: " in entry.proof
    assert entry.solved is not None
    assert entry.is_tour == (kind.name == "tour")
