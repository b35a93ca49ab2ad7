"""The checker of certificates. It stands on `positions` alone, and on no engine or kernel."""
