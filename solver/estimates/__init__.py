"""Estimates: what playouts say of positions where no proof reaches. They are never answers."""
