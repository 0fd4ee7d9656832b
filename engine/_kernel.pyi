"""What `engine.kernel.loading` reads of the compiled kernel; all else is looked up untyped."""

SOURCES: str
