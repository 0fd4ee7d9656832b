"""The home screen: its list, opening a source, and choosing its search."""
