"""A lesson's file: its pages, and the reader that refuses invalid entries."""
