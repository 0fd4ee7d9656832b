"""Problem sets: worksheets, their keys, and the files that `plytrace check` marks them by."""
