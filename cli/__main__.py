"""``python -m cli``: the command ``proofplay``, kept from before ``python -m proofplay``."""

from proofplay.main import main

main()
