"""What is answered over HTTP, for the description of the interface.

What engines have found is described by the shapes of its records, the rest here; a test holds the
answers against both.
"""

from __future__ import annotations

from inspect import getmembers
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, with_config
from typing_extensions import get_original_bases, is_typeddict

from solver.records import shapes
from solver.records.shapes import AnalysisRecord, AnnotationRecord, ReplyRecord, VerdictRecord

RECORDS = dict(getmembers(shapes, is_typeddict))


def _example(**fields: JsonValue) -> ConfigDict:
    return ConfigDict(json_schema_extra={"example": fields})


_EXAMPLE = _example(
    position="sight-reduction:bwwb/wwbw/bwbb:w",
    game="sight-reduction",
    variants=[],
    status="proved",
    result="win",
    winner="white",
    score=None,
    distance=7,
    par=None,
    value="1",
    line=["b1", "a1", "a2", "d1", "b2", "c1", "b3"],
    engine="retrograde",
    nodes=8192,
    seconds=0.0022,
)
for _record in RECORDS.values():
    _more = _EXAMPLE if _record is VerdictRecord else {}
    with_config(ConfigDict(use_attribute_docstrings=True, **_more))(_record)


def describe_inherited(schemas: dict[str, Any]) -> None:
    """Describe the fields that records have from others as they are described there.

    Pydantic reads the docstrings of a class, not those of the classes that it extends.
    """
    for name in RECORDS.keys() & schemas.keys():
        for field, text in _descriptions(RECORDS[name]).items():
            schemas[name]["properties"][field]["description"] = text


def _descriptions(record: type) -> dict[str, str]:
    """Return the docstrings of the fields of a record, those that it inherits included."""
    found: dict[str, str] = {}
    for base in filter(is_typeddict, get_original_bases(record)):
        found |= _descriptions(base)
    fields = TypeAdapter(record).json_schema()["properties"]
    return found | {
        name: field["description"] for name, field in fields.items() if "description" in field
    }


class Problem(BaseModel):
    """Why a request was refused."""

    model_config = _example(error="row 2: found 1 square, expected 2, as in row 1")

    error: str = Field(description="What was found and what was expected, on one line.")


class Change(BaseModel):
    """One thing that a move does to the board."""

    what: str = Field(description="placed, removed, moved, mined, king, connected, passed, …")
    squares: list[str]


class Legal(BaseModel):
    """A legal move, and what it does."""

    move: str
    kind: str
    squares: list[str]
    effects: list[Change]


class Played(Legal):
    """A move that was played, who made it, and the position after it."""

    player: str
    position: str


class Ending(BaseModel):
    """How a game ended."""

    winner: str | None
    score: int | None
    solved: bool | None


class Moved(BaseModel):
    """Where moves lead: what stands on the board, every legal move, or how the game ended."""

    position: str
    game: str
    variants: list[str]
    title: str
    description: str = Field(description="What the board shows, in words.")
    turn: str
    player: str
    size: tuple[int, int] = Field(description="Files and ranks.")
    rows: list[str] = Field(description="The top rank first, a symbol a square.")
    joins: list[list[str]] = Field(description="Pairs of squares whose pieces are drawn as one.")
    marks: list[str] = Field(description="Squares that the position's keys name.")
    moves: list[Legal]
    outcome: Ending | None
    played: list[Played]


class Square(BaseModel):
    """What stands on a square, in words, too: null where nothing does."""

    name: str
    symbol: str
    piece: str | None


class Frame(BaseModel):
    """Where the squares are in a picture, in its units: their corner, and their side."""

    left: float
    top: float
    side: float
    width: float
    height: float


class Drawn(BaseModel):
    """A board with its picture."""

    title: str
    size: tuple[int, int] = Field(description="Files and ranks.")
    svg: str
    frame: Frame
    squares: list[Square] = Field(description="Rank by rank from a1 on.")


class Board(Drawn, Moved):
    """Where moves lead, with a picture."""

    is_solitaire: bool
    is_first: bool = Field(description="Whether the first player of the game is to move.")


class SetUp(Drawn):
    """A board that is being set up, and all that keeps it from being a position."""

    position: str | None = Field(description="Null while there are flaws.")
    game: str
    variants: list[str]
    turn: str
    keys: dict[str, str]
    flaws: list[str]


class Numbers(Drawn):
    """The board of a puzzle that is solved by numbers, without those that are given."""

    position: str


class Dealt(BaseModel):
    """A random position, and the seed that gives it again."""

    model_config = _example(position="sight-reduction+solitaire:wbbw/bbbw/wwbw:w", seed=7)

    position: str
    seed: int


class Puzzle(BaseModel):
    """A puzzle, proved to be what it claims."""

    position: str
    game: str
    variants: list[str]
    puzzle: str = Field(description="Its kind.")
    goal: str
    solution: list[str]
    grade: str | None
    seed: int
    closed: bool = Field(
        default=False, description="Tours: whether the end is a knight's move from the start."
    )
    given: dict[str, int] = Field(
        default_factory=dict, description="Tours: the numbers that are given, by square."
    )


class PuzzleOffer(BaseModel):
    """Puzzles that are made within seconds, with some variants on some board."""

    variants: list[str]
    closed: bool | None = Field(description="Null for kinds that are neither closed nor open.")
    size: str | None = Field(description="Null: the board that is chosen where none is named.")
    grades: list[str] = Field(description="None for kinds without grades.")


class PuzzleKind(BaseModel):
    """A kind of puzzle of a game."""

    game: str
    puzzle: str
    summary: str
    playable: bool = Field(description="Whether it is solved by moves of the game.")
    demands: list[str]
    offers: list[PuzzleOffer] = Field(description="The plainest first.")


class PuzzleMenu(BaseModel):
    """The kinds of puzzles that there are, and the grades in rising order."""

    grades: list[str]
    kinds: list[PuzzleKind]


class JobLinks(BaseModel):
    """Where a job is asked about, and followed."""

    self: str
    events: str


class JobState(BaseModel):
    """How a job gets on."""

    job: str
    state: Literal["waiting", "running", "done", "failed", "stopped"]
    share: float = Field(description="How much is done, from 0 to 1; 0 where nobody can tell.")
    nodes: int = Field(description="Positions searched so far.")
    seconds: float
    error: str | None
    result: AnalysisRecord | VerdictRecord | AnnotationRecord | ReplyRecord | Puzzle | None = Field(
        description="What would have been answered in place."
    )
    links: JobLinks


class Caps(BaseModel):
    """The caps of the service: seconds, MiB, threads, squares, plies, bytes, searches at once."""

    time: float
    memory: int
    threads: int
    squares: int
    plies: int
    body: int
    searches: int
    searches_per_client: int


class Health(BaseModel):
    """That the service is there."""

    status: Literal["ok"]
    version: str
    limits: Caps


class Variant(BaseModel):
    """A variant of a game."""

    name: str
    summary: str


class Designer(BaseModel):
    """Who made a game, and where that is told."""

    name: str
    link: str


class Key(BaseModel):
    """What a position can say beside its board."""

    name: str
    example: str
    summary: str


class GameDescription(BaseModel):
    """What is known of a game."""

    game: str
    title: str
    designers: list[Designer]
    year: int
    summary: str
    size: str = Field(description="The usual board, files by ranks.")
    sizes: str = Field(description="Which boards there are, in words.")
    searched: str = Field(description="Which of them the searches take, in words.")
    start: str | None = Field(description="Null where a game begins with a deal.")
    players: dict[str, str] = Field(description="Names by symbols, the first player's first.")
    pieces: dict[str, str] = Field(description="Names by symbols.")
    variants: list[Variant]
    solitaire: str | None = Field(description="The variant for one.")
    keys: list[Key]
    setups: list[str] = Field(description="How a board can be filled by a deal.")
    has_value: bool = Field(description="Whether there are combinatorial values.")
    engines: list[str]
