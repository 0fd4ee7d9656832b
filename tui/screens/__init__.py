"""The screens: a folder for each screen with parts of its own, else a file."""
