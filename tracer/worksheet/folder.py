"""The folder that a set is written to, where nothing is lost that is not of its own making."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.files import whole_file

__all__ = ["SetFolder"]

#: The file that says which files were made, and what was in them.
_MADE: Final = ".plytrace-worksheet.json"
_SCHEMA: Final = "plytrace.worksheet/1"


class SetFolder:
    """A folder of worksheets and keys.

    Args:
        path: the folder; it is made where it is not there.
        force: whether files of others may be written over.

    Raises:
        InvalidInput: it is no folder, or cannot be made.
    """

    def __init__(self, path: Path, *, force: bool = False) -> None:
        self.path = path
        self._force = force
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InvalidInput(
                f"cannot be made: {error.strerror}", where=str(path), expected="a folder"
            ) from error
        self._before = self._known()
        self._made: dict[str, str] = {}

    @property
    def left(self) -> list[str]:
        """What an earlier set has left there and this one has not made again."""
        earlier = (name for name in self._before if name not in self._made)
        return sorted(name for name in earlier if (self.path / name).exists())

    def write(self, files: Mapping[str, bytes]) -> None:
        """Write some files, all or none where one of them must not be written over.

        Args:
            files: what is to be in them, by their names in the folder.

        Raises:
            InvalidInput: a file is there that was not made here, or was changed since; or it
                cannot be written.
        """
        for name in files:
            self._check(name)
        for name, content in files.items():
            target = self.path / name
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise InvalidInput(
                    f"cannot be made: {error.strerror}", where=str(target.parent)
                ) from error
            with whole_file(target) as path:
                path.write_bytes(content)
            self._made[name] = sha256(content).hexdigest()

    def close(self) -> None:
        """Take down what was made."""
        files = {**{name: self._before[name] for name in self.left}, **self._made}
        told = {"schema": _SCHEMA, "files": dict(sorted(files.items()))}
        with whole_file(self.path / _MADE) as path:
            path.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")

    def _check(self, name: str) -> None:
        """See that a file may be written.

        Raises:
            InvalidInput: it must not.
        """
        target = self.path / name
        if not target.resolve().is_relative_to(self.path.resolve()):
            raise InvalidInput("a link leads out of the folder", where=str(target))
        if self._force or not target.exists() or name in self._made:
            return
        if target.is_file() and self._before.get(name) == sha256(target.read_bytes()).hexdigest():
            return
        known = name in self._before
        raise InvalidInput(
            "was changed since it was made" if known else "is there already",
            where=str(target),
            expected="another folder",
            hint="--force writes over it",
        )

    def _known(self) -> dict[str, str]:
        """What was made before; nothing where the list cannot be read."""
        with suppress(OSError, ValueError):
            told: Any = json.loads((self.path / _MADE).read_text(encoding="utf-8"))
            files = told.get("files") if isinstance(told, dict) else None
            if isinstance(files, dict):
                return {str(name): str(digest) for name, digest in files.items()}
        return {}
