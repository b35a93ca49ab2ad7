"""Questions to engines: about a position, its moves, a whole game, its openings."""
