"""Matches between levels, random moves and programs that speak UGI."""

import json
import sys
from pathlib import Path

import pytest
from running import PROGRAM, run

from positions.games import rules_of
from positions.reading.game_reading import read_games
from solver.matches import Score

SMALL = ("--game", "nakatta", "--size", "3x3", "--plies", "1", "--time", "0.05", "--seed", "1")
ENGINE = f"{sys.executable} {' '.join(PROGRAM)} engine nakatta --level 1"


def played(*arguments: str) -> list[dict[str, object]]:
    result = run("match", *arguments, *SMALL, "--json", "--quiet")
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_each_opening_is_played_by_both() -> None:
    games = played("level:3", "random", "--count", "6")
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first["position"] == second["position"]
        assert (first["first"], second["first"]) == ("level:3", "random")
    assert {game["position"] for game in games} != {games[0]["position"]}
    assert all(game["winner"] in ("level:3", "random") for game in games)
    assert all(game["fault"] is None for game in games)


def test_games_follow_the_rules_and_name_the_winner(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    games = played("level:2", "random", "--count", "4", "--games", str(path))
    with path.open("rb") as file:
        records = [entry.record for entry in read_games(file)]
    assert len(records) == 4
    for game, record in zip(games, records, strict=True):
        assert record is not None
        last = record.positions()[-1]
        outcome = rules_of(last).outcome(last)
        assert outcome is not None
        assert outcome.winner is not None
        colour = {"b": "Black", "w": "White"}[outcome.winner]
        assert record.tag(colour) == game["winner"]
        assert game["points"] == float(game["winner"] == "level:2")


def test_programs_play_by_the_protocol_and_lose_if_they_fail() -> None:
    games = played(ENGINE, "random", "--count", "2")
    assert [game["fault"] for game in games] == [None, None]
    failed = played("false", "level:1", "--count", "2")
    assert [game["winner"] for game in failed] == ["level:1", "level:1"]
    assert all("it ended" in str(game["fault"]) or "ended" in str(game["fault"]) for game in failed)
    missing = played("/nowhere/engine", "level:1", "--count", "1")
    assert missing[0]["fault"] == "/nowhere/engine: no such file or directory"


def test_players_that_are_alike_have_numbers() -> None:
    games = played("random", "random", "--count", "4")
    assert {game["first"] for game in games} == {"random (1)", "random (2)"}
    for game in games:
        assert (game["winner"] == "random (1)") == (game["points"] == 1)
    shown = run("match", "random", "random", *SMALL, "--count", "4")
    assert "random (1) against random (2): " in shown.stdout


def test_a_match_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    asked = ("match", "level:2", "random", *SMALL, "-o", str(path))
    assert run(*asked, "--count", "4").exit_code == 0
    whole = path.read_bytes()
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:3]))
    result = run(*asked, "--count", "6", "--resume")
    assert result.exit_code == 0, result.stderr
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) == 6
    assert lines[:3] == whole.splitlines(keepends=True)[:3]
    other = run(*with_other_player(asked), "--count", "6", "--resume")
    assert other.exit_code == 2


def with_other_player(asked: tuple[str, ...]) -> list[str]:
    return ["level:3" if word == "level:2" else word for word in asked]


def test_the_table_and_the_sequential_test() -> None:
    shown = run("match", "level:4", "random", *SMALL, "--count", "30", "--sprt", "0:100")
    assert shown.exit_code == 0, shown.stderr
    assert "level:4, beginning" in shown.stdout
    assert "Accepted: +100 Elo" in shown.stdout
    assert "level:4 against random: " in shown.stdout


def test_elo_differences_and_their_intervals() -> None:
    even = Score((1.0, 0.0) * 50)
    middle, low, high = even.elo()
    assert middle == pytest.approx(0)
    assert low is not None
    assert high is not None
    assert low == pytest.approx(-high)
    assert -75 < low < -65
    three_in_four, *_ = Score((1.0, 1.0, 1.0, 0.0) * 9).elo()
    assert three_in_four == pytest.approx(190.8, abs=0.1)
    assert Score((1.0,) * 5).elo()[0] is None
    assert Score((1.0, 1.0, 1.0, 0.0) * 25).verdict(0, 50) == "higher"
    assert Score((1.0, 0.0, 0.0, 0.0) * 25).verdict(0, 50) == "lower"
    assert Score((1.0, 0.0)).verdict(0, 50) is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["level:9", "random"], "found 'level:9', expected a level from 1 to 8"),
        (["", "random"], "found '', expected level:N, random, or a command that speaks UGI"),
        (["random", "random", "--sprt", "5"], "expected two Elo differences, the lower first"),
        (
            ["random", "random", "--game", "sight-reduction", "--variant", "solitaire"],
            "a solitaire",
        ),
        (["random", "random", "--plies", "99"], "--plies: found 99, after which every game is"),
    ],
)
def test_wrong_matches_are_refused(arguments: list[str], message: str) -> None:
    board = () if "--game" in arguments else ("--game", "nakatta", "--size", "3x3")
    result = run("match", *board, "--seed", "1", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
