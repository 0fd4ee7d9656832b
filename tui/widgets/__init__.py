"""Widgets shared by several screens: the tree, boards, lists, the footer, the answer line."""
