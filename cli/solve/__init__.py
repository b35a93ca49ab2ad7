"""`proofplay solve`."""
