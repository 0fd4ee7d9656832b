"""The review of a class: the list of sheets, a sheet as it was written, and how it was read."""
