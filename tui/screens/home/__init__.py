"""The home screen: its list, opening a source, and choosing its search.

The screens that it opens are in the neighbouring folders.
"""
