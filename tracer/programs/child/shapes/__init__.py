"""The shapes of programs: how programs of each are recognised, called, and shown the game.

A shape is a module here, or a folder if it has several subjects. Its `DRIVER` is all that is known
of it, and gets the game in the form that such programs receive. The right answers are not known
here.
"""
