"""`proofplay analyse`."""
