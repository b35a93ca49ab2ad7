"""A census as plain data: the object that ``--json`` prints, and the basis of reports.

Every share is an object with `share`, its interval `low` and `high`, its `count`, and the numbers
of `cases` and of `unknown` ones; a measure has a `value` instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from solver.answers.model import Record
from solver.census.deals import CLASSES, DealCounts
from solver.census.intervals import CONFIDENCE, Difference, Proportion
from solver.census.measures import MEASURES, PlayedGames
from solver.census.parts import Deals, Part, Plan, Play, Table
from solver.census.play import GameFacts
from solver.census.table import TableFacts
from solver.interface.engine import Result, Status

_ALONE = (Result.SOLVABLE, Result.UNSOLVABLE)
_TWO = (Result.WIN, Result.LOSS, Result.DRAW)


def census_record(plan: Plan, parts: Sequence[Part], *, is_stopped: bool = False) -> Record:
    """Return the object of a census; `is_stopped` says that it is incomplete.

    A part that was not requested, or has not begun, is null.
    """
    order = plan.order
    record: Record = {
        "game": order.game.name,
        "variants": [v.name for v in order.game.variants if v.name in order.variants],
        "size": f"{order.width}x{order.height}",
        "setup": (order.setup or order.game.setups[0]) if order.game.setups else None,
        "plies": order.plies,
        "seed": plan.seed,
        "count": plan.count,
        "until_width": plan.until_width,
        "confidence": CONFIDENCE,
        "is_complete": not is_stopped,
        "deals": None,
        "table": None,
        "play": None,
    }
    alone = order.game.rules_with(order.variants).persons == 1
    for part in parts:
        if isinstance(part, Deals) and part.counts.cases:
            record[part.name] = {
                **_deals_record(part.counts, list(order.game.players.values()), alone),
                "is_narrow": None if plan.until_width is None else part.is_narrow,
                **(_costs(part.counts) if plan.has_costs else {}),
            }
        elif isinstance(part, Table):
            record[part.name] = _table_record(part, plan, alone)
        elif isinstance(part, Play) and part.games.facts:
            record[part.name] = {
                "games": len(part.games.facts),
                "unknown": part.left_open,
                "measures": measures_record(part.games),
                "lengths": _lengths(part.games.facts),
                "is_narrow": None if plan.until_width is None else part.is_narrow,
            }
    return record


def _deals_record(counts: DealCounts, players: Sequence[str], alone: bool) -> Record:
    record: Record = {
        "count": counts.cases,
        "unknown": dict(sorted(counts.unknown.items())),
        "results": {
            result.value: _share(counts.result(result)) for result in (_ALONE if alone else _TWO)
        },
    }
    if alone:
        return record | {
            "pars": {str(par): _share(counts.par(par)) for par in sorted(counts.pars)},
            "pars_unknown": counts.pars_unknown,
        }
    has_turns = counts.turns > 0
    return record | {
        "winners": {player: _share(counts.winner(player)) for player in players},
        "outcome_classes": _classes(counts) if has_turns else None,
        "first_mover_advantage": _difference(counts.first_mover) if has_turns else None,
        "first_colour_advantage": _difference(counts.first_colour) if has_turns else None,
        "values": _numbers(counts, counts.values),
        "scores": _numbers(counts, counts.scores),
        "distances": _numbers(counts, counts.distances),
    }


def _classes(counts: DealCounts) -> Record:
    """Return the outcome classes, and the positions without one, drawn for at least one turn."""
    names = {name: name for name in CLASSES}
    ties = {"tied": None} if counts.classes[None] else {}
    return {key: _share(counts.outcome_class(name)) for key, name in {**names, **ties}.items()}


def _numbers(counts: DealCounts, numbers: Counter[int] | Counter[Fraction]) -> Record | None:
    mean = counts.mean(numbers)
    if mean is None:
        return None
    return {
        "mean": _object("value", mean.mean, mean.interval),
        "least": mean.lower,
        "most": mean.upper,
        "counts": {str(number): count for number, count in sorted(numbers.items())},
    }


def _table_record(part: Table, plan: Plan, alone: bool) -> Record:
    """Return the object of the exact part; what a limit left open is null."""
    facts, set_ups = part.facts, part.set_ups
    players = list(plan.order.game.players.values())
    return {
        "status": (Status.PROVED if part.reason is None else Status.UNKNOWN).value,
        "reason": part.reason,
        "deals": None if set_ups is None else _deals_record(set_ups, players, alone),
        **_facts_record(facts),
        **({"seconds": part.seconds} if plan.has_costs else {}),
    }


def _facts_record(facts: TableFacts | None) -> Record:
    if facts is None:
        return {"positions": None}
    return {
        "engine": facts.engine,
        "starts": facts.starts,
        "start": None
        if facts.start_result is None
        else {
            "result": facts.start_result,
            "distance": facts.start_distance,
            "score": facts.start_score,
        },
        "positions": facts.positions,
        "finished": facts.finished,
        "results": facts.results,
        "distances": [
            {"result": result, "distance": distance, "count": count}
            for result, distance, count in facts.distances
        ],
        "scores": {str(score): count for score, count in facts.scores},
        "longest_best": facts.longest_best,
        "branching": {
            "average": facts.branching_average,
            "median": facts.branching_median,
            "max": facts.branching_max,
        },
        "shortest_play": facts.shortest_play,
        "longest_play": facts.longest_play,
        "games": facts.games,
        "measures": measures_record(facts.random),
        "lengths": {str(plies): chance for plies, chance in facts.random.lengths},
    }


def measures_record(played: PlayedGames) -> Record:
    """Return measures by their Ludii names, then two that Ludii does not have.

    Each is an object with `value`, `low` and `high`, all equal if exact, or null.
    """
    found = {measure.name: measure.of(played) for measure in MEASURES}
    return {
        name: None if one is None else _object("value", one.value, (one.low, one.high))
        for name, one in found.items()
    }


def _object(name: str, number: float | None, interval: tuple[float | None, float | None]) -> Record:
    low, high = interval
    return {name: number, "low": low, "high": high}


def _share(share: Proportion) -> Record:
    counts = {"count": share.count, "cases": share.cases, "unknown": share.unknown}
    return {**_object("share", share.share, share.interval), **counts}


def _difference(difference: Difference) -> Record:
    return _object("value", difference.difference, difference.interval)


def _lengths(games: Sequence[GameFacts]) -> Record:
    """Count the games of each length in plies."""
    counts = Counter(game.plies for game in games)
    return {str(plies): count for plies, count in sorted(counts.items())}


def _costs(counts: DealCounts) -> Record:
    return {"nodes": counts.nodes, "seconds": counts.seconds}
