"""``python -m proofplay`` is the command ``proofplay``."""

from proofplay.main import main

main()
