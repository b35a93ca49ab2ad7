"""The table in a browser: playing, values, estimates, the computer, review and sharing."""
