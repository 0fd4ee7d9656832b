"""MIT's classes, as programs are handed them, and modules that they import."""
