"""Drawings of trees: the model (`tree`), character cells (`terminal`, `canvas`), and `print`."""
