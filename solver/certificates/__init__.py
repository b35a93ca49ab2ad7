"""Certificates: answers that can be checked by code that shares nothing with what found them.

`writing` makes them from an engine's answers, `checking` checks them by the rules of the games and
knows no engine. The text format is described in ``docs/certificates.md``.
"""
