"""What is written to a terminal: lines, boards, tables, progress."""
