"""Saved traces: the file format, reading, writing, and verification of the log.

Exports, which plytrace does not read back, are in `export`.
"""
