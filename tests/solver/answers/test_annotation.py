"""Annotations of each move of a game, compared with positions solved one by one."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from replays import after_line, assessed
from strategies import from_play, sight_reduction

from cli.annotate_report import annotated_record
from cli.annotate_words import AnnotatedGame
from positions.game import Position
from positions.games import GAMES, game_of, rules_of
from positions.reading.game_reading import parse_record
from positions.reading.game_records import GameRecord, Ply, format_record, result_by_rules
from positions.text import format_move, parse_position
from solver import Limits, Question, Result
from solver.answers.annotation import annotate
from solver.answers.ask import ANALYSE, value_of
from solver.answers.model import AnnotatedMove, Annotation
from solver.engines.choice import ENGINES
from solver.engines.lines import RANK, counts_lead, for_opponent, preference, result_of_move
from solver.interface.engine import Assessment, Budget, Details, LimitReached

# A board for each game, and the plies after which little enough is left for the rules alone.
ENDGAMES = {
    "manhattan": ((4, 4), 15, 17),
    "marvin": ((3, 3), 14, 18),
    "nakatta": ((3, 3), 1, 5),
    "minelayers": ((3, 4), 5, 8),
}
ALL = ["sight-reduction", *ENDGAMES]
ENGINE = {"sight-reduction": "retrograde"}


def starts(game: str) -> st.SearchStrategy[Position]:
    if game == "sight-reduction":
        return sight_reduction(max_pieces=8, keep=True)
    return from_play(GAMES[game], *ENDGAMES[game])


def judge(record: GameRecord) -> Annotation:
    engine = ENGINE.get(record.start.game, "auto")
    question = Question(ANALYSE, engine, distance=True, par=True, value=True)
    return annotate(record, question, Limits())


@st.composite
def games(draw: st.DrawFn, game: str) -> GameRecord:
    position = start = draw(starts(game))
    rules, plies = rules_of(start), []
    for _ in range(draw(st.integers(0, 12))):
        if rules.outcome(position) is not None:
            break
        plies.append(Ply(draw(st.sampled_from(rules.moves(position)))))
        position = rules.play(position, plies[-1].move)
    return GameRecord(start, tuple(plies), result_by_rules(position))


def by_rules(record: GameRecord) -> Callable[[Position], Assessment]:
    """Return exact values of all positions reachable from a record's start, by the rules alone."""
    oracle = ENGINES["brute"].open(record.start, Budget(Limits()))
    alone = rules_of(record.start).persons == 1
    wanted = Details(distance=not alone, value=rules_of(record.start).has_value and not alone)
    return lambda position: oracle.assess(position, wanted)


def is_small(record: GameRecord) -> bool:
    try:
        ENGINES["brute"].open(record.start, Budget(Limits(nodes=500)))
    except LimitReached:
        return False
    return True


def check_move(
    position: Position, judged: AnnotatedMove, exact: Callable[[Position], Assessment]
) -> None:
    rules = rules_of(position)
    before = exact(position)
    worth = {}
    for move in rules.moves(position):
        next_position = rules.play(position, move)
        name = format_move(position, move)
        worth[name] = for_opponent(position, next_position, exact(next_position))
    results = {move: result_of_move(position, after) for move, after in worth.items()}
    own = results[judged.move]
    assert judged.before.result == before.result == max(results.values(), key=lambda r: RANK[r])
    assert judged.before.winner == value_of(position, before).winner
    assert judged.after.result == own
    assert judged.lost.result == (RANK[own] < RANK[before.result])
    others = [r for move, r in results.items() if move != judged.move]
    assert judged.only_move == (
        bool(others) and RANK[own] > max(RANK[r] for r in others) and own == before.result
    )
    sign = 1 if position.turn == next(iter(game_of(position).players)) else -1
    after = worth[judged.move]
    margin = None if judged.lost.margin is None else Fraction(judged.lost.margin)
    if before.score is not None and after.score is not None:
        assert margin == sign * (before.score - after.score)
    elif before.par is not None and after.par is not None:
        assert margin == after.par - before.par
    elif counts_lead(position) and all(w.value is not None for w in worth.values()):
        leads = {move: sign * (w.value or Fraction(0)) for move, w in worth.items()}
        best = max(leads, key=lambda move: preference(position, worth[move]))
        assert margin == max(leads[best] - leads[judged.move], 0)
        assert judged.better is None or leads[judged.better] == leads[best]
    if judged.lost.distance is not None:
        assert before.distance is not None
        assert after.distance is not None
        longer = after.distance + 1 - before.distance
        assert judged.lost.distance == (longer if own == Result.WIN else -longer) >= 0
    assert judged.better is None or results[judged.better] == before.result
    check_better(position, judged)


def check_better(position: Position, judged: AnnotatedMove) -> None:
    """Check that there is a better move if something was lost, and that its line continues."""
    assert (judged.better is not None) == bool(judged.lost.result or judged.is_slip)
    assert judged.line[:1] == ([] if judged.better is None else [judged.better])
    last = after_line(position, judged.line)
    assert judged.better is None or rules_of(position).outcome(last) is not None


def check_whole(annotation: Annotation) -> None:
    moves = annotation.moves
    lost = [move.ply for move in moves if move.lost.result]
    assert [move.ply for move in moves] == list(range(1, len(moves) + 1))
    assert annotation.turning_point.ply == (lost[-1] if lost else None)
    assert annotation.turning_point.certain
    for player in annotation.players:
        assert player.judged == player.moves - player.forced
        assert player.accuracy is None or 0 <= player.accuracy <= 1
    assert sum(player.moves for player in annotation.players) == len(moves)
    assert sum(player.mistakes or 0 for player in annotation.players) == len(lost)


@pytest.mark.parametrize("game", ALL)
@settings(max_examples=12)
@given(data=st.data())
def test_judgements_of_every_game_agree_with_the_rules(game: str, data: st.DataObject) -> None:
    record = data.draw(games(game).filter(is_small))
    annotation = judge(record)
    exact = by_rules(record)
    assert annotation.is_complete
    for position, judged in zip(record.positions(), annotation.moves, strict=False):
        check_move(position, judged, exact)
    check_whole(annotation)
    once = annotated_record(AnnotatedGame(record, annotation))
    assert parse_record(format_record(once)) == once
    assert [ply.move for ply in once.plies] == [ply.move for ply in record.plies]
    assert annotated_record(AnnotatedGame(once, judge(once))) == once


@pytest.mark.parametrize("game", ALL)
@settings(max_examples=15)
@given(data=st.data(), nodes=st.sampled_from([0, 1, 5, 20, 100]))
def test_a_limit_never_leads_to_a_judgement(game: str, data: st.DataObject, nodes: int) -> None:
    record = data.draw(games(game))
    full = judge(record)
    for name in (ENGINE.get(game, "auto"), "brute"):
        limited = annotate(record, Question(engine=name), Limits(nodes=nodes))
        for one, other in zip(limited.moves, full.moves, strict=True):
            assert one.lost.result in (None, other.lost.result)
            assert one.lost.result is not None or one.reason == "nodes"
            assert one.after.result in (None, other.after.result)
            if one.before.result is not None:
                assert nodes
                assert one.before.result == other.before.result
        if not limited.turning_point.certain:
            assert not limited.is_complete
        elif limited.turning_point.ply is not None:
            assert limited.turning_point == full.turning_point


def judged(text: str) -> Annotation:
    return annotate(parse_record(text), Question(), Limits())


def test_a_forced_pass_gives_nothing_away() -> None:
    annotation = judged('[Position "nakatta:2b/b2/bww:w"]\n1... pass 2. b2')
    assert [move.forced for move in annotation.moves] == [True, False]
    assert annotation.moves[0].lost.result is False
    assert annotation.players[1].forced == 1


def test_after_a_swap_the_players_have_exchanged_colours() -> None:
    """NK6: the person who held White now holds Black, and the other one, now White, is to move."""
    annotation = judged('[Position "nakatta+pie:start:3x3"]\n1. b2 swap 2. a1 b3 3. a3 b1')
    assert [move.person for move in annotation.moves] == ["black", "white"] * 3
    assert annotation.moves[1].lost.result is False
    assert annotation.result == "black"
    declined = judged('[Position "nakatta+pie:start:3x3"]\n1. b2 a1')
    assert declined.moves[1].lost.result
    assert declined.moves[1].better == "swap"


def test_two_turns_in_a_row_in_a_set_up() -> None:
    """MM3: with ``first=B``, B places and then moves at once, and the winner is right."""
    annotation = judged('[Position "minelayers:4/4/4/4:A:first=B"]\n1. b1 c4 2. b2')
    assert [move.person for move in annotation.moves] == ["A", "B", "B"]
    child = after_line(parse_position(annotation.position), ["b1", "c4"])
    assert annotation.moves[1].after.winner == assessed(child, Details(), "search").winner


def test_a_whole_game_needs_only_a_few_tables() -> None:
    rows = "wbwb/bwwb/wbbw/bwbw/wbwb"
    text = f'[Position "sight-reduction:{rows}:w"]\n'
    record, position = parse_record(text), parse_record(text).start
    for _ in range(6):
        move = rules_of(position).moves(position)[0]
        record = GameRecord(record.start, (*record.plies, Ply(move)))
        position = record.positions()[-1]
    whole = annotate(record, Question(engine="retrograde"), Limits())
    assert whole.is_complete
    # A table of winners and one of distances, however many moves there are.
    assert whole.nodes <= 2 * 2**20
