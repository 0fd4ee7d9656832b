"""The shape of MP 520: its record and its starter file."""
