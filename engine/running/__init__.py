"""A running search: its budgets, how to cancel it, its depth of recursion, its result so far."""
