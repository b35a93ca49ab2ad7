"""Files of positions: the three formats, and everything that can be odd about a file."""

import errno
import gzip
import io
import json
from collections.abc import Iterator
from typing import BinaryIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import sight_reduction

from positions.errors import SourceError, quote
from positions.game import Position
from positions.reading.diagram import format_diagram
from positions.reading.files import Record, read_records
from positions.reading.lines import MAX_LINE
from positions.text import format_position, parse_position

TEXTS = (
    "sight-reduction:w1/bw:w",
    "sight-reduction+solitaire:wbw/bwb:w:keep=a1,b1".replace("keep=a1,b1", "keep=b1,a1"),
    "sight-reduction+easier:www/3/bbb:b",
)
THREE = [parse_position(text) for text in TEXTS]
FORMS = {
    "lines": list(TEXTS),
    "json": [json.dumps({"position": text, "more": "# no comment"}) for text in TEXTS],
    "diagrams": "\n---\n".join(format_diagram(position) for position in THREE).split("\n"),
}
ENDS = {"lf": b"\n", "crlf": b"\r\n", "cr": b"\r"}
BOM = b"\xef\xbb\xbf"


def read(data: bytes) -> list[Record]:
    return list(read_records(io.BytesIO(data)))


def positions(data: bytes) -> list[Position | None]:
    return [record.position for record in read(data)]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("bom", [b"", BOM])
@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize("blank", ["", "\n", "\n\n", "\n \t\n", " \t"])
def test_odd_files_read_the_same(form: str, end: str, bom: bytes, last: bool, blank: str) -> None:
    text = f"{blank}\n".join(FORMS[form]) + ("\n" if last else "")
    data = bom + text.encode().replace(b"\n", ENDS[end])
    assert positions(data) == THREE
    assert positions(gzip.compress(data)) == THREE


@pytest.mark.parametrize("form", FORMS)
def test_records_have_the_number_of_their_first_line(form: str) -> None:
    data = "# a comment\n\n" + "\n".join(FORMS[form])
    first = read(data.encode())[0]
    assert first.line == 3


@given(sight_reduction(keep=True))
def test_diagrams_read_back(position: Position) -> None:
    assert positions(format_diagram(position).encode()) == [position]


@pytest.mark.parametrize(
    "board",
    [
        "  w b .\n  . w b",
        "  wb.\n  .wb",
        "\twb.\n\t.wb",
        "  2 wb.\n  1 .wb\n    abc",
        "  2 w b . 2\n  1 . w b 1\n    a b c",
        "    A B C\n  2 w b .\n  1 . w b\n    A B C",
        "  w b .  # the top\n\n  . w b",
    ],
)
def test_boards_may_be_drawn_in_many_ways(board: str) -> None:
    expected = parse_position("sight-reduction:wb1/1wb:w")
    assert positions(f"game: sight-reduction\n{board}\n".encode()) == [expected]
    assert positions(f"Turn: w\ngame: sight-reduction\n{board}\n".encode()) == [expected]


@pytest.mark.parametrize(
    ("diagram", "error"),
    [
        ("game: sight-reduction\n  w b\n  w\n", "line 3, row 2: found 1 squares, expected 2"),
        ("game: sight-reduction\n  w x\n", "line 2, row 1, column 5: found 'x'"),
        ("game: sight-reduction\n  w 2\n", "found rank 2, expected rank 1"),
        ("game: sight-reduction\n  2 w b\n  2 b w\n", "line 3, row 2: found rank 2"),
        ("game: sight-reduction\nw b\n", "line 2: found 'w b', expected 'name: value'"),
        ("game: sight-reduction\n", "found no board"),
        ("game: chess\n  w b\n", "line 1, column 7: found 'chess'"),
        ("game: sight-reduction\nturn: Z\n  w b\n", "line 2, column 7: found 'Z'"),
        ("game: sight-reduction\nturn: w\nturn: b\n  w b\n", "line 3: found 'turn' twice"),
        ("game: sight-reduction\nsize: 3\n  w b\n", "line 2, column 7: found 'size'"),
        ("game: sight-reduction\nvariants: solo\n  w b\n", "line 2, column 11: found 'solo'"),
        ("turn: w\n  w b\n", "line 1: found no game"),
    ],
)
def test_flaws_of_diagrams(diagram: str, error: str) -> None:
    (record,) = read(diagram.encode())
    assert error in str(record.error)


def test_a_diagram_without_a_turn_has_the_first_player_to_move() -> None:
    (position,) = positions(b"game: sight-reduction\n  w b\n")
    assert position is not None
    assert position.turn == "w"


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ('{"position": 3}', "found '3', expected a string in \"position\""),
        ('{"positions": "x"}', 'expected a JSON object with a "position" field'),
        ('{"position": "sight-reduction:wb:w"', "expected one JSON object per line"),
        ('{"position": "sight-reduction:w?:w"}', "line 2, row 1: found '?'"),
        ("{" * 100_000, "expected one JSON object per line"),
        ('{"position": ' + "[" * 100_000, "expected one JSON object per line"),
        ("[1]", "expected a JSON object"),
        ("sight-reduction:wb:w", "expected one JSON object per line"),
    ],
)
def test_a_bad_record_does_not_affect_others(line: str, error: str) -> None:
    good = json.dumps({"position": TEXTS[0]})
    first, second, third = read(f"{good}\n{line}\n{good}\n".encode())
    assert (first.position, third.position) == (THREE[0], THREE[0])
    assert second.line == 2
    assert error in str(second.error)


def test_flaws_name_the_line_and_count_columns_in_it() -> None:
    _, record = read(b"sight-reduction:wb:w\n   sight-reduction:w?:w  # odd\n")
    assert str(record.error).startswith("line 2, row 1, column 21: found '?'")


@pytest.mark.parametrize("data", [b"", b"\n\n", b"# only\n# comments\n", BOM, b" \t\r\n"])
def test_empty_files_have_no_records(data: bytes) -> None:
    assert read(data) == []


@pytest.mark.parametrize("inside", ["\u2028", "\x0c", "\x85", "\x1c", "\v"])
def test_only_line_ends_end_a_line(inside: str) -> None:
    data = f"{TEXTS[0]}  # a{inside}comment\n{TEXTS[2]}\n".encode()
    assert positions(data) == [THREE[0], THREE[2]]


@pytest.mark.parametrize(
    ("bad", "found"),
    [(b"\xff", "the byte 0xff"), (BOM, "a byte order mark"), (b"\0", "a null character")],
)
def test_bytes_that_are_not_text_are_one_bad_record(bad: bytes, found: str) -> None:
    first, second, third = read(TEXTS[0].encode() + b"\nsi" + bad + b"\n" + TEXTS[2].encode())
    assert (first.position, third.position) == (THREE[0], THREE[2])
    assert f"line 2, column 3: found {found}" in str(second.error)


SEPARATORS = {"lines": "\n", "json": "\n", "diagrams": "\n---\n"}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("bad", [b"\xff", BOM, b"\0"])
@pytest.mark.parametrize("is_alone", [True, False])
def test_what_is_not_text_between_records_affects_no_other(
    form: str, bad: bytes, is_alone: bool
) -> None:
    one, *others = (
        [format_diagram(position) for position in THREE] if form == "diagrams" else FORMS[form]
    )
    more = SEPARATORS[form].join(others).encode()
    data = (one + SEPARATORS[form]).encode() + bad + (b"\n" if is_alone else b"") + more
    records = read(data)
    (record,) = (record for record in records if record.error is not None)
    line = (one + SEPARATORS[form]).count("\n") + 1
    assert record.line == line
    assert f"line {line}, column 1: found " in str(record.error)
    found = [record.position for record in records]
    assert found == [THREE[0], None, *(THREE[1:] if is_alone else THREE[2:])]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("bad", [b"\xff", BOM, b"\0"])
def test_the_format_is_recognised_behind_what_is_not_text(form: str, bad: bytes) -> None:
    first, *others = read(b"# a comment\n" + bad + b"\n" + "\n".join(FORMS[form]).encode())
    assert first.line == 2
    assert "line 2, column 1: found " in str(first.error)
    assert [record.position for record in others] == THREE


def test_a_separator_that_is_not_text_separates() -> None:
    one, two, three = (format_diagram(position) for position in THREE)
    first, second, third = read(f"{one}\n\ufeff---\n{two}\n---\n{three}".encode())
    assert (first.position, third.position) == (THREE[0], THREE[2])
    line = one.count("\n") + 2
    assert str(second.error) == f"line {line}, column 1: found a byte order mark, expected text"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_other_encodings_are_named(encoding: str) -> None:
    with pytest.raises(SourceError, match=f"found {encoding.upper()}, expected UTF-8"):
        read(TEXTS[0].encode(encoding))


def test_a_truncated_gzip_file_first_yields_what_can_be_read() -> None:
    text = "".join(f"{TEXTS[0]} # {number}\n" for number in range(10_000))
    records: Iterator[Record] = read_records(io.BytesIO(gzip.compress(text.encode())[:-4000]))
    assert next(records).position == THREE[0]
    with pytest.raises(SourceError, match="breaks off") as broken:
        list(records)
    assert broken.value.line
    assert broken.value.line > 1000


def records_of(stream: BinaryIO) -> tuple[list[Position | None], SourceError | None]:
    """Return the positions before the error of a stream, and the error."""
    found: list[Position | None] = []
    try:
        found.extend(record.position for record in read_records(stream))
    except SourceError as error:
        return found, error
    return found, None


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("junk", [b"xx", b"\0\0\0x", b"\x1f ", b"x" * 1000])
@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n\n"])
def test_all_of_a_good_member_is_read_before_the_junk_after_it(
    form: str, junk: bytes, end: str
) -> None:
    text = "\n".join(FORMS[form]) + end
    found, error = records_of(io.BytesIO(gzip.compress(text.encode()) + junk))
    assert found == THREE
    shown = quote(junk.lstrip(b"\0")[:20].decode("latin-1"))
    assert f"found {shown} after the gzip data, expected the end" in str(error)
    assert error is not None
    assert error.line == len(text.splitlines()) + 1


@pytest.mark.parametrize("zeros", [1, 512, 1 << 17])
def test_zeros_may_follow_a_gzip_file(zeros: int) -> None:
    one, two = (gzip.compress(f"{text}\n".encode()) for text in TEXTS[:2])
    assert positions(one + b"\0" * zeros + two + b"\0" * zeros) == THREE[:2]


@pytest.mark.parametrize("form", FORMS)
def test_a_cut_record_is_not_answered(form: str) -> None:
    text = "\n".join(FORMS[form]).encode()
    # Stored uncompressed, so that every byte before the cut is read.
    packed = gzip.compress(text, compresslevel=0)
    for length in range(2, len(packed)):
        found, error = records_of(io.BytesIO(packed[:length]))
        assert found == THREE[: len(found)]
        assert len(found) < 3
        assert "the gzip data breaks off" in str(error)
    assert records_of(io.BytesIO(packed)) == (THREE, None)
    damaged = packed[:-6] + bytes([packed[-6] ^ 1]) + packed[-5:]
    assert "the gzip data is damaged" in str(records_of(io.BytesIO(damaged))[1])


class FailingDisk(io.RawIOBase):
    """A disk that fails after some bytes."""

    def __init__(self, data: bytes) -> None:
        self._data = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        found = self._data.readinto(buffer)
        if not found:
            raise OSError(errno.EIO, "Input/output error")
        return found


@pytest.mark.parametrize("form", FORMS)
def test_records_read_before_a_disk_fails_are_answered(form: str) -> None:
    found, error = records_of(io.BufferedReader(FailingDisk("\n".join(FORMS[form]).encode())))
    assert found == THREE[:2]
    assert (
        str(error)
        == f"line {len(FORMS[form])}: found input/output error, expected more of the file"
    )
    with pytest.raises(OSError, match="Input/output error"):
        list(read_records(io.BufferedReader(FailingDisk(b""))))


def test_compressed_data_is_decompressed_once() -> None:
    first, *_ = read(gzip.compress(gzip.compress(TEXTS[0].encode())))
    assert "found the byte 0x" in str(first.error)


def test_a_gzip_file_may_have_several_members() -> None:
    parts = [gzip.compress(f"{text}\n".encode()) for text in TEXTS]
    assert positions(b"".join(parts)) == THREE


def test_an_endless_line_is_refused_before_it_fills_the_memory() -> None:
    bomb = gzip.compress(b"w" * (64 * MAX_LINE))
    with pytest.raises(SourceError, match="a line of more than"):
        read(bomb)


def test_a_pipe_is_answered_line_by_line() -> None:
    class Pipe(io.RawIOBase):
        """A stream that counts the lines read."""

        asked = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
            line = f"{TEXTS[0]}\n".encode() if self.asked < 1000 else b""
            self.asked += 1
            buffer[: len(line)] = line
            return len(line)

    pipe = Pipe()
    assert next(read_records(io.BufferedReader(pipe))).position == THREE[0]
    assert pipe.asked < 10


@settings(max_examples=300)
@given(st.binary(max_size=300))
def test_random_bytes_never_crash(data: bytes) -> None:
    try:
        records = read(data)
    except SourceError:
        return
    for record in records:
        assert (record.position is None) != (record.error is None)
        assert record.error is None or str(record.error).isprintable()


@given(st.lists(sight_reduction(), min_size=1, max_size=4))
def test_lines_read_back(given_positions: list[Position]) -> None:
    data = "\n".join(format_position(position) for position in given_positions)
    assert positions(data.encode()) == given_positions
