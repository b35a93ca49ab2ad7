"""`proofplay openings`."""
