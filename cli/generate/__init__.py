"""`proofplay generate`."""
