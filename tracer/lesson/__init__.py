"""Lessons: read them, check their claims against the search, and guide a student through them.

This package decides the texts and questions; screens and plain terminals in `tui` show them. The
lessons themselves are files in `tui/lessons`.
"""
