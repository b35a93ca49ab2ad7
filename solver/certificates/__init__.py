"""Certificates: answers that code independent of the engines can check.

`writing` makes them from an engine's answers; `checking` checks them by the rules of the games,
without any engine. ``docs/reference/certificates.md`` describes the text format.
"""
