"""What is written to files, and what keeps the files of the user safe."""
