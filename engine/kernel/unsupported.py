"""The exception for games and searches that the kernel does not support."""


class Unsupported(Exception):
    """The kernel does not support this game or search; `engine` falls back to the plain search."""
