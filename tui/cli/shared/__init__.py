"""Code shared by commands: options, running a search, grading, frames."""
