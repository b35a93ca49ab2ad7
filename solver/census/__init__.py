"""Censuses: statistics of a game, a variant or a set-up rule, sampled or exact."""
