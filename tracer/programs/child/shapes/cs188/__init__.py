"""The child's half of the CS 188 shape: its driver, and `util`, `game` and `pacman`.

The modules contain only what a `multiAgents.py` needs. A program that lacks them gets them. The
names are the project's, so that such files run unchanged.

Source: "Project 2: Multi-Agent Search", UC Berkeley, whose code imports these names.
"""
