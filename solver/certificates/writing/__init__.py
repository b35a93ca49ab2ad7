"""The writers of certificates: they ask an engine, and write what can be checked without it."""
