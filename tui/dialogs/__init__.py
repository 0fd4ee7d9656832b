"""Boxes over any screen: a prompt, a list to pick from, help, progress, the command palette.

They import no screen. A box that only one screen opens is in that screen's folder.
"""
