"""All positions reachable from a board's starts: listed by the rules, or by a kernel.

The tables of the retrograde engine serve for larger boards. Positions that the kernel treats as the
same (see the rules pages) are counted once. The numbers of changed squares, of pieces left and of
different games are not available from them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from positions.game import SWAP, Position
from positions.games import game_of, rules_of
from solver import _native
from solver.census.play import DRAW, FIRST, SECOND, TIMEOUT
from solver.census.table import Mass, RandomFacts, TableFacts, branching_facts, list_all, table
from solver.engines.kernel_search import RESULTS, RETROGRADE, KernelOracle
from solver.games import descriptor_of
from solver.games.descriptor import Kernels
from solver.interface.engine import Budget, Details, Engine, LimitReached, Limits, Result

# Cells, turn and flags of a position, its chance, and the sums of moves and of choices so far.
Beginning = tuple[bytes, int, int, float, float, float]

# The default maximum numbers of positions listed by the rules and by a kernel.
BY_RULES = 200_000
BY_KERNEL = 20_000_000
# A table with more positions than this is not also listed by the rules.
SMALL = 20_000


def whole(starts: Sequence[Position], engine: Engine, limits: Limits, max_plies: int) -> TableFacts:
    """Return the facts, by the rules alone if these can list everything; raises `LimitReached`.

    With an engine that is `by_rules`, nothing else is used.
    """
    filled = None
    if not engine.by_rules and len(starts) == 1:
        filled = filled_from(starts[0], _budget(limits, BY_KERNEL))
    if filled is None or filled.positions <= SMALL:
        try:
            return table(list_all(starts, _budget(limits, BY_RULES)), max_plies)
        except LimitReached:
            if filled is None:
                raise
    # The table limits the remaining work.
    return filled.facts(max_plies, Budget(replace(limits, nodes=None)))


def _budget(limits: Limits, nodes: int) -> Budget:
    return Budget(replace(limits, nodes=nodes if limits.nodes is None else limits.nodes))


class KernelTable:
    """The filled table of a start, by kernels that have one; raises `LimitReached`."""

    def __init__(
        self, start: Position, kernels: Kernels, table: _native.ReachedTable, budget: Budget
    ) -> None:
        oracle = KernelOracle(RETROGRADE, start, kernels, table, budget)
        self._start = start
        self._kernels = kernels
        self._table = table
        self._found = oracle.assess(start, Details(distance=True))
        # A set-up is evaluated without looking at all placements.
        for rows in _beginnings(start, kernels)[0].values():
            for cells, turn, flags, *_ in rows:
                budget.run(partial(self._table.result, cells, turn, flags))

    @property
    def positions(self) -> int:
        """The number of positions in the table, without set-ups and open swaps."""
        return self._table.positions

    def facts(self, max_plies: int, budget: Budget) -> TableFacts:
        """Return the facts about the table; raises `LimitReached`."""
        table, assessment = self._table, self._found
        scores = [(RESULTS[result], plies, count) for result, plies, count in table.scores]
        results: Counter[str] = Counter()
        for result, _, count in scores:
            results[result.value] += count
        moves = Counter(dict(budget.run(table.branching)))
        finished = moves.pop(0, 0)
        random = self._random_play(max_plies, budget)
        lengths = [plies for plies, _ in random.lengths]
        distances = [(r.value, plies, n) for r, plies, n in scores if r != Result.DRAW]
        return TableFacts(
            engine=RETROGRADE,
            starts=1,
            start_result=assessment.result.value,
            start_distance=assessment.distance,
            start_score=None,
            positions=self.positions,
            finished=finished,
            results=dict(sorted(results.items())),
            distances=sorted(distances),
            scores=[],
            longest_best=max((plies for _, plies, _ in distances), default=None),
            **branching_facts(moves),
            shortest_play=min(lengths),
            longest_play=None if TIMEOUT in random.outcomes else max(lengths),
            games=None,
            random=random,
        )

    def _random_play(self, max_plies: int, budget: Budget) -> RandomFacts:
        beginnings, plies = _beginnings(self._start, self._kernels)
        chances: defaultdict[str, float] = defaultdict(float)
        lengths: defaultdict[int, float] = defaultdict(float)
        branching = decisions = 0.0
        for person, rows in beginnings.items():
            ends = budget.run(partial(self._table.random_play, rows, plies, max_plies))
            other = SECOND if person == FIRST else FIRST
            for length, won, drawn, lost, stopped, chance, moves, choices in ends:
                for name, part in ((person, won), (DRAW, drawn), (other, lost), (TIMEOUT, stopped)):
                    if part:
                        chances[name] += part
                lengths[length] += chance
                branching += moves / max(length, 1)
                decisions += choices / max(length, 1)
        return RandomFacts(
            dict(sorted(chances.items())), sorted(lengths.items()), branching, decisions
        )


def filled_from(start: Position, budget: Budget) -> KernelTable | None:
    """Return the table of a start; None if no kernel lists everything reachable from it."""
    kernels = descriptor_of(start).kernels_for(start)
    if kernels is None or kernels.table is None or not kernels.tables_take(start):
        return None
    table = kernels.table(*start.board.size, budget.bytes_left)
    return KernelTable(start, kernels, table, budget)


def _beginnings(start: Position, kernels: Kernels) -> tuple[dict[str, list[Beginning]], int]:
    """Return the positions where a table takes over, by the person to move, and their plies.

    A set-up (MM3) and an open swap (NK6) come before that; all paths through them are equally long.
    """
    game, plies = game_of(start), 0
    places: dict[tuple[Position, bool], Mass] = {(start, False): Mass(chance=1.0)}
    while any(game.other_turn(position) is None for position, _ in places):
        further: defaultdict[tuple[Position, bool], Mass] = defaultdict(Mass)
        for (position, is_swapped), mass in places.items():
            moves = rules_of(position).moves(position)
            for move in moves:
                place = rules_of(position).play(position, move), is_swapped != (move == SWAP)
                further[place].move(mass, len(moves), 0)
        places, plies = further, plies + 1
    beginnings: defaultdict[str, list[Beginning]] = defaultdict(list)
    for (position, is_swapped), mass in places.items():
        person = FIRST if (position.turn == start.turn) != is_swapped else SECOND
        row = (
            *descriptor_of(position).packed(position),
            mass.chance,
            mass.branching,
            mass.decisions,
        )
        beginnings[person].append(row)
    return beginnings, plies
