"""A lesson's file: its pages, and the reader that refuses invalid entries.

Questions and exercises read their own parts of a page, in their own folders.
"""
