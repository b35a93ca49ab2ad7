"""Estimates by playouts for positions that cannot be proved. They are never answers."""
