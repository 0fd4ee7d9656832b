"""The child's half of the COMP 341 shape: the functions that describe the game."""
