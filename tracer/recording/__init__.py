"""A recorded search as data: its log, its steps as an Euler tour, and exact values."""
