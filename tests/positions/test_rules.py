"""The rules, each by its number, and laws that hold for every game."""

from collections import Counter

import pytest
from hypothesis import given
from strategies import sight_reduction

from positions.deals import DealOrder, deals
from positions.errors import InputError
from positions.game import Position
from positions.games import GAMES, rules_of
from positions.games.sight_reduction import is_solved
from positions.grid import EMPTY, symmetries
from positions.text import format_move, format_position, parse_move, parse_position


def moves(text: str) -> list[str]:
    position = parse_position(text)
    return [format_move(position, move) for move in rules_of(position).moves(position)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # SR1: the sheet's example; b8 is hidden behind b5.
        ("sight-reduction:1w2/4/4/1b2/ww1w/4/1w2/4:w", "b2 a4 b4 d4"),
        # SR1: across empty squares, but not diagonally.
        ("sight-reduction:w2/3/2w:w", ""),
        ("sight-reduction:w1w/3/w2:w", "a1 a3 c3"),
        # SR2: the turn decides whose pieces may be removed.
        ("sight-reduction:ww/bb:b", "a1 b1"),
        # SR5: an enemy in any of eight directions, the nearest piece there.
        ("sight-reduction+harder:wwb:w", "b1"),
        ("sight-reduction+harder:ww1/3/2b:w", "a3"),
        ("sight-reduction+harder:ww2/3b/4:w", ""),
        # SR6: friends in eight directions.
        ("sight-reduction+easier:w2/3/2w:w", "c1 a3"),
        ("sight-reduction+easier:w2/1b1/2w:w", ""),
        # SR7: two that see each other, and with easier diagonally too.
        ("sight-reduction+pairs:www:w", "a1 b1 c1 a1+b1 b1+c1"),
        ("sight-reduction+pairs:w1w/3/w2:w", "a1 a3 c3 a1+a3 a3+c3"),
        ("sight-reduction+easier+pairs:w1/1w:w", "b1 a2 a2+b1"),
        ("sight-reduction+harder+pairs:wwb:w", "b1"),
        ("sight-reduction+harder+pairs:bwwb:w", "b1 c1 b1+c1"),
        # SR3: a solved position has no moves.
        ("sight-reduction+solitaire:wb:w", ""),
    ],
)
def test_legal_moves(text: str, expected: str) -> None:
    assert moves(text) == expected.split()


@pytest.mark.parametrize(
    ("text", "solved"),
    [
        ("sight-reduction+solitaire:wb:w", True),
        ("sight-reduction+solitaire:wb:b", True),
        ("sight-reduction+solitaire:w1:w", False),
        ("sight-reduction+solitaire:2:w", False),
        ("sight-reduction+solitaire+pairs:2:w", True),
        ("sight-reduction+solitaire+pairs:wb:w", False),
        ("sight-reduction+solitaire:w1b:w:keep=a1,c1", True),
        ("sight-reduction+solitaire:w1w/b1b:w:keep=a2,c1", False),
    ],
)
def test_the_goal_of_solitaire(text: str, solved: bool) -> None:
    assert is_solved(parse_position(text)) is solved


def test_an_ending_without_the_named_survivor_is_not_a_solution() -> None:
    position = parse_position("sight-reduction+solitaire:ww/bb:w:keep=a2,a1")
    rules = rules_of(position)
    for text in ("a2", "a1"):
        position = rules.play(position, parse_move(position, text))
    outcome = rules.outcome(position)
    assert outcome is not None
    assert outcome.solved is False


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("sight-reduction:wb:w", "b"),
        ("sight-reduction:wb:b", "w"),
        ("sight-reduction:ww/b1:b", "w"),
        ("sight-reduction:ww/b1:w", None),
        ("sight-reduction:2:w", "b"),
    ],
)
def test_a_player_who_cannot_move_loses(text: str, winner: str | None) -> None:
    position = parse_position(text)
    outcome = rules_of(position).outcome(position)
    assert (outcome.winner if outcome else None) == winner


@given(sight_reduction())
def test_a_game_continues_exactly_while_there_are_moves(position: Position) -> None:
    rules = rules_of(position)
    assert (rules.outcome(position) is None) == bool(rules.moves(position))


@given(sight_reduction())
def test_the_effects_of_a_move_are_complete(position: Position) -> None:
    rules = rules_of(position)
    for move in rules.moves(position):
        after = rules.play(position, move)
        changed = {
            square
            for square, (old, new) in enumerate(
                zip(position.board.cells, after.board.cells, strict=True)
            )
            if old != new
        }
        (effect,) = rules.effects(position, move)
        assert effect.what == "removed"
        assert set(effect.squares) == changed
        assert all(position.board[square] == position.turn for square in changed)
        assert all(after.board[square] == EMPTY for square in changed)
        assert after.turn != position.turn


@given(sight_reduction(keep=True))
def test_symmetric_positions_have_the_same_play(position: Position) -> None:
    rules = rules_of(position)
    images = list(rules.images(position))
    assert images[0] == position
    assert len(images) == (8 if position.board.width == position.board.height else 4)
    for image in images:
        assert parse_position(format_position(image)) == image
        assert len(rules.moves(image)) == len(rules.moves(position))
        assert rules.outcome(image) == rules.outcome(position)


@pytest.mark.parametrize("size", [(1, 5), (4, 8), (3, 3), (5, 5)])
def test_symmetries_are_a_group_of_permutations(size: tuple[int, int]) -> None:
    found = set(symmetries(*size))
    squares = range(size[0] * size[1])
    assert all(sorted(image) == list(squares) for image in found)
    assert {tuple(one[two[s]] for s in squares) for one in found for two in found} == found
    ranks = {frozenset(range(start, start + size[0])) for start in squares[:: size[0]]}
    files = {frozenset(squares[start :: size[0]]) for start in range(size[0])}
    for image in found:
        assert {frozenset(image[s] for s in rank) for rank in ranks} in (ranks, files)


@pytest.mark.parametrize("setup", ["random", "deterministic"])
def test_deals(setup: str) -> None:
    order = DealOrder(GAMES["sight-reduction"], 4, 8, ("solitaire",), setup)
    forty = list(deals(order, 7, 40))
    assert list(deals(order, 7, 20)) == forty[:20]
    assert len(set(forty)) == 40
    assert list(deals(order, 8, 20)) != forty[:20]
    for position in forty:
        assert Counter(position.board.cells) == {"w": 16, "b": 16}
        assert parse_position(format_position(position)) == position


def test_the_odd_square_is_black() -> None:
    for setup in ("random", "deterministic"):
        order = DealOrder(GAMES["sight-reduction"], 3, 3, setup=setup)
        (position,) = deals(order, 1, 1)
        assert Counter(position.board.cells) == {"w": 4, "b": 5}


def test_random_play_ends_at_the_requested_ply() -> None:
    game = GAMES["sight-reduction"]
    for position in deals(DealOrder(game, 4, 8, plies=7), 3, 20):
        assert position.board.cells.count(EMPTY) == 7
        assert position.turn == "b"
    with pytest.raises(InputError, match="ended before 40 plies"):
        next(deals(DealOrder(game, 4, 8, plies=40), 3, 1))
