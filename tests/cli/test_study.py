"""`study`: a designer's report on a game."""

import json
from pathlib import Path

import pytest
from running import run

QUICK = ("--games", "20", "--matches", "1", "--move-time", "0.05")


def records(*arguments: str, code: int = 0) -> list[dict[str, object]]:
    result = run("study", *arguments, "--json")
    assert result.exit_code == code, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_each_size_has_a_record_with_exact_results() -> None:
    two, three = records("marvin", "--sizes", "2x2..3x3", *QUICK)
    assert (two["size"], two["result"], two["winner"]) == ("2x2", "draw", None)
    # Known from `solve`: White wins 3×3 by one king, whatever the first move.
    assert (three["size"], three["winner"], three["score"]) == ("3x3", "white", 1)
    assert (three["winning_first_moves"], three["first_moves"]) == (9, 9)
    levels = three["levels"]
    assert isinstance(levels, list)
    assert [level["level"] for level in levels] == [4, 8]


def test_shares_agree_with_openings() -> None:
    (found,) = records("nakatta", "--sizes", "3x3", *QUICK)
    opened = json.loads(run("openings", "--json", "nakatta:start:3x3").stdout)
    won = sum(opening["result"] == "win" for opening in opened["openings"])
    assert found["winning_first_moves"] == won
    assert found["winning_share"] == won / 9


def test_random_play_is_that_of_the_census_and_repeatable() -> None:
    order = ("nakatta", "--sizes", "3x3", "--games", "50", "--matches", "0", "--seed", "4")
    (one,), (same,) = records(*order), records(*order)
    assert one == same
    assert one["levels"] == []
    told = ["census", "--game", "nakatta", "--size", "3x3", "--count", "50", "--seed", "4"]
    census = run(*told, "--workers", "1", "--json").stdout
    random = one["random"]
    assert isinstance(random, dict)
    assert str(random["DurationTurns"][0]) in census


def test_dealt_games_are_studied_by_several_deals() -> None:
    (found,) = records("sight-reduction", "--sizes", "3x3", *QUICK)
    assert (found["starts"], found["solved"], found["position"]) == (10, 10, None)


def test_a_limit_leaves_sizes_unknown() -> None:
    (found,) = records("nakatta", "--sizes", "6x6", "--nodes", "10", *QUICK, code=3)
    assert (found["status"], found["result"], found["winning_share"]) == ("unknown", None, None)
    text = run("study", "nakatta", "--sizes", "6x6", "--nodes", "10", *QUICK).stdout
    assert text.count("unknown") >= 2


def test_the_page_has_the_tables(tmp_path: Path) -> None:
    page = tmp_path / "study.html"
    result = run("study", "nakatta", "--sizes", "2x2..3x3", *QUICK, "--report", str(page))
    assert result.exit_code == 0, result.stderr
    assert "2 solved" in result.stdout
    for caption in ("With best play", "Random play", "The opponent against itself"):
        assert caption in page.read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "expected a game"),
        (["nakatta", "--sizes", "3x4"], "expected sizes of Nakatta"),
        (["nakatta", "--sizes", "3x3..2x2"], "expected sizes of Nakatta"),
        (["nakatta", "--sizes", "3x3...4x4"], "expected files by ranks"),
        (["nakatta", "--variant", "harder"], "expected 'pie'"),
        (["sight-reduction", "--variant", "solitaire"], "expected a game for two"),
        (["nakatta", "--move-time", "100"], "expected at most 20"),
    ],
)
def test_wrong_orders_are_refused(arguments: list[str], said: str) -> None:
    result = run("study", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
