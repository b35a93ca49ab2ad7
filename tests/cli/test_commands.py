"""The answers of each command."""

import json
import re
from typing import Any

import pytest
from running import run

from positions.games import GAMES
from positions.perft import perft
from positions.text import parse_position

TWO = "sight-reduction:bwwb/wwbw/bwbb:w"
ALONE = "sight-reduction+solitaire:bwwb/wwbw/bwbb:w"
DEAD = "sight-reduction+solitaire:bwbw/wwbb/bbww:w"
OVER = "sight-reduction:wbw/b1b/wbw:w"
SOLVED = "sight-reduction+solitaire:w1/1b:w"
BAD = "sight-reduction:wx:w"


def objects(*arguments: str, code: int = 0, given: str | None = None) -> list[dict[str, Any]]:
    """Return the objects that a command prints with ``--json``."""
    result = run(*arguments, "--json", given=given)
    assert result.exit_code == code, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_games() -> None:
    records = objects("games")
    assert [record["game"] for record in records] == list(GAMES)
    for record in records:
        assert record["designers"]
        assert record["designers"][0]["link"].startswith("http")
        assert {"auto", "brute"} <= set(record["engines"])
    shown = run("games").stdout
    for record in records:
        names = [record["title"], str(record["year"]), record["designers"][0]["name"]]
        names += [variant["name"] for variant in record["variants"]] + record["engines"]
        assert all(name in shown for name in names)


def test_show_converts() -> None:
    text = "sight-reduction+solitaire:w.b/1w1:w:keep=a2,C2"
    line = "sight-reduction+solitaire:w1b/1w1:w:keep=a2,c2"
    assert run("show", "--format", "line", text).stdout == line + "\n"
    record = objects("show", text)[0]
    assert list(record) == ["position", "game", "variants", "turn", "board", "keys"]
    assert record["board"] == ["w.b", ".w."]
    assert record["keys"] == {"keep": "a2,c2"}
    diagrams = run("show", "--format", "diagram", text, TWO).stdout
    assert run("show", "--format", "line", "-", given=diagrams).stdout == f"{line}\n{TWO}\n"


def test_play_can_continue_after_a_survivor_is_removed() -> None:
    start = "sight-reduction+solitaire:wbwb/wwbb:w:keep=a1,d1"
    (after,) = objects("moves", start, "--play", "a1")
    assert after["position"] == "sight-reduction+solitaire:wbwb/1wbb:b:keep=-,d1"
    (solved,) = objects("solve", str(after["position"]))
    (analysed,) = objects("analyse", start)
    (value,) = (move for move in analysed["moves"] if move["move"] == "a1")
    assert (solved["result"], solved["distance"]) == (value["result"], value["distance"] - 1)
    assert "keep -,d1" in run("show", str(after["position"])).stdout


@pytest.mark.parametrize(("encoding", "signs"), [("utf-8", "○●·"), ("ascii", "wb.")])
def test_show_draws(encoding: str, signs: str) -> None:
    from click.testing import CliRunner

    from cli.app import proofplay

    result = CliRunner(charset=encoding).invoke(proofplay, ["show", "sight-reduction:w1b/bbw:w"])
    rows = result.stdout.splitlines()[-3:]
    white, black, empty = signs
    assert rows == [f"2  {white} {empty} {black}", f"1  {black} {black} {white}", "   a b c"]


def test_moves() -> None:
    assert objects("moves", TWO) == [{"position": TWO, "moves": ["b1", "a2", "b2", "b3", "c3"]}]
    played = objects("moves", TWO, "--play", "B1 d1", "--play", " a2 ")
    assert played[0]["position"] == "sight-reduction:bwwb/1wbw/b1b1:b"
    assert objects("moves", OVER)[0]["moves"] == []
    assert "Black has won" in run("moves", OVER).stdout
    assert "Solved" in run("moves", SOLVED).stdout


def test_an_illegal_move_is_refused() -> None:
    result = run("moves", TWO, "--play", "b1 d4")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "'d4'" in result.stderr
    records = objects("moves", TWO, ALONE, OVER, "--play", "b1", code=1)
    assert [set(record) for record in records] == [
        {"position", "moves"},
        {"position", "moves"},
        {"line", "error"},
    ]


def test_deal() -> None:
    few = run("deal", "--seed", "3", "--count", "2").stdout.splitlines()
    many = run("deal", "--seed", "3", "--count", "4").stdout.splitlines()
    assert few == many[:2]
    assert len(set(many)) == 4
    assert [record["position"] for record in objects("deal", "--seed", "3", "--count", "4")] == many
    one = run(
        *("deal", "--seed", "3", "--size", "3x3", "--variant", "harder", "--variant", "solitaire"),
        *("--setup", "deterministic", "--plies", "1"),
    )
    position = parse_position(one.stdout.strip())
    assert position.variants == ("solitaire", "harder")
    assert (position.board.width, position.board.height, position.turn) == (3, 3, "b")
    assert position.board.cells.count("w") == 3


def test_a_random_seed_is_reported() -> None:
    fresh = run("deal", "--count", "3")
    seed = fresh.stderr.split()[2]
    assert run("deal", "--count", "3", "--seed", seed).stdout == fresh.stdout
    assert run("deal", "--seed", seed).stderr == ""


@pytest.mark.parametrize("position", [TWO, OVER, "sight-reduction+pairs:wwb/bbw:b"])
def test_perft(position: str) -> None:
    counts = [perft(parse_position(position), depth) for depth in range(1, 7)]
    records = objects("perft", "--depth", "6", position)
    assert records == [
        {"position": position, "depth": depth, "count": count}
        for depth, count in enumerate(counts, start=1)
    ]
    for record, count in zip(
        objects("perft", "--depth", "6", "--divide", position), counts, strict=True
    ):
        assert record["count"] == sum(record["divide"].values()) == count
    shown = run("perft", "--depth", "6", "--divide", position).stdout
    assert f"{counts[-1]:,}" in shown


def test_perft_under_a_limit() -> None:
    records = objects("perft", "--depth", "3", "--time", "0", TWO, code=3)
    assert [(record["count"], record["reason"]) for record in records] == [(None, "time")] * 3


def test_solve() -> None:
    won, alone, dead, over, solved = objects("solve", TWO, ALONE, DEAD, OVER, SOLVED)
    assert (won["result"], won["winner"], won["distance"], won["value"]) == ("win", "white", 7, "1")
    assert (alone["result"], alone["par"], len(alone["line"])) == ("solvable", 2, 10)
    assert (dead["result"], dead["par"], len(dead["line"])) == ("unsolvable", 3, 9)
    assert (over["result"], over["winner"], over["distance"]) == ("loss", "black", 0)
    assert (solved["result"], solved["distance"], solved["line"]) == ("solvable", 0, [])


def test_an_engine_that_does_not_support_a_position() -> None:
    large = "sight-reduction:" + "/".join(["wbwbwb"] * 6) + ":w"
    result = run("solve", "--engine", "retrograde", large)
    assert result.exit_code == 2
    assert "engine: retrograde takes" in result.stderr
    records = objects("solve", "--engine", "retrograde", TWO, large, code=1)
    assert records[0]["status"] == "proved"
    assert set(records[1]) == {"line", "error"}


@pytest.mark.parametrize("engine", ["auto", "brute", "search", "retrograde"])
@pytest.mark.parametrize(("limit", "reason"), [("--nodes", "nodes"), ("--time", "time")])
@pytest.mark.parametrize("position", [TWO, ALONE, DEAD])
def test_without_a_search_there_is_no_answer(
    engine: str, limit: str, reason: str, position: str
) -> None:
    record, over = objects("solve", position, OVER, "--engine", engine, limit, "0", code=3)
    assert (record["status"], record["reason"]) == ("unknown", reason)
    answers = ("result", "winner", "score", "distance", "par", "value")
    assert all(record[name] is None for name in answers)
    assert record["line"] == []
    assert (over["status"], over["distance"]) == ("proved", 0)


def test_a_node_limit_gives_the_same_answer_twice() -> None:
    first, second = (
        objects("solve", "--engine", "brute", "--nodes", "100", TWO, code=3) for _ in range(2)
    )
    assert [r | {"seconds": 0} for r in first] == [r | {"seconds": 0} for r in second]
    assert first[0]["nodes"] == 100


def test_solve_in_words() -> None:
    result = run("solve", TWO, ALONE, DEAD, OVER, SOLVED, "--engine", "brute")
    assert result.exit_code == 0
    for phrase in (
        "argument 2",
        "White wins in 7 plies with best play.",
        "White is one move ahead.",
        "If Black moved first, White would win in 4 plies.",
        "Proved by listing every position, ",
        "Best play, 7 plies",
        "Solvable in 10 moves.",
        "10. ● a3",
        "Not solvable. Par: 3 pieces left at best.",
        "The game is over: White has no move, so Black has won.",
        "Already solved.",
    ):
        assert phrase in result.stdout


def test_a_line_that_black_begins_has_dots_for_white() -> None:
    result = run("solve", TWO.replace(":w", ":b"), "--engine", "brute")
    assert "White wins in 4 plies with best play." in result.stdout
    assert "1. …   d1   2. b2  c1   3. b1" in result.stdout


def test_unknown_in_words() -> None:
    result = run("solve", TWO, "--engine", "brute", "--nodes", "100")
    assert result.exit_code == 3
    assert "Unknown." in result.stdout
    assert "Node limit reached (100 positions" in result.stdout
    assert "Try a larger --nodes" in result.stdout


def test_count() -> None:
    alone, two = objects("solve", "--solutions", ALONE, TWO)
    assert alone["solutions"] == "2462"
    assert alone["random_play"] == pytest.approx(0.0179, rel=0.01)
    assert 0 <= alone["random_play_error"] < 1e-9
    assert "solutions" not in two
    assert "2,462 solutions" in run("solve", "--solutions", ALONE).stdout


def test_a_count_ended_by_a_limit() -> None:
    solved = objects("solve", "--engine", "brute", ALONE)[0]
    nodes = str(solved["nodes"])
    record = objects("solve", "--engine", "brute", "--solutions", "--nodes", nodes, ALONE, code=3)[
        0
    ]
    assert (record["status"], record["solutions"]) == ("proved", None)


def test_sum() -> None:
    other = "sight-reduction:bwb/wbb/wwb:w"
    record = objects("solve", "--sum", TWO, other)[0]
    assert (record["result"], record["winner"], record["value"]) == ("loss", "black", "0")
    assert {move["board"] for move in record["line"]} == {1, 2}
    shown = run("solve", "--sum", TWO, other).stdout
    assert "Board 2" in shown
    assert "Black wins the sum of 2 boards with best play." in shown


@pytest.mark.parametrize("other", [BAD, ALONE, TWO.replace(":w", ":b"), "no file"])
def test_positions_that_cannot_be_added(other: str) -> None:
    result = run("solve", "--sum", "--json", TWO, other)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1


def test_analyse() -> None:
    two, alone, over = objects("analyse", TWO, ALONE, OVER)
    solved = objects("solve", TWO)[0]
    same = set(solved) - {"line", "nodes", "seconds", "engine"}
    assert {name: two[name] for name in same} == {name: solved[name] for name in same}
    assert two["outcome_class"] == "L"
    assert [move["move"] for move in two["moves"] if move["best"]] == ["b1", "a2", "b2", "c3"]
    assert two["moves"][-1] == {
        "move": "b3",
        "result": "loss",
        "winner": "black",
        "distance": 6,
        "score": None,
        "par": None,
        "value": "-1",
        "best": False,
        "estimate": None,
    }
    assert (two["keeping"], two["only_move"], two["zugzwang"]) == (4, None, False)
    assert (two["other_turn"]["winner"], two["other_turn"]["distance"]) == ("white", 4)
    assert alone["outcome_class"] is None
    assert (alone["keeping"], alone["solutions"]) == (3, "2462")
    assert alone["survivors"]["black"] == ["a1", "c1", "d1", "a3", "d3"]
    assert over["moves"] == []
    assert over["zugzwang"] is None
    limited = objects("analyse", TWO, "--engine", "brute", "--nodes", "50", code=3)[0]
    assert limited["why"] == {"moves_settled": 0, "moves": 5, "at_least": None}


def test_only_moves_without_solutions_have_no_share_of_them() -> None:
    shown = run("analyse", "--solutions", "sight-reduction+solitaire:bwwb/wwww/bbbw/1wbb:w").stdout
    assert re.search(r"b3 +stays solvable +13 +2 +376 ", shown)
    shares = re.findall(r"[+−](\d+)", shown[shown.rindex("\n4 ") : shown.rindex("\n   ")])
    assert sorted(shares, key=int) == ["1", "5", "21", "22", "25", "28"]


def test_analyse_in_words() -> None:
    shown = run("analyse", TWO).stdout
    assert "Outcome class L: White wins, whoever moves first." in shown
    rows = [line.split() for line in shown.splitlines()]
    assert ["★", "b1", "wins", "7", "0", "1"] in rows
    assert ["b3", "loses", "6", "−1", "2"] in rows
    alone = run("analyse", ALONE).stdout
    for phrase in (
        "3 of 5 moves keep it solvable.",
        "The last white piece can be any, and the last black one can be a1, c1, d1, a3 or d3.",
        "2,462 solutions; random play finds one 1.79 % of the time.",
    ):
        assert phrase in " ".join(part.strip() for part in alone.split("\n"))
    assert ["3", "●", "−", "+38", "●"] in [line.split() for line in alone.splitlines()]
    limited = run("analyse", TWO, "--engine", "brute", "--nodes", "50")
    assert limited.exit_code == 3
    assert limited.stdout.count("unknown") == 5


def test_fair() -> None:
    lost, alone, open_class = objects(
        "analyse", "--fair", "sight-reduction:bwb/wbb/wwb:w", ALONE, "sight-reduction:wb/wb:w"
    )
    assert (lost["fair"]["outcome_class"], lost["fair"]["squares"]) == ("R", 2)
    for change in lost["fair"]["rearrangements"]:
        assert change["outcome_class"] in ("N", "P")
        assert len(change["squares"]) == 2
    assert alone["fair"] is None
    assert open_class["fair"]["squares"] == 0
    shown = run("analyse", "--fair", "sight-reduction:bwb/wbb/wwb:w").stdout
    assert "at least two squares must change" in shown
