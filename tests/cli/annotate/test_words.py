"""The texts of `annotate` with unknown moves, and after a swap."""

from dataclasses import replace

import pytest
from solver.records.annotations import annotation_record

from cli.annotate.graph import graph
from cli.annotate.report import annotated
from cli.annotate.words import accuracy
from cli.reports.document import Sentences, Table
from cli.terminal.output import UNICODE
from positions.reading.game_reading import parse_record
from solver.answers.annotation import Annotation, JudgedMove, annotate
from solver.answers.moves import MoveValue
from solver.answers.question import Question
from solver.interface.engine import Limits

GAME = '[Position "sight-reduction:bwwb/wwbw/bwbb:w"]\n\n1. a2 a3 2. b2 d1 3. c3 c2 4. b1 a1'
SWAPPED = """[Position "nakatta+pie:start:3x3"]
[Black "Ann"]
[White "Ben"]

1. b2 swap 2. a1 b3 3. a3 b1"""


def judged(text: str) -> Annotation:
    return annotate(parse_record(text), Question(), Limits())


def forgotten(annotation: Annotation, *plies: int) -> Annotation:
    """Leave moves unknown, as a limit would."""
    moves = list(annotation.moves)
    for ply in plies:
        move = moves[ply]
        values = tuple(MoveValue(value.move) for value in move.moves)
        moves[ply] = JudgedMove(move.position, move.move, move.person, None, values, (), "time")
    return replace(annotation, moves=tuple(moves))


def players(annotation: Annotation) -> dict[str, dict[str, str]]:
    """Return the cells of the table of the players."""
    blocks = annotated(annotation, UNICODE)
    table = next(b for b in blocks if isinstance(b, Table) and b.caption == "How each played")
    titles = [column.title for column in table.columns[1:]]
    return {
        name.text: dict(zip(titles, [cell.text for cell in cells], strict=True))
        for name, *cells in table.rows
    }


def sentences(annotation: Annotation) -> str:
    blocks = annotated(annotation, UNICODE)
    return " ".join(w.text for b in blocks if isinstance(b, Sentences) for w in b.sentences)


def test_without_known_moves_nothing_is_counted() -> None:
    annotation = forgotten(judged(GAME), *range(8))
    unknown = {"Mistakes": "?", "Slips": "?", "Flawless moves": "?"}
    row = {"Moves": "4", "Forced": "0", "Judged": "0 of 4", **unknown}
    assert players(annotation) == {"White": row, "Black": row}
    assert "No move could be judged." in sentences(annotation)
    for player in annotation_record(annotation)["players"]:  # type: ignore[attr-defined]
        assert (player["judged"], player["mistakes"], player["slips"]) == (0, None, None)
    assert graph(annotation) is None


def test_counts_have_a_total_if_some_moves_are_unknown() -> None:
    annotation = forgotten(judged(GAME), 0, 3)
    table = players(annotation)
    assert table["White"]["Judged"] == "3 of 4"
    assert table["White"]["Mistakes"] == "1 of 3"
    assert table["Black"]["Mistakes"] == "0 of 3"
    assert table["Black"]["Flawless moves"] == "3 of 3, 100 %"
    drawn = graph(annotation)
    assert drawn is not None
    assert drawn.bars[0].side is None
    assert drawn.bars[0].says == "1. a2: unknown"
    whole = players(judged(GAME))
    assert "Judged" not in whole["White"]
    assert whole["White"]["Mistakes"] == "1"


def test_moves_of_which_one_is_wrong_are_not_flawless() -> None:
    player = PlayerSummary("Ann", 200, 0, 200, 200, mistakes=0, slips=1, sound=199)
    assert accuracy(player) == "199 of 200, 99 %"


def test_a_cell_is_empty_only_if_nothing_was_given_away() -> None:
    annotation = forgotten(judged(GAME), 0)
    blocks = annotated(annotation, UNICODE)
    table = next(b for b in blocks if isinstance(b, Table) and b.caption == "All moves")
    at = [column.title for column in table.columns].index("Gave away")
    assert [row[at].text for row in table.rows] == ["?", "", "", "", "", "", "the win", ""]


def test_slips_that_were_not_searched_for_are_not_counted() -> None:
    """With more than 16 empty points, the length of a win is not computed by default."""
    annotation = judged('[Position "nakatta:2b2/5/1w3/5/4b:w"]\n\nc3 d4')
    assert annotation.is_complete
    for row in players(annotation).values():
        assert row["Slips"] == row["Flawless moves"] == "?"
    assert "2 moves are judged by their result alone. Try --distance" in sentences(annotation)


@pytest.mark.parametrize("text", [GAME, SWAPPED])
def test_a_whole_game_counts_every_move(text: str) -> None:
    for player in judged(text).players():
        assert player.measured == player.judged == player.free
        assert player.mistakes is not None
        assert player.slips is not None
        assert player.sound == player.free - player.mistakes - player.slips


def test_after_a_swap_each_person_is_named_by_both_colours() -> None:
    annotation = judged(SWAPPED)
    table = players(annotation)
    assert list(table) == ["Black, then White (Ann)", "White, then Black (Ben)"]
    assert [row["Moves"] for row in table.values()] == ["3", "3"]
    nameless = judged(SWAPPED.replace('[Black "Ann"]\n[White "Ben"]\n', ""))
    assert list(players(nameless)) == ["Black, then White", "White, then Black"]


def test_after_a_swap_a_person_keeps_their_side_of_the_graph() -> None:
    """NK6: after a swap, the mover wins with Black what White would have won before."""
    annotation = judged(SWAPPED)
    drawn = graph(annotation)
    assert drawn is not None
    assert (drawn.above, drawn.below) == ("Began as Black", "Began as White")
    winners = [m.played.after.winner for m in annotation.moves if m.played.after is not None]
    assert winners == ["w", *["b"] * 5]
    assert [bar.side for bar in drawn.bars] == [-1] * 6


def test_after_a_swap_a_winner_is_named() -> None:
    shown = annotated(judged(SWAPPED), UNICODE)
    heading = next(shown)
    assert "Black (Ben) has won." in str(heading)
    nameless = SWAPPED.replace('[White "Ben"]\n', "")
    assert "Black (who began as White) has won." in str(next(annotated(judged(nameless), UNICODE)))
