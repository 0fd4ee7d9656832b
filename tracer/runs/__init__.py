"""Running searches: `trace`, `counted`, and the class `Trace`."""
