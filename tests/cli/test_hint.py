"""`hint` helps with the next move by degrees, and recommends only what is proved."""

import json

import pytest
from running import run

from positions import parse
from positions.playing import legal_moves
from positions.text import format_move

DEAL = "sight-reduction+solitaire:wbbb/bbbw/bbww/wwbw/wbwb/bwww/bbbw/wwwb:w"
WON = "nakatta:wb1b/1bw1/2w1/1b1w:b"
POSITIONS = (
    DEAL,
    WON,
    "sight-reduction+solitaire+pairs:wbw/bbw:w",
    "sight-reduction:bwwb/wwbw/bwbb:w",
    "manhattan:brbr/r2b/b2r/rbrb:r",
    "marvin:start:3x3",
    "nakatta:start:3x3",
    "minelayers:2B2/5/5/A4:A:first=A",
)


def hints(*arguments: str, code: int = 0) -> list[dict[str, object]]:
    result = run("hint", "--json", *arguments)
    assert result.exit_code == code, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def best_moves(position: str) -> set[object]:
    (analysis,) = map(json.loads, run("analyse", "--json", position).stdout.splitlines())
    return {move["move"] for move in analysis["moves"] if move["best"]}


def test_each_degree_tells_more() -> None:
    found = [hints("--degree", degree, WON)[0] for degree in "123"]
    assert [(each["hint"], each["squares"], each["move"]) for each in found] == [
        ("Look at the squares a1 to b2.", ["a1", "b1", "a2", "b2"], None),
        ("It is on the b-file, from b1 to b2.", ["b1", "b2"], None),
        ("The move is b2.", ["b2"], "b2"),
    ]
    assert {(each["status"], each["result"]) for each in found} == {("proved", "win")}
    shown = run("hint", WON).stdout
    assert "Look at the squares a1 to b2." in shown
    assert "The move is b2." in run("hint", "--degree", "3", WON).stdout


@pytest.mark.parametrize("position", POSITIONS)
def test_all_degrees_point_at_one_best_move(position: str) -> None:
    where, which, move = (hints("--degree", degree, position)[0] for degree in "123")
    assert move["move"] in best_moves(position)
    assert isinstance(move["squares"], list)
    assert move["squares"][0] in where["squares"]
    assert move["squares"][0] in which["squares"]
    assert set(which["squares"]) <= set(where["squares"])


def test_larger_boards_are_divided_into_thirds() -> None:
    ((found,), (move,)) = (hints("--degree", degree, DEAL) for degree in "13")
    assert found["squares"] == ["c7", "d7", "c8", "d8"]
    assert move["move"] == "d7"


def test_the_swap_is_a_move_without_squares() -> None:
    swap = "nakatta+pie:4/4/1b2/4:w"
    assert [hints("--degree", degree, swap)[0]["hint"] for degree in "123"] == [
        "It is a move that involves no square.",
        "It is a move that involves no square.",
        "The move is swap.",
    ]


def test_moves_are_played_first() -> None:
    first = hints("--degree", "3", DEAL)[0]["move"]
    (after,) = hints("--degree", "3", "--play", str(first), DEAL)
    assert after["result"] == "solvable"
    position = parse(str(after["position"]))
    assert after["move"] in [format_move(position, move) for move in legal_moves(position)]


def test_nothing_is_recommended_that_is_not_proved_or_does_not_help() -> None:
    unknown, over, unsolvable, lost = hints(
        *("--nodes", "40", "nakatta:start:5x5", "nakatta:1b/1b:w"),
        *("sight-reduction+solitaire:wbw/bwb:w", "sight-reduction:wbw/bwb:w"),
        *("--degree", "3"),
        code=3,
    )
    assert (unknown["status"], unknown["reason"]) == ("unknown", "nodes")
    assert [each["status"] for each in (over, unsolvable)] == ["proved"] * 2
    assert unsolvable["result"] == "unsolvable"
    for each in (unknown, over, unsolvable, lost):
        assert (each["hint"], each["squares"], each["move"]) == (None, [], None)
    assert "No hint." in run("hint", "nakatta:1b/1b:w").stdout


def test_there_are_three_degrees() -> None:
    result = run("hint", "--degree", "4", WON)
    assert result.exit_code == 2
    assert "1 to 3" in result.stderr
