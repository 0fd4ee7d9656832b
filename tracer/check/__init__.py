"""Checking homework: what is wrong, where, and which misconception made it."""
