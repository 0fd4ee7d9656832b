"""The spec of a problem set: its file, the class list, and the paper size."""
