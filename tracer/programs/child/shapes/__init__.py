"""The child's half of each shape: recognise programs of the shape, and call them.

Each shape is a folder with a `driver.py`. Its `DRIVER` is all that the process knows of the shape,
together with the game in the form that such programs receive. The right answers are not known here.
"""
