"""The terminal: output, colour, signals, progress lines, size."""
