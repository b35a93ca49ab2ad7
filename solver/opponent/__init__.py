"""An opponent with levels, from a beginner's to full strength within a time."""
