"""The shape of plain trees: its record and its starter file."""
