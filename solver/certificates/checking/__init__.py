"""The checker of certificates. It uses only `positions`, and no engine or kernel."""
