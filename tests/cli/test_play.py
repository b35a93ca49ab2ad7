"""Games in the terminal, with moves from standard input."""

from pathlib import Path

import pytest
from running import run

from positions.reading.game_reading import parse_record

NAKATTA = ("play", "nakatta", "--size", "3x3", "--seed", "1", "--time", "0.2")


def test_a_game_against_the_computer_is_recorded(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    result = run(*NAKATTA, "-o", str(path), given="b2\nresign\n")
    assert result.exit_code == 0
    assert "1. Black: b2\n2. White: " in result.stdout
    assert result.stdout.endswith("White has won. The other player resigned.\n")
    record = parse_record(path.read_text())
    assert (record.result, len(record.plies)) == ("white", 2)
    assert (record.tag("Black"), record.tag("White")) == ("You", "proofplay, level 2")


def test_the_end_of_the_input_keeps_the_record(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    assert run(*NAKATTA, "--computer", "none", "-o", str(path), given="b2\na1").exit_code == 0
    record = parse_record(path.read_text())
    assert (record.result, len(record.plies)) == (None, 2)


def test_moves_are_taken_back_with_the_reply(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run(*NAKATTA, "-o", str(path), given="back\nb2\nback\na1\n")
    record = parse_record(path.read_text())
    assert record.tag("TakenBack") == "1"
    assert len(record.plies) == 2


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("z9", "'z9' is illegal: it is not a point of this board (NK1). Type ? for help."),
        ("moves", "a1 b1 c1 a2 b2 c2 a3 b3 c3"),
        ("hint", "It is proved to be best."),
        ("rules", "NK5  You win with a chain"),
        ("?", "A move, as in `proofplay help formats`"),
        ("back", "There is no move of yours to take back."),
    ],
)
def test_what_can_be_typed(typed: str, said: str) -> None:
    assert said in run(*NAKATTA, given=f"{typed}\n").stdout


def test_a_whole_game_ends_with_the_winner() -> None:
    shown = run(*NAKATTA, "--computer", "both", "--level", "1", given="").stdout
    assert shown.splitlines()[-1] in ("Black has won.", "White has won.")
    alone = ("play", "sight-reduction+solitaire:wwb:w")
    assert run(*alone, given="hint\na1\n").stdout.endswith("Solved.\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], "found 'chess', expected 'sight-reduction', "),
        (["nakatta:1b1/1b1/1b1:w"], "the game is over"),
        (["nakatta:start:3x3", "--size", "3x3"], "--size and --variant need a GAME"),
        (["nakatta", "--variant", "x"], "--variant: found 'x', expected 'pie'"),
        (["nakatta", "--size", "3x4"], "expected a square board"),
    ],
)
def test_a_wrong_start_is_refused(arguments: list[str], message: str) -> None:
    result = run("play", *arguments, given="")
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
