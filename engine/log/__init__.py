"""The visit log: its columns, counts and best play.

The searches that write it are in `engine.searches`.
"""
