"""The visit log: its columns, counts and best play.

The searches that write it are in `engine.searches`. Files of it are in `tracer.archive`.
"""
