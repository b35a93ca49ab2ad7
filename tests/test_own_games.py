"""Games from files of their own: how they are loaded, and what every command does with them."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from running import ROOT, environment, finished, run, spawn

from positions.games import GAMES
from positions.rules_file import drop

EXAMPLES = ROOT / "examples"
KAYLES, HEX, HEXAPAWN = (str(EXAMPLES / f"{name}.py") for name in ("kayles", "hex", "hexapawn"))
EMPTY_GAME = """
from positions.own import *
class Nim(LastMoverWins):
    "Take."
    name = "nim"
    shape = Squares(3, 1)
    pieces = {"o": "coin"}
    def start(self):
        return self.rows("o" * len(self.board))
    def moves(self, state):
        return [take(at) for at in self.board.all if state.cells[at] == "o"]
"""


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Forget the games that a test has loaded into this process."""
    before = dict(GAMES)
    yield
    for game in [game for name, game in GAMES.items() if name not in before]:
        drop(game)


def answers(*arguments: str, **env: str) -> list[dict[str, object]]:
    result = spawn(*arguments, "--json", **env)
    assert result.returncode == 0, result.stderr.decode()
    return [json.loads(line) for line in result.stdout.splitlines()]


def refused(*arguments: str, **env: str) -> str:
    result = run(*arguments, **env)
    assert result.exit_code == 2, result.stdout
    line, *more = result.stderr.splitlines()
    assert not more or (len(more) == 1 and more[0].startswith("Try 'proofplay "))
    return line


def test_the_option_stands_before_or_after_the_command_or_in_the_environment() -> None:
    question = ["solve", "kayles:start:4x1"]
    (before,) = answers("--rules", KAYLES, *question)
    (after,) = answers(*question, f"--rules={KAYLES}")
    (between,) = answers("solve", "--rules", KAYLES, question[1])
    (given,) = answers(*question, PROOFPLAY_RULES=KAYLES)
    assert {each["winner"] for each in (before, after, between, given)} == {"left"}
    assert "twice" in refused("--rules", KAYLES, *question, "--rules", HEX)
    assert b"--rules FILE.py" in spawn("solve", "--help").stdout


def test_no_game_is_loaded_that_was_not_named(tmp_path: Path) -> None:
    (tmp_path / "kayles.py").write_text(Path(KAYLES).read_text())
    package = tmp_path / "kayles-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: kayles\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[proofplay.games]\nkayles = kayles:Kayles\n")
    command = [sys.executable, "-P", "-m", "proofplay", "solve", "kayles:start"]
    unsafe = [word for word in command if word != "-P"]
    for how in (command, unsafe):
        result = finished(
            how, cwd=tmp_path, env={**environment(), "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": ""}
        )
        assert result.returncode == 2
        assert b"expected a game" in result.stderr


def installed(folder: Path, text: str, value: str = "nimgame:Nim") -> dict[str, str]:
    """Install a package with a game in a folder; return the environment that has it."""
    (folder / "nimgame.py").write_text(text)
    package = folder / "nimgame-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: nimgame\nVersion: 1\n")
    (package / "entry_points.txt").write_text(f"[proofplay.games]\nnim = {value}\n")
    return {"PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])}


def test_installed_packages_bring_games(tmp_path: Path) -> None:
    env = installed(tmp_path, EMPTY_GAME)
    (found,) = answers("solve", "nim:start", **env)
    assert found["winner"] == "white"
    assert "nim" in [game["game"] for game in answers("games", **env)]
    order = ["--count", "20", "--start-method", "spawn", "--seed", "1"]
    assert answers("census", "--game", "nim", *order, **env)


@pytest.mark.parametrize(
    ("text", "value", "said"),
    [
        ("import nothing_like_this", "nimgame:Nim", "No module named 'nothing_like_this'"),
        (EMPTY_GAME, "nimgame:Nam", "Nam"),
        (EMPTY_GAME.replace('"nim"', '"marvin"'), "nimgame:Nim", "taken"),
        ("Nim = 3", "nimgame:Nim", "OwnGame"),
    ],
)
def test_a_broken_package_only_breaks_its_own_game(
    text: str, value: str, said: str, tmp_path: Path
) -> None:
    env = installed(tmp_path, text, value)
    assert answers("solve", "marvin:start:3x3", **env)
    result = spawn("solve", "nim:start", **env)
    assert result.returncode == 2
    assert (said if said != "taken" else "expected a game").encode() in result.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("class (", "line 1: found "),
        ("x = 1\n", "found no game"),
        (EMPTY_GAME + EMPTY_GAME.replace("Nim", "Nam").replace('"nim"', '"nam"'), "found 2 games"),
        (
            EMPTY_GAME.replace('"nim"', '"marvin"'),
            "line 3: class Nim: name: found 'marvin', which is taken",
        ),
        (EMPTY_GAME + "    interface = 0\n", "too old"),
        (EMPTY_GAME + "    interface = 99\n", "update proofplay"),
        (EMPTY_GAME + "\n1 / 0\n", "line 13: ZeroDivisionError"),
        (EMPTY_GAME + "\nraise SystemExit(3)\n", "line 13: SystemExit"),
        (EMPTY_GAME.replace('"nim"', '"Nim!"'), "expected letters, digits and hyphens"),
        (EMPTY_GAME.replace('{"o": "coin"}', '{"oo": "coin"}'), "expected one letter"),
        (EMPTY_GAME.replace("    name =", "    nom ="), "found no attribute name"),
    ],
)
def test_a_bad_file_is_one_line(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text(text)
    line = refused("games", "--rules", str(file))
    assert str(file) in line
    assert said in line


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    assert "no such file" in refused("games", "--rules", str(tmp_path / "none.py"))
    assert "is a directory" in refused("games", "--rules", str(tmp_path))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('if state.cells[at] == "o"]', "if 1 // 0]", "line 11: ZeroDivisionError"),
        ("take(at)", "take(at + 3)", "line 10: moves: returned 'Move("),
        ("take(at)", "at", "line 10: moves: returned '0', expected moves"),
        ('"Take."', "def outcome(self, state): pass", "line 4: outcome: returned None in"),
        ('"Take."', "def outcome(self, state): return 'w'", "expected None, DRAW or win(player)"),
        (
            "    def moves",
            "    def play(self, state, move):\n        return 3\n    def moves",
            "line 10: play: returned '3', expected a State",
        ),
    ],
)
def test_a_faulty_rule_is_one_line(old: str, new: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text(EMPTY_GAME.replace(old, new))
    for engine in ("search", "brute"):
        line = refused("solve", "--rules", str(file), "nim:start", "--engine", engine)
        assert f"{file}, line" in line
        assert said in line


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_workers_know_the_game_however_they_start(method: str, tmp_path: Path) -> None:
    positions = tmp_path / "positions.txt"
    positions.write_text("".join(f"hexapawn:start:{n}x3\n" for n in (2, 3, 4)))
    found = answers(
        "batch", "--rules", HEXAPAWN, "--start-method", method, "--workers", "2", str(positions)
    )
    assert [each["game"] for each in found] == ["hexapawn"] * 3
    order = ["--game", "hexapawn", "--start-method", method, "--workers", "2", "--seed", "5"]
    assert answers("generate", "--rules", HEXAPAWN, *order)[0]["game"] == "hexapawn"
    census = answers("census", "--rules", HEXAPAWN, *order, "--count", "20")
    assert census


def test_the_game_is_part_of_the_identity_of_code(tmp_path: Path) -> None:
    script = (
        "import sys, positions, service, solver\n"
        "from solver.interface.fingerprint import fingerprint_of\n"
        "for path in sys.argv[1:]: positions.load_rules(path)\n"
        "print(fingerprint_of(solver))"
    )
    copy = tmp_path / "nim.py"
    copy.write_text(EMPTY_GAME)
    changed = tmp_path / "nim2.py"
    changed.write_text(EMPTY_GAME + "\n# another\n")
    made = [
        finished([sys.executable, "-P", "-c", script, *map(str, files)]).stdout
        for files in ([], [copy], [changed])
    ]
    assert len(set(made)) == 3


def test_a_game_goes_through_pickle() -> None:
    script = (
        "import sys, pickle, positions\n"
        "game = positions.load_rules(sys.argv[1])\n"
        "again = pickle.loads(pickle.dumps(game))\n"
        "p = positions.parse('kayles:start')\n"
        "print(again.rules.moves(p) == game.rules.moves(p))"
    )
    result = finished([sys.executable, "-P", "-c", script, KAYLES])
    assert result.stdout == b"True\n", result.stderr


def test_the_file_of_a_game_is_never_overwritten(tmp_path: Path) -> None:
    rules, link = tmp_path / "hex.py", tmp_path / "hex.csv"
    rules.write_text((ROOT / "examples/hex.py").read_text())
    link.symlink_to(rules)
    result = spawn("solve", "--rules", str(rules), "hex:start:2x2", "-o", str(link))
    assert result.returncode == 2
    assert b"is also an input, expected another file" in result.stderr
    assert rules.read_text() == (ROOT / "examples/hex.py").read_text()
