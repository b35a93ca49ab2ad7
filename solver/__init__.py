"""What is known of the games: engines, questions asked of them, puzzles, certificates, censuses."""
