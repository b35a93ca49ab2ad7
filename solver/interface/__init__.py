"""What engines and those who ask them share: questions, limits, verdicts."""
