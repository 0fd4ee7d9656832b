"""Drawings of trees: the model (`tree`), character cells (`terminal`, `canvas`), and `print`.

The results of a search are in `tracer.recording` and `tracer.steps`; `tracer.export` writes files.
"""
