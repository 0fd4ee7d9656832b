"""Files on disk: atomic writes, locks and temporary folders."""
