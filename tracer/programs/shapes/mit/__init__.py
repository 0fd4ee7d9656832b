"""The shape of MIT: its record and its starter file."""
