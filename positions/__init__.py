"""The games: rules, notation and positions, with nothing of the engines in them."""
