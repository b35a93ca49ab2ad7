"""What may be asked over HTTP, and what is answered."""
