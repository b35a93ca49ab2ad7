"""Annotations of each move of a game, compared with positions solved one by one."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solver.answers.solve import solve
from strategies import from_play, sight_reduction

from cli.annotate.text import annotated_record
from positions.game import Position
from positions.games import GAMES, game_of
from positions.reading.game_reading import parse_record
from positions.reading.game_records import GameRecord, Ply, format_record, result_by_rules
from solver.answers.annotation import Annotation, JudgedMove, annotate
from solver.answers.question import ANALYSE, Question
from solver.engines.choice import ENGINES
from solver.engines.lines import RANK, counts_lead, for_opponent, preference, result_of_move
from solver.interface.engine import Assessment, Budget, Details, LimitReached, Limits, Result

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
    rules, plies = game_of(start).rules, []
    for _ in range(draw(st.integers(0, 12))):
        if rules.outcome(position) is not None:
            break
        plies.append(Ply(draw(st.sampled_from(rules.moves(position)))))
        position = rules.play(position, plies[-1].move)
    return GameRecord(start, tuple(plies), result_by_rules(position))


def by_rules(record: GameRecord) -> Callable[[Position], Assessment]:
    """Return exact values of all positions reachable from a record's start, by the rules alone."""
    oracle = ENGINES["brute"].open(record.start, Budget(Limits()))
    alone = game_of(record.start).is_solitaire(record.start)
    wanted = Details(distance=not alone, value=game_of(record.start).has_value and not alone)
    return lambda position: oracle.assess(position, wanted)


def is_small(record: GameRecord) -> bool:
    try:
        ENGINES["brute"].open(record.start, Budget(Limits(nodes=500)))
    except LimitReached:
        return False
    return True


def check_move(judged: JudgedMove, exact: Callable[[Position], Assessment]) -> None:
    position, rules = judged.position, game_of(judged.position).rules
    before = exact(position)
    worth = {}
    for move in rules.moves(position):
        next_position = rules.play(position, move)
        worth[move] = for_opponent(position, next_position, exact(next_position))
    results = {move: result_of_move(position, after) for move, after in worth.items()}
    own = results[judged.move]
    assert judged.found is not None
    assert judged.found.result == before.result == max(results.values(), key=lambda r: RANK[r])
    assert judged.played.result == own
    assert judged.lost_result == (RANK[own] < RANK[before.result])
    others = [r for move, r in results.items() if move != judged.move]
    assert judged.is_only_move == (
        bool(others) and RANK[own] > max(RANK[r] for r in others) and own == before.result
    )
    sign = 1 if position.turn == next(iter(game_of(position).players)) else -1
    after = worth[judged.move]
    if before.score is not None and after.score is not None:
        assert judged.lost_margin == sign * (before.score - after.score)
    elif before.par is not None and after.par is not None:
        assert judged.lost_margin == after.par - before.par
    elif counts_lead(position) and all(w.value is not None for w in worth.values()):
        leads = {move: sign * (w.value or Fraction(0)) for move, w in worth.items()}
        best = max(leads, key=lambda move: preference(position, worth[move]))
        assert judged.lost_margin == max(leads[best] - leads[judged.move], 0)
        assert not judged.better or leads[judged.better[0]] == leads[best]
    if judged.lost_distance is not None:
        assert before.distance is not None
        assert after.distance is not None
        longer = after.distance + 1 - before.distance
        assert judged.lost_distance == (longer if own == Result.WIN else -longer) >= 0
    check_better(judged, results[judged.better[0]] if judged.better else None, before.result)


def check_better(judged: JudgedMove, result: Result | None, best: Result) -> None:
    """Check that there is a better move if something was lost, and that its line continues."""
    assert bool(judged.better) == bool(judged.lost_result or judged.is_slip)
    assert result in (None, best)
    position, rules = judged.position, game_of(judged.position).rules
    for move in judged.better:
        assert move in rules.moves(position)
        position = rules.play(position, move)
    assert not judged.better or rules.outcome(position) is not None


def check_whole(annotation: Annotation) -> None:
    moves = annotation.moves
    lost = [ply for ply, move in enumerate(moves) if move.lost_result]
    assert annotation.turning_point == (lost[-1] if lost else None)
    assert annotation.is_turning_point_certain
    for player in annotation.players():
        assert player.judged == player.moves - player.forced
        assert player.accuracy is None or 0 <= player.accuracy <= 1
    assert sum(player.moves for player in annotation.players()) == len(moves)
    assert sum(player.mistakes or 0 for player in annotation.players()) == len(lost)


@pytest.mark.parametrize("game", ALL)
@settings(max_examples=12)
@given(data=st.data())
def test_judgements_of_every_game_agree_with_the_rules(game: str, data: st.DataObject) -> None:
    record = data.draw(games(game).filter(is_small))
    annotation = judge(record)
    exact = by_rules(record)
    assert annotation.is_complete
    for judged in annotation.moves:
        check_move(judged, exact)
    check_whole(annotation)
    once = annotated_record(annotation)
    assert parse_record(format_record(once)) == once
    assert [ply.move for ply in once.plies] == [ply.move for ply in record.plies]
    assert annotated_record(judge(once)) == once


@pytest.mark.parametrize("game", ALL)
@settings(max_examples=15)
@given(data=st.data(), nodes=st.sampled_from([0, 1, 5, 20, 100]))
def test_a_limit_never_leads_to_a_judgement(game: str, data: st.DataObject, nodes: int) -> None:
    record = data.draw(games(game))
    full = judge(record)
    for name in (ENGINE.get(game, "auto"), "brute"):
        limited = annotate(record, Question(engine=name), Limits(nodes=nodes))
        for one, other in zip(limited.moves, full.moves, strict=True):
            assert one.lost_result in (None, other.lost_result)
            assert one.lost_result is not None or one.reason == "nodes"
            assert one.played.result in (None, other.played.result)
            if one.found is not None and other.found is not None:
                assert nodes
                assert one.found.result == other.found.result
        if not limited.is_turning_point_certain:
            assert not limited.is_complete
        elif limited.turning_point is not None:
            assert limited.turning_point == full.turning_point


def judged(text: str) -> Annotation:
    return annotate(parse_record(text), Question(), Limits())


def test_a_forced_pass_gives_nothing_away() -> None:
    annotation = judged('[Position "nakatta:2b/b2/bww:w"]\n1... pass 2. b2')
    assert [move.is_forced for move in annotation.moves] == [True, False]
    assert not annotation.moves[0].lost_result
    assert annotation.players()[1].forced == 1


def test_after_a_swap_the_players_have_exchanged_colours() -> None:
    """NK6: the person who held White now holds Black, and the other one, now White, is to move."""
    annotation = judged('[Position "nakatta+pie:start:3x3"]\n1. b2 swap 2. a1 b3 3. a3 b1')
    assert [move.person for move in annotation.moves] == ["b", "w", "b", "w", "b", "w"]
    assert not annotation.moves[1].lost_result
    assert annotation.record.result == "black"
    declined = judged('[Position "nakatta+pie:start:3x3"]\n1. b2 a1')
    assert declined.moves[1].lost_result
    assert declined.moves[1].better[0].kind == "swap"


def test_two_turns_in_a_row_in_a_set_up() -> None:
    """MM3: with ``first=B``, B places and then moves at once, and the winner is right."""
    annotation = judged('[Position "minelayers:4/4/4/4:A:first=B"]\n1. b1 c4 2. b2')
    assert [move.person for move in annotation.moves] == ["A", "B", "B"]
    placing = annotation.moves[1]
    assert placing.played.after is not None
    child = GAMES["minelayers"].rules.play(placing.position, placing.move)
    assert placing.played.after.winner == by_search(child).winner


def by_search(position: Position) -> Assessment:
    found = solve(position, Question().wanted(position), Limits(), ENGINES["auto"]).found
    assert found is not None
    return found


def test_a_whole_game_needs_only_a_few_tables() -> None:
    rows = "wbwb/bwwb/wbbw/bwbw/wbwb"
    text = f'[Position "sight-reduction:{rows}:w"]\n'
    record, position = parse_record(text), parse_record(text).start
    for _ in range(6):
        move = game_of(position).rules.moves(position)[0]
        record = GameRecord(record.start, (*record.plies, Ply(move)))
        position = record.positions()[-1]
    whole = annotate(record, Question(engine="retrograde"), Limits())
    assert whole.is_complete
    # A table of winners and one of distances, however many moves there are.
    assert whole.nodes <= 2 * 2**20
