"""The board in a browser: a package, so that all its tests can share one."""
