"""A running search: its budgets, how to cancel it, its depth of recursion, its result so far.

`end_with_parent` ends a worker process with its parent. The searches are in `engine.searches`;
`engine.search` starts them.
"""
