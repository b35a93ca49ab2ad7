"""Whether reading takes time in proportion to what is read, for each construct of each format.

Each construct is repeated in one file, and the number of repetitions is doubled four times. If
reading is linear, each ratio of times is about 2; if it is quadratic, about 4. On a busy machine
single ratios vary; the last column, over all doublings, says more: 16 if reading is linear, 256 if
it is quadratic. `tests/positions/test_linear_reading.py` counts the work instead.
"""

from __future__ import annotations

import argparse
import time
from contextlib import suppress
from io import BytesIO
from itertools import pairwise
from typing import NamedTuple

from positions.errors import SourceError
from positions.reading.files import read_records
from positions.reading.game_reading import read_games
from positions.reading.lines import MAX_LINE

DOUBLINGS = 4
# In a repeated part, the number of the repetition.
NUMBER = "№"


class Construct(NamedTuple):
    """A file in which one part is repeated; `is_game` for game records, else positions."""

    name: str
    before: str
    part: str
    after: str = ""
    is_game: bool = False

    def data(self, count: int) -> bytes:
        """Return the file with `count` repetitions."""
        parts = (self.part.replace(NUMBER, str(number)) for number in range(count))
        return f"{self.before}{''.join(parts)}{self.after}".encode()

    def read(self, data: bytes) -> None:
        """Read a file to its end, be it good or bad."""
        with suppress(SourceError):
            for _ in (read_games if self.is_game else read_records)(BytesIO(data)):
                pass


LINE = "sight-reduction:bwwb/wwbw/bwbb:w"
DIAGRAM = "game: manhattan\n"
GAME = '[Position "nakatta:start:4x4"]\n\n'
POSITIONS = (
    ("lines", "", f"{LINE}\n"),
    ("blank lines", "", "\n", LINE),
    ("comments", LINE, f"\n# {LINE}"),
    ("a long comment", LINE, " #"),
    ("bad lines", "", "sight-reduction:w?:w\n"),
    ("a long row", "sight-reduction:", "wb", ":w"),
    ("rows", "manhattan:rb", "/rb", ":r"),
    ("empty rows", "manhattan:", "/", ":r"),
    ("dots", "manhattan:", ".", ":r"),
    ("a long number", "manhattan:", "1", ":r"),
    ("numbers", "manhattan:", "9r", ":r"),
    ("large numbers", "manhattan:", "9999r", ":r"),
    ("flaws", "sight-reduction:", "?", ":w"),
    ("ragged rows", "sight-reduction:wb", "/w/wb", ":w"),
    ("variants", "sight-reduction", "+harder", ":wb:w"),
    ("keys", LINE, ":keep=a1,b1"),
    ("fields", LINE, ":"),
    ("a long value", "sight-reduction+solitaire:wb/wb:w:keep=", "a1,"),
    ("a long name", "", "x", ":wb:w"),
    ("null characters", "", "\0"),
    ("byte order marks", LINE, "\n\ufeff"),
    ("JSON: lines", "", f'{{"position": "{LINE}"}}\n'),
    ("JSON: bad lines", "", '{"position": "x"}\n'),
    ("JSON: names", "{", f'"{NUMBER}": 1, ', f'"position": "{LINE}"}}'),
    ("JSON: the same name", "{", '"a": 1, ', f'"position": "{LINE}"}}'),
    ("JSON: a list", '{"position": [0', ", 0", "]}"),
    ("JSON: brackets", '{"position": ', "["),
    ("JSON: escapes", '{"position": "', "\\u0041", '"}'),
    ("JSON: a long number", '{"position": ', "1", "}"),
    ("diagrams", "", f"{DIAGRAM}  r b\n---\n"),
    ("diagram: separators", f"{DIAGRAM}  r b\n", "---\n"),
    ("diagram: a long separator", f"{DIAGRAM}  r b\n", "-"),
    ("diagram: spaces and a hyphen", f"{DIAGRAM}  r b\n", " ", "-"),
    ("diagram: blank lines", DIAGRAM, "\n", "  r b\n"),
    ("diagram: rows", DIAGRAM, "  r b\n"),
    ("diagram: a long row", f"{DIAGRAM} ", " r"),
    ("diagram: ranks", DIAGRAM, f"  {NUMBER} r b\n"),
    ("diagram: lines of files", f"{DIAGRAM}  r b\n", "  a b\n"),
    ("diagram: ragged rows", DIAGRAM, "  r b\n  r\n"),
    ("diagram: flaws", f"{DIAGRAM}  ", "?"),
    ("diagram: rows not indented", DIAGRAM, "r b\n"),
    ("diagram: the same header line", DIAGRAM, "turn: r\n"),
    ("diagram: header lines", DIAGRAM, f"k{NUMBER}: a1\n"),
    ("diagram: variants", f"{DIAGRAM}variants:", " harder"),
    ("table", "name,position\n", f"one,{LINE}\n"),
    ("table: a long line", "name,position\n", "x,"),
    ("boards", "", "rb\nbr\n\n"),
    ("boards: rows with slashes", "", "1. rb/br\n"),
    ("boards: headings", "rb\nbr\n", "Deal\n", "rb\nbr\n"),
    ("boards: rows", "", "rb\n"),
    ("boards: a long row", "", "rb"),
    ("boards: ragged rows", "", "rb\nr\n"),
    ("boards: spaces", "rb/br\nDeal", " ", "rb/br\n"),
    ("boards: words", "rb/br\n", "Deal ", "rb/br\n"),
    ("boards: comments", "rb/br\n", "rb # x\n"),
    ("picture: a frame", "Manhattan, 2×2, Red to move\n\n2 r b\n", "│\n\n", "1 b r\n"),
    ("pictures", "", "Manhattan, 2×2, Red to move\n\n2 r b\n\n1 b r\n\n"),
)
GAMES = (
    ("games", "", f"{GAME}1. b2\n\n"),
    ("bad games", "", f"{GAME}1. zz\n\n"),
    ("games without a start", "", '[White "Ann"]\n\n1. b2\n\n'),
    ("comments", f"{GAME}1. b2", " {x}"),
    ("comments before the moves", GAME, "{x} "),
    ("comments in a variation", f"{GAME}1. b2 (b3", " {x}", ")"),
    ("empty comments", f"{GAME}1. b2", "{}"),
    ("a long comment", f"{GAME}1. b2 {{", "x", "}"),
    ("a comment's words", f"{GAME}1. b2 {{", "x ", "}"),
    ("a comment's lines", f"{GAME}1. b2 {{", "x\n", "}"),
    ("a comment not closed", f"{GAME}1. b2", " {x\n"),
    ("variations", f"{GAME}1. b2", " (b3)"),
    ("variations in one", f"{GAME}1. b2 (b3", " (c3)", ")"),
    ("deep variations", f"{GAME}1. b2 ", "(b2" * 20 + ")" * 20),
    ("variations too deep", f"{GAME}1. b2 ", "(b2 "),
    ("variations with comments", f"{GAME}1. b2", " ({x} b3! {y}) {z}"),
    ("closing parentheses", f"{GAME}1. b2", ")"),
    ("spaces", f"{GAME}1. b2", " ", "c3"),
    ("blank lines", f"{GAME}1. b2", "\n", "c3"),
    ("marks", f"{GAME}1. b2", "!"),
    ("marks before a move", f"{GAME}1. ", "!", "b2"),
    ("numbers", GAME, "1. "),
    ("a long number", GAME, "1", ". b2"),
    ("a long word", f"{GAME}1. ", "b2"),
    ("a word of hyphens", '[Position "manhattan:start"]\n\n1. ', "b2-"),
    ("a word of pluses", f'[Position "{LINE}"]\n\n1. ', "b2+"),
    ("tags", GAME, f'[T{NUMBER} "x"]\n'),
    ("tags before the start", "", f'[T{NUMBER} "x"]\n', GAME),
    ("the same tag", GAME, '[White "x"]\n'),
    ("a tag's value", f'{GAME}[White "', "x", '"]'),
    ("a tag's escapes", f'{GAME}[White "', "\\\\", '"]'),
    ("a tag's name", f"{GAME}[", "W", ' "x"]'),
    ("a tag not closed", f'{GAME}[White "', "x"),
    ("a tag's spaces", f"{GAME}[White", " ", "x"),
    ("spaces after a tag", f'{GAME}[White "x"]', " ", "x"),
    ("starts", "", GAME),
    ("a start's flaws", '[Position "nakatta:', "?", ':b"]'),
    ("byte order marks", f"{GAME}1. b2\n", "\ufeff\n", f"{GAME}1. b2"),
)
CONSTRUCTS = (
    *(Construct(*one) for one in POSITIONS),
    *(Construct(f"game: {name}", *rest, is_game=True) for name, *rest in GAMES),
)


def seconds(construct: Construct, count: int) -> float:
    """Return the processor seconds that reading takes, the better of two."""
    data = construct.data(count)
    times = []
    for _ in range(2):
        began = time.process_time()
        construct.read(data)
        times.append(time.process_time() - began)
    return min(times)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--least", type=float, default=0.004, help="seconds of the first reading")
    parser.add_argument("names", nargs="*", help="part of the name of a construct  [default: all]")
    arguments = parser.parse_args()
    columns = ["repeated", "ms", *["÷"] * DOUBLINGS, "last ÷ first"]
    print(f"{'construct':32}", *(f"{title:>8}" for title in columns))
    for construct in CONSTRUCTS:
        if arguments.names and not any(name in construct.name for name in arguments.names):
            continue
        count = 64
        while (
            len(construct.data(2 * count << DOUBLINGS)) < MAX_LINE
            and seconds(construct, count) < arguments.least
        ):
            count *= 2
        times = [seconds(construct, count << doubling) for doubling in range(DOUBLINGS + 1)]
        ratios = [f"{after / before:8.1f}" for before, after in pairwise(times)]
        last = f"{times[-1] / times[0]:8.0f}"
        print(f"{construct.name:32} {count:8,} {times[0] * 1000:8.1f}", *ratios, last, flush=True)


if __name__ == "__main__":
    main()
