"""The child's half of the plain-tree shape: its driver, and lists, dicts or objects."""
