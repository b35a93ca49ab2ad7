"""The engines, and the one that chooses among them."""
