"""What is asked of engines: a position, its moves, a whole game, its openings."""
