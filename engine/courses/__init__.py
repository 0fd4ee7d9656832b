"""What course sheets prescribe: a command line, and the classes of a notebook."""
