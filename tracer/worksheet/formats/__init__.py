"""The formats of worksheets, one module each, and their shared helpers.

Questions and right answers come from `tracer.worksheet.contents`.
"""
