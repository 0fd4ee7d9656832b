"""The child's half of the AIMA shape: its driver, and the direction of depth counting."""
