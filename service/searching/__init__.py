"""Searches: what is asked, kept, shared, waited for and answered."""
