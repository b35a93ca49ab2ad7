"""Checks the records of puzzles in which one first move, or one answer, is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from positions.game import SWAP, Move, Outcome, Position
from positions.games import game_of
from solver.certificates.checking.check import Size
from solver.certificates.checking.puzzles.forced import (
    Continuations,
    Goal,
    TooManyPositions,
    lost,
    won,
)
from solver.certificates.checking.puzzles.record import (
    ANSWER,
    FIRST_MOVE,
    CheckedClaim,
    PuzzleRecord,
    expect,
    move_of,
    texts_of,
    uniqueness_of,
)
from solver.certificates.checking.refusal import Refusal
from solver.puzzles.words import margin_goal, only_move_goal, swap_goal


def only_move(number: int, record: PuzzleRecord, position: Position) -> CheckedClaim:
    """Check that the move is legal, and the only one that wins."""
    moves = _moves(position)
    expect(number, record, "goal", only_move_goal(position, len(moves)))
    move = _only(number, record, position)
    uniqueness = _counts(number, record, FIRST_MOVE, len(moves))
    expect(number, uniqueness, "winning", 1)
    try:
        continuations = Continuations(position)
    except TooManyPositions:
        return _unchecked("that it wins and no other move does")
    _check_results(number, uniqueness, continuations)
    _expect_only(number, move, _leading(continuations, won))
    return CheckedClaim(
        "the only move that wins; not checked: the grade", replace(continuations.size, moves=1)
    )


def hold_margin(number: int, record: PuzzleRecord, position: Position) -> CheckedClaim:
    """Check that the move is legal, and the only one that holds the margin."""
    score = record.get("score")
    if not isinstance(score, int) or isinstance(score, bool):
        raise Refusal(number, 'expected a whole number in "score"')
    moves, first = _moves(position), next(iter(game_of(position).players))
    margin = score if position.turn == first else -score
    expect(number, record, "goal", margin_goal(position, len(moves), margin))
    move = _only(number, record, position)
    expect(number, _counts(number, record, FIRST_MOVE, len(moves)), "holding", 1)

    def gets(minimum: int, outcome: Outcome, hero: str) -> bool:
        kings = outcome.score or 0
        return (kings if hero == first else -kings) >= minimum

    try:
        continuations = Continuations(position)
    except TooManyPositions:
        return _unchecked("that it holds the margin and no other move does")
    _expect_only(number, move, _leading(continuations, lambda o, hero: gets(margin, o, hero)))
    if _leading(continuations, lambda o, hero: gets(margin + 1, o, hero)):
        raise Refusal(number, "a larger margin is possible")
    return CheckedClaim(
        "the only move that holds the margin; not checked: the grade",
        replace(continuations.size, moves=1),
    )


def swap_or_not(number: int, record: PuzzleRecord, position: Position) -> CheckedClaim:
    """Check whether the swap wins, and that the given move does."""
    moves = _moves(position)
    if SWAP not in moves:
        raise Refusal(number, "the swap is not open (NK6)")
    expect(number, record, "goal", swap_goal(position))
    move = _only(number, record, position)
    expect(number, record, "swap", move == SWAP)
    uniqueness = _counts(number, record, ANSWER, len(moves))
    try:
        continuations = Continuations(position)
    except TooManyPositions:
        return _unchecked("that the answer wins")
    _check_results(number, uniqueness, continuations)
    winning = _leading(continuations, won)
    if move not in winning or (SWAP in winning) != (move == SWAP):
        raise Refusal(number, "the other answer wins")
    return CheckedClaim("the answer that wins", replace(continuations.size, moves=1))


def _moves(position: Position) -> Sequence[Move]:
    rules = game_of(position).rules
    return rules.moves(position) if rules.outcome(position) is None else ()


def _only(number: int, record: PuzzleRecord, position: Position) -> Move:
    """Return the only move of a solution."""
    texts = texts_of(number, record)
    if len(texts) != 1:
        raise Refusal(number, f"found {len(texts)} moves in the solution, expected 1")
    return move_of(number, position, texts[0])


def _counts(number: int, record: PuzzleRecord, meaning: str, moves: int) -> PuzzleRecord:
    uniqueness = uniqueness_of(number, record)
    expect(number, uniqueness, "meaning", meaning)
    expect(number, uniqueness, "moves", moves)
    return uniqueness


def _leading(continuations: Continuations, goal: Goal, *, by_hero: bool = True) -> list[Move]:
    """Return the first moves after which a goal is forced."""
    forced = continuations.forced(goal, by_hero=by_hero)
    return [
        move for move, after in continuations.moves[continuations.root].items() if after in forced
    ]


def _check_results(number: int, uniqueness: PuzzleRecord, continuations: Continuations) -> None:
    """Check how many moves win, draw and lose; zeros are left out."""
    winning = len(_leading(continuations, won))
    losing = len(_leading(continuations, lost, by_hero=False))
    drawing = len(continuations.moves[continuations.root]) - winning - losing
    counts = {"winning": winning, "drawing": drawing, "losing": losing}
    for name, count in counts.items():
        expect(number, uniqueness, name, count or None)


def _expect_only(number: int, move: Move, right: list[Move]) -> None:
    if right != [move]:
        raise Refusal(number, f"{len(right)} moves are right, or a different one")


def _unchecked(what: str) -> CheckedClaim:
    return CheckedClaim(f"a legal move; not checked: {what}, and the grade", Size(moves=1))
