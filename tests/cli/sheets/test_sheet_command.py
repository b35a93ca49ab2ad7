"""`proofplay sheet`: what it reads, how it arranges pages, and what it refuses."""

import io
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from running import finished, run

from positions.games import rules_of
from positions.looks.drawing import draw_line
from positions.text import parse_move, parse_position


@pytest.fixture(scope="module")
def puzzles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of eight puzzles."""
    path = tmp_path_factory.mktemp("puzzles") / "puzzles.jsonl"
    asked = ("--size", "3x4", "--seed", "5", "--count", "8", "--workers", "1", "-q")
    assert run("generate", *asked, "-o", str(path)).exit_code == 0
    return path


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def pages(path: Path) -> list[str]:
    """Return the text of each page, with single spaces."""
    reader = PdfReader(io.BytesIO(path.read_bytes()))
    return [re.sub(r"\s+", " ", page.extract_text()) for page in reader.pages]


def made(tmp_path: Path, *arguments: str) -> list[str]:
    """Return the text of the pages that the command makes."""
    path = tmp_path / "sheet.pdf"
    result = run("sheet", *arguments, "-o", str(path))
    assert result.exit_code == 0, result.stderr
    return pages(path)


@pytest.mark.parametrize(
    ("paper", "per_page", "count"),
    [("A4", 1, 8), ("A4", 4, 2), ("Letter", 6, 2), ("a5", 2, 4), ("A5", 4, 2), ("a5", 9, 1)],
)
def test_a_page_has_as_many_boards_as_wanted(
    paper: str, per_page: int, count: int, puzzles: Path, tmp_path: Path
) -> None:
    goal = records(puzzles)[0]["goal"]
    texts = made(tmp_path, str(puzzles), "--per-page", str(per_page), "--paper", paper)
    shown = [text.count(goal) for text in texts]
    assert shown[:count] == [per_page] * (8 // per_page) + [8 % per_page] * (8 % per_page > 0)
    assert sum(shown) == 8
    assert "Answers" in texts[count]


def test_a_file_edited_by_hand_is_typeset(puzzles: Path, tmp_path: Path) -> None:
    edited = records(puzzles)[2:0:-1]
    edited[0] |= {"name": "For Sunday", "note": "Think of d4 #[*]."}
    path = tmp_path / "edited.json"
    path.write_text(json.dumps(edited, indent=2))
    texts = made(tmp_path, str(path), "--title", "Ten minutes", "--author", "A. Editor")
    assert texts[0].startswith("Ten minutes A. Editor Ten minutes A. Editor 1. A turn removes")
    assert f"1 · For Sunday · {edited[0]['grade']}" in texts[0]
    assert "Think of d4 #[*]." in texts[0]
    assert "proofplay sheet edited.json -o sheet.pdf --title 'Ten minutes'" in texts[0]
    assert " ".join(edited[0]["solution"][:1]) in texts[1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"solution": ["a1", "a1"]}, "is illegal"),
        ({"grade": "hard"}, """found '"hard"' as "grade", expected 'gentle'"""),
        ({"goal": "Win."}, "goal"),
        ({"difficulty": "high"}, 'expected a number as "difficulty"'),
        ({"name": 5}, "expected a text as 'name'"),
        ({"position": "sight-reduction:w"}, "column 18: found no turn"),
    ],
)
def test_a_wrong_edit_is_one_line_with_its_place(
    change: dict[str, object], message: str, puzzles: Path, tmp_path: Path
) -> None:
    edited = records(puzzles)
    edited[1] |= change
    path, sheet = tmp_path / "edited.jsonl", tmp_path / "sheet.pdf"
    path.write_text("".join(json.dumps(record) + "\n" for record in edited))
    result = run("sheet", str(path), "-o", str(sheet))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"proofplay sheet: {path}: line 2: ")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert not sheet.exists()


def test_broken_json_is_named_where_it_breaks(tmp_path: Path) -> None:
    path = tmp_path / "edited.json"
    path.write_text('[\n{"position": "nakatta:3/3/3:w"},\n{"position": \n]')
    result = run("sheet", str(path), "-o", str(tmp_path / "sheet.pdf"))
    assert result.exit_code == 2
    assert f"{path}: line 4: found no JSON" in result.stderr


def test_positions_are_solved(tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text("Deal 1\nwwb\nbwb\n\nDeal 2\nwbw\nbwb\n")
    texts = made(tmp_path, str(path), "--game", "sight-reduction", "--variant", "solitaire")
    assert "1 · Deal 1" in texts[0]
    assert "until one of each is left." in texts[0]
    assert "1 · Deal 1 1. b1 2. c2 3. b2 4. c1 Solvable" in texts[1]
    assert "2 · Deal 2 Not solvable" in texts[1]


def test_a_limit_leaves_an_answer_open(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    result = run("sheet", "nakatta:start:9x9", "--time", "0.01", "-o", str(path))
    assert result.exit_code == 3
    assert "1 board; " in result.stderr
    assert "Unknown" in pages(path)[1]


def test_a_game_has_its_last_position_and_its_moves(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(
        '[Position "nakatta:start:3x3"]\n[White "Ann"]\n[Black "Ben"]\n\n1. a1 c3 2. a2\n'
    )
    texts = made(tmp_path, str(path))
    assert texts[0].startswith("Nakatta games")
    assert "1 · Ben – Ann" in texts[0]
    assert "After 3 moves." in texts[0]
    assert "1. a1 c3 2. a2" in texts[1]


def test_sections_have_heads_and_come_in_order(puzzles: Path, tmp_path: Path) -> None:
    grades = [record["grade"] for record in records(puzzles)]
    (tmp_path / "one.txt").write_text("nakatta:1b1/3/3:w\n")
    texts = made(tmp_path, str(tmp_path / "one.txt"), str(puzzles), "--sections", "grade")
    order = [grade for grade in ("gentle", "steady", "tricky", "cruel") if grade in grades]
    heads = [f"{grade.capitalize()} ({grades.count(grade)})" for grade in order]
    places = [" ".join(texts).index(head) for head in [*heads, "Without a grade (1)"]]
    assert places == sorted(places)


def test_pieces_are_sorted_by_difficulty(puzzles: Path, tmp_path: Path) -> None:
    known = records(puzzles)
    named = [record | {"name": f"No. {number}"} for number, record in enumerate(known)]
    path = tmp_path / "named.json"
    path.write_text(json.dumps(named))
    text = " ".join(made(tmp_path, str(path), "--sort", "difficulty", "--no-answers"))
    order = sorted(range(8), key=lambda number: known[number]["difficulty"])
    assert re.findall(r"No\. (\d)", text) == [str(number) for number in order]


def test_rules_are_those_in_force(puzzles: Path, tmp_path: Path) -> None:
    texts = made(tmp_path, str(puzzles))
    assert "Solitaire: remove a white piece" in texts[0]
    assert "Harder" not in texts[0]
    assert "Solitaire: remove" not in " ".join(made(tmp_path, str(puzzles), "--no-rules"))


def test_answers_can_be_left_out(puzzles: Path, tmp_path: Path) -> None:
    assert "Answers" not in " ".join(made(tmp_path, str(puzzles), "--no-answers"))


@pytest.mark.parametrize(("form", "start"), [("svg", b"<svg "), ("png", b"\x89PNG")])
def test_a_folder_gets_a_picture_of_each_piece(
    form: str, start: bytes, puzzles: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "pictures"
    assert run("sheet", str(puzzles), "-o", f"{folder}/", "--format", form).exit_code == 0
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [
        f"{number:04}-sight-reduction.{form}" for number in range(1, 9)
    ]
    assert all(file.read_bytes().startswith(start) for file in files)


def test_readers_of_pdf_find_no_fault(puzzles: Path, tmp_path: Path) -> None:
    made(tmp_path, str(puzzles))
    path = tmp_path / "sheet.pdf"
    root = PdfReader(path, strict=True).trailer["/Root"]
    assert root["/MarkInfo"] == {"/Marked": True}
    assert root["/Lang"] == "en"
    assert b"pdfuaid:part>1<" in path.read_bytes()
    if shutil.which("pdfinfo") is not None:
        result = finished(["pdfinfo", str(path)], text=True)
        assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("text", "line", "labels"),
    [
        # Removed pieces stay, with the turn that removes them.
        ("sight-reduction+solitaire:wwb/bwb:w", ["b1", "c1"], {"b1": "1", "c1": "2"}),
        # Pieces that arrive are there, and not where they came from.
        ("nakatta:3/3/3:w", ["a1", "c3"], {"a1": "1", "c3": "2"}),
    ],
)
def test_a_line_is_drawn_as_numbers(text: str, line: list[str], labels: dict[str, str]) -> None:
    start = parse_position(text)
    moves, at = [], start
    for name in line:
        moves.append(parse_move(at, name))
        at = rules_of(at).play(at, moves[-1])
    drawn = draw_line(start, moves)
    assert {drawn.board.name(square): label for square, label in drawn.labels.items()} == labels
    assert all(drawn.board[square] != "." for square in drawn.labels)
