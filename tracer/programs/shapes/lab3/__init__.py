"""The shape of Lab 3: its record and its starter file."""
