"""The formats, one module each, with `write` and the record `FORMAT`.

Shared helpers are in the folder above.
"""
