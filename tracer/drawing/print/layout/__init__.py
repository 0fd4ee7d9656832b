"""The layout of a printed tree in points: boxes, texts and edges.

It does not depend on a format; `svg` and `tracer.export.formats` write it.
"""
