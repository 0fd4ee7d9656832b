"""Export of a trace for other programs, documents and slides: `formats` has one module each.

`tracer.drawing` draws figures, `tracer.web` makes pages to step through, and `tracer.archive` saves
traces that plytrace can read again.
"""
