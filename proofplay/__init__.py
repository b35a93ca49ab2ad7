"""Where the program starts: the only import package of its that has a name of its own."""
