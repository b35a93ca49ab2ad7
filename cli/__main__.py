"""``python -m cli`` is the command ``proofplay``."""

from cli.main import main

main()
