"""The opponent finishes: at full strength it does not dawdle in won positions."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from waiting import DEADLINE

from positions.deals import DealOrder, deals
from positions.game import Position
from positions.games import GAMES, rules_of
from positions.playing import legal_moves
from positions.text import format_position, parse_move, parse_position
from solver import Limits, opponent, solve
from solver.engines.lines import sign_of
from solver.opponent import LEVELS, choose

FULL = LEVELS[-1].number
# For each game a board, the plies of random play before the opponent moves, and the most plies that
# it may take from there to win against random play if the distance is not known.
GAMES_TO_WIN = {
    "nakatta": ((9, 9), 26, 27),
    "manhattan": ((6, 6), 30, 41),
    "marvin": ((4, 4), 14, 32),
    "minelayers": ((5, 8), 4, 36),
    "sight-reduction": ((4, 8), 2, 30),
}
# What it takes to know a position's result, and its distance, for which the opponent has as much.
NODES, NODES_FOR_DISTANCE = 100_000, 20_000
PLAYOUTS = 2_000


def won_positions(game: str, plies: int) -> Iterator[Position]:
    """Yield positions of random play in which the player to move can win."""
    size = GAMES_TO_WIN[game][0]
    for position in deals(DealOrder(GAMES[game], *size, plies=plies), 1, 10_000):
        if legal_moves(position) and solve(position, nodes=NODES).result == "win":
            yield position


@pytest.fixture(autouse=True)
def _counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the full strength by counts instead of seconds, which mean little on a busy machine."""
    levels = (*LEVELS[:-1], replace(LEVELS[-1], playouts=PLAYOUTS))
    monkeypatch.setattr(opponent, "LEVELS", levels)
    monkeypatch.setattr(opponent, "_PROBE_NODES", (1 << 8, 1 << 12))


def check_wins(game: str, count: int) -> None:
    """Play games from won positions against random play, and compare their lengths."""
    _, plies, most = GAMES_TO_WIN[game]
    for number, position in enumerate(islice(won_positions(game, plies), count)):
        found = solve(position, nodes=NODES_FOR_DISTANCE, distance=True)
        taken, end = plies_against_random_play(position, number)
        outcome = rules_of(end).outcome(end)
        assert outcome is not None
        assert outcome.winner == position.turn, format_position(position)
        assert taken <= (found.distance or most), format_position(position)
        if found.score is not None:
            assert outcome.score is not None
            gained = sign_of(position) * (outcome.score - found.score)
            assert gained >= 0, format_position(position)


def plies_against_random_play(position: Position, seed: int) -> tuple[int, Position]:
    """Return the number of plies to the end, and the last position."""
    rules, random, player = rules_of(position), Random(seed), position.turn
    taken = 0
    while rules.outcome(position) is None and taken < 100:
        if position.turn == player:
            reply = choose(position, FULL, Limits(NODES_FOR_DISTANCE, DEADLINE), seed)
            move = parse_move(position, reply.move)
        else:
            move = random.choice(legal_moves(position))
        position = rules.play(position, move)
        taken += 1
    return taken, position


@pytest.mark.parametrize("game", GAMES_TO_WIN)
def test_won_positions_are_won_soon(game: str) -> None:
    check_wins(game, 1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("game", GAMES_TO_WIN)
def test_many_won_positions_are_won_soon(game: str) -> None:
    check_wins(game, 30)


@pytest.mark.parametrize(
    ("text", "most"),
    [
        # A gap between two white groups, and one already joined in eight directions.
        ("nakatta:1b3b1b1/2bbb4/bb7/5w3/3ww2w1/www2b2w/9/9/9:w", 15),
        ("nakatta:1b3b1b1/2bbb4/bb7/5w3/3ww1ww1/www2b2w/9/9/9:w", 13),
    ],
)
def test_a_win_whose_length_is_unknown_gets_on(text: str, most: int) -> None:
    position = parse_position(text)
    taken, end = plies_against_random_play(position, 1)
    outcome = rules_of(end).outcome(end)
    assert outcome is not None
    assert outcome.winner == position.turn
    assert taken <= most
