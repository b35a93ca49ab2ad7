"""`proofplay verify`."""
