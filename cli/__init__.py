"""The command line: what users see."""
