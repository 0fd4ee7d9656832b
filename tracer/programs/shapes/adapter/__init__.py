"""The shape of programs that a course's adapter calls: its record, and the adapters of plytrace."""
