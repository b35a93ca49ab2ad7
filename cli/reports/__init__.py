"""Reports: what they consist of, and how that is drawn in a terminal, on a page, and as text."""
