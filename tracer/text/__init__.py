"""Conversion of numbers and table cells to text and back, and escapes.

These modules handle strings only: they know no search and import nothing from `tracer`.
"""
