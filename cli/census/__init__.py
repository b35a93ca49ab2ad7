"""`proofplay census`."""
