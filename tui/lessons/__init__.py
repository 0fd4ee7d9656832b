"""The lessons, a YAML file each."""
