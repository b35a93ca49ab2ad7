"""Additions to the documentation site beyond MkDocs: reference pages and drawn boards."""
