"""Models of the answers, for the description of the HTTP API.

`solver.answers.model` defines the answers of the engines, and these models describe the rest; a
test checks what is returned against both.
"""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, with_config

from solver.answers import model
from solver.answers.model import Analysis, Annotation, Answer, Reply

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

# The answers of the engines, by name.
ANSWERS: dict[str, type[DataclassInstance]] = {
    name: one for name, one in vars(model).items() if isinstance(one, type) and is_dataclass(one)
}


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
for _one in ANSWERS.values():
    _more = _EXAMPLE if _one is Answer else {}
    with_config(ConfigDict(use_attribute_docstrings=True, **_more))(_one)


def describe_answers(schemas: dict[str, Any]) -> None:
    """Complete the schemas of answers.

    Pydantic reads the docstrings of a class, but not those of its base classes; and it does not
    know that only optional fields are ever left out.
    """
    for name in ANSWERS.keys() & schemas.keys():
        schema, one = schemas[name], ANSWERS[name]
        for field, text in _descriptions(one).items():
            schema["properties"][field]["description"] = text
        schema["required"] = [name for name, is_optional in model.names_of(one) if not is_optional]
        for field in schema["properties"].values():
            field.pop("default", None)


def _descriptions(of: type) -> dict[str, str]:
    """Return the docstrings of the fields of a class, including inherited ones."""
    descriptions: dict[str, str] = {}
    for base in reversed(of.__mro__[:-1]):
        fields = TypeAdapter(base).json_schema()["properties"]
        descriptions |= {
            name: field["description"] for name, field in fields.items() if "description" in field
        }
    return descriptions


class Problem(BaseModel):
    """Why a request was refused."""

    model_config = _example(error="row 2: found 1 square, expected 2, as in row 1")

    error: str = Field(description="What was found and what was expected, on one line.")


class Change(BaseModel):
    """One effect of a move on the board."""

    what: str = Field(description="placed, removed, moved, mined, king, connected, passed, …")
    squares: list[str]


class LegalMove(BaseModel):
    """A legal move and its effects."""

    move: str
    kind: str
    squares: list[str]
    effects: list[Change]


class PlayedMove(LegalMove):
    """A move that was played, its player, and the position after it."""

    player: str
    position: str


class Ending(BaseModel):
    """How a game ended."""

    winner: str | None
    score: int | None
    solved: bool | None


class PositionAfterMoves(BaseModel):
    """The position after moves: the board, every legal move, or how the game ended."""

    position: str
    game: str
    variants: list[str]
    title: str
    description: str = Field(description="A description of the board in words.")
    turn: str
    player: str
    size: tuple[int, int] = Field(description="Files and ranks.")
    rows: list[str] = Field(description="The top rank first, one symbol per square.")
    joins: list[list[str]] = Field(description="Pairs of squares whose pieces are drawn connected.")
    marks: list[str] = Field(description="Squares that the position's keys name.")
    moves: list[LegalMove]
    outcome: Ending | None
    played: list[PlayedMove]


class Square(BaseModel):
    """The content of a square, also in words: null if it is empty."""

    name: str
    symbol: str
    piece: str | None


class Frame(BaseModel):
    """The location of the squares in a picture, in its units: their corner and side.

    The ranks are `rise` apart, and each is shifted to the right of the one below by `shift`.
    """

    left: float
    top: float
    side: float
    rise: float
    shift: float
    width: float
    height: float


class DrawnBoard(BaseModel):
    """A board with its picture."""

    title: str
    size: tuple[int, int] = Field(description="Files and ranks.")
    svg: str
    frame: Frame
    squares: list[Square] = Field(description="Rank by rank from a1 on.")


class Board(DrawnBoard, PositionAfterMoves):
    """The position after moves, with a picture."""

    is_solitaire: bool
    is_first: bool = Field(description="Whether the first player of the game is to move.")


class SetUp(DrawnBoard):
    """A board being set up, and everything that keeps it from being a position."""

    position: str | None = Field(description="Null while there are flaws.")
    game: str
    variants: list[str]
    turn: str
    keys: dict[str, str]
    flaws: list[str]


class Numbers(DrawnBoard):
    """The board of a puzzle that is solved by numbers, without the given ones."""

    position: str


class Deal(BaseModel):
    """A random position, and its seed."""

    model_config = _example(position="sight-reduction+solitaire:wbbw/bbbw/wwbw:w", seed=7)

    position: str
    seed: int


class Puzzle(BaseModel):
    """A puzzle with a proved solution."""

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
        default_factory=dict, description="Tours: the given numbers, by square."
    )


class PuzzleOffer(BaseModel):
    """Puzzles that can be made within seconds, with some variants on some board."""

    variants: list[str]
    closed: bool | None = Field(description="Null for kinds that are neither closed nor open.")
    size: str | None = Field(description="Null for the default board.")
    grades: list[str] = Field(description="Empty for kinds without grades.")


class PuzzleKind(BaseModel):
    """A kind of puzzle of a game."""

    game: str
    puzzle: str
    summary: str
    playable: bool = Field(description="Whether it is solved by moves of the game.")
    demands: list[str]
    offers: list[PuzzleOffer] = Field(description="The plainest first.")


class PuzzleMenu(BaseModel):
    """The kinds of puzzles, and the grades in increasing order."""

    grades: list[str]
    kinds: list[PuzzleKind]


class JobLinks(BaseModel):
    """The addresses of a job and of its events."""

    self: str
    events: str


class JobState(BaseModel):
    """The state of a job."""

    job: str
    state: Literal["waiting", "running", "done", "failed", "stopped"]
    share: float = Field(description="The share of work done, from 0 to 1; 0 if unknown.")
    nodes: int = Field(description="Positions searched so far.")
    seconds: float
    error: str | None
    result: Analysis | Answer | Annotation | Reply | Puzzle | None = Field(
        description="What would have been answered directly."
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
    """The state of the service."""

    status: Literal["ok"]
    version: str
    limits: Caps


class Variant(BaseModel):
    """A variant of a game."""

    name: str
    summary: str


class Designer(BaseModel):
    """The designer of a game, with a link."""

    name: str
    link: str


class Key(BaseModel):
    """An additional property of a position."""

    name: str
    example: str
    summary: str


class PieceLook(BaseModel):
    """How a piece looks: a disc, a king or a mine of a colour, with a letter on it or none."""

    colour: str
    shape: str
    letter: str


class Scene(BaseModel):
    """How the board of a game looks; `ends` and `sides` are the symbols of its edges' owners."""

    looks: dict[str, PieceLook]
    on_points: bool
    is_checkered: bool
    ends: str | None
    sides: str | None
    is_joined: bool


class FoundPosition(BaseModel):
    """A position that a text contains."""

    position: str
    title: str


class FoundPositions(BaseModel):
    """The positions that a text contains."""

    positions: list[FoundPosition]


class GameDescription(BaseModel):
    """The description of a game."""

    game: str
    title: str
    designers: list[Designer]
    year: int
    summary: str
    moving: str = Field(description="How to move, in a sentence.")
    winning: str = Field(description="How to win, in a sentence.")
    solving: str = Field(description="What solves a solitaire; empty if there is none.")
    boards: list[str] = Field(description="Sizes to choose a board from, small ones first.")
    size: str = Field(description="The usual board, files by ranks.")
    sizes: str = Field(description="The possible boards, in words.")
    searched: str = Field(description="The boards that the searches take, in words.")
    start: str | None = Field(description="Null if the game begins with a deal.")
    players: dict[str, str] = Field(description="Names by symbols, the first player's first.")
    pieces: dict[str, str] = Field(description="Names by symbols.")
    variants: list[Variant]
    solitaire: str | None = Field(description="The solitaire variant.")
    keys: list[Key]
    setups: list[str] = Field(description="The ways to deal a board.")
    has_value: bool = Field(description="Whether positions have combinatorial values.")
    engines: list[str]
    scene: Scene
