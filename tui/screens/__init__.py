"""The screens, one in a file."""
