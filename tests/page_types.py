"""The page's types, made from the description of the service's interface; as a program: written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from running import ROOT

from service.app import create_app
from service.settings import Settings

FILE = ROOT / "service" / "static" / "js" / "common" / "types.d.ts"
HEAD = "// What the service answers. It is made by `python tests/page_types.py`.\n"
# What it takes names all games and engines: the page knows none.
TAKEN = ("Request", "-Input", "ValidationError")
PLAIN = {"integer": "number", "object": "Record<string, unknown>"}


def page_types() -> str:
    """Return what the file says while it is up to date."""
    described = create_app(Settings()).openapi()
    schemas = described["components"]["schemas"]
    given = [name for name in schemas if not name.endswith(TAKEN)]
    declared = [line for name in given for line in lines(name, schemas[name])]
    paths = described["paths"]
    looked = answers("What is found under each path.", "Listings", paths, "get")
    asked = answers("What each path answers in the end.", "Answers", paths, "post")
    return "\n".join([HEAD, *declared, *looked, *asked])


def answers(summary: str, name: str, paths: Any, method: str) -> Iterator[str]:
    """Yield the lines that say what a method answers under each path that is always the same."""
    yield f"/** {summary} */"
    yield f"export interface {name} {{"
    for path, operations in paths.items():
        if method in operations and "{" not in path:
            said = operations[method]["responses"]["200"]["content"]
            if "application/json" in said:
                yield f'  "{path}": {type_of(said["application/json"]["schema"])};'
    yield "}\n"


def lines(name: str, schema: Any) -> Iterator[str]:
    """Yield the lines that declare a type."""
    yield from comment(schema)
    fields = schema.get("properties")
    if fields is None:
        yield f"export type {typescript_name(name)} = {type_of(schema)};\n"
        return
    yield f"export interface {typescript_name(name)} {{"
    for field, said in fields.items():
        yield from (f"  {line}" for line in comment(said))
        mark = "" if field in schema.get("required", ()) else "?"
        yield f"  {field}{mark}: {type_of(said)};"
    yield "}\n"


def comment(schema: Any) -> Iterator[str]:
    """Yield the description of something."""
    if "description" in schema:
        yield f"/** {' '.join(schema['description'].split())} */"


def typescript_name(name: str) -> str:
    """Return the name of a type; types of both requests and answers have two in the description."""
    return name.removesuffix("-Output")


def type_of(schema: Any) -> str:
    """Return a type as TypeScript writes it."""
    match schema:
        case {"$ref": path}:
            return typescript_name(path.rpartition("/")[2])
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(map(json.dumps, values))
        case {"anyOf": parts}:
            return " | ".join(map(type_of, parts))
        case {"prefixItems": parts}:
            return f"[{', '.join(map(type_of, parts))}]"
        case {"items": items}:
            inner = type_of(items)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case {"additionalProperties": dict() as values}:
            return f"Record<string, {type_of(values)}>"
        case {"type": kind}:
            return PLAIN.get(kind, kind)
    return "unknown"


if __name__ == "__main__":
    FILE.write_text(page_types(), encoding="utf-8")
