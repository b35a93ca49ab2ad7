"""The board in a browser: a package, so that all test files can share one browser."""
