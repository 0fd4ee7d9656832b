"""The visit log: its columns, counts and best play."""
