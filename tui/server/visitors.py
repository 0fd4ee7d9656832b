"""The visitors' tokens and folders."""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput


#: Form of a token; it is a folder's name, so it has no other characters.
TOKEN: Final = re.compile(r"[0-9a-f]{32}")


def new_token() -> str:
    """Return a token that cannot be guessed."""
    return secrets.token_hex(16)


class Visitors:
    """The folders with the visitors' progress, one per token; a session makes it at its first save."""

    def __init__(self, root: Path, most: int) -> None:
        self._most = most
        try:
            root.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise InvalidInput(
                f"this folder cannot be created: {error.strerror}", where=str(root)
            ) from error
        self._root = root.resolve()

    def has_room(self, token: str) -> bool:
        """Return whether the visitor has a folder, or can get one."""
        if (self._root / token).is_dir():
            return True
        return sum(bool(TOKEN.fullmatch(one.name)) for one in self._root.iterdir()) < self._most

    def folder(self, token: str) -> Path:
        """Return a visitor's folder, which may not exist yet."""
        if not TOKEN.fullmatch(token):
            raise ValueError(f"{token!r} is not a token")
        return self._root / token
