"""`annotate`: its inputs, its output, and its exit codes."""

import gzip
import json
import signal
from pathlib import Path
from typing import Any

import pytest
from running import COMMAND, ROOT, begun, run
from waiting import DEADLINE

from positions import format_move, legal_moves
from positions.text import parse_position

TWO = "sight-reduction:bwwb/wwbw/bwbb:w"
GOOD = f"""[Position "{TWO}"]
[White "Ann"]
[Result "black"]

1. a2! {{My plan.}} a3 2. b2 d1 3. c3 c2 4. b1 a1
"""
ALONE = '[Position "sight-reduction+solitaire:bwwb/wwbw/bwbb:w"]\n\na2 d1 b1 a3 b3 a1\n'
SAMPLES = list((ROOT / "positions/samples").glob("*.txt"))
ILLEGAL = f'[Position "{TWO}"]\n\n1. a2 a2\n'
RESIGNED = f'[Position "{TWO}"]\n[Result "black"]\n\n1. a2\n'


def objects(given: str, *options: str, code: int = 0) -> list[dict[str, Any]]:
    result = run("annotate", "-", "--json", *options, given=given)
    assert result.exit_code == code, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_json() -> None:
    game, alone = objects(GOOD + ALONE)
    assert game["position"] == TWO
    assert (game["status"], game["result"], game["tags"]) == ("proved", "black", {"White": "Ann"})
    assert game["turning_point"] == {"ply": 7, "certain": True}
    first, blunder = game["moves"][0], game["moves"][6]
    assert (first["number"], first["move"], first["comment"]) == ("1.", "a2", "My plan.")
    assert (first["before"]["result"], first["after"]["winner"]) == ("win", "white")
    assert (blunder["mark"], blunder["lost"]["result"], blunder["better"]) == ("??", True, "b3")
    assert blunder["line"] == ["b3"]
    white, black = game["players"]
    assert (white["person"], white["mistakes"], white["accuracy"]) == ("white", 1, 0.75)
    assert (black["person"], black["mistakes"], black["accuracy"]) == ("black", 0, 1.0)
    assert alone["turning_point"]["ply"] == 4
    assert alone["result"] == "unsolved"
    assert [player["person"] for player in alone["players"]] == ["white"]


def test_the_annotated_record() -> None:
    once = run("annotate", "--format", "text", "-", given=GOOD + ALONE).stdout
    assert max(map(len, once.splitlines())) <= 80
    words = " ".join(once.split())
    assert "1. a2! {My plan.} 1... a3" in words
    assert '[Annotator "proofplay"]' in once
    assert "4. b1?? {the turning point, which gives away the win: Black wins in" in words
    assert "(4. b3)" in words
    assert run("annotate", "--format", "text", "-", given=once).stdout == once


@pytest.mark.parametrize("columns", ["80", "160"])
def test_the_report(columns: str) -> None:
    shown = run("annotate", "-", given=GOOD + ALONE + RESIGNED, COLUMNS=columns).stdout
    for phrase in (
        "White: Ann",
        "Black has won.",
        "From the start, White wins in 7 plies with best play.",
        "Turning point: 4. b1 gave away the win.",
        "White (Ann)",
        "3 of 4, 75 %",
        "4. a3 lost the solution.",
        "by resignation or agreement",
    ):
        assert phrase in shown
    assert max(map(len, shown.splitlines())) <= int(columns)


def test_any_number_of_workers_gives_the_same(tmp_path: Path) -> None:
    report = tmp_path / "games.md"
    games = GOOD + ILLEGAL + ALONE + GOOD
    inputs = ["-", *map(str, SAMPLES)]
    texts = [
        run("annotate", *inputs, "--format", "text", *options, given=games)
        for options in (["--threads", "1"], ["--workers", "1"], ["--workers", "3"])
    ]
    assert {text.exit_code for text in texts} == {1}
    assert len({text.stdout for text in texts}) == len({text.stderr for text in texts}) == 1
    assert "line 8, column 7: found 'a2', expected a legal move" in texts[0].stderr
    first, bad, second, third = objects(games, "--workers", "2", code=1)
    assert (first["moves"], bad["line"], second["result"]) == (third["moves"], 6, "unsolved")
    run("annotate", "-", "--workers", "2", "--report", str(report), given=games)
    assert report.read_text(encoding="utf-8").count("White (Ann)") == 2


def test_workers_that_are_stopped_keep_what_is_done(tmp_path: Path) -> None:
    """The second game takes long."""
    hard = '[Position "manhattan:start:8x8"]\n\n1. a2-a3\n'
    path = tmp_path / "games.txt"
    path.write_text(GOOD + ALONE + hard.replace("a2-a3", _first("manhattan:start:8x8")))
    with begun([*COMMAND, "annotate", str(path), "--json", "--workers", "2"], text=True) as process:
        written = [process.stdout.readline() for _ in range(2)]
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=DEADLINE)
    assert [json.loads(line)["game"] for line in written] == ["sight-reduction"] * 2
    assert (process.returncode, rest) == (130, "")
    assert errors.splitlines()[-1] == "Stopped; 2 games annotated."


def _first(text: str) -> str:
    position = parse_position(text)
    return format_move(position, legal_moves(position)[0])


def test_moves_that_a_limit_leaves_open() -> None:
    record = objects(GOOD, "--nodes", "0", code=3)[0]
    assert record["status"] == "unknown"
    assert record["turning_point"] == {"ply": None, "certain": False}
    move = record["moves"][0]
    assert (move["status"], move["reason"], move["before"]["result"]) == ("unknown", "nodes", None)
    assert (move["lost"]["result"], move["mark"]) == (None, "")
    shown = run("annotate", "-", "--time", "0", given=GOOD)
    assert shown.exit_code == 3
    assert "8 moves unknown: time limit reached. Try a longer --time" in shown.stdout
    assert "No move could be judged." in shown.stdout
    text = run("annotate", "-", "--nodes", "0", "--format", "text", given=GOOD).stdout
    assert text.count("{unknown}") + text.count("My plan. unknown") == 8


def test_an_illegal_move_is_reported_with_its_rule() -> None:
    result = run("annotate", "-", given=ILLEGAL)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == (
        "standard input: line 3, column 7: found 'a2', expected a legal move: "
        "it is not the square of a black piece (SR1)\n"
    )
    good, bad, again = objects(GOOD + ILLEGAL + GOOD, code=1)
    assert good["moves"] == again["moves"]
    assert bad["line"] == 6
    assert "(SR1)" in bad["error"]


@pytest.mark.parametrize(
    ("arguments", "given", "fault"),
    [
        ([], "", "no game given, expected a file or -"),
        (["-"], "", "standard input: found no game, expected at least one"),
        (["no file"], "", "no file: found no such file"),
        (["."], "", ".: found a directory"),
        (["-"], TWO, "standard input: line 1: found no tag Position"),
        (["-", "--json", "--format", "text"], GOOD, "--json cannot be combined with --format text"),
        (["-", "--format", "pgn"], GOOD, "found 'pgn', expected 'report', 'text' or 'json'"),
    ],
)
def test_unreadable_inputs(arguments: list[str], given: str, fault: str) -> None:
    result = run("annotate", *arguments, given=given)
    assert result.exit_code == 2
    assert fault in result.stderr
    assert result.stdout == ""


def test_files(tmp_path: Path) -> None:
    packed = tmp_path / "games.txt.gz"
    packed.write_bytes(gzip.compress(GOOD.encode()))
    plain = tmp_path / "a b.txt"
    plain.write_bytes(b"\xef\xbb\xbf" + ALONE.replace("\n", "\r\n").encode())
    result = run("annotate", "--json", str(packed), str(plain))
    assert [json.loads(line)["game"] for line in result.stdout.splitlines()] == [
        *("sight-reduction", "sight-reduction")
    ]
    cut = tmp_path / "cut.gz"
    cut.write_bytes(gzip.compress((GOOD * 9).encode(), mtime=0)[:-9])
    broken = run("annotate", "--json", str(cut))
    assert broken.exit_code == 2
    assert "breaks off" in broken.stderr


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_annotated_samples_are_up_to_date(path: Path) -> None:
    made = ROOT / f"docs/games/{path.stem}-annotated.txt"
    assert run("annotate", "--format", "text", str(path)).stdout == made.read_text(encoding="utf-8")


def test_an_engine_that_does_not_support_a_game() -> None:
    large = '[Position "sight-reduction:' + "/".join(["wbwbwb"] * 6) + ':w"]\n'
    result = run("annotate", "-", "--engine", "retrograde", given=large)
    assert result.exit_code == 2
    assert result.stderr.startswith("standard input: line 1: engine: retrograde takes")


@pytest.mark.parametrize(
    ("options", "given"),
    [
        (["--position", "nakatta:start:3x3"], "1. b2 a1"),
        (["--game", "nakatta", "--size", "3x3"], "B2 A1"),
        (["--game", "nakatta"], "(;SZ[3];B[b2];W[a1])"),
    ],
)
def test_games_without_a_start_are_given_one(options: list[str], given: str) -> None:
    record = json.loads(run("annotate", "--json", *options, "-", given=given).stdout)
    assert record["position"] == "nakatta:3/3/3:b"
    assert [move["move"] for move in record["moves"]] == ["b2", "a1"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--position", "x"], "--position: column 1: found 'x', expected a game: "),
        (["--size", "3x3"], "--variant and --size need --game"),
        (["--game", "nakatta", "--size", "3x4"], "found a board of 3×4 points, expected a square"),
        (["--game", "nakatta", "--variant", "x"], "--variant: found 'x', expected 'pie'"),
        (
            ["--game", "nakatta", "--position", "nakatta:start:3x3"],
            "--position cannot be combined with --game, --variant, --size",
        ),
    ],
)
def test_a_wrong_start_is_refused(options: list[str], message: str) -> None:
    result = run("annotate", *options, "-", given="b2")
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
