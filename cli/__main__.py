"""``python -m cli`` is the command ``proofplay``, as it was before ``python -m proofplay``."""

from proofplay.main import main

main()
