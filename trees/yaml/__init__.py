"""YAML and JSON as nodes with lines and columns, and the fields of a file read from them.

The keys of a tree or a position are in `trees.formats`.
"""
