"""How boards and pieces look: data, drawings made from it, and pictures."""
