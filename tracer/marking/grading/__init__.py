"""Grading: marks, diagnosis and feedback."""
