"""The lessons of the tutorial, each a numbered YAML file, and their catalogue."""
