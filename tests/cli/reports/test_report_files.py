"""The file of `--report`: its formats, when it appears, and errors."""

import json
import signal
import time
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from running import COMMAND, begun, environment, finished, run
from waiting import DEADLINE

TWO = "sight-reduction:bwwb/wwbw/bwbb:w"
ALONE = "sight-reduction+solitaire:bwwb/wwbw/bwbb:w"
LARGE = "sight-reduction:" + "/".join(["wbwb", "bwwb"] * 4) + ":w"
NASTY = "<script>x</script> `a*_b|~c[d](e) &amp; # \\"


def test_json_has_the_records(tmp_path: Path) -> None:
    file = tmp_path / "report.JSON"
    given = f"{TWO}\nnonsense:1:w\n{ALONE}\n"
    result = run("solve", "--solutions", "--json", "-", "--report", str(file), given=given)
    assert json.loads(file.read_text()) == [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("ending", ["html", "md", "json"])
@pytest.mark.parametrize("command", ["solve", "analyse", "annotate"])
def test_a_report_does_not_name_the_folders_of_files(
    tmp_path: Path, command: str, ending: str
) -> None:
    folder, file = tmp_path / "private" / "folder", tmp_path / f"report.{ending}"
    folder.mkdir(parents=True)
    positions, game = folder / "deals.txt", f'[Position "{TWO}"]\n\n1. a2 a3\n'
    positions.write_text(f"{game}\n{game}" if command == "annotate" else f"{TWO}\nbad:1:w\n")
    run(command, str(positions), "--report", str(file))
    text = file.read_text()
    assert "private" not in text
    assert ending == "json" or "deals.txt: line 1" in text.replace("\\", "")


def test_the_number_of_a_rule_leads_to_its_text(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    run("solve", "-", "--report", str(file), given=f"{TWO}\nnakatta:bw1/3/3:w\n")
    page = file.read_text()
    assert page.count('<a href="#rule-NK3">NK3</a>') == 1
    assert '<dt id="rule-NK3">NK3</dt>' in page
    assert "<dd>A naked attachment is a 2×2" in page
    assert page.count("<dt id=") == 1
    run("solve", TWO, "--report", str(file))
    assert "<dt" not in file.read_text()


def test_texts_are_escaped_in_markdown(tmp_path: Path) -> None:
    file = tmp_path / "report.md"
    game = (
        f'[Position "{TWO}"]\n[White "1. <b>"]\n\n1. a2 {{{NASTY}}} a3 2. b2 d1 3. c3 c2 4. b1 a1\n'
    )
    assert run("annotate", "-", "--report", str(file), given=game).exit_code == 0
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(file.read_text())
    inline = [child for token in tokens for child in token.children or []]
    kinds = {token.type for token in (*tokens, *inline)}
    assert not kinds & {"html_inline", "html_block", "link_open", "s_open", "em_open", "list_open"}
    assert not kinds & {"ordered_list_open", "bullet_list_open", "blockquote_open", "hr"}
    cells = ["".join(c.content for c in t.children) for t in tokens if t.children]
    assert NASTY in cells
    assert "White (1. <b>)" in cells
    rows = [token.type for token in tokens].count("tr_open")
    assert rows == 1 + 8 + 1 + 2


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("report.pdf", "expected a name that ends in '.html', '.md' or '.json'"),
        ("report", "expected a name that ends in '.html', '.md' or '.json'"),
        ("none/report.md", "found no folder"),
        ("folder.html", "found a directory, expected a writable file"),
    ],
)
def test_an_unsuitable_file_is_refused_at_once(name: str, fault: str, tmp_path: Path) -> None:
    (tmp_path / "folder.html").mkdir()
    path = tmp_path / name
    result = run("solve", TWO, "--report", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"proofplay solve: --report {path}: ")
    assert fault in result.stderr
    assert result.stderr.count("\n") == 1
    assert [left.name for left in tmp_path.iterdir()] == ["folder.html"]


@pytest.mark.parametrize("option", ["--report", "--certificate"])
def test_an_unwritable_file_loses_no_answer(option: str, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("before")
    positions = [TWO] * 9
    command = [*COMMAND, "solve", "--json", *positions, option, str(file)]
    result = finished(
        ["bash", "-c", 'ulimit -f 1; exec "$@"', "limited", *command],
        env=environment(PYTHONDONTWRITEBYTECODE="1"),
        text=True,
    )
    assert result.returncode == 2
    assert len([json.loads(line) for line in result.stdout.splitlines()]) == len(positions)
    assert result.stderr == f"proofplay solve: {option} {file} cannot be written: file too large\n"
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_a_report_without_answers_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    assert run("solve", "nonsense:1:w", "--report", str(file)).exit_code == 2
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("ending", ["json", "html"])
def test_a_stopped_run_reports_what_was_finished(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"report.{ending}"
    command = ["solve", "--json", "--engine", "brute", TWO, LARGE, "--report", str(file)]
    with begun([*COMMAND, *command]) as process:
        process.stdout.readline()
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.wait(DEADLINE) == 130
    text = file.read_text(encoding="utf-8")
    if ending == "json":
        assert [record["position"] for record in json.loads(text)] == [TWO]
    else:
        assert "<h1>1 position solved, then stopped</h1>" in text
