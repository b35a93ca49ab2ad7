"""The public Python interface: what its names do, and that they are few."""

import json
import re
import sys
from pathlib import Path
from pydoc import plain, render_doc

import pytest
from mypy import api as mypy
from running import finished, run

import positions
import solver

DEAL = "sight-reduction+solitaire:bwwb/wwbw:w"
POSITION = "nakatta:1bb/w2/2w:b"


def test_a_game_is_played_and_solved() -> None:
    position = positions.parse(POSITION)
    answer = solver.solve(position, time=10, distance=True)
    assert answer.is_complete
    for move in answer.line:
        legal = positions.legal_moves(position)
        named = {positions.format_move(position, one): one for one in legal}
        after = positions.play(position, move)
        assert positions.play(position, named[move]) == after
        position = after
    outcome = positions.outcome(position)
    assert outcome is not None
    assert outcome.winner == "w"
    assert answer.winner == "white"
    assert positions.legal_moves(position) == ()


def test_the_answers_are_those_of_the_command_line() -> None:
    answer = solver.solve(positions.parse(DEAL), count=True)
    record = json.loads(run("solve", "--solutions", "--json", DEAL).stdout)
    assert (answer.solutions, answer.result) == (record["solutions"], record["result"])
    analysis = solver.analyse(positions.parse(POSITION))
    listed = json.loads(run("analyse", "--json", POSITION).stdout)["moves"]
    assert [move.move for move in analysis.moves] == [move["move"] for move in listed]


def test_a_limit_leaves_the_answer_unknown() -> None:
    answer = solver.solve(positions.parse("nakatta:start:5x5"), nodes=10)
    assert answer.status == solver.Status.UNKNOWN
    assert not answer.is_complete


def test_bad_input_always_raises_the_same_error() -> None:
    with pytest.raises(positions.InputError, match="found 'x'"):
        positions.parse("nakatta:1x/2:b")
    position = positions.parse(POSITION)
    with pytest.raises(positions.InputError, match="NK"):
        positions.play(position, "b3")
    with pytest.raises(positions.InputError, match="sat takes"):
        solver.solve(positions.parse("nakatta:start"), engine="sat")


def test_certificates_are_verified(tmp_path: Path) -> None:
    file = tmp_path / "proof.txt"
    assert run("solve", "--certificate", str(file), POSITION).exit_code == 0
    (checked,) = solver.verify(file)
    assert checked.refused is None
    file.write_text(file.read_text().replace("white wins", "black wins"))
    (checked,) = solver.verify(str(file))
    assert checked.refused is not None


@pytest.mark.parametrize("package", [positions, solver])
def test_every_public_name_exists(package: object) -> None:
    names = package.__all__  # type: ignore[attr-defined]
    assert list(names) == sorted(names)
    assert all(getattr(package, name) is not None for name in names)
    imported: dict[str, object] = {}
    exec(f"from {package.__name__} import *", imported)  # type: ignore[attr-defined]
    assert {*imported} - {"__builtins__"} == {*dir(package)} == {*names}
    described = plain(render_doc(package))
    assert all(re.search(rf"\b{name}\b", described) for name in names)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        package.nothing  # type: ignore[attr-defined]  # noqa: B018


USE = """
import positions
import solver

def title(game: positions.Game) -> str:
    return game.title

position: positions.Position = positions.parse(positions.format(positions.parse("x")))
answer: solver.Answer = solver.solve(position, time=1)
positions.prase("x")
solver.sovle(position)
"""


def test_type_checkers_know_the_names_and_no_others(tmp_path: Path) -> None:
    file = tmp_path / "use.py"
    file.write_text(USE, encoding="utf-8")
    shown, _, _ = mypy.run(["--strict", str(file)])
    assert re.findall(r":(\d+): error: (.*?);", shown) == [
        ("10", 'Module has no attribute "prase"'),
        ("11", 'Module has no attribute "sovle"'),
    ]
    assert "Found 2 errors" in shown


def test_the_documentation_names_everything() -> None:
    page = Path(__file__).parents[1] / "docs" / "howto" / "python.md"
    named = set(re.findall(r"\w+", page.read_text(encoding="utf-8")))
    assert {*positions.__all__, *solver.__all__} <= named


def test_unused_modules_are_not_imported() -> None:
    code = "import sys, positions, solver; print(sorted(n for n in sys.modules if '.' in n))"
    command = [sys.executable, "-c", code]
    shown = finished(command, text=True, check=True).stdout
    assert "solver." not in shown
    assert "positions." not in shown


def test_a_clone_without_the_kernels_says_what_to_install() -> None:
    code = "import sys; sys.modules['solver._native'] = None; import solver; solver.solve"
    command = [sys.executable, "-c", code]
    result = finished(command, text=True)
    assert result.returncode == 1
    assert "expected the installed package: in a clone, python -P" in result.stderr
