"""The answers to questions about a search, recorded or worked by hand."""
