"""The command line: what users see."""

__distribution__ = "proofplay"
