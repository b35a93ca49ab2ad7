"""Rules, sample games and texts about formats are in the package."""

import json

import pytest
from running import run

from cli.app import COMMANDS
from positions import GAMES
from positions.lessons.courses import course_of
from positions.samples import NAMES


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_shown_by_number(game: str) -> None:
    shown = run("rules", game)
    records = list(map(json.loads, run("rules", game, "--json").stdout.splitlines()))
    rules = course_of(game).rules
    assert {record["rule"]: record["text"] for record in records} == rules
    assert shown.stdout.startswith(GAMES[game].title)
    assert all(f"\n{number} " in shown.stdout for number in rules)
    number = next(reversed(rules))
    one = run("rules", game, number.lower())
    assert one.stdout.split()[0] == number
    assert " ".join(one.stdout.split()[1:]) == " ".join(rules[number].split())


def test_an_unknown_rule_is_refused() -> None:
    result = run("rules", "nakatta", "NK99")
    assert result.exit_code == 2
    assert "found 'NK99', expected 'NK1', " in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("name", NAMES)
def test_samples_are_games_that_can_be_annotated(name: str) -> None:
    printed = run("sample", name).stdout
    assert printed.startswith("[Position ")
    annotated = run("annotate", "--json", "--nodes", "0", "-", given=printed)
    assert "error" not in json.loads(annotated.stdout)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_that_of_the_command(command: str) -> None:
    assert run("help", command).stdout.split()[3:] == run(command, "--help").stdout.split()[3:]


def test_help_explains_the_formats_of_all_games() -> None:
    shown = run("help", "formats").stdout
    for game in GAMES.values():
        assert f"\n{game.name}\n" in shown
        assert all(move in shown for move in game.notation.examples)
    assert run("help", "nothing").exit_code == 2
    assert run("help").stdout == run("--help").stdout
