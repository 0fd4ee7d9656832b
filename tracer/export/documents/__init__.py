"""Formats that people read: text, Markdown, LaTeX, HTML."""
