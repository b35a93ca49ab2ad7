"""Values of options are parsed strictly; a wrong one gives exit code 2 and a short message."""

import pytest
from click.shell_completion import ShellComplete
from running import run

from cli.app import COMMANDS, proofplay
from solver.engines import choice
from solver.interface.ranges import ENGINES

POSITION = "sight-reduction:wbw/bwb:w"
NO_NUMBERS = ["", " ", "x", "-1", "+1", "1.5", " 4 ", "4_0", "٤", "²", "0x4", "1e3", "9" * 400]
NO_SECONDS = ["", "x", "-1", "nan", "inf", "-inf", "1e400", "1e3", "٤", "1_0", " 1", ".", "9" * 400]

REFUSED = [
    *((["solve", POSITION], "--nodes", text) for text in NO_NUMBERS),
    *((["solve", POSITION], "--time", text) for text in NO_SECONDS),
    *((["analyse", POSITION], "--memory", text) for text in (*NO_NUMBERS, "0")),
    *((["solve", POSITION], "--threads", text) for text in (*NO_NUMBERS, "0", "1000000000")),
    *((["analyse", POSITION], "--threads", text) for text in ("x", "-1", "0", "1000000000")),
    *((["openings", POSITION], "--threads", text) for text in ("x", "-1", "0", "1000000000")),
    *((["annotate", "-"], "--threads", text) for text in ("x", "-1", "0", "1000000000")),
    *((["perft", POSITION], "--depth", text) for text in (*NO_NUMBERS, "0")),
    *((["deal"], "--count", text) for text in (*NO_NUMBERS, "0")),
    *((["deal"], "--seed", text) for text in NO_NUMBERS),
    *((["deal"], "--plies", text) for text in NO_NUMBERS),
    *(
        (["deal"], "--size", text)
        for text in ("", "4", "0x4", "4x0", "-4x4", "4X8", "٤x4", "99x99")
    ),
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


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert f"proofplay {command}" in result.stdout.partition("Example:")[2]
    assert COMMANDS[command][1] in result.stdout


def test_the_summary_of_all_commands() -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert all(name in result.stdout for name in COMMANDS)


def test_the_version() -> None:
    result = run("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith("proofplay ")


def test_the_option_for_engines_has_all_engines() -> None:
    assert list(choice.ENGINES) == list(ENGINES.words)


COMPLETED = [
    ([], "so", ["solve"]),
    (["solve", "--engine"], "s", ["search", "sat"]),
    (["batch", "--do"], "", ["solve", "analyse"]),
    (["deal", "--game"], "ma", ["manhattan", "marvin"]),
    (["census", "--part", "play", "--part"], "t", ["table"]),
    (["generate", "--paper"], "", ["a4", "letter"]),
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
