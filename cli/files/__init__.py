"""Output files, and safeguards for the user's files."""
