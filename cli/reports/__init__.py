"""Reports: their parts, and how these are drawn in a terminal, on a web page, and as text."""
