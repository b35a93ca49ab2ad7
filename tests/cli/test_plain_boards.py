"""Options supply what boards lack, in files and as arguments."""

import json
from pathlib import Path

import pytest
from running import run

DEALS = "Deal 1\nXOOX\nOXXO\n\nDeal 2\nOOXX\nXXOO\n"
SUPPLIED = ("--game", "sight-reduction", "--variant", "solitaire", "--letters", "xo=wb")
FIRST = "sight-reduction+solitaire:wbbw/bwwb:w"


@pytest.mark.parametrize(
    "command",
    [("solve",), ("analyse",), ("moves",), ("perft", "--depth", "1"), ("show",), ("batch",)],
    ids=lambda command: command[0],
)
def test_every_command_names_records_by_their_headings(command: tuple[str, ...]) -> None:
    result = run(*command, *SUPPLIED, "--json", "-", given=DEALS)
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [record["name"] for record in records] == ["Deal 1", "Deal 2"]
    assert records[0]["position"] == FIRST


def test_openings_name_records_by_their_headings() -> None:
    result = run("openings", "--json", "--game", "nakatta", "-", given="empty\n..\n..\n")
    assert json.loads(result.stdout)["name"] == "empty"


@pytest.mark.parametrize("board", [("XOOX/OXXO",), ("--size", "4x2", "XOOXOXXO")])
def test_a_board_is_an_argument_if_its_game_is_known(board: tuple[str, ...]) -> None:
    assert run("show", "--format", "line", *SUPPLIED, *board).stdout == FIRST + "\n"


def test_a_wrong_board_as_an_argument_is_one_clear_line() -> None:
    result = run("show", "--game", "sight-reduction", "wbb/bqw")
    assert result.exit_code == 2
    place = "the position: row 2, column 6: "
    assert result.stderr == f"{place}found 'q', expected 'w', 'b', '.' or a number\n"


def test_a_file_is_refused_once_if_its_game_is_not_clear() -> None:
    result = run("solve", "-", given=DEALS.replace("X", "w").replace("O", "b"))
    assert result.exit_code == 2
    assert result.stderr == (
        "standard input: line 2: found a board of 'b', 'w', which does not say its game, "
        "expected --game sight-reduction, --game nakatta or --variant solitaire\n"
    )


def test_a_batch_goes_on_with_the_same_options_only(tmp_path: Path) -> None:
    given, answers = tmp_path / "deals.txt", tmp_path / "answers.jsonl"
    given.write_text(DEALS)
    batch = ("batch", str(given), "-o", str(answers), "--resume")
    assert run(*batch, *SUPPLIED).exit_code == 0
    whole = answers.read_bytes()
    answers.write_bytes(whole[: whole.index(b"\n") + 5])
    assert run(*batch, *SUPPLIED).exit_code == 0
    assert answers.read_bytes() == whole
    refused = run(*batch, "--game", "nakatta", "--letters", "xo=wb")
    assert (refused.exit_code, answers.read_bytes()) == (2, whole)


@pytest.mark.parametrize("letters", ["xo", "x=wb", "xx=wb", "="])
def test_letters_come_in_pairs(letters: str) -> None:
    result = run("show", "--letters", letters, "nakatta:start:3x3")
    assert result.exit_code == 2
    assert "expected as many letters on both sides of =, such as xo=wb" in result.stderr
