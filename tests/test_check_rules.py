"""`check-rules`: faults that it finds in a game of one's own."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from running import ROOT, run

from positions.games import GAMES
from positions.rules_file import drop

HEXAPAWN = (ROOT / "examples" / "hexapawn.py").read_text()


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    before = dict(GAMES)
    yield
    for game in [game for name, game in GAMES.items() if name not in before]:
        drop(game)


@pytest.mark.parametrize("name", ["connect_four", "dots_and_boxes", "hex", "hexapawn", "kayles"])
def test_the_examples_have_no_fault(name: str) -> None:
    path = str(ROOT / "examples" / f"{name}.py")
    result = run("check-rules", path, "--games", "5", "--json")
    assert result.exit_code == 0, result.stderr
    record = json.loads(result.stdout)
    assert record["fault"] is None
    assert record["games"] == 5
    assert sum(record["outcomes"].values()) == 5
    assert record["solved"] > 0
    assert "no fault found" in run("check-rules", path, "--games", "1").stdout


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        # Moves that depend on chance.
        (
            "for square in self.own(state)",
            "for square in __import__('random').sample(self.own(state), len(self.own(state)))",
            "moves: other moves the second time",
        ),
        ("self.board.left_right", "self.board.half_turn", "symmetries: the image"),
        (
            "    def symm",
            "    def text(self, move):\n        return 'go'\n\n    def symm",
            "two moves",
        ),
        (
            "    def symm",
            "    def text(self, move):\n        return 'A1-b'\n\n    def symm",
            "text: ",
        ),
        ('else "fewer than three ranks"', "else None", ""),
        ("if self.board.height > 2", "if state.turn == 'w'", "flaw: a position of play is refused"),
        # Pawns that also step back: the game has no end.
        ("for right in (0, -1, 1):", "for right in (0,):", ""),
        (
            "        for square in self.own(state):",
            "        yield step(0, 1)\n        return\n        for square in self.own(state):",
            "outcome: the game goes on after 1,000 plies",
        ),
    ],
)
def test_faults_are_found(old: str, new: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    assert old in HEXAPAWN
    text = HEXAPAWN.replace(old, new)
    if "the game goes on" in said:
        begin = text.index("    def outcome")
        text = text[:begin] + "    def outcome(self, state):\n        return None\n"
    file.write_text(text)
    result = run("check-rules", str(file), "--games", "20")
    if not said:
        assert result.exit_code == 0, result.stderr
        return
    assert result.exit_code == 1, result.stdout
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"{file}, line ")
    assert said in line


def test_files_that_are_no_games_are_bad_input(tmp_path: Path) -> None:
    assert run("check-rules", str(tmp_path / "none.py")).exit_code == 2
    (tmp_path / "empty.py").write_text("")
    result = run("check-rules", str(tmp_path / "empty.py"))
    assert result.exit_code == 2
    assert "found no game" in result.stderr
