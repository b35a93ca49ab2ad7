"""Two-player games in clauses: for every game, SAT agrees with listing all positions."""

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from replays import value_in
from strategies import endgames

from positions.game import Position
from positions.games import GAMES, rules_of
from positions.text import parse_position
from solver import Answer, Limits, Question, Status, ask
from solver.answers.model import Value
from solver.engines.choice import ENGINES
from solver.engines.sat.expansion import Expansion, Statement
from solver.interface.engine import Budget

# A board for each game, and the plies after which little enough is left.
ENDGAMES = {
    "sight-reduction": ((3, 3), 0, 4),
    "manhattan": ((4, 4), 18, 24),
    "marvin": ((3, 3), 13, 18),
    "nakatta": ((3, 3), 2, 5),
    "minelayers": ((3, 4), 3, 8),
}
MAX_POSITIONS = 400
FINISHED = "marvin:WR/RW:w"
TEXTS = [
    "nakatta+pie:3/1b1/3:w",
    "nakatta:2b/b2/bww:w",
    "marvin:2/2:w",
    "marvin:WW1/RRR/r2:w",
    "minelayers:start:3x3",
    "minelayers:start:2x3",
    "minelayers:3/A1B/3:B:first=A",
    "manhattan:r1b1/4/1r1b/4:r",
    "manhattan:rb/br:r",
    "sight-reduction+harder:bwb/wwb/bww:w",
    FINISHED,
]


def by(engine: str, position: Position, limits: Limits, *, distance: bool = False) -> Answer:
    question = Question(engine=engine, distance=distance, other_turn=True)
    return ask(position, question, limits)


def check(position: Position) -> None:
    expected = by("brute", position, Limits(), distance=True)
    found = by("sat", position, Limits(), distance=True)
    assert found.status == expected.status == Status.PROVED
    assert (value_in(found), found.other_turn) == (value_in(expected), expected.other_turn)
    assert found.line == expected.line


@pytest.mark.parametrize("text", TEXTS)
def test_special_positions(text: str) -> None:
    position = parse_position(text)
    check(position)


@pytest.mark.parametrize("game", ENDGAMES)
@settings(max_examples=6)
@given(data=st.data())
def test_endgames(game: str, data: st.DataObject) -> None:
    size, min_plies, max_plies = ENDGAMES[game]
    position = data.draw(endgames(GAMES[game], size, min_plies, max_plies, MAX_POSITIONS))
    if rules_of(position).persons == 1 or ENGINES["sat"].objection(position) is not None:
        reject()
    check(position)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nakatta:start", "sat takes two-player Nakatta with up to 10 empty points, not 25"),
        ("marvin:start:3x3", "up to 6 points without a king, not 9"),
        ("sight-reduction+solitaire:wbbb/bbbw/bbww/wwbw/wbwb/bwww/bbbw/wwwb:w", None),
        ("sight-reduction:wbbb/bbbw/bbww/wwbw/wbwb/bwww/bbbw/wwwb:w", "12 pieces, not 32"),
        ("manhattan:rb/br:r", None),
    ],
)
def test_large_positions_are_refused(text: str, why: str | None) -> None:
    position = parse_position(text)
    found = ENGINES["sat"].objection(position)
    assert found is why or (why is not None and why in str(found))


@pytest.mark.parametrize("limits", [Limits(nodes=0), Limits(nodes=20), Limits(seconds=0.0)])
@pytest.mark.parametrize("text", ["nakatta:start:3x3", FINISHED])
def test_a_limit_is_not_an_answer(limits: Limits, text: str) -> None:
    position = parse_position(text)
    answer = by("sat", position, limits)
    assert (value_in(answer) == Value()) == (text != FINISHED)
    assert (answer.status == Status.UNKNOWN) == (text != FINISHED)


def test_positions_reached_twice_are_encoded_once() -> None:
    position = parse_position("minelayers:start:3x3")
    expansion = Expansion(Budget(Limits()))
    literal = expansion.literal(Statement(position, "A"))
    before = expansion.formula.size
    assert expansion.literal(Statement(position, "A")) == literal
    assert expansion.formula.size == before
    variables = expansion.formula.variable() - 1
    assert variables <= by("brute", position, Limits()).nodes
