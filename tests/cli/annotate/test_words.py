"""The texts of `annotate` with unknown moves, and after a swap."""

from dataclasses import replace

import pytest

from cli.annotate_report import annotated, graph
from cli.annotate_words import AnnotatedGame, accuracy
from cli.reports.document import Sentences, Table
from cli.terminal.signs import UNICODE
from positions.reading.game_reading import parse_record
from solver import Limits, Question, Status
from solver.answers.annotation import annotate, players_of, turning_point_of
from solver.answers.model import Loss, Player, Value

GAME = '[Position "sight-reduction:bwwb/wwbw/bwbb:w"]\n\n1. a2 a3 2. b2 d1 3. c3 c2 4. b1 a1'
SWAPPED = """[Position "nakatta+pie:start:3x3"]
[Black "Ann"]
[White "Ben"]

1. b2 swap 2. a1 b3 3. a3 b1"""


NOTHING_KNOWN = {
    "status": Status.UNKNOWN,
    "reason": "time",
    "detail": "time limit reached",
    "before": Value(),
    "after": Value(),
    "lost": Loss(result=None, margin=None, distance=None),
    "mark": "",
    "measured": False,
    "only_move": False,
    "better": None,
    "line": [],
}


def judged(text: str) -> AnnotatedGame:
    game = parse_record(text)
    return AnnotatedGame(game, annotate(game, Question(), Limits()))


def forgotten(game: AnnotatedGame, *plies: int) -> AnnotatedGame:
    """Leave moves unknown, as a limit would."""
    moves = [
        replace(move, **NOTHING_KNOWN) if ply in plies else move
        for ply, move in enumerate(game.annotation.moves)
    ]
    annotation = replace(
        game.annotation,
        status=Status.UNKNOWN,
        moves=moves,
        players=players_of(game.record.start, moves),
        turning_point=turning_point_of(moves),
    )
    return AnnotatedGame(game.record, annotation)


def players(game: AnnotatedGame) -> dict[str, dict[str, str]]:
    """Return the cells of the table of the players."""
    blocks = annotated(game, UNICODE)
    table = next(b for b in blocks if isinstance(b, Table) and b.caption == "How each played")
    titles = [column.title for column in table.columns[1:]]
    return {
        name.text: dict(zip(titles, [cell.text for cell in cells], strict=True))
        for name, *cells in table.rows
    }


def sentences(game: AnnotatedGame) -> str:
    blocks = annotated(game, UNICODE)
    return " ".join(w.text for b in blocks if isinstance(b, Sentences) for w in b.sentences)


def test_without_known_moves_nothing_is_counted() -> None:
    game = forgotten(judged(GAME), *range(8))
    unknown = {"Mistakes": "?", "Slips": "?", "Flawless moves": "?"}
    row = {"Moves": "4", "Forced": "0", "Judged": "0 of 4", **unknown}
    assert players(game) == {"White": row, "Black": row}
    assert "No move could be judged." in sentences(game)
    for player in game.annotation.players:
        assert (player.judged, player.mistakes, player.slips) == (0, None, None)
    assert graph(game) is None


def test_counts_have_a_total_if_some_moves_are_unknown() -> None:
    game = forgotten(judged(GAME), 0, 3)
    table = players(game)
    assert table["White"]["Judged"] == "3 of 4"
    assert table["White"]["Mistakes"] == "1 of 3"
    assert table["Black"]["Mistakes"] == "0 of 3"
    assert table["Black"]["Flawless moves"] == "3 of 3, 100 %"
    drawn = graph(game)
    assert drawn is not None
    assert drawn.bars[0].side is None
    assert drawn.bars[0].says == "1. a2: unknown"
    whole = players(judged(GAME))
    assert "Judged" not in whole["White"]
    assert whole["White"]["Mistakes"] == "1"


def test_moves_of_which_one_is_wrong_are_not_flawless() -> None:
    counts = {"moves": 200, "forced": 0, "judged": 200, "measured": 200}
    player = Player(person="white", **counts, mistakes=0, slips=1, accuracy=199 / 200)
    assert accuracy(player) == "199 of 200, 99 %"


def test_a_cell_is_empty_only_if_nothing_was_given_away() -> None:
    game = forgotten(judged(GAME), 0)
    blocks = annotated(game, UNICODE)
    table = next(b for b in blocks if isinstance(b, Table) and b.caption == "All moves")
    at = [column.title for column in table.columns].index("Gave away")
    assert [row[at].text for row in table.rows] == ["?", "", "", "", "", "", "the win", ""]


def test_slips_that_were_not_searched_for_are_not_counted() -> None:
    """With more than 16 empty points, the length of a win is not computed by default."""
    game = judged('[Position "nakatta:2b2/5/1w3/5/4b:w"]\n\nc3 d4')
    assert game.annotation.is_complete
    for row in players(game).values():
        assert row["Slips"] == row["Flawless moves"] == "?"
    assert "2 moves are judged by their result alone. Try --distance" in sentences(game)


@pytest.mark.parametrize("text", [GAME, SWAPPED])
def test_a_whole_game_counts_every_move(text: str) -> None:
    for player in judged(text).annotation.players:
        assert player.measured == player.judged == player.free
        assert player.mistakes is not None
        assert player.slips is not None
        assert player.flawless == player.free - player.mistakes - player.slips


def test_after_a_swap_each_person_is_named_by_both_colours() -> None:
    game = judged(SWAPPED)
    table = players(game)
    assert list(table) == ["Black, then White (Ann)", "White, then Black (Ben)"]
    assert [row["Moves"] for row in table.values()] == ["3", "3"]
    nameless = judged(SWAPPED.replace('[Black "Ann"]\n[White "Ben"]\n', ""))
    assert list(players(nameless)) == ["Black, then White", "White, then Black"]


def test_after_a_swap_a_person_keeps_their_side_of_the_graph() -> None:
    """NK6: after a swap, the mover wins with Black what White would have won before."""
    game = judged(SWAPPED)
    drawn = graph(game)
    assert drawn is not None
    assert (drawn.above, drawn.below) == ("Began as Black", "Began as White")
    winners = [move.after.winner for move in game.annotation.moves]
    assert winners == ["white", *["black"] * 5]
    assert [bar.side for bar in drawn.bars] == [-1] * 6


def test_after_a_swap_a_winner_is_named() -> None:
    shown = annotated(judged(SWAPPED), UNICODE)
    heading = next(shown)
    assert "Black (Ben) has won." in str(heading)
    nameless = SWAPPED.replace('[White "Ben"]\n', "")
    assert "Black (who began as White) has won." in str(next(annotated(judged(nameless), UNICODE)))
