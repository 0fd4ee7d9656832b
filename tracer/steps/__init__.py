"""The steps of a search, as data and sentences.

This package has replay, narration, pseudocode, the number line and navigation in a trace. Trees are
drawn in `drawing`, and two searches are compared in `compare`.
"""
