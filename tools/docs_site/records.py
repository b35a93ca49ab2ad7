"""The schemas of what commands print with `--json`.

The service describes most of it. What only commands print is described here: from the types of the
records if these exist, otherwise field by field.
"""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from service.api import answers

Json = dict[str, Any]

# The object that each command prints per line; some options select another one.
RECORDS = {
    "solve": "Answer",
    "solve --sum": "Sum",
    "analyse": "Analysis",
    "annotate": "Annotation",
    "openings": "Openings",
    "verify": "CheckRecord",
    "games": "GameRecord",
    "rules": "RuleRecord",
    "show": "ShowRecord",
    "moves": "MovesRecord",
    "hint": "HintRecord",
    "deal": "DealRecord",
    "perft": "PerftRecord",
}
# Where the objects of other commands are described, relative to the folder of the reference.
ELSEWHERE = {
    "generate": "puzzles.md#the-record-of-a-puzzle",
    "batch": "../howto/batch.md#what-is-written",
    "census": "census.md#the-object-of-json",
    "grade": "puzzles.md#the-record-of-a-grade",
    "match": "../howto/play.md#matches",
    "study": "../howto/own-game.md#study",
}
_REF = "#/components/schemas/{model}"
_TEXT, _NUMBER = {"type": "string"}, {"type": "integer"}
_TEXTS, _ANY = {"type": "array", "items": _TEXT}, {"type": "object"}


def _or_null(schema: Json) -> Json:
    return {"anyOf": [schema, {"type": "null"}]}


def _field(description: str, schema: Json = _TEXT) -> Json:
    return {**schema, "description": description}


def _object(description: str, required: dict[str, Json], **optional: Json) -> Json:
    return {
        "description": description,
        "properties": {**required, **optional},
        "required": list(required),
    }


_PLAIN = {
    "DealRecord": _object("A random position.", {"position": _field("The position as a line.")}),
    "RuleRecord": _object(
        "A rule of a game.",
        {
            "game": _field("The name of the game."),
            "rule": _field("The number of the rule, as in messages."),
            "text": _field("What it says, in a sentence or two."),
        },
    ),
    "ShowRecord": _object(
        "A position, taken apart.",
        {
            "position": _field("The position in its canonical form."),
            "game": _field("The name of its game."),
            "variants": _field("The names of its variants.", _TEXTS),
            "turn": _field("The symbol of the player to move."),
            "board": _field("The ranks, the top one first, a symbol for each square.", _TEXTS),
            "keys": _field("The keys after the turn, with their values.", _ANY),
        },
    ),
    "MovesRecord": _object(
        "The legal moves of a position.",
        {
            "position": _field("The position, after the moves of `--play`."),
            "moves": _field("Its legal moves; none if the game is over.", _TEXTS),
        },
    ),
    "HintRecord": _object(
        "A hint for the next move.",
        {
            "position": _field("The position, after the moves of `--play`."),
            "game": _field("The name of its game."),
            "variants": _field("The names of its variants.", _TEXTS),
            "status": _field("`proved`, or `unknown` if a limit ended the search."),
            "reason": _field("Which limit it was.", _or_null(_TEXT)),
            "result": _field("The result, as in an answer.", _or_null(_TEXT)),
            "degree": _field("How much the hint tells: 1, 2 or 3.", _NUMBER),
            "hint": _field("The hint; null if no move can be recommended.", _or_null(_TEXT)),
            "squares": _field("The squares that it points at.", _TEXTS),
            "move": _field("Of degree 3: the move.", _or_null(_TEXT)),
        },
    ),
    "PerftRecord": _object(
        "The number of legal move sequences of one length.",
        {
            "position": _field("The position that they start from."),
            "depth": _field("Their length in plies.", _NUMBER),
            "count": _field("How many there are; null if a limit came first.", _or_null(_NUMBER)),
        },
        divide=_field(
            "With `--divide`: how many begin with each move.",
            {"type": "object", "additionalProperties": _NUMBER},
        ),
        reason=_field("Which limit came first."),
    ),
    "CheckRecord": _object(
        "A certificate, answer or puzzle that was checked.",
        {
            "file": _field("The file that it is in."),
            "line": _field("The line of the file where it begins.", _NUMBER),
            "position": _field("The position that it is about.", _or_null(_TEXT)),
            "claim": _field("What it claims.", _or_null(_TEXT)),
            "accepted": _field("Whether it shows what it claims.", {"type": "boolean"}),
        },
        error=_field("What is wrong with it, and in which line, where it is refused."),
        moves=_field("The moves of its line that were played.", _NUMBER),
        positions=_field("The positions of its graphs.", _NUMBER),
        replies=_field("The moves from them.", _NUMBER),
        clauses=_field("The clauses that its refutation starts from.", _NUMBER),
        steps=_field("The steps of its refutation.", _NUMBER),
    ),
}


def add_records(schemas: dict[str, Json]) -> None:
    """Add the schemas of what only commands print to those of the service."""
    described = schemas["GameDescription"]
    scene = {"scene": _field("How its board and its pieces look.", _ANY)}
    schemas["GameRecord"] = {
        **described,
        "properties": {**described["properties"], **scene},
        "required": [*described["required"], *scene],
    }
    for name in RECORDS.values():
        if name in _PLAIN:
            schemas[name] = _PLAIN[name]
        elif name not in schemas:
            schema = TypeAdapter(answers.ANSWERS[name]).json_schema(ref_template=_REF)
            schemas |= {**schema.pop("$defs", {}), name: schema, **schemas}
    answers.describe_answers(schemas)
