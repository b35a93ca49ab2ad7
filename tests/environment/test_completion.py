"""The shell completion described in docs/howto/install.md works in bash."""

import shutil
import sysconfig
from pathlib import Path

import pytest
from running import environment, finished, spawn

BASH = shutil.which("bash")
ASK = """
eval "$(_PROOFPLAY_COMPLETE=bash_source proofplay)"
complete -p proofplay >/dev/null
COMP_WORDS=(proofplay "$@") COMP_CWORD=$#
_proofplay_completion proofplay "${@: -1}" ""
printf '%s\\n' "${COMPREPLY[@]}"
"""


def completed(*words: str) -> list[str]:
    """Return the completions that bash offers for the last of some words after the command."""
    scripts = sysconfig.get_path("scripts")
    path = f"{scripts}:{Path(BASH or '/bin/bash').parent}:/usr/bin:/bin"
    result = finished(
        [BASH or "bash", "-c", ASK, "bash", *words],
        env=environment(PATH=path),
        text=True,
        check=True,
    )
    assert result.stderr == ""
    return result.stdout.split()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize("word", ["", "--"])
def test_a_mistyped_command_is_silent_in_all_shells(shell: str, word: str) -> None:
    line = {"COMP_WORDS": f"proofplay xyz {word}", "COMP_CWORD": word if shell == "fish" else "2"}
    result = spawn(_PROOFPLAY_COMPLETE=f"{shell}_complete", **line)
    assert (result.returncode, result.stdout.strip(), result.stderr) == (0, b"", b"")


@pytest.mark.skipif(BASH is None, reason="needs bash")
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("so",), ["solve"]),
        (("an",), ["analyse", "annotate"]),
        (("solve", "--check"), ["--checkpoint"]),
        (("solve", "--engine", "s"), ["search", "sat"]),
        (("solve", "--engine", "nothing"), []),
        (("xyz", ""), []),
        (("xyz", "--"), []),
        (("xyz", "solve", "--check"), []),
        (("solve", "--enginx", "x", "--check"), ["--checkpoint"]),
        (("solve", "--engine", "nothing", "--check"), ["--checkpoint"]),
        (("batch", "-o", "x.gz", "--time"), ["--time"]),
    ],
)
def test_bash_completes(words: tuple[str, ...], offered: list[str]) -> None:
    assert completed(*words) == offered
