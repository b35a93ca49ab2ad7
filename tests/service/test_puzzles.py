"""Puzzles over HTTP are those of the command, and impossible ones are refused."""

import json
from typing import Any

import httpx
import pytest
from running import run

from positions.errors import InputError
from positions.games import GAMES
from service.api import puzzles
from service.api.puzzles import UNOFFERED_SECONDS, PuzzleRequest
from service.settings import Settings
from solver.engines.oracle_cache import OracleCache
from solver.puzzles.kinds import kinds_by_game


@pytest.mark.parametrize(
    ("options", "body"),
    [
        (["--size", "4x4"], {"size": "4x4"}),
        (["--game", "nakatta", "--puzzle", "win-in"], {"game": "nakatta", "puzzle": "win-in"}),
        (
            ["--size", "4x4", "--variant", "easier", "--grade", "gentle.."],
            {"size": "4x4", "variants": ["easier"], "grade": "gentle.."},
        ),
        (
            ["--game", "minelayers", "--puzzle", "tour", "--size", "5x6", "--closed"],
            {"game": "minelayers", "puzzle": "tour", "size": "5x6", "closed": True},
        ),
    ],
)
def test_a_puzzle_is_that_of_the_command(
    client: httpx.Client, options: list[str], body: dict[str, Any]
) -> None:
    made = client.post("/api/puzzle", json={**body, "seed": 7, "wait": 10})
    printed = run("generate", "--seed", "7", "--json", "--workers", "1", *options)
    assert made.json() == json.loads(printed.stdout)


def test_the_kinds_are_listed(client: httpx.Client) -> None:
    listed = client.get("/api/puzzles").json()
    assert listed["grades"] == ["gentle", "steady", "tricky", "cruel"]
    assert {kind["game"] for kind in listed["kinds"]} == set(GAMES)
    assert len(listed["kinds"]) == sum(map(len, kinds_by_game().values()))
    (tour,) = [kind for kind in listed["kinds"] if not kind["playable"]]
    assert (tour["puzzle"], tour["demands"]) == ("tour", ["closed", "givens"])


def test_every_offer_can_be_made(client: httpx.Client) -> None:
    """No offer is refused as impossible, and each can be requested as it is."""
    for kind in client.get("/api/puzzles").json()["kinds"]:
        plain, *_ = kind["offers"]
        assert (plain["variants"], plain["closed"] or False, plain["size"]) == ([], False, None)
        for offer in kind["offers"]:
            assert (offer["closed"] is not None) == ("closed" in kind["demands"])
            asked = {name: value for name, value in offer.items() if name != "grades"}
            body = {"game": kind["game"], "puzzle": kind["puzzle"], "seed": 1, **asked}
            for grade in offer["grades"] or [None]:
                asked = PuzzleRequest(**body, grade=grade)
                assert asked.task(Settings()).limits.seconds == Settings().seconds


def test_the_board_of_a_tour_is_drawn_without_its_numbers(client: httpx.Client) -> None:
    numbered, bare = (f"minelayers:3/3/3/3:A:tour=open{given}" for given in (":given=a1=1", ""))
    drawn = [client.post("/api/numbers", json={"position": text}) for text in (numbered, bare)]
    assert [board.status_code for board in drawn] == [200, 200]
    one, other = (board.json() for board in drawn)
    assert one.pop("position") == numbered
    assert other.pop("position") == bare
    assert one == other
    assert one["title"] == "Manic Minelayers, open knight's tour, 3×4"
    large = client.post(
        "/api/numbers", json={"position": "minelayers:21" + "/21" * 20 + ":A:tour=open"}
    )
    assert large.status_code == 422


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, "found no 'seed', expected it"),
        ({"seed": -1}, "seed: found '-1'"),
        ({"seed": 1, "puzzle": "../x"}, "puzzle: found '../x', expected 'solitaire', 'only-move'"),
        ({"seed": 1, "game": "marvin", "variants": ["pie"]}, "expected none (Marvin)"),
        ({"seed": 1, "size": "99x99"}, "at most 400 squares here"),
        ({"seed": 1, "grade": "easy"}, "found 'easy'"),
        ({"seed": 1, "size": "2x1"}, "found 2 squares, expected at least 3"),
        (
            {"seed": 1, "game": "minelayers", "puzzle": "tour", "size": "4x4"},
            "size: no tour of 4×4",
        ),
        ({"seed": 1, "closed": True}, "closed: solitaire puzzles are neither closed nor open"),
    ],
)
def test_impossible_puzzles_are_refused(
    client: httpx.Client, body: dict[str, Any], error: str
) -> None:
    refused = client.post("/api/puzzle", json=body)
    assert refused.status_code == 422
    assert error in refused.json()["error"]
    assert not refused.json()["error"].startswith("-")


@pytest.mark.parametrize(
    ("asked", "seconds"),
    [
        ({"game": "minelayers", "puzzle": "tour", "closed": True}, 300),
        ({"game": "nakatta", "puzzle": "swap-or-not"}, 300),
        ({"variants": ["solitaire"], "grade": "cruel"}, 300),
        ({"puzzle": "win-in", "grade": "gentle.."}, 300),
        ({"puzzle": "win-in", "grade": "cruel"}, UNOFFERED_SECONDS),
        ({"size": "2x5"}, UNOFFERED_SECONDS),
    ],
)
def test_a_puzzle_without_an_offer_is_not_searched_for_long(
    asked: dict[str, Any], seconds: float
) -> None:
    assert PuzzleRequest(**asked, seed=1).task(Settings()).limits.seconds == seconds
    assert PuzzleRequest(**asked, seed=1).task(Settings(seconds=1)).limits.seconds == 1


def test_the_search_for_a_puzzle_reports_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "PAUSE", 0)
    monkeypatch.setattr(puzzles, "TRIES", 5)
    task = PuzzleRequest(puzzle="win-in", grade="cruel", seed=1).task(Settings())
    told: list[float] = []
    with pytest.raises(
        InputError, match=r"found no such puzzle among 5 candidates in .* s, expected"
    ):
        task.run(OracleCache(1), lambda progress: told.append(progress.share))
    assert len(told) == 5
    assert told == sorted(told)
    assert 0 < told[0] <= told[-1] == 1


@pytest.mark.parametrize(("memory", "is_final"), [(1, False), (64, True)])
def test_little_memory_makes_nothing_final(memory: int, is_final: bool) -> None:
    request = PuzzleRequest(game="nakatta", puzzle="win-in", size="3x3", seed=7)
    task = request.task(Settings(memory=memory))
    assert task.run(OracleCache(1), lambda progress: None)[1] is is_final
