"""Random positions for property tests, of any game."""

from hypothesis import strategies as st

from positions.deals import DealOrder, deals
from positions.game import Game, Position
from positions.games import GAMES, rules_of
from positions.grid import EMPTY, Board
from solver import Limits, Question, Status, ask


@st.composite
def sight_reduction(
    draw: st.DrawFn, max_pieces: int = 9, alone: bool | None = None, keep: bool = False
) -> Position:
    """Draw boards of Sight Reduction with holes, of any shape, variant and turn."""
    width, height = draw(st.sampled_from([(1, 6), (2, 4), (3, 3), (4, 3), (5, 2), (4, 4), (7, 1)]))
    squares = width * height
    filled = draw(st.permutations(range(squares)))[: draw(st.integers(0, max_pieces))]
    cells = [EMPTY] * squares
    for square in filled:
        cells[square] = draw(st.sampled_from("wb"))
    game = GAMES["sight-reduction"]
    variants = tuple(
        variant.name
        for variant in game.variants
        if (alone if variant.name == game.solitaire and alone is not None else draw(st.booleans()))
    )
    board = Board(width, height, "".join(cells))
    keys: tuple[tuple[str, str], ...] = ()
    white, black = board.squares("w"), board.squares("b")
    if keep and "solitaire" in variants and "pairs" not in variants and white and black:
        squares = draw(st.sampled_from(white)), draw(st.sampled_from(black))
        is_gone = st.booleans() if EMPTY in cells else st.just(False)
        named = ("-" if draw(is_gone) else board.name(square) for square in squares)
        keys = (("keep", ",".join(named)),)
    return Position(game.name, board, draw(st.sampled_from("wb")), variants, keys)


@st.composite
def played(draw: st.DrawFn, game: Game, size: tuple[int, int]) -> Position:
    """Draw positions of random play from a start or a deal, up to the end of the game."""
    variants = tuple(variant.name for variant in game.variants if draw(st.booleans()))
    order = DealOrder(game, *size, variants)
    position = next(deals(order, draw(st.integers(0, 2**32)), 1))
    if game.setups:
        position = draw(st.one_of(st.just(position), sight_reduction(keep=True)))
    for _ in range(draw(st.integers(0, size[0] * size[1] + 3))):
        moves = (
            rules_of(position).moves(position)
            if rules_of(position).outcome(position) is None
            else ()
        )
        if not moves:
            break
        position = rules_of(position).play(position, draw(st.sampled_from(moves)))
    return position


@st.composite
def from_play(
    draw: st.DrawFn, game: Game, size: tuple[int, int], min_plies: int, max_plies: int
) -> Position:
    """Draw positions after some random legal moves."""
    names = [variant.name for variant in game.variants]
    variants = tuple(name for name in names if draw(st.booleans()))
    order = DealOrder(game, *size, variants, plies=draw(st.integers(min_plies, max_plies)))
    return next(deals(order, draw(st.integers(0, 2**32)), 1))


@st.composite
def endgames(
    draw: st.DrawFn, game: Game, size: tuple[int, int], min_plies: int, max_plies: int, nodes: int
) -> Position:
    """Draw positions after random legal moves whose remaining play the rules alone can list.

    If it is still too large to be listed with `nodes`, play continues.
    """
    position, rules = draw(from_play(game, size, min_plies, max_plies)), game.rules
    question = Question(engine="brute", other_turn=True)
    while True:
        listed = ask(position, question, Limits(nodes=nodes))
        if listed.status == Status.PROVED:
            return position
        position = rules.play(position, draw(st.sampled_from(rules.moves(position))))
