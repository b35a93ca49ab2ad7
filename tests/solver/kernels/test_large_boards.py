"""Boards with more squares than a word has bits: kernels of several words agree with the rules."""

from __future__ import annotations

import pytest
from replays import assessed

from positions.games import game_of
from positions.perft import perft as perft_by_rules
from positions.text import parse_position
from solver import Limits, Status, solve
from solver.answers.counting import perft
from solver.engines.choice import ENGINES
from solver.games import descriptor_of
from solver.interface.engine import Budget, Details

# Games that are nearly over.
ENDGAMES = [
    (
        "nakatta:wbwbwb1bb/1bwbbbbbw/bbbb1wbww/bbwwwwbbb/w1wwbbbbb/wbbwww1ww/bbwww1wwb/1b1bww1"
        "ww/wbbbwwwww:b"
    ),
    (
        "nakatta:w1wwwbbbw/bbwwbbbbw/wbbww1bww/wwbbwwbbb/bbbbbwww1/wwwbbb1ww/bwwbbbbww/wwww1wb"
        "1b/bw1w2bbb:b"
    ),
    (
        "nakatta:w1wbbwb1wwwbb/wwwbbbbbwwbbb/wwwbwbbbbwbww/wbwbwwwwwwbbw/wbwbww1bwwbbb/bbbbbww"
        "bwbbbb/wbbwbwwwwwbbb/ww1wwwwb1wbbw/wwbwwbwwwwbbw/bbbbbbbw1wbbw/bbbbbwbwwwwww/bww1bbbb"
        "bbwww/wwwbbwbwbbbbb:b"
    ),
    (
        "nakatta:bwbww1wbwwbbwwwbbbw/bwbbwwwbbwwwwwwbbbw/bwwwwwwwbwwwbwwbwbb/bwbbwwww1wbbbbwbw"
        "ww/wwbbwbbbbwwwbwwbwb1/wwbbbbbbbbbwbwwbbbb/wwwbbbwwbbwwwwwbbbb/bwbbwbwwwwwwbwwwwww/bw"
        "bbbbwwwwwwbbwwwww/bbbbbwwbwwwwbbwbbbb/bbbbbbbbbwwwbwwbbbb/bbwwbbbwbbbwbb1bbbb/bbbbbwb"
        "wbbwwwwwbbbb/wbbbbwwwwbwwwwbbbbw/bbbbwwwwbbbbwbbwbww/bbwwwwbwb1wbbbbbbww/bbwwwwbbbwww"
        "bbbwwww/wbwwwwbbwwwwwbbbbww/wb1wwwbbwwb1wwwbbbw:b"
    ),
    (
        "marvin:WRRRRWW1R/WWRRWWRWR/WRWWR1WWR/WRWWRWWRW/WRWRWWWW1/RRRRWWRW1/WWRWRWWRR/RWRRRRRR"
        "W/W2RRRRWR:r"
    ),
    (
        "marvin:RWWRRWRRRR1/RRRRRRRRWRR/WRWWWRWRRWR/WRRWRRWWRRR/WRR1WRWRRRR/RWRWRRRWWRW/1WWWWR"
        "WRWRR/rRWRWWWWRRW/1RWRRWRRWRR/WRWWWRWWRRR/WWRRWRWWWWR:w"
    ),
    "marvin:wrWRW/w1WRW/RWWRW/RRWWR/WRWWW/WWWRW/WRRWW/WRRRW/1RRRR/R1RRW/WRRRR/WRRWR/RWWWR:w",
    (
        "minelayers:x1x1xxx1x/x1x1x2xx/xx3x1xA/xxxx1x1xx/xxxxxxxBx/xxxxx1xxx/xxxxxx1xx/xxxx1xx"
        "xx/xxxxxxxxx:A:first=A"
    ),
    (
        "minelayers:xxxxx/xx1xx/2x2/x2x1/BxA2/xx2x/xxx2/xxxxx/xx1x1/xxxxx/xxxxx/xxxxx/xxxxx/xx"
        "xxx:A:first=A"
    ),
    (
        "minelayers:xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxx1/xxx2xx1x1/xx1xx1xxxx/xxx1xx1x1"
        "x/xxxx3x1x/xxxxxx2Bx/xxxxxAx1x1:B:first=B"
    ),
    "manhattan:10/10/10/8r1/6bb1r/6rr1b/10/10/10/10:r",
    "manhattan:10/7br1/7rbr/10/10/10/10/10/10/10:r",
    "manhattan:6rr1/7b1/6b2/5br2/9/9/9/9:b",
    "manhattan:3r1/4r/3b1/1b1rb/5/5/5/5/5/5/5/5/5/5:r",
]

# Up to this depth, the sequences from a start are also counted by the rules.
STARTS = [
    ("nakatta:start:9x9", 2),
    ("nakatta:start:11x11", 1),
    ("nakatta:start:13x13", 1),
    ("nakatta:start:19x19", 1),
    ("marvin:start:9x9", 2),
    ("marvin:start:11x11", 1),
    ("marvin:start:16x8", 1),
    ("minelayers:start:9x9", 3),
    ("minelayers:start:5x14", 4),
    ("minelayers:start:16x8", 2),
    ("manhattan:start:10x10", 2),
    ("manhattan:start:16x8", 2),
]

# Too large for the kernels.
TOO_LARGE = ["nakatta:start:20x20", "marvin:start:13x11", "manhattan:start:12x12"]


# Positions that take the reference engine long.
LONG = {1, 3, 10, 13}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, marks=[pytest.mark.exhaustive] * (number in LONG))
        for number, text in enumerate(ENDGAMES)
    ],
)
def test_search_agrees_with_the_reference_engine(text: str) -> None:
    position = parse_position(text)
    other = game_of(position).other_turn(position)
    for asked in (position, other) if other is not None else (position,):
        wanted = Details(distance=True)
        assert assessed(asked, wanted, "search") == assessed(asked, wanted, "brute")
        assert solve(asked).engine == "search"
    for depth in range(1, 4):
        assert perft(position, depth, Budget(Limits())) == perft_by_rules(position, depth)


@pytest.mark.parametrize(("text", "depth"), STARTS)
def test_perft_agrees_with_the_rules(text: str, depth: int) -> None:
    position = parse_position(text)
    assert descriptor_of(position).kernels_for(position) is not None
    assert perft(position, depth, Budget(Limits())) == perft_by_rules(position, depth)


@pytest.mark.parametrize("text", [text for text, _ in STARTS])
def test_a_search_of_a_large_board_respects_its_limits(text: str) -> None:
    position = parse_position(text)
    answer = solve(position, nodes=20, engine="search")
    assert answer.status == Status.UNKNOWN
    assert answer.nodes <= 20
    answer = solve(position, time=0.2, engine="search")
    assert answer.status == Status.UNKNOWN
    assert answer.seconds < 2


@pytest.mark.parametrize("text", [text for text, _ in STARTS] + TOO_LARGE)
def test_tables_refuse_large_boards(text: str) -> None:
    position = parse_position(text)
    assert ENGINES["retrograde"].objection(position) is not None


@pytest.mark.parametrize("text", TOO_LARGE)
def test_larger_boards_are_refused(text: str) -> None:
    position = parse_position(text)
    width, height = position.board.size
    objection = ENGINES["search"].objection(position)
    assert objection == f"search has no kernel for {game_of(position).title} on {width}×{height}"
