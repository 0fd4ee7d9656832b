"""The child's half of the CS 480 shape: its driver runs the script."""
