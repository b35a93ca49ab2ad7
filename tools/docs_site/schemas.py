"""The reference of JSON fields and of the HTTP interface, made from its OpenAPI description."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from docs_site.markdown import code, plain, table
from docs_site.records import ELSEWHERE, RECORDS, Json, add_records
from positions.values import LARGEST
from service.app import create_app
from service.settings import Settings

_METHODS = ("get", "post", "delete")
# In the same folder as the page of the HTTP interface.
JSON_PAGE = "json.md"


def description() -> Json:
    """Return the OpenAPI description of the service, with the records that only commands print."""
    api = create_app(Settings()).openapi()
    add_records(api["components"]["schemas"])
    return api


def json_page(api: Json) -> str:
    """Return the page of all JSON objects in answers, with their fields."""
    schemas = api["components"]["schemas"]
    return "\n".join(_json_page({name: schemas[name] for name in schemas if _is_answered(name)}))


def http_page(api: Json) -> str:
    """Return the page of all requests, and of the objects within their bodies."""
    return "\n".join(_http_page(api))


def _is_answered(name: str) -> bool:
    return not name.endswith(("Request", "-Input", "ValidationError"))


def _json_page(schemas: dict[str, Json]) -> Iterator[str]:
    yield from (
        "# JSON fields",
        "",
        "With `--json` a command prints one of these objects on each line; the service answers with"
        " the same ones. A field that is marked *optional* can be absent.",
        "",
    )
    rows = (
        (f"[`{name}`](commands/{name.partition(' ')[0]}.md)", _link(RECORDS[name], ""))
        for name in RECORDS
    )
    others = (
        (f"[`{name}`](commands/{name}.md)", f"[described here]({place})")
        for name, place in ELSEWHERE.items()
    )
    yield from table(("command", "object"), (*rows, *others))
    first = list(RECORDS.values())
    for name in [*first, *sorted(schemas.keys() - set(first))]:
        yield from _schema(name, schemas[name])


def _schema(name: str, schema: Json, page: str = "") -> Iterator[str]:
    yield from (f"## {_title(name)}", "")
    yield from (plain(schema.get("description", "")), "")
    if "properties" in schema:
        yield from _fields(schema, ("field", "type", "meaning"), page)
    else:
        yield from (f"One of {', '.join(code(value) for value in schema['enum'])}.", "")


def _fields(schema: Json, heads: Sequence[str], page: str) -> Iterator[str]:
    required = set(schema.get("required", ()))
    rows = [
        (
            code(name),
            _type(field, page) + ("" if name in required else " *(optional)*"),
            _meaning(field),
        )
        for name, field in schema["properties"].items()
    ]
    yield from table(heads, rows)


def _meaning(field: Json) -> str:
    """Return the description of a field, with its bounds and its default."""
    bounds = next(
        (part for part in (field, *field.get("anyOf", ())) if {"minimum", "maximum"} & part.keys()),
        {},
    )
    parts = [plain(field.get("description", ""))]
    minimum, maximum = bounds.get("minimum"), bounds.get("maximum")
    if maximum is not None and maximum < LARGEST:
        parts.append(f"From {minimum or 0:g} to {maximum:g}.")
    elif minimum:
        parts.append(f"At least {minimum:g}.")
    if field.get("default") is not None:
        parts.append(f"Default: {code(_value(field['default']))}.")
    return " ".join(filter(None, parts))


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _type(schema: Json, page: str = "") -> str:
    """Return a type in words, with links to its objects: those of answers are on `page`."""
    if "$ref" in schema:
        return _link(schema["$ref"].rpartition("/")[2], page)
    if "anyOf" in schema:
        return " or ".join(_type(part, page) for part in schema["anyOf"])
    if "enum" in schema:
        return ", ".join(code(_value(value)) for value in schema["enum"])
    if "const" in schema:
        return code(_value(schema["const"]))
    kind = schema.get("type", "any value")
    if kind == "array":
        if "prefixItems" in schema:
            return f"\\[{', '.join(_type(part, page) for part in schema['prefixItems'])}\\]"
        return f"list of {_type(schema['items'], page)}"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"object of {_type(values, page)}" if isinstance(values, dict) else "object"
    return str(kind)


def _title(name: str) -> str:
    return name.removesuffix("-Output").removesuffix("-Input")


def _link(name: str, page: str) -> str:
    title = _title(name)
    return f"[{title}]({page if _is_answered(name) else ''}#{title.lower()})"


def _http_page(api: Json) -> Iterator[str]:
    schemas = api["components"]["schemas"]
    yield from (
        "# HTTP",
        "",
        plain(api["info"]["summary"])
        + " This is what a running `proofplay serve` describes under `/api/openapi.json`; the"
        " objects that are answered are described among the [JSON fields](json.md).",
        "",
        "Any request can be refused:",
        "",
    )
    refusals = _refusals(api)
    yield from _answers(refusals)
    for path, operations in api["paths"].items():
        for method in _METHODS:
            if method in operations:
                yield from _operation(method, path, operations[method], schemas, refusals)
    for name in sorted(schemas.keys() - _bodies(api)):
        if name.endswith(("Request", "-Input")):
            yield from _schema(name, schemas[name], JSON_PAGE)


def _refusals(api: Json) -> Json:
    """Return the refusals that all requests have in common, by status."""
    each = [operation["responses"] for path in api["paths"].values() for operation in path.values()]
    common = set.intersection(*map(set, each))
    return {
        status: description for status, description in each[0].items() if status in common - {"200"}
    }


def _bodies(api: Json) -> set[str]:
    """Return the names of the schemas that are bodies of requests."""
    operations = (each for path in api["paths"].values() for each in path.values())
    return {_body(operation) for operation in operations if "requestBody" in operation}


def _body(operation: Json) -> str:
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    return str(schema["$ref"]).rpartition("/")[2]


def _operation(
    method: str, path: str, operation: Json, schemas: dict[str, Json], refusals: Json
) -> Iterator[str]:
    yield from (f"## {plain(operation['summary'])}", "", code(f"{method.upper()} {path}"), "")
    yield from (plain(operation.get("description", "")), "")
    if parameters := operation.get("parameters"):
        rows = (
            (
                code(each["name"]),
                each["in"],
                _type(each["schema"], JSON_PAGE),
                _meaning({**each["schema"], "description": each.get("description", "")}),
            )
            for each in parameters
        )
        yield from table(("parameter", "in", "type", "meaning"), rows)
    if "requestBody" in operation:
        yield from _fields(
            schemas[_body(operation)], ("field of the body", "type", "meaning"), JSON_PAGE
        )
    answers = operation["responses"]
    yield from _answers({status: answers[status] for status in answers if status not in refusals})


def _answers(answers: Json) -> Iterator[str]:
    rows = (
        (code(status), plain(description["description"]), _content(description))
        for status, description in sorted(answers.items())
    )
    yield from table(("status", "meaning", "answer"), rows)


def _content(answer: Json) -> str:
    contents: Iterable[tuple[str, Json]] = answer.get("content", {}).items()
    return " or ".join(
        _type(description["schema"], JSON_PAGE) if kind == "application/json" else code(kind)
        for kind, description in contents
    )
