"""Exactly the small boards without puzzles are refused at once."""

from random import Random

import pytest

from positions.errors import InputError
from solver.pool.worker import Resources
from solver.puzzles.kind import GameSpec, Kind, Rejection
from solver.puzzles.one_move import HoldMargin, OnlyMove, SwapOrNot
from solver.puzzles.search import Index, PuzzleSearch, seek
from solver.puzzles.two_players import CHOICES, all_endgames, endgames
from solver.puzzles.win_in import WinIn
from solver.puzzles.words import Grade, GradeRange


def on(game: str, size: str) -> GameSpec:
    width, height = map(int, size.split("x"))
    return GameSpec(game, size=(width, height))


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (OnlyMove(on("manhattan", "2x2")), "on which no game goes on after 5 plies"),
        (OnlyMove(on("marvin", "2x2")), "none of the 10 positions after 0 to 1 plies"),
        (HoldMargin(on("marvin", "2x3")), "none of the 14 positions"),
        (WinIn(on("nakatta", "1x1")), "on which no player has 2 moves to choose from"),
        (OnlyMove(on("nakatta", "2x2")), "--size: found 2×2, on which none of the 5 positions"),
        (OnlyMove(on("nakatta", "2x2"), played=9), "no game goes on after 9 plies"),
        (SwapOrNot(on("nakatta", "1x1")), "--size: found 1×1, expected at least 2×2"),
        (OnlyMove(on("minelayers", "1x20")), f"on which no player has {CHOICES} moves"),
        (OnlyMove(on("minelayers", "1x20"), choices=2), "--choices: found 2, expected at most 1"),
        (WinIn(on("minelayers", "2x2")), "none of the 2 positions after 1 ply of"),
        (OnlyMove(on("sight-reduction", "2x3")), "none of the 74 positions after 2 to 3 plies"),
    ],
    ids=str,
)
def test_no_such_puzzle_exists(kind: Kind, words: str) -> None:
    with pytest.raises(InputError) as refused:
        kind.check(None)
    assert words in str(refused.value)
    assert seek(PuzzleSearch(kind, 3, 60), Index(1), Resources()).puzzle is None


@pytest.mark.parametrize(
    "kind",
    [
        OnlyMove(on("minelayers", "4x3")),
        WinIn(on("minelayers", "3x4")),
        OnlyMove(on("nakatta", "3x3")),
        OnlyMove(on("nakatta", "3x3"), played=3),
        OnlyMove(on("marvin", "3x3")),
    ],
    ids=str,
)
def test_boards_with_puzzles_are_not_refused(kind: Kind) -> None:
    kind.check(None)
    assert seek(PuzzleSearch(kind, 3, 2000), Index(1), Resources()).puzzle is not None


def test_impossible_grades_are_refused() -> None:
    kind = OnlyMove(on("minelayers", "4x3"))
    with pytest.raises(InputError):
        kind.check(GradeRange(Grade.CRUEL, Grade.CRUEL))


@pytest.mark.parametrize(
    "spec",
    [
        on("marvin", "2x3"),
        on("nakatta", "2x2"),
        on("minelayers", "3x3"),
        on("sight-reduction", "2x3"),
    ],
    ids=str,
)
@pytest.mark.parametrize("played", [None, 1])
def test_all_positions_are_listed(spec: GameSpec, played: int | None) -> None:
    seen = set()
    for seed in range(600):
        try:
            seen |= set(endgames(spec, played, Random(seed)))
        except Rejection:
            continue
    assert seen == all_endgames(spec, played)
