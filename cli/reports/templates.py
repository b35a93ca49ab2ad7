"""HTML pages from templates, which share a head, a style and strict escaping."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from solver.version import version

# Characters that HTML does not allow, not even as references.
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")


def render(template: Path, filters: Mapping[str, Any], **facts: object) -> str:
    """Render a template, which may include those of this folder; all text is escaped."""
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
