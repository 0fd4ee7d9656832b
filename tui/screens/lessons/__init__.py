"""The list of lessons, and a lesson with its pages, figure and questions.

`tracer.lesson` decides what a lesson says and how it grades; its files are in `tui.lessons`.
"""
