"""Answer keys: a problem, a set of problems, or a folder of variants, read from their files.

A key names the search, the accepted conventions and the points of each part. It contains no right
answers: `grading` computes them.
"""
