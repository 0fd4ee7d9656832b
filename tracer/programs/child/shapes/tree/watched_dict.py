"""A dict whose `get` uses `[]`."""

from __future__ import annotations

from typing import Any

__all__ = ["WatchedDict"]


class WatchedDict(dict[Any, Any]):
    """A dict that is read only through `[]`, so that a subclass sees each read."""

    def get(self, key: Any, default: Any = None) -> Any:
        """Return what `[]` returns, or the default if the key is missing."""
        try:
            return self[key]
        except KeyError:
            return default
