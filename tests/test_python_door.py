"""The Python interface beyond solving: positions as objects, and what commands do, as functions."""

import json
from itertools import islice

import pytest
from running import run

import positions
import solver

POSITION = "manhattan:r3/1b1r/rrb1/b1r1:r"


def test_texts_moves_and_pictures_of_a_position() -> None:
    position = positions.parse(POSITION)
    assert str(position) == POSITION == positions.format(position)
    moves = position.legal_moves()
    assert [*map(str, moves)] == ["c1-b1", "xa2", "xb2", "d3-d2", "a4-a3"]
    assert moves[0] == positions.Move(moves[0].kind, moves[0].squares)
    after = position.play("c1-b1")
    assert after == position.play(moves[0]) == positions.play(position, "c1-b1")
    assert after.outcome() is None
    assert position.picture().startswith("<svg")
    assert position._repr_svg_() == positions.picture(position)


def test_all_positions_are_reached_once_also_by_symmetry() -> None:
    start = positions.parse("nakatta:start:2x2")
    every = list(positions.reachable(start))
    assert every[0] == start
    assert len(every) == len(set(every))
    few = list(positions.reachable(start, by_symmetry=True))
    images = {image for position in few for image in positions.symmetries(position)}
    assert len(few) < len(every)
    assert set(every) <= images
    assert len(list(islice(positions.reachable(positions.parse("nakatta:start")), 50))) == 50


def test_openings_estimates_and_playouts() -> None:
    position = positions.parse("nakatta:start:3x3")
    found = solver.openings(position)
    told = json.loads(run("openings", "--json", str(position)).stdout)
    assert [opening.result for opening in found.openings] == [
        opening["result"] for opening in told["openings"]
    ]
    guess = solver.estimate(position, playouts=100, seed=3)
    assert guess is not None
    assert guess == solver.estimate(position, playouts=100, seed=3)
    assert guess.playouts <= 100
    moves = solver.playout(position, seed=1)
    assert moves == solver.playout(position, seed=1)
    for move in moves:
        position = position.play(move)
    assert position.outcome() is not None
    assert solver.estimate(position) is None


def test_games_are_annotated_and_puzzles_made() -> None:
    game = run("sample", "nakatta").stdout
    judged = solver.annotate(game, nodes=1000)
    assert judged.moves
    (made,) = solver.generate("nakatta", seed=3, size=(4, 4))
    told = ["generate", "--game", "nakatta", "--seed", "3", "--size", "4x4", "--json"]
    assert made == json.loads(run(*told, "--workers", "1").stdout)


def test_wrong_arguments_are_one_line() -> None:
    position = positions.parse(POSITION)
    wrong = (
        lambda: solver.openings(position, engine="zz"),
        lambda: solver.openings(position, time=float("nan")),
        lambda: solver.openings(position, memory=-1),
        lambda: solver.estimate(position, playouts=1 << 64),
        lambda: solver.estimate(position, time=1.0, playouts=1),
        lambda: solver.playout(position, seed=-1),
        lambda: solver.generate("chess"),
        lambda: solver.generate("nakatta", puzzle="zz"),
        lambda: solver.generate("nakatta", count=0),
        lambda: solver.annotate("no game"),
        lambda: positions.picture(3),  # type: ignore[arg-type]
        lambda: positions.reachable(position, by_symmetry=1),  # type: ignore[arg-type]
        lambda: position.play("a1-a9"),
    )
    for call in wrong:
        with pytest.raises(positions.InputError) as caught:
            call()
        assert len(str(caught.value).splitlines()) == 1
