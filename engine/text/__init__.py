"""Text and display that do not depend on a game: cleaning, install advice, pieces, notebooks.

The text of a match is in `engine.match`; layout of text is in `tracer`.
"""
