"""Game records: round trips, and errors with their locations."""

import gzip
import io
import pickle
import random
import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from running import ROOT
from strategies import from_play

from positions.errors import GameRecordError, MoveError
from positions.game import Position
from positions.games import GAMES, rules_of
from positions.grid import EMPTY, Board
from positions.reading.game_reading import parse_record, read_games
from positions.reading.game_records import (
    MARKS,
    MAX_NESTING,
    GameRecord,
    Ply,
    Variation,
    format_record,
    move_number,
    result_by_rules,
    results,
)
from positions.text import format_move, format_position, parse_move, parse_position

SIZES = {
    "sight-reduction": (3, 4),
    "manhattan": (4, 4),
    "marvin": (3, 3),
    "nakatta": (3, 3),
    "minelayers": (3, 4),
}
TWO = "sight-reduction:bwwb/wwbw/bwbb:w"
COMMENTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30).map(
    lambda text: " ".join(text.replace("}", "").replace("\0", "").replace("\ufeff", "").split())
)
VALUES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\0\ufeff"))


@st.composite
def lines(draw: st.DrawFn, position: Position, longest: int, depth: int) -> tuple[Ply, ...]:
    """Random legal moves from a position, with random remarks."""
    rules, plies = rules_of(position), []
    for _ in range(longest):
        if rules.outcome(position) is not None:
            break
        move = draw(st.sampled_from(rules.moves(position)))
        variations = draw(st.lists(variation(position, depth + 1), max_size=1)) if depth < 2 else []
        mark = draw(st.sampled_from(["", *MARKS]))
        plies.append(Ply(move, mark, draw(COMMENTS), tuple(variations)))
        position = rules.play(position, move)
    return tuple(plies)


def variation(position: Position, depth: int) -> st.SearchStrategy[Variation]:
    return lines(position, 2, depth).flatmap(
        lambda plies: COMMENTS.map(lambda comment: Variation(plies, comment))
    )


@st.composite
def records(draw: st.DrawFn, game: str) -> GameRecord:
    start = draw(from_play(GAMES[game], SIZES[game], 0, 4))
    plies = draw(lines(start, draw(st.integers(0, 20)), 0))
    played = GameRecord(start, plies)
    result = result_by_rules(played.positions()[-1])
    if result is None:
        result = draw(st.sampled_from([None, *results(start)]))
    names = draw(st.lists(st.sampled_from(["White", "Event", "A", "x_9"]), unique=True))
    tags = tuple((name, draw(VALUES)) for name in names)
    return GameRecord(start, plies, result, tags, draw(COMMENTS))


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=15)
@given(data=st.data())
def test_written_records_read_back_the_same(game: str, data: st.DataObject) -> None:
    record = data.draw(records(game))
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text
    another = format_record(GameRecord(record.start, (), result_by_rules(record.start)))
    entries = read_games(io.BytesIO("\n\n".join([text, another, another, text]).encode()))
    assert [entry.record and format_record(entry.record) for entry in entries] == [
        *(text, another, another, text)
    ]


PLAYED = f'''[Position "{TWO}"]
[White "Ann \\"the\\" \\\\ A."]
[Result "black"]

{{Before all.}} 1. b1 ! {{a   comment
over lines}} c1 2.b2?? (2. a2! d1 {{good}} ({{or}} 2... a3)) (2. c3) D1 {{one}} {{two}} 3. b3
'''


def test_a_record() -> None:
    record = parse_record(PLAYED.replace("3. b3", ""))
    assert record.tag("White") == 'Ann "the" \\ A.'
    assert record.result == "black"
    assert format_record(record) == (
        PLAYED.partition("{")[0] + "{Before all.} 1. b1! {a comment over lines} 1... c1 2. b2?? "
        "(2. a2! d1 {good}\n({or} 2... a3)) (2. c3) 2... d1 {one two}"
    )


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_line_ends_marks_and_compression(end: str, mark: bytes, pack: object) -> None:
    assert callable(pack)
    text = f'[Position "{TWO}"]\n\n1. b1 c1\n\t \n2. b2'
    games = f"{text}\n\n\n{text}".replace("\n", end)
    entries = list(read_games(io.BytesIO(pack(mark + games.encode()))))
    assert [entry.line for entry in entries] == [1, 8]
    assert entries[0].record == entries[1].record == parse_record(text)


HEADER = f'[Position "{TWO}"]\n'
DEEP = "(1. b1 " * (MAX_NESTING + 1)
ALONE = '[Position "sight-reduction+solitaire:bwwb/wwbw/bwbb:w"]\n'
OVER = '[Position "sight-reduction:wbw/b1b/wbw:w"]\n'


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", r"line 1: found no tag Position, expected the start"),
        ("1. b1", r"line 1: found no tag Position"),
        ('[White "Ann"]', r"line 1: found no tag Position"),
        ("[Position b1]", r"line 1: found '\[Position b1\]', expected a tag"),
        (HEADER + '[White "A"B"]', r"line 2: found .*, expected a tag"),
        (HEADER + '[A "1"]\n[A "2"]', r"line 3: found the tag A twice, expected it only once"),
        ('[Position "marvin:3/9x/3:w"]', r"line 1, row 2, column 22: found 'x'"),
        (HEADER + "1. c1", r"line 2, column 4: found 'c1', expected a legal move: it .*\(SR1\)"),
        (HEADER + "1. b1 b1", r"line 2, column 7: found 'b1', expected a legal move"),
        (HEADER + "b1 3. c1", r"line 2, column 4: found '3\.', expected '1\.\.\.' or no number"),
        (HEADER + "1... b1", r"found '1\.\.\.', expected '1\.' or no number"),
        (HEADER + "1. b1 1...", r"line 2: found no move after '1\.\.\.', expected a move"),
        (HEADER + "1. 1. b1", r"column 4: found '1\.', expected a legal move"),
        (HEADER + "b1!!!", r"found 'b1!!!', expected one of the marks"),
        (HEADER + "b1 {well", r"column 4: found '\{ well', expected a '\}'"),
        (HEADER + "b1 }", r"column 4: found '\}', expected a legal move"),
        (HEADER + "(1. b1)", r"column 1: found '\(', expected a move, which"),
        (HEADER + "b1 (a2", r"column 4: found '\(', expected a '\)'"),
        (HEADER + "b1 ()", r"column 5: found '\)', expected a move"),
        (HEADER + "b1 )", r"column 4: found '\)', expected a move or a comment"),
        (HEADER + "1. b1 " + DEEP, r"expected variations at most 20 deep"),
        (HEADER + "b1 1-0 c1", r"column 8: found 'c1', expected nothing but comments after the"),
        (HEADER + "b1 1-0 *", r"found '\*', expected nothing but comments after the result '1-0'"),
        (HEADER + "b1 1-0 (a2)", r"found '\(', expected nothing but comments after the result"),
        (HEADER + "b1 (a2 1-0)", r"found '1-0', expected a legal move"),
        (HEADER + "b1 2-0", r"found '2-0', expected a legal move"),
        (
            HEADER + '[Result "white"]\nb1 0-1',
            r"line 3, column 4: found '0-1', expected '1-0' or no result, as in the tag Result",
        ),
        (OVER + "1-0", r"found '1-0', expected '0-1' or no result, as the game ended"),
        (OVER + "1/2-1/2", r"found '1/2-1/2', expected '0-1' or no result, as the game ended"),
        (ALONE + "1/2-1/2", r"expected a result of this game: '1-0', '0-1' or '\*'"),
        (HEADER + '[Result "red"]', r"line 2, column 10: found 'red', .*'white', 'black', 'draw'"),
        (OVER + '[Result "white"]', r"found 'white', expected 'black', as the game ended"),
    ],
)
def test_errors_have_their_place(text: str, fault: str) -> None:
    with pytest.raises(GameRecordError, match=fault) as refused:
        parse_record(text)
    assert "\n" not in str(refused.value)
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (HEADER + "b1 1-0", "white"),
        (HEADER + "1. b1\n0-1", "black"),
        (HEADER + "1. b1 1/2-1/2 {agreed}", "draw"),
        (HEADER + "b1 *", None),
        (HEADER + "1-0", "white"),
        (HEADER + '[Result "*"]\nb1 0-1', "black"),
        (HEADER + '[Result "black"]\nb1 *', "black"),
        (HEADER + '[Result "black"]\nb1 0-1', "black"),
        (OVER + "0-1", "black"),
        (OVER + "*", "black"),
        (ALONE + "b1 1-0", "solved"),
        (ALONE + "b1 0-1", "unsolved"),
        ('[Position "nakatta:start:3x3"]\nb2 1-0', "black"),
        ('[Position "minelayers:2B2/5/A4:B:first=B"]\n1... a2 1-0', "A"),
    ],
)
def test_a_result_after_the_last_move(text: str, result: str | None) -> None:
    record = parse_record(text)
    assert record.result == result
    assert parse_record(format_record(record)) == record
    assert [e.record for e in read_games(io.BytesIO(f"{text}\n{text}".encode()))] == [record] * 2


@pytest.mark.parametrize("between", ["\n{}", "\n\n{}", "\n{}\n", "\n\n{}\n\n", "\n{0}\n{0}\n"])
@pytest.mark.parametrize("unwelcome", [b"\xef\xbb\xbf", b"\0", b"\xff"])
def test_what_is_not_text_between_games_affects_no_other(between: str, unwelcome: bytes) -> None:
    good = HEADER + "1. b1"
    data = f"{good}{between}{good}\n\n{good}".replace("{0}", "{}").encode()
    entries = list(read_games(io.BytesIO(data.replace(b"{}", unwelcome))))
    (bad,) = (entry for entry in entries if entry.error is not None)
    line = data[: data.index(b"{}")].count(b"\n") + 1
    assert bad.line == line
    assert str(bad.error).startswith(f"line {line}, column 1: found ")
    is_alone = between.endswith("\n")
    assert [entry.record is not None for entry in entries] == [
        *([True, False, True, True] if is_alone else [True, False, True])
    ]


def test_what_is_not_text_within_a_game_is_an_error_of_it() -> None:
    good = HEADER + "1. b1"
    text = f"{good}\n{HEADER}\ufeff\n1. b1\n{good}"
    entries = list(read_games(io.BytesIO(text.encode())))
    assert [entry.line for entry in entries] == [1, 3, 6]
    assert str(entries[1].error) == "line 4, column 1: found a byte order mark, expected text"


@pytest.mark.parametrize("broken", ["1. b1 {never closed", "1. d4", '[White "', "1. b1 (1. a2"])
def test_a_bad_game_does_not_affect_others(broken: str) -> None:
    good = HEADER + "1. b1"
    text = f"{good}\n{HEADER}{broken}\n{good}"
    entries = list(read_games(io.BytesIO(text.encode())))
    assert [entry.record is not None for entry in entries] == [True, False, True]
    assert [entry.line for entry in entries] == [1, 3, 5]


def test_a_line_that_is_not_text() -> None:
    (entry,) = read_games(io.BytesIO(HEADER.encode() + b"b1 {\xff}"))
    assert str(entry.error) == "line 2, column 5: found the byte 0xff, expected UTF-8"


@pytest.mark.parametrize(
    ("start", "numbers"),
    [
        (TWO, ["1.", "1...", "2."]),
        (TWO.replace(":w", ":b"), ["1...", "2.", "2..."]),
        ("sight-reduction+solitaire:bwwb/wwbw/bwbb:b", ["1.", "2.", "3."]),
    ],
)
def test_moves_are_numbered(start: str, numbers: Sequence[str]) -> None:
    assert [str(move_number(parse_position(start), ply)) for ply in range(3)] == numbers


def test_the_example_of_the_documentation() -> None:
    text = (ROOT / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")
    section = text.partition("## Game records")[2]
    (example,) = re.findall(r'```text title="game.txt"\n(.*?)\n```', section, re.DOTALL)
    assert format_record(parse_record(example)) == example


def test_random_words_are_parsed_or_refused() -> None:
    """Any words give a record that reads back, or a one-line error."""
    rng = random.Random(1)
    words = ["b1", "a3", "b2", "1.", "1...", "2.", "(", ")", "{c}", "{", "}", "??", "!", "[", "\n"]
    for _ in range(1000):
        text = HEADER + " ".join(rng.choices(words, k=rng.randint(1, 9)))
        for entry in read_games(io.BytesIO(text.encode())):
            if entry.record is None:
                assert str(entry.error).startswith("line ")
            else:
                assert parse_record(format_record(entry.record)) == entry.record


def test_a_refused_move_has_its_reason() -> None:
    position = parse_position(TWO)
    with pytest.raises(MoveError) as refused:
        parse_move(position, "d4")
    assert "(SR1)" in refused.value.reason
    copy = pickle.loads(pickle.dumps(refused.value))
    assert (str(copy), copy.reason) == (str(refused.value), refused.value.reason)
    assert format_move(position, parse_move(position, "B1")) == "b1"


START = "nakatta:start:5x5"
PLAIN = "1. c3 b2 2. d4 d2"


def nakatta(size: tuple[int, int] | None) -> Position:
    width, height = size or (5, 5)
    return parse_position(f"nakatta:start:{width}x{height}")


@pytest.mark.parametrize(
    "text",
    [
        "c3 b2 d4 d2",
        "C3 B2 D4 D2",
        "c3\nb2\nd4\nd2",
        "1.c3 b2 2.d4 d2",
        "1. c3 1... b2 2. d4 2... d2 *",
        "1. c3 2. b2 3. d4 4. d2",
        "1. c3\n2. b2\n3. d4\n4. d2\n",
        "(;SZ[5];B[c3];W[b2];B[d4];W[d2])",
        "(;FF[4]SZ[5:5];B[cc];W[bd];B[db];W[dd])",
        "( ;SZ[5];B[cc];W[b2]\n;B[db](;W[d2]))",
    ],
)
def test_moves_as_other_programs_write_them(text: str) -> None:
    expected = parse_record(f'[Position "{START}"]\n{PLAIN}')
    (entry,) = read_games(io.BytesIO(text.encode()), begin=nakatta)
    assert entry.record == expected


@pytest.mark.parametrize("text", ["c1-c2", "C1C2", "c1c2"])
def test_steps_with_and_without_a_hyphen(text: str) -> None:
    start = parse_position("manhattan:r3/3b/b3/2r1:r")
    (ply,) = parse_record(text, begin=lambda _: start).plies
    assert format_move(start, ply.move) == "c1-c2"


def test_comments_marks_and_clocks_of_other_programs_are_kept() -> None:
    text = "1. c3 $1 {[%clk 0:05:00]} b2 ?! ; a {plain} remark\n2. d4?? $14 $2 {\n[%emt 3] so} *"
    record = parse_record(text, begin=nakatta)
    assert [(ply.mark, ply.comment) for ply in record.plies] == [
        ("!", "[%clk 0:05:00]"),
        ("?!", "a (plain) remark"),
        ("??", "$14 $2 [%emt 3] so"),
    ]
    assert parse_record(format_record(record)) == record


@pytest.mark.parametrize(
    ("result", "meant"), [("1-0", "black"), ("0-1", "white"), ("1/2-1/2", "draw"), ("*", None)]
)
def test_results_of_chess_in_the_tag(result: str, meant: str | None) -> None:
    assert parse_record(f'[Result "{result}"]\n{PLAIN}', begin=nakatta).result == meant


def test_lists_of_moves_end_with_their_results() -> None:
    text = "c3 b2 1-0\nc3 d4\n0-1\n\nd4"
    games = [entry.record for entry in read_games(io.BytesIO(text.encode()), begin=nakatta)]
    assert [game and (len(game.plies), game.result) for game in games] == [
        *((2, "black"), (2, "white"), (1, None))
    ]


SGF = """(;FF[4]SZ[5]PB[Ann]PW[Ben]DT[2026-01-02]GN[Final]RE[W+R]C[A friendly
game.]
;B[cc]BL[299.5]C[why \\] not];W[b2]TE[1]
(;B[dd]DO[1];W[db])(;B[d4]BM[2]C[worse];W[d2])(;B[a5]))
"""


def test_the_tree_of_an_sgf_is_kept() -> None:
    (entry,) = read_games(io.BytesIO(SGF.encode()), begin=nakatta)
    assert entry.record is not None
    assert format_record(entry.record) == (
        '[Position "nakatta:5/5/5/5/5:b"]\n[Black "Ann"]\n[White "Ben"]\n[Date "2026-01-02"]\n'
        '[Name "Final"]\n[Result "white"]\n\n'
        "{A friendly game.} 1. c3 {[%clk 0:04:59] why ] not} 1... b2! 2. d2?! (2. d4??\n"
        "{worse} 2... d2) (2. a5) 2... d4"
    )


def test_an_sgf_may_set_up_the_board() -> None:
    def begin(size: tuple[int, int] | None) -> Position:
        assert size == (3, 2)
        return Position("sight-reduction", Board(3, 2, EMPTY * 6), "w")

    text = "\n(;SZ[3:2]AB[aa][cb]AW[ba:bb][ab][ca]PL[B];B[a2])"
    (entry,) = read_games(io.BytesIO(text.encode()), begin=begin)
    assert entry.error is not None
    assert str(entry.error).startswith(
        "line 2: found B[a2], expected a legal move: the game is over"
    )
    text = text.replace("PL[B];B[a2]", ";W[a1]")
    (entry,) = read_games(io.BytesIO(text.encode()), begin=begin)
    assert entry.record is not None
    assert format_position(entry.record.start) == "sight-reduction:bww/wwb:w"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("(;SZ[4];B[b2](;C[a remark])(;W[c4]))", "1. b2 {a remark} 1... c4"),
        ("(;SZ[4](;C[intro](;B[b2])(;B[a1]))(;B[d4]))", "{intro} 1. b2 (1. d4) (1. a1)"),
        ("(;SZ[4](;C[x])(;C[y](;B[b2];W[d4])(;B[a1])))", "{x y} 1. b2 (1. a1) 1... d4"),
    ],
)
def test_no_move_of_an_sgf_is_lost(text: str, line: str) -> None:
    (entry,) = read_games(io.BytesIO(text.encode()), begin=nakatta)
    assert entry.record is not None
    assert format_record(entry.record).partition("\n\n")[2] == line


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("(;SZ[4];B[b2];AW[ac];W[c3])", "found AW during the game, expected set-up stones in the"),
        ("(;SZ[4];B[b2]PL[B];B[c3])", "found PL during the game"),
        ("(;SZ[4];B[b2][c3])", "found 2 moves in one B, expected one"),
        ("(;SZ[22];B[b2];W[])", r"found W\[\], expected a legal move: a player with a legal move"),
        ("(;SZ[5];B[cc];W[cc])", r"line 1: found W\[cc\], expected a legal move: it is not empty"),
        ("(;SZ[5];W[cc])", r"found W\[cc\], expected a move of black, whose turn it is"),
        ("(;SZ[5];B[cc]W[dd])", "found B and W in one node"),
        ("(;SZ[5];B[c", "found no readable SGF"),
        ("(;SZ[x];B[cc])", r"found SZ\[x\], expected a size such as SZ\[5\]"),
        ("(;SZ[3:4];B[cc])", "found a board of 3×4 points, expected a square board"),
        ("(;SZ[5]AB[zz])", r"found AB\[zz\], expected a point on the 5×5 board"),
        ("(;SZ[5]RE[0];B[cc])" + "\n" * 3 + "(;SZ[5];B[zz])", "line 4: found "),
    ],
)
def test_faults_of_an_sgf_have_a_line(text: str, fault: str) -> None:
    entries = list(read_games(io.BytesIO(text.encode()), begin=nakatta))
    error = entries[-1].error
    assert error is not None
    assert re.search(fault, str(error))
    assert "\n" not in str(error)


def test_a_record_without_a_start_says_how_to_supply_one() -> None:
    with pytest.raises(GameRecordError, match=r"found no tag Position, expected .* or --position"):
        parse_record(PLAIN)
    (entry,) = read_games(io.BytesIO(SGF.encode()))
    assert "say so by --position, or by --game" in str(entry.error)
