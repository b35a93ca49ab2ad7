"""The HTTP API: requests and answers."""
