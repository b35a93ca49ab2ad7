"""The entry point, in the only package of the program whose name is not a common word."""
