"""The view of a search on a canvas of any size: pages, zoom levels, and the icicle of all visits.

The canvas itself is a widget of `tui.widgets`; `terminal` draws labels and edges.
"""
