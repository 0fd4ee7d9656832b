"""The shape of the AIMA book: its record and its starter file."""
