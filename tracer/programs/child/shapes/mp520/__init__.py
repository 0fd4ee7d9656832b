"""The child's half of the MP 520 shape: its driver, and the check of the program's rules."""
