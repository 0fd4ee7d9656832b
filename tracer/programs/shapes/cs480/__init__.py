"""The shape of CS 480: its record, the output that it requires, and its starter file."""
