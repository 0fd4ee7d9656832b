"""The steps of a search, as data and sentences."""
