"""The shape of CS50 AI: its record, the table of its helpers, and its starter file."""
