"""Files of the folders that are written; a text between two `@` is filled in."""
