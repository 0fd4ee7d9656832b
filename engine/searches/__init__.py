"""The searches, one in a file, each named after it."""
