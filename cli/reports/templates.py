"""Pages in HTML from templates, which share a head, a style and how strictly they are filled in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from solver.version import version

# What HTML has no place for, not even as a reference.
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")


def render(template: Path, filters: Mapping[str, Any], **facts: object) -> str:
    """Fill in a template, which may include those of this folder; all text is escaped."""
    environment = Environment(
        loader=FileSystemLoader([template.parent, Path(__file__).parent]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    environment.filters |= filters
    page = environment.get_template(template.name)
    return _NO_TEXT.sub("\ufffd", page.render(maker=f"proofplay {version()}", **facts))
