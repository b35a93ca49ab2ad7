"""Sample games, made up, in files next to this module: NAME.txt for each game and the solitaire."""

from importlib.resources import files

NAMES = tuple(
    sorted(
        file.name.removesuffix(".txt")
        for file in files(__package__).iterdir()
        if file.name.endswith(".txt")
    )
)


def sample(name: str) -> str:
    """Return the record of a sample game; `name` is one of `NAMES`."""
    return (files(__package__) / f"{name}.txt").read_text(encoding="utf-8")
