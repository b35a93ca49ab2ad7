"""Exact facts about the list of all positions: values, distances, branching, random play.

Results and distances are those of the reference engine.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import fmean, median

from solver.census.chances import RandomFacts, random_play
from solver.census.listing import Listing
from solver.engines.brute import BruteOracle, RetrogradeSolver


@dataclass(frozen=True, slots=True)
class TableFacts:
    """Facts about all positions reachable from the starts, as plain data.

    `engine` names what listed them: the reference engine counts every position, the retrograde
    engine counts those that it treats as the same once. Finished positions are included. `results`
    are for the player to move; `distances` counts positions by result and plies to the end with
    best play, `scores` by margin. `start_result`, `start_distance` and `start_score` are those of
    the start, None if there are several. The branching factor is that of unfinished positions.
    `longest_play` and `shortest_play` are the plies of the longest and the shortest possible game,
    and `games` is the number of games as text; None if play can cycle, or if unknown.
    """

    engine: str
    starts: int
    start_result: str | None
    start_distance: int | None
    start_score: int | None
    positions: int
    finished: int
    results: dict[str, int]
    distances: list[tuple[str, int, int]]
    scores: list[tuple[int, int]]
    longest_best: int | None
    branching_average: float
    branching_median: float
    branching_max: int
    shortest_play: int
    longest_play: int | None
    games: str | None
    random: RandomFacts


def table(listing: Listing, max_plies: int) -> TableFacts:
    """Return the facts about a list of positions; random play stops after `max_plies`."""
    settled = RetrogradeSolver(listing.graph)
    results: Counter[str] = Counter()
    distances: Counter[tuple[str, int]] = Counter()
    scores: Counter[int] = Counter()
    for number, weight in enumerate(listing.weights):
        assessment = settled[number]
        results[assessment.result.value] += weight
        if assessment.distance is not None and assessment.score is None:
            distances[assessment.result.value, assessment.distance] += weight
        if assessment.score is not None:
            scores[assessment.score] += weight
    branching, start = _branching(listing), settled[0] if len(listing.roots) == 1 else None
    longest, games = _longest_and_games(listing)
    return TableFacts(
        engine=BruteOracle.engine,
        starts=sum(listing.roots.values()),
        start_result=None if start is None else start.result.value,
        start_distance=None if start is None else start.distance,
        start_score=None if start is None else start.score,
        positions=sum(listing.weights),
        finished=sum(
            weight
            for weight, outcome in zip(listing.weights, listing.outcomes, strict=True)
            if outcome is not None
        ),
        results=dict(sorted(results.items())),
        distances=[(*key, count) for key, count in sorted(distances.items())],
        scores=sorted(scores.items()),
        longest_best=max((distance for _, distance in distances), default=None),
        branching_average=fmean(branching, branching.values()) if branching else 0.0,
        branching_median=float(median(branching.elements())) if branching else 0.0,
        branching_max=max(branching, default=0),
        shortest_play=_shortest(listing),
        longest_play=longest,
        games=None if games is None else str(games),
        random=random_play(listing, max_plies),
    )


def _branching(listing: Listing) -> Counter[int]:
    """Count the unfinished positions by number of legal moves."""
    counts: Counter[int] = Counter()
    for edges, weight in zip(listing.edges, listing.weights, strict=True):
        if edges:
            counts[len(edges)] += weight
    return counts


def _shortest(listing: Listing) -> int:
    """Return the plies of the shortest game; the list is ordered by plies from the starts."""
    plies = dict.fromkeys(listing.roots, 0)
    for number, edges in enumerate(listing.edges):
        if not edges:
            return plies[number]
        for edge in edges:
            plies.setdefault(edge.target, plies[number] + 1)
    raise ValueError("no game has an end")


def _longest_and_games(listing: Listing) -> tuple[int | None, int | None]:
    """Return the longest game's plies and the number of games; None where play can cycle."""
    entries = [0] * len(listing.positions)
    for edges in listing.edges:
        for edge in edges:
            entries[edge.target] += 1
    longest, games = [0] * len(entries), [0] * len(entries)
    for root, count in listing.roots.items():
        games[root] = count
    ready = [number for number, count in enumerate(entries) if not count]
    for number in ready:
        for edge in listing.edges[number]:
            target = edge.target
            longest[target] = max(longest[target], longest[number] + 1)
            games[target] += games[number]
            entries[target] -= 1
            if not entries[target]:
                ready.append(target)
    if len(ready) < len(entries):
        return None, None
    ends = [number for number, edges in enumerate(listing.edges) if not edges]
    return max(longest), sum(games[end] for end in ends)
