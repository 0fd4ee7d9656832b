"""The formats of worksheets, one module each, and their shared helpers."""
