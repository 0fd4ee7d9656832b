"""The contents of worksheets and keys: statements, questions, figures and right answers.

Nothing here depends on a format; `tracer.worksheet.formats` has those.
"""
