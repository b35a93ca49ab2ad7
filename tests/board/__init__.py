"""The board in a browser: a package, so that tests of several files can share one."""
