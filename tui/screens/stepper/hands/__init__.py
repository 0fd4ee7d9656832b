"""The screen on which a person works a search by hand."""
