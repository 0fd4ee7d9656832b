"""Modules that the files of CS 188's second project import: `util`, `game` and `pacman`.

They hold what a `multiAgents.py` needs and no more, and stand in where a program has none of its
own. The names are the project's, so that such files run as they are.

Source: "Project 2: Multi-Agent Search", UC Berkeley, whose code imports these names.
"""
