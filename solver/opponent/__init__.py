"""An opponent with levels, from beginner to full strength within a time limit."""
