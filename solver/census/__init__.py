"""Censuses: statistics of a game, a variant or a rule of set-up, sampled or exact."""
