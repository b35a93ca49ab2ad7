"""The opponent's levels: its moves at each, and its thinking time."""

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import played
from waiting import DEADLINE

from positions import InputError
from positions.games import GAMES, rules_of
from positions.playing import legal_moves
from positions.text import format_move, format_position, parse_position
from solver import Limits, analyse, opponent
from solver.answers.model import Reply
from solver.opponent import LEVELS, choose

LARGE = [
    "nakatta:start:9x9",
    "nakatta+pie:start:9x9",
    "manhattan:start:8x8",
    "marvin:start:7x7",
    "minelayers:start:8x8",
    "sight-reduction+harder:wbwbwbwb/bwbwbwbw/wwbbwbwb/bwbbwwbw/wbwbwbbw/wwbbwbwb:w",
]
# Too large for the kernel.
NO_KERNEL = "nakatta:start:20x20"
SMALL = [("sight-reduction", (3, 4)), ("manhattan", (4, 4)), ("marvin", (3, 4))]
SMALL += [("nakatta", (4, 4)), ("minelayers", (4, 4))]
NUMBERS = [level.number for level in LEVELS]
NODES = 20_000


def chosen(text: str, level: int, seed: int = 1) -> Reply:
    return choose(parse_position(text), level, Limits(NODES, DEADLINE), seed)


@pytest.fixture
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit all levels by the number of playouts, which takes as long as it does."""
    few = tuple(replace(level, playouts=min(level.playouts or 300, 300)) for level in LEVELS)
    monkeypatch.setattr(opponent, "LEVELS", few)


def names(text: str) -> list[str]:
    position = parse_position(text)
    return [format_move(position, move) for move in legal_moves(position)]


@pytest.mark.parametrize("level", NUMBERS)
@pytest.mark.parametrize("text", LARGE)
@pytest.mark.usefixtures("few_playouts")
def test_a_move_is_legal_and_has_its_grounds(text: str, level: int) -> None:
    choice = chosen(text, level)
    assert choice.position == format_position(parse_position(text))
    assert choice.move in names(text)
    assert choice.level == level
    assert not choice.proved
    if level >= 6:
        assert choice.estimate is not None
        assert 0 <= choice.estimate.win <= 1
        assert choice.estimate.best is None


@pytest.mark.usefixtures("few_playouts")
@pytest.mark.parametrize("level", NUMBERS[:6])
@pytest.mark.parametrize("text", LARGE[1:4])
def test_the_same_seed_gives_the_same_move(text: str, level: int) -> None:
    one, other = chosen(text, level), chosen(text, level)
    assert (one.move, one.estimate) == (other.move, other.estimate)


def test_beginners_sometimes_move_at_random() -> None:
    moves = {chosen("nakatta:start:9x9", 1, seed=seed).move for seed in range(20)}
    assert len(moves) > 10


@pytest.mark.parametrize("level", NUMBERS)
@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("nakatta:2b1/2b1/4/2b1:b", "c2"),
        ("manhattan:r1b1/r3/4/1r1b:r", None),
        ("minelayers:5/5/5/B1x2/xx3/A1x2:A:first=A", None),
    ],
)
def test_a_win_that_is_one_move_away_is_taken(text: str, move: str | None, level: int) -> None:
    position = parse_position(text)
    rules = rules_of(position)
    wins = [
        format_move(position, legal)
        for legal in rules.moves(position)
        if (end := rules.outcome(rules.play(position, legal))) and end.winner == position.turn
    ]
    if move is not None:
        assert move in wins
    if wins:
        choice = chosen(text, level)
        assert choice.move in wins
        assert choice.proved


@pytest.mark.parametrize("level", [7, 8])
@pytest.mark.parametrize(("game", "size"), SMALL)
@given(data=st.data())
def test_provable_best_play_is_found(
    game: str, size: tuple[int, int], level: int, data: st.DataObject
) -> None:
    position = data.draw(
        played(GAMES[game], size).filter(lambda position: rules_of(position).persons == 2)
    )
    if not legal_moves(position):
        return
    choice = choose(position, level, Limits(seconds=DEADLINE), 1)
    analysis = analyse(position)
    assert choice.proved
    assert choice.estimate is None
    best = [value.move for value in analysis.moves if value.best]
    # A win in one move is taken without a search, which might keep more of the lead.
    assert choice.move in best or analysis.moves[0].distance == 1


@pytest.mark.parametrize("level", NUMBERS)
@given(data=st.data())
def test_moves_called_proved_keep_the_result(level: int, data: st.DataObject) -> None:
    game, size = data.draw(st.sampled_from(SMALL))
    position = data.draw(
        played(GAMES[game], size).filter(lambda position: rules_of(position).persons == 2)
    )
    if not legal_moves(position):
        return
    choice = choose(position, level, Limits(seconds=DEADLINE), data.draw(st.integers(0, 99)))
    if not choice.proved:
        return
    analysis = analyse(position)
    (value,) = (value for value in analysis.moves if value.move == choice.move)
    best = analysis.moves[0]
    assert value.result == best.result
    assert value.score == best.score


def test_a_lost_game_is_prolonged() -> None:
    # Too many empty points for distances by default.
    position = parse_position("nakatta:5/2b2/2b2/5/w4:w")
    analysis = analyse(position, distance=True)
    assert {value.result for value in analysis.moves} == {"loss"}
    choice = choose(position, 8, Limits(seconds=DEADLINE), 1)
    assert (choice.proved, choice.estimate) == (True, None)
    # The first move of the list would lose sooner.
    distances = {value.move: value.distance or 0 for value in analysis.moves}
    assert distances[choice.move] == max(distances.values()) > min(distances.values())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sight-reduction+solitaire:bwwb/wwbw/bwbb:w", "a two-player game"),
        ("sight-reduction:wbw/b1b/wbw:w", "over"),
    ],
)
def test_positions_without_an_opponent(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        chosen(text, 8)


@pytest.mark.parametrize("level", NUMBERS)
def test_without_any_method_a_move_is_still_made(level: int) -> None:
    choice = choose(parse_position(NO_KERNEL), level, Limits(seconds=0.1), 1)
    assert choice.move in names(NO_KERNEL)
    assert (choice.proved, choice.estimate) == (False, None)


@pytest.mark.parametrize("text", [*LARGE[2:4], "nakatta:start:19x19", NO_KERNEL])
def test_the_time_limit_holds(text: str) -> None:
    """Processor time counts: it is all that the opponent can decide about."""
    position = parse_position(text)
    for level in (1, 6, 7, 8):
        began = time.process_time()
        choose(position, level, Limits(seconds=0.5), 1)
        assert time.process_time() - began < 1.0
