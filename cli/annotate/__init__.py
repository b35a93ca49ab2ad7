"""`proofplay annotate`."""
