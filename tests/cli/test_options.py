"""Values of options are parsed strictly; a wrong one gives exit code 2 and a short message."""

import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from running import run

from cli.app import COMMANDS, proofplay

POSITION = "sight-reduction:wbw/bwb:w"
SOLITAIRE = "sight-reduction+solitaire:wwb:w"
UNSOLVABLE = "sight-reduction+solitaire:wbw/bwb:w"
MAKE = ["generate", "--quiet", "--size", "3x3", "--json", "--seed", "1", "--count", "1"]

REFUSED = [
    *((["solve", POSITION], "--nodes", text) for text in ("", "-1", "9" * 400)),
    (["solve", POSITION], "--time", "nan"),
    (["analyse", POSITION], "--memory", "0"),
    (["openings", POSITION], "--threads", "1000000000"),
    (["annotate", "-"], "--threads", "0"),
    (["perft", POSITION], "--depth", "0"),
    (["deal"], "--count", "0"),
    (["deal"], "--seed", "1.5"),
    (["deal"], "--plies", "x"),
    (["census"], "--max-plies", "0"),
    (["batch", POSITION], "--workers", "10000"),
    *((["deal"], "--size", text) for text in ("", "4", "0x4", "-4x4", "4X8", "٤x4", "99x99")),
    (["deal"], "--size", "1000000x1"),
    (["deal"], "--game", "chess"),
    (["deal"], "--variant", "Solitaire"),
    (["deal"], "--setup", "fair"),
    (["solve", POSITION], "--engine", "magic"),
    (["show", POSITION], "--format", "jpeg"),
]


@pytest.mark.parametrize(("arguments", "option", "text"), REFUSED)
def test_a_wrong_value_is_refused(arguments: list[str], option: str, text: str) -> None:
    result = run(*arguments, f"{option}={text}")
    assert result.exit_code == 2
    assert result.stdout == ""
    first, *others = result.stderr.splitlines()
    assert first.startswith(f"proofplay {arguments[0]}: ")
    assert option in first
    assert f"found '{text[:40]}" in first
    assert "expected" in first
    assert len(others) <= 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nonsense"],
        ["solve", "--nonsense", POSITION],
        ["perft", POSITION],
        ["deal", "--size", "9x9"],
        ["deal", "--plies", "1000", "--size", "2x2"],
        ["deal", "--seed"],
        ["deal", POSITION],
        ["show", "--json", "--format", "line", POSITION],
    ],
)
def test_wrong_usage(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert 1 <= len(result.stderr.splitlines()) <= 2


@pytest.mark.parametrize(
    ("command", "option"), [("generate", "--seed"), ("solve", "--nodes"), ("deal", "--size")]
)
def test_an_option_without_its_value_is_reported_for_its_command(command: str, option: str) -> None:
    first, second = run(command, option).stderr.splitlines()
    assert first == f"proofplay {command}: option '{option}' requires an argument"
    assert second == f"Try 'proofplay {command} --help'."


def single_options() -> Iterator[tuple[str, str]]:
    """Yield (command, option) for every option with one value."""
    for name in COMMANDS:
        context = click.Context(proofplay)
        command = proofplay.get_command(context, name)
        assert command is not None
        for option in command.params:
            if isinstance(option, click.Option) and not option.is_flag and not option.multiple:
                yield name, option.opts[0]


@pytest.mark.parametrize(("command", "option"), list(single_options()))
def test_an_option_is_given_once(command: str, option: str) -> None:
    result = run(command, option, "1", option, "1")
    assert (result.exit_code, result.stdout) == (2, "")
    first, second = result.stderr.splitlines()
    # The game of one's own is loaded before the command is known.
    path = "proofplay" if option == "--rules" else f"proofplay {command}"
    assert first == f"{path}: found {option} twice, expected it only once"
    assert second == f"Try '{path} --help'."


def test_a_repeated_option_names_it_and_does_nothing(tmp_path: Path) -> None:
    path = tmp_path / "out"
    sizes = ("--size", "4x4", "--size", "5x5")
    asked = ("census", "--game", "nakatta", "--seed", "1", "--count", "5", "-o", str(path))
    result = run(*asked, *sizes)
    assert (result.exit_code, result.stdout) == (2, "")
    message = "proofplay census: found --size twice, expected it only once"
    assert result.stderr.splitlines()[0] == message
    assert not path.exists()
    three = run("solve", POSITION, "--time", "1", "--time=1", "--time", "2")
    assert "found --time 3 times, expected it only once" in three.stderr


def test_flags_and_lists_may_be_repeated() -> None:
    plain, repeated = (run("solve", *flags, POSITION) for flags in (["--json"], ["--json"] * 2))
    assert repeated.exit_code == 0
    assert json.loads(repeated.stdout)["line"] == json.loads(plain.stdout)["line"]
    deal = ("deal", "--seed", "1", "--variant", "solitaire", "--variant", "pairs")
    assert run(*deal).stdout.startswith("sight-reduction+solitaire+pairs:")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"proofplay {command}" in result.stdout.partition("Example:")[2]
    assert COMMANDS[command][1] in result.stdout


def test_the_version() -> None:
    result = run("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith("proofplay ")


COMPLETED = [
    ([], "so", ["solve"]),
    (["solve", "--engine"], "s", ["search", "sat"]),
    (["batch", "--do"], "", ["solve", "analyse"]),
    (["deal", "--game"], "ma", ["manhattan", "marvin"]),
    (["census", "--part", "play", "--part"], "t", ["table"]),
    (["generate", "--paper"], "", ["a4", "letter", "a5"]),
]


@pytest.mark.parametrize(("arguments", "begun", "words"), COMPLETED)
def test_shells_complete_words(arguments: list[str], begun: str, words: list[str]) -> None:
    shell = ShellComplete(proofplay, {}, "proofplay", "_PROOFPLAY_COMPLETE")
    assert [item.value for item in shell.get_completions(arguments, begun)] == words


@pytest.mark.parametrize("arguments", [["solve"], ["annotate"], ["solve", "--report"]])
def test_shells_complete_file_names(arguments: list[str]) -> None:
    shell = ShellComplete(proofplay, {}, "proofplay", "_PROOFPLAY_COMPLETE")
    (item,) = shell.get_completions(arguments, "x")
    assert (item.type, item.value) == ("file", "x")


@pytest.mark.parametrize(
    ("command", "former", "today", "value"),
    [
        (["solve", "--json", SOLITAIRE], "--count", "--solutions", []),
        (["batch", "--quiet", SOLITAIRE], "--count", "--solutions", []),
        (MAKE, "--time", "--time-total", ["50"]),
        (MAKE, "--avoid", "--not-in", ["-"]),
    ],
)
def test_former_names_of_options_still_work(
    command: list[str], former: str, today: str, value: list[str]
) -> None:
    old, new = (run(*command, name, *value, given=SOLITAIRE) for name in (former, today))
    assert old.stderr == f"proofplay {command[0]}: {former} is now called {today}.\n"
    assert (old.exit_code, new.exit_code, new.stderr) == (0, 0, "")
    first, second = (json.loads(result.stdout) for result in (old, new))
    assert {**first, "seconds": 0} == {**second, "seconds": 0}
    shown = run(command[0], "--help").stdout
    assert f"  {today} " in shown
    assert f"  {former} " not in shown


def test_a_former_name_is_the_same_option() -> None:
    twice = run(*MAKE, "--time=5", "--time-total=6")
    assert twice.exit_code == 2
    assert "found --time-total twice, expected it only once" in twice.stderr
    wrong = run(*MAKE, "--time=nan")
    assert wrong.exit_code == 2
    assert "'--time-total': found 'nan'" in wrong.stderr


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (
            ["batch", SOLITAIRE, UNSOLVABLE, UNSOLVABLE, "nakatta:x", POSITION],
            "1 solvable, 2 unsolvable, 1 won by Black, 0 unknown, 1 record could not be answered",
        ),
        (["batch", "--nodes", "0", SOLITAIRE], "1 unknown"),
        (
            ["generate", "--size", "3x3", "--seed", "1", "--count", "2", "--json"],
            "2 puzzles (2 gentle)",
        ),
        (["census", "--size", "2x2", "--seed", "1", "--count", "3"], "3 deals, 0 unknown"),
    ],
)
def test_long_runs_end_with_counts(command: list[str], expected: str, tmp_path: Path) -> None:
    said = run(*command).stderr.splitlines()[-1]
    assert said.startswith(f"{expected}; ")
    assert "written" not in said
    path = str(tmp_path / "f.jsonl")
    said = run(*command, "-o", path).stderr.splitlines()[-1]
    assert said.startswith(f"{expected}; {path} written in ")
    assert run(*command, "-o", path, "--resume").stderr.splitlines()[-1].startswith(expected)
    assert expected not in run(*command, "--quiet").stderr
