"""Files on disk: atomic writes, locks and temporary folders.

Their contents are decided elsewhere: saved traces in `archive`, exports in `export`.
"""
