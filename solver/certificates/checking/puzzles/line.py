"""Checks the records of puzzles in which one move is right at every turn of a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from positions.game import Move, Position
from positions.games import game_of
from positions.games.minelayers import opponent, within_reach
from solver.certificates.checking.check import Size
from solver.certificates.checking.puzzles.forced import Continuations, Node, TooManyPositions, won
from solver.certificates.checking.puzzles.record import (
    FIRST_MOVE,
    WHOLE_LINE,
    CheckedClaim,
    PuzzleRecord,
    expect,
    move_of,
    texts_of,
    uniqueness_of,
)
from solver.certificates.checking.refusal import Refusal
from solver.puzzles.words import survive_goal, win_in_goal


def win_in(number: int, record: PuzzleRecord, position: Position) -> CheckedClaim:
    """Check that the line wins, is best play, and has the only moves that win in time."""
    texts = texts_of(number, record)
    expect(number, record, "goal", win_in_goal(position, len(texts)))
    line = _won_line(number, position, texts)
    uniqueness = uniqueness_of(number, record)
    expect(number, uniqueness, "meaning", WHOLE_LINE)
    expect(number, uniqueness, "turns", (len(texts) + 1) // 2)
    try:
        continuations = Continuations(position, len(line))
    except TooManyPositions:
        what = "that no other move wins in time, and no defence lasts longer"
        return CheckedClaim(
            f"a line to a win; not checked: {what}, and the grade", Size(moves=len(line))
        )
    plies = continuations.forced(won)
    for left, (node, move) in zip(
        range(len(line), 0, -1), _nodes(continuations, line), strict=True
    ):
        after = {m: plies.get(other) for m, other in continuations.moves[node].items()}
        if plies.get(node) != left or after[move] != left - 1:
            name = position.board.name(move.squares[-1]) if move.squares else move.kind
            raise Refusal(number, f"{name} is not best play")
        in_time = [m for m, needed in after.items() if needed is not None and needed < left]
        if node.is_heros_turn and in_time != [move]:
            raise Refusal(number, f"{len(in_time)} moves win in {left} plies")
    size = replace(continuations.size, moves=len(line))
    claim = "best play to a win, by the only moves in time"
    return CheckedClaim(f"{claim}; not checked: which moves win later, and the grade", size)


def survive(number: int, record: PuzzleRecord, position: Position) -> CheckedClaim:
    """Check that the players are separated, that the line wins, and which other paths do."""
    expect(number, record, "goal", survive_goal(position))
    reach = [within_reach(position.board, p) for p in (position.turn, opponent(position.turn))]
    if reach[0] & reach[1]:
        raise Refusal(number, "both players can reach a square")
    line = _won_line(number, position, texts_of(number, record))
    uniqueness = uniqueness_of(number, record)
    expect(number, uniqueness, "meaning", WHOLE_LINE if uniqueness.get("ways") == 1 else FIRST_MOVE)
    try:
        continuations = Continuations(position)
    except TooManyPositions:
        what = "that no other path wins"
        return CheckedClaim(
            f"a line to a win; not checked: {what}, and the grade", Size(moves=len(line))
        )
    forced = continuations.forced(won)
    first_moves = [
        m for m, after in continuations.moves[continuations.root].items() if after in forced
    ]
    expect(number, uniqueness, "first_moves", len(first_moves))
    if first_moves != [line[0]]:
        raise Refusal(number, f"{len(first_moves)} first moves win")
    expect(
        number,
        uniqueness,
        "ways",
        _ways(number, continuations, forced, continuations.root, line[1::2]),
    )
    size = replace(continuations.size, moves=len(line))
    return CheckedClaim(
        "a line to a win, and all other paths were counted; not checked: the grade", size
    )


def _won_line(number: int, position: Position, texts: list[str]) -> list[Move]:
    """Play a solution to its end, which must be a win for the first mover."""
    player, line = position.turn, []
    for text in texts:
        line.append(move_of(number, position, text))
        position = game_of(position).rules.play(position, line[-1])
    outcome = game_of(position).rules.outcome(position)
    if outcome is None or outcome.winner != player:
        raise Refusal(number, "the solution does not end with a win")
    return line


def _nodes(continuations: Continuations, line: Sequence[Move]) -> Iterator[tuple[Node, Move]]:
    node = continuations.root
    for move in line:
        yield node, move
        node = continuations.moves[node][move]


def _ways(
    number: int,
    continuations: Continuations,
    forced: dict[Node, int],
    node: Node,
    replies: Sequence[Move],
) -> int:
    """Count the hero's paths that win against given replies of the opponent."""
    moves = continuations.moves[node]
    if not moves:
        return 1
    if not node.is_heros_turn:
        if not replies:
            raise Refusal(number, "the opponent could still move")
        return _ways(number, continuations, forced, moves[replies[0]], replies[1:])
    after = (other for other in moves.values() if other in forced)
    return sum(_ways(number, continuations, forced, other, replies) for other in after)
