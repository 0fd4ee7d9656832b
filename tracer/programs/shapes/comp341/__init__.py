"""The shape of COMP 341: its record and its starter file."""
