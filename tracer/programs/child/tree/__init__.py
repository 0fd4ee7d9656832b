"""Plain trees, as programs are handed them: lists, tuples, dicts, graphs, objects."""
