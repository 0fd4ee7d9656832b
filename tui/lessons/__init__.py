"""The lessons of the tutorial, each a numbered YAML file, and their catalogue.

A new lesson is a new file here; `tracer.lesson` reads it.
"""
