"""The shape of CS 188: its record and its starter file."""
