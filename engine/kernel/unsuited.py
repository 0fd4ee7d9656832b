"""How the kernel says that it leaves something to the plain searches."""

__all__ = ["Unsuited"]


class Unsuited(Exception):
    """A game or search that the kernel leaves to the plain searches; never leaves `engine`."""
