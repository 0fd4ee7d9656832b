"""Comparison of searches of one tree: a table of many, or a pair step by step."""
