"""`verify` accepts what `solve --certificate` writes, and says what is wrong with other files."""

import gzip
import json
from pathlib import Path

import pytest
from certificate_cases import CLAIMS, written
from running import run

from positions.text import format_position, parse_position

TEXTS = [position for position, _ in CLAIMS[:4]]
SWAPPED = "nakatta+pie:3/1b1/3:w"


def test_certificates_by_solve_are_accepted(tmp_path: Path) -> None:
    file = tmp_path / "proofs.txt"
    solved = run("solve", "--json", "--certificate", str(file), *TEXTS)
    assert solved.exit_code == 0, solved.stderr
    verified = run("verify", "--json", str(file))
    assert verified.exit_code == 0
    answers = [json.loads(line) for line in solved.stdout.splitlines()]
    records = [json.loads(line) for line in verified.stdout.splitlines()]
    assert [record["position"] for record in records] == [a["position"] for a in answers]
    assert [record["claim"] for record in records] == [a["certificate"] for a in answers]
    assert all(record["accepted"] and record["moves"] for record in records)
    assert list(tmp_path.iterdir()) == [file]
    shown = run("verify", str(file)).stdout
    assert shown.count("Accepted: solvable") == len(TEXTS)
    piped = run("verify", "--json", "-", given=gzip.compress(file.read_bytes()))
    assert [json.loads(line)["claim"] for line in piped.stdout.splitlines()] == ["solvable"] * 4


def test_plies_are_certified_on_request(tmp_path: Path) -> None:
    file = tmp_path / "proof.txt"
    for options, claim in (((), "white wins"), (("--distance",), "white wins in 5")):
        assert run("solve", *options, "--certificate", str(file), SWAPPED).exit_code == 0
        assert f"Accepted: {claim}\n" in run("verify", str(file)).stdout.replace(" \n", "\n")


def test_the_first_wrong_step_is_named() -> None:
    lines = written(*CLAIMS[0]).splitlines()
    wrong = "\n".join([*lines[:5], lines[5].replace("2 ", "2 a1+"), *lines[6:]]) + "\n"
    good = written(*CLAIMS[1])
    result = run("verify", "-", given=wrong + good)
    assert result.exit_code == 1
    assert "Refused: line 6: 'a1+" in result.stdout
    assert "Accepted: solvable" in result.stdout
    records = run("verify", "--json", "-", given=good + wrong).stdout.splitlines()
    accepted, refused = (json.loads(line) for line in records)
    assert accepted["accepted"]
    assert not refused["accepted"]
    assert refused["error"].startswith(f"line {good.count(chr(10)) + 6}: 'a1+")
    assert "positions" not in refused


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", "an empty file"),
        (b"nakatta:start:3x3\n", "no certificate"),
        (b"\xff\xfe\0\x01", "UTF-16"),
        (b"\xff\xff\0\x01", "no certificate"),
    ],
)
def test_a_file_without_a_certificate_is_bad_input(
    tmp_path: Path, content: bytes, found: str
) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    good = tmp_path / "good"
    good.write_text(written(*CLAIMS[0]), encoding="ascii")
    result = run("verify", "--json", str(file), str(good), str(tmp_path / "none"), str(tmp_path))
    assert result.exit_code == 2
    assert [json.loads(line)["claim"] for line in result.stdout.splitlines()] == ["solvable"]
    assert result.stderr.splitlines()[0].startswith(f"{file}: found {found}, expected")
    assert "no such file" in result.stderr
    assert "a directory" in result.stderr


def test_an_unknown_answer_has_no_certificate(tmp_path: Path) -> None:
    file = tmp_path / "proof.txt"
    file.write_text("as it was", encoding="ascii")
    result = run("solve", "--json", "--nodes", "0", "--certificate", str(file), SWAPPED)
    assert result.exit_code == 3
    assert json.loads(result.stdout)["certificate"] is None
    position = format_position(parse_position(SWAPPED))
    assert result.stderr == f"{position}: no certificate: the position is not solved\n"
    assert file.read_text(encoding="ascii") == "as it was"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("solve", "--certificate", "x", "--sum", SWAPPED), "cannot be combined with --sum"),
        (("solve", "--certificate", "none/x", SWAPPED), "found no folder"),
        (("solve", "--certificate", str(Path(__file__).parent), SWAPPED), "found a directory"),
        (("verify",), "no certificate given, expected a file or - (standard input)"),
        (("verify", "-", "-"), "found '-' twice"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    given = [str(tmp_path / part) if part == "none/x" else part for part in arguments]
    result = run(*given)
    assert result.exit_code == 2
    assert message in result.stderr
