"""Conversion of numbers and table cells to text and back, and escapes."""
