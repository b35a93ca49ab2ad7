"""What all commands share: options, inputs, the run over records, exit codes, words."""
