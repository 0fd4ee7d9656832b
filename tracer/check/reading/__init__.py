"""Read answer sheets from files and text: formats, headings, tables, unlabelled lines.

A sheet comes out with the text of each part. What that text claims is read in `parts`.
"""
