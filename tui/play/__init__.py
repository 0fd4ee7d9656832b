"""Playing in the full screen: its parts, one idea in a file."""
