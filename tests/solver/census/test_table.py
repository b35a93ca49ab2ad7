"""Exact figures, compared with plain recursion by the rules, known counts, and samples."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from positions.deals import DealOrder, deals, set_ups
from positions.game import SWAP, Position
from positions.games import GAMES, rules_of
from positions.text import parse_position
from solver.census.measures import MEASURES, Measured
from solver.census.play import (
    FIRST,
    MAX_PLIES,
    Games,
    changes,
    name_of,
    play,
    random_of,
)
from solver.census.table import Edge, TableFacts, list_all, table
from solver.engines.brute import RetrogradeSolver, explore
from solver.interface.engine import Budget, LimitReached, Limits

STARTS = [
    # With a forced pass.
    "nakatta:2b/b2/bww:w",
    "nakatta+pie:start:2x2",
    "minelayers:start:3x3",
    "minelayers:3/3/3:A:first=B",
    "minelayers:start:3x4",
    "marvin:start:2x3",
    "manhattan:brb/r1r/brb:r",
    "sight-reduction:wwb/bwb/wbw:w",
    "sight-reduction+solitaire+pairs:wbwb/wwbb:w",
    "sight-reduction+harder+easier:bwb/wbw:b",
]


def facts_of(*starts: Position, max_plies: int = MAX_PLIES) -> TableFacts:
    return table(list_all(starts, Budget(Limits())), max_plies)


def games_by_recursion(start: Position) -> list[tuple[str, int, int, Fraction, list[int]]]:
    """Play every game; return its result, plies, changed squares, probability and branching."""
    rules = rules_of(start)

    def go_on(
        position: Position, swapped: bool, chance: Fraction, branching: list[int], actions: int
    ) -> Iterator[tuple[str, int, int, Fraction, list[int]]]:
        outcome = rules.outcome(position)
        if outcome is not None:
            yield name_of(start, outcome, swapped), len(branching), actions, chance, branching
            return
        moves = rules.moves(position)
        for move in moves:
            after = rules.play(position, move)
            yield from go_on(
                after,
                swapped != (move == SWAP),
                chance / len(moves),
                [*branching, len(moves)],
                actions + changes(position, after),
            )

    return list(go_on(start, False, Fraction(1), [], 0))


@pytest.mark.parametrize("text", STARTS)
def test_positions_are_those_reachable_by_the_rules(text: str) -> None:
    start = parse_position(text)
    found, graph = facts_of(start), explore([start], Budget(Limits()))
    settled = RetrogradeSolver(graph)
    values = [settled[number] for number in range(len(graph.positions))]
    assert found.positions == len(graph.positions)
    assert found.finished == sum(outcome is not None for outcome in graph.outcomes)
    assert found.results == dict(Counter(value.result.value for value in values))
    distances = Counter(
        (value.result.value, value.distance)
        for value in values
        if value.distance is not None and value.score is None
    )
    assert {(result, plies): n for result, plies, n in found.distances} == distances
    assert dict(found.scores) == Counter(v.score for v in values if v.score is not None)
    branching = [len(after) for after in graph.successors if after]
    assert found.branching_max == max(branching, default=0)
    assert found.branching_average == pytest.approx(sum(branching) / len(branching))
    assert (found.start_result, found.start_score) == (values[0].result, values[0].score)


@pytest.mark.parametrize("text", [text for text in STARTS if "2x3" not in text])
def test_random_play_is_the_mean_of_all_games(text: str) -> None:
    start = parse_position(text)
    found, games = facts_of(start), games_by_recursion(start)
    assert found.games == str(len(games))
    plies = [game[1] for game in games]
    assert (found.shortest_play, found.longest_play) == (min(plies), max(plies))
    outcomes: Counter[str] = Counter()
    lengths: Counter[int] = Counter()
    for outcome, length, _, chance, _ in games:
        outcomes[outcome] += chance  # type: ignore[assignment]
        lengths[length] += chance  # type: ignore[assignment]
    assert found.random.outcomes == pytest.approx({k: float(v) for k, v in outcomes.items()})
    assert dict(found.random.lengths) == pytest.approx({k: float(v) for k, v in lengths.items()})
    for name, of_game in (
        ("actions", lambda game: game[2]),
        ("branching_average", lambda game: Fraction(sum(game[4]), len(game[4]))),
        ("decision_share", lambda game: Fraction(sum(n > 1 for n in game[4]), len(game[4]))),
    ):
        expected = sum(of_game(game) * game[3] for game in games)
        assert getattr(found.random, name) == pytest.approx(float(expected))


@pytest.mark.parametrize(
    ("text", "positions", "finished"),
    # benchmarks/games/nakatta_counts.py, which lists boards by its own C++ rules: 1,414
    # positions of 3×3 continue with a placement and 46 with a pass.
    [("nakatta:start:2x2", 19, 6), ("nakatta:start:3x3", 1918, 1918 - 1414 - 46)],
)
def test_known_counts(text: str, positions: int, finished: int) -> None:
    found = facts_of(parse_position(text))
    assert (found.positions, found.finished) == (positions, finished)


def test_all_set_ups_are_the_starts() -> None:
    order = DealOrder(GAMES["sight-reduction"], 2, 4)
    roots = tuple(set_ups(order))
    assert len(set(roots)) == len(roots) == 70
    assert set(deals(order, 1, 300)) <= set(roots)
    together, apart = facts_of(*roots), [facts_of(root) for root in roots]
    assert together.starts == 70
    assert together.start_result is None
    assert together.games == str(sum(int(facts.games or 0) for facts in apart))
    mean = sum(facts.random.outcomes.get(FIRST, 0) for facts in apart) / len(roots)
    assert together.random.outcomes[FIRST] == pytest.approx(mean)
    reached = {p for root in roots for p in explore([root], Budget(Limits())).positions}
    assert together.positions == len(reached)


def test_play_that_returns_to_a_position_is_recognised() -> None:
    """No game has cycles, so a move is reversed by hand."""
    listing = list_all([parse_position("nakatta:start:2x2")], Budget(Limits()))
    number = next(n for n, edges in enumerate(listing.edges) if edges and n)
    listing.edges[number].append(Edge(0, 0, False))
    found = table(listing, 50)
    assert (found.longest_play, found.games) == (None, None)
    assert 0 < found.random.outcomes["timeout"] < 1
    assert max(plies for plies, _ in found.random.lengths) == 50


def test_a_limit_ends_the_listing() -> None:
    start = parse_position("nakatta:start:3x3")
    with pytest.raises(LimitReached):
        list_all([start], Budget(Limits(nodes=100)))


@cache
def sampled(text: str) -> Games:
    games = Games()
    for number in range(800):
        games.add(play(parse_position(text), random_of(7, number)))
    return games


@pytest.mark.parametrize(
    "text", ["nakatta+pie:start:3x3", "sight-reduction+solitaire:bww/wbb/bwb/wwb:w"]
)
def test_samples_lie_around_the_exact_measures(text: str) -> None:
    """Within four standard deviations, which is twice the interval; the seed is fixed."""
    exact, played = facts_of(parse_position(text)).random, sampled(text)
    for kind in MEASURES:
        measure, true = kind.of(played), kind.of(exact)
        if measure is None or true is None or measure.low is None or true.value is None:
            continue
        assert measure.value is not None
        assert measure.high is not None
        wide = measure.high - measure.low
        assert abs(measure.value - true.value) <= wide + 1e-9, kind.name


def test_listing_a_game_can_be_stopped() -> None:
    facts = play(parse_position("nakatta:start:3x3"), random_of(1, 1), 3)
    assert (facts.outcome, facts.plies) == ("timeout", 3)
    games = Games()
    games.add(facts)
    found = {measure.name: measure.of(games) for measure in MEASURES}
    assert found["Timeouts"] == Measured(1.0, *games.share("timeout").interval)
    assert found["Completion"] == Measured(0.0, *games.share("first", "second").interval)
