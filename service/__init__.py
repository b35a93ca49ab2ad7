"""The HTTP service and the board in the browser, over the same engines as the command line."""

__distribution__ = "proofplay"
