"""Written certificates are accepted: every kind, for every game and variant."""

from dataclasses import replace

import pytest
from certificate_cases import CLAIMS, LARGE_CLAIMS, checked, written
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import from_play, sight_reduction

from positions.game import Position
from positions.games import GAMES, game_of, rules_of
from positions.text import format_position
from solver import Limits, Question, ask
from solver.certificates.checking.check import check_file
from solver.certificates.writing import certify, claim_of
from solver.engines.choice import ENGINES

# A board for each game, and the plies after which its certificates are small.
ENDGAMES = {
    "manhattan": ((4, 4), 18, 21),
    "marvin": ((3, 3), 18, 22),
    "nakatta": ((4, 4), 7, 10),
    "minelayers": ((4, 4), 5, 8),
}


@pytest.mark.parametrize(("position", "claim"), CLAIMS + LARGE_CLAIMS)
def test_certificates_are_accepted(position: str, claim: str) -> None:
    found = checked(written(position, claim))
    assert found.refused is None
    assert found.position is not None
    assert format_position(found.position) in written(position, claim)
    assert found.claim == claim


def test_a_file_may_have_several_certificates() -> None:
    texts = [written(*case) for case in CLAIMS]
    found = list(check_file("".join(texts).encode()))
    assert [one.claim for one in found] == [claim for _, claim in CLAIMS]
    assert all(one.refused is None for one in found)
    lengths = [text.count("\n") for text in texts]
    assert [one.line for one in found] == [1 + sum(lengths[:n]) for n in range(len(texts))]


def check_certificate(position: Position, engine: str, with_distance: bool) -> None:
    """Compare a certificate with the reference engine."""
    alone = rules_of(position).persons == 1
    question = Question(distance=with_distance, par=alone)
    certified = certify(position, question, Limits(), ENGINES[engine])
    assert certified.text is not None, certified.missing
    found = checked(certified.text)
    assert found.refused is None
    assert found.claim == certified.claim
    reference = ask(position, replace(question, engine="brute"), Limits())
    claim = claim_of(position, reference, with_distance)
    assert certified.claim == claim.text(game_of(position))


@pytest.mark.parametrize("with_distance", [False, True])
@pytest.mark.parametrize("engine", ["auto", "brute"])
@settings(max_examples=10)
@given(position=sight_reduction(max_pieces=7, keep=True))
def test_any_deal_has_a_certificate(engine: str, with_distance: bool, position: Position) -> None:
    check_certificate(position, engine, with_distance)


@pytest.mark.parametrize("game", ENDGAMES)
@settings(max_examples=6)
@given(data=st.data())
def test_any_endgame_has_a_certificate(game: str, data: st.DataObject) -> None:
    size, min_plies, max_plies = ENDGAMES[game]
    position = data.draw(from_play(GAMES[game], size, min_plies, max_plies))
    check_certificate(position, "auto", data.draw(st.booleans()))


def test_after_a_limit_there_is_no_certificate() -> None:
    start = GAMES["minelayers"].rules.start(3, 4, ())
    full = certify(start, Question(), Limits(), ENGINES["auto"])
    assert full.text is not None
    assert full.answer.nodes > 0
    for nodes in (0, full.answer.nodes + 3):
        certified = certify(start, Question(), Limits(nodes=nodes), ENGINES["auto"])
        assert certified.text is None
        assert certified.missing
