"""Worksheets and their keys: from an instructor's spec to files in a folder.

Marking of what students return is `tracer.check`; figures alone are `tracer.export`.
"""
