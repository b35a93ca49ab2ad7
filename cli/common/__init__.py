"""Shared by all commands: options, inputs, the run over records, exit codes, wording."""
