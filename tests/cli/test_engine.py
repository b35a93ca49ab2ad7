"""A conversation with `engine` by the UGI protocol."""

import io
import subprocess
import time
from collections.abc import Iterator

import pytest
from running import COMMAND, begun, run

from cli.engine import Settings, Ugi
from positions import GAMES


def conversation(*lines: str, game: str = "nakatta", level: int = 8) -> list[str]:
    out = io.StringIO()
    size = {"nakatta": (4, 4)}.get(game)
    Ugi(GAMES[game], (), size, Settings(level, 1, None, 1), out).listen(iter(lines))
    return out.getvalue().splitlines()


def test_the_engine_introduces_itself() -> None:
    said = conversation("ugi", "isready")
    assert said[0].startswith("id name proofplay ")
    assert any(
        line.startswith("option name level type spin default 8 min 1 max 8") for line in said
    )
    assert said[-2:] == ["ugiok", "readyok"]


@pytest.mark.parametrize(
    ("position", "answers"),
    [
        ("startpos", ["true", "false", "none"]),
        ("startpos moves b2", ["false", "false", "none"]),
        ("fen nakatta:1b1/1b1/1b1:w", ["false", "true", "p1win"]),
        ("fen nakatta:3/www/3:b", ["true", "true", "p2win"]),
    ],
)
def test_queries(position: str, answers: list[str]) -> None:
    asked = [f"query {question}" for question in ("p1turn", "gameover", "result")]
    said = conversation(f"position {position}", *asked)
    assert said == [f"response {answer}" for answer in answers]


def test_a_draw_is_one() -> None:
    said = conversation("position fen marvin:WR/RW:w", "query result", game="marvin")
    assert said == ["response draw"]


def test_a_proved_score_is_exact() -> None:
    info, best = conversation("position fen nakatta:1b2/1b2/4/1b1w:b", "go movetime 2000")
    assert info.startswith("info multipv 1 score win")
    assert " exact " in info
    assert " pv b2" in info
    assert best == "bestmove b2"


def test_levels_estimates_and_several_lines() -> None:
    info, best = conversation("position startpos", "go movetime 300", level=2)
    assert "score cp " in info
    assert info.endswith(f" pv {best.removeprefix('bestmove ')}")
    several = conversation(
        "setoption name multipv value 3", "position startpos", "go movetime 3000"
    )
    assert [line.split()[2] for line in several[:-1]] == ["1", "2", "3"]
    assert several[-1] == f"bestmove {several[0].rpartition(' pv ')[2]}"
    (limited,) = (line for line in conversation("go nodes 9") if line.startswith("bestmove"))
    assert limited != "bestmove none"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nonsense", "found 'nonsense', expected a command of UGI"),
        ("position fen x", "column 1: found 'x'"),
        ("position startpos moves z9", "'z9' is illegal: it is not a point of this board (NK1)"),
        ("position fen marvin:start:3x3", "found a position of marvin, expected nakatta"),
        ("go movetime x", "go movetime: found 'x', expected a number"),
        ("go depth 4", "found go depth, expected movetime, nodes, infinite or a clock"),
        ("setoption name level value 9", "option level: found '9', expected a number from 1 to 8"),
        ("setoption level 3", "expected setoption name NAME value VALUE"),
        ("query weather", "query: found 'weather', expected 'gameover', 'p1turn' or 'result'"),
        ("ponderhit", "expected go ponder before it"),
    ],
)
def test_bad_lines_are_answered_and_the_engine_lives(line: str, message: str) -> None:
    first, *_, last = conversation(line, "isready")
    assert first.startswith("info string ")
    assert message in first
    assert last == "readyok"


def test_no_start_no_move_and_a_game_that_is_over() -> None:
    (said,) = conversation("go movetime 9", game="sight-reduction")
    assert said.startswith("info string startpos: ")
    over = conversation("position fen nakatta:1b1/1b1/1b1:w", "go movetime 9")
    assert over[-1] == "bestmove none"


@pytest.fixture
def process() -> Iterator["subprocess.Popen[str]"]:
    with begun([*COMMAND, "engine", "nakatta", "--size", "9x9"], stdin=-1, text=True) as one:
        yield one
        one.kill()


def test_stop_and_ponderhit_are_obeyed(process: "subprocess.Popen[str]") -> None:
    """The move of an endless search comes after `stop`, and soon."""
    assert process.stdin is not None
    assert process.stdout is not None

    def tell(*lines: str) -> None:
        assert process.stdin is not None
        process.stdin.write("".join(f"{line}\n" for line in lines))
        process.stdin.flush()

    def heard(start: str) -> str:
        assert process.stdout is not None
        while not (line := process.stdout.readline()).startswith(start):
            assert line
        return line

    tell("position startpos", "go infinite", "isready")
    assert heard("readyok")
    before = time.monotonic()
    tell("stop")
    assert heard("bestmove ")
    assert time.monotonic() - before < 20
    tell("go ponder movetime 200", "isready")
    assert heard("readyok")
    tell("ponderhit")
    assert heard("bestmove ")
    tell("quit")
    assert process.wait(60) == 0
    assert process.stdout.read() == ""


def test_an_unknown_game_is_refused() -> None:
    result = run("engine", "chess")
    assert result.exit_code == 2
    assert "found 'chess', expected 'sight-reduction'" in result.stderr
