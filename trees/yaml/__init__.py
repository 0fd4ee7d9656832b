"""YAML and JSON as nodes with lines and columns, and the fields of a file read from them."""
