"""Estimates on the command line: in addition to an unknown answer, never in its place."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from running import run

LARGE = "nakatta:start:9x9"
MARGIN = "marvin:start:5x5"
ALONE = "sight-reduction+solitaire:bwwb/wwbw/bwbb:w"
ANSWERS = ("result", "winner", "score", "distance", "par", "value")
ESTIMATE = ["win", "playouts", "best", "score"]
FEW = ("--playouts", "300", "--nodes", "10")
GAME = '[Position "nakatta:start:5x5"]\n\n1. c3 a1 2. a3 e1 3. b4 d2\n'


def objects(*arguments: str, code: int = 3, given: str | None = None) -> list[dict[str, Any]]:
    result = run(*arguments, "--json", given=given)
    assert result.exit_code == code, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def without_time(records: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: part for name, part in one.items() if name != "seconds"} for one in records]


@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_an_estimate_is_not_an_answer(command: str) -> None:
    (record,) = objects(command, LARGE, *FEW)
    assert record["status"] == "unknown"
    assert all(record[name] is None for name in ANSWERS)
    assert record["line"] == []
    assert list(record["estimate"]) == ESTIMATE
    assert 0 <= record["estimate"]["win"] <= 1
    assert record["estimate"]["playouts"] == 300
    assert record["estimate"]["score"] is None


def test_every_move_has_an_estimate() -> None:
    (record,) = objects("analyse", LARGE, *FEW)
    assert len(record["moves"]) == 81
    for move in record["moves"]:
        assert list(move["estimate"]) == ESTIMATE
        assert (move["result"], move["best"], move["estimate"]["best"]) == (None, None, None)
    assert record["moves"][0]["move"] == record["estimate"]["best"]
    wins = [move["estimate"]["win"] for move in record["moves"][1:]]
    assert wins == sorted(wins, reverse=True)


@pytest.mark.parametrize("command", ["solve", "analyse"])
@pytest.mark.parametrize("text", [LARGE, "nakatta+pie:start:7x7", MARGIN, "minelayers:start:8x8"])
def test_the_same_playouts_and_seed_give_the_same_bytes(command: str, text: str) -> None:
    options = ("--playouts", "500", "--seed", "7", "--threads", "1")
    one, other = (objects(command, text, *options) for _ in range(2))
    assert json.dumps(without_time(one)) == json.dumps(without_time(other))


@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_the_search_and_the_estimate_each_have_their_seconds(command: str) -> None:
    (record,) = objects(command, LARGE, "--estimate", "0.2")
    assert record["reason"] == "time"
    assert 0.2 <= record["seconds"] < 2
    assert record["estimate"]["playouts"] > 0


def test_playouts_limit_the_positions() -> None:
    large = "manhattan:start:8x8"
    (record,) = objects("solve", large, "--playouts", "20")
    assert (record["reason"], record["nodes"]) == ("nodes", 200)
    (longer,) = objects("solve", large, "--playouts", "20", "--nodes", "300")
    assert longer["nodes"] == 300
    (by_rules,) = objects("solve", large, "--playouts", "200", "--engine", "brute")
    assert by_rules["nodes"] == 20


@pytest.mark.parametrize("command", ["solve", "analyse"])
def test_a_proved_position_has_no_estimate(command: str) -> None:
    (asked,) = objects(command, "nakatta:start:3x3", "--playouts", "100000", code=0)
    (plain,) = objects(command, "nakatta:start:3x3", code=0)
    assert asked["estimate"] is None
    assert without_time([asked]) == without_time([plain])
    assert all(move["estimate"] is None for move in asked.get("moves", []))


def test_a_solitaire_has_no_estimate_and_is_solved_without_that_limit() -> None:
    (record,) = objects("solve", ALONE, "--playouts", "1", "--engine", "brute", code=0)
    assert (record["status"], record["estimate"]) == ("proved", None)


@pytest.mark.parametrize(
    ("text", "nodes"), [("marvin:start:3x3", "1200"), ("minelayers:2B2/5/5/2A2:A:first=A", "400")]
)
def test_some_moves_may_be_proved(text: str, nodes: str) -> None:
    (record,) = objects("analyse", text, "--nodes", nodes, "--playouts", "200")
    moves = record["moves"]
    proved = [move for move in moves if move["result"] is not None]
    assert 0 < len(proved) < len(moves)
    assert all(move["estimate"] is None for move in proved)
    assert all(move["estimate"] for move in moves if move not in proved)
    # The position itself was proved first.
    (exact,) = objects("solve", text, code=0)
    assert record["estimate"]["win"] == {"win": 1.0, "draw": 0.5, "loss": 0.0}[exact["result"]]
    assert record["result"] is None


@pytest.mark.parametrize("options", [("--estimate", "1"), ("--playouts", "10")])
def test_a_sum_has_no_estimate(options: tuple[str, ...]) -> None:
    result = run("solve", "--sum", "sight-reduction:wb:w", *options)
    assert result.exit_code == 2
    assert options[0] in result.stderr


@pytest.mark.parametrize("columns", ["80", "200"])
def test_estimates_in_words(columns: str) -> None:
    shown = run("analyse", LARGE, "--playouts", "2000", "--nodes", "9", COLUMNS=columns).stdout
    said = " ".join(shown.replace("│", " ").split())
    assert "Not solved. Estimated: " in shown
    assert "(2,000 playouts)." in said
    assert "Best by the estimate: " in shown
    assert "≈ estimated by playouts, not proved" in shown
    assert "≈ estimated chances in %" in shown
    assert "unknown ≈" in said
    assert max(map(len, shown.splitlines())) <= int(columns)


def test_the_map_of_a_large_board_is_not_too_wide() -> None:
    shown = run("analyse", "nakatta:start:19x19", *FEW, COLUMNS="80").stdout
    assert max(map(len, shown.splitlines())) <= 80


def test_the_expected_margin() -> None:
    shown = run("solve", MARGIN, *FEW, COLUMNS="200").stdout
    assert "expected margin: " in shown
    (record,) = objects("analyse", MARGIN, *FEW)
    assert -25 <= record["estimate"]["score"] <= 25
    assert "≈+" in run("analyse", MARGIN, *FEW).stdout


def test_estimates_have_their_own_colour() -> None:
    shown = run("analyse", LARGE, *FEW, FORCE_COLOR="1").stdout
    assert "\x1b[3;36m≈" in shown.replace(" ", "")


@pytest.mark.parametrize("form", ["html", "md", "json"])
def test_estimates_in_reports(form: str, tmp_path: Any) -> None:
    path = tmp_path / f"report.{form}"
    result = run("analyse", LARGE, *FEW, "--report", str(path))
    assert result.exit_code == 3
    text = path.read_text(encoding="utf-8")
    said = "Not solved. Estimated: " if form != "json" else '"estimate"'
    assert said in text
    if form == "html":
        assert 'class="guess' in text


def test_annotate_says_probably() -> None:
    (plain,) = objects("annotate", "-", "--nodes", "10", given=GAME)
    assert all(move["estimate"] is None for move in plain["moves"])
    (game,) = objects("annotate", "-", "--nodes", "10", "--playouts", "4000", given=GAME)
    says = [move["estimate"]["says"] for move in game["moves"] if move["estimate"]]
    assert "probably a mistake" in says
    for move in game["moves"]:
        if move["estimate"] is None:
            continue
        assert move["mark"] == ""
        assert move["lost"]["result"] is None
        estimate = move["estimate"]
        assert list(estimate) == ["before", "after", "playouts", "best", "says"]
        drop = estimate["before"] - estimate["after"]
        assert estimate["says"] != "probably a mistake" or drop >= 0.2
        assert estimate["best"] != move["move"]
    assert game["turning_point"] == plain["turning_point"]
    assert game["players"] == plain["players"]


def test_annotate_in_words() -> None:
    options = ("--nodes", "10", "--playouts", "4000")
    shown = run("annotate", "-", *options, given=GAME).stdout
    assert "probably a mistake" in shown
    assert "≈: estimated, not proved" in " ".join(shown.split())
    text = run("annotate", "-", "--format", "text", *options, given=GAME).stdout
    assert "unknown, probably a mistake: " in " ".join(text.split())
    assert "??" not in text
    again = run("annotate", "-", "--format", "text", *options, given=text).stdout
    assert again == text
