"""Widgets shared by several screens: the tree, boards, lists, the footer, the answer line.

A widget of one screen is in that screen's folder; the panes are in `tui.panes`.
"""
