"""Worksheets and their keys: from an instructor's spec to files in a folder."""
