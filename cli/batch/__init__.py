"""`proofplay batch`."""
