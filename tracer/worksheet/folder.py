"""The output folder of a set. Files that plytrace did not write are never overwritten."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.files.atomic_files import write_atomically
from tracer.files.file_lock import file_lock


#: The file that lists the written files with their checksums.
_MADE: Final = ".plytrace-worksheet.json"
_SCHEMA: Final = "plytrace.worksheet/1"


class SetFolder:
    """A folder of worksheets and keys."""

    def __init__(self, path: Path, *, force: bool = False) -> None:
        self.path = path
        self._force = force
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InvalidInput(
                f"the folder cannot be created: {error.strerror}",
                where=str(path),
                expected="a folder",
            ) from error
        self._before = self._known()
        self._made: dict[str, str] = {}

    @property
    def left(self) -> list[str]:
        """The files of an earlier set that this set did not write again."""
        earlier = (name for name in self._before if name not in self._made)
        return sorted(name for name in earlier if (self.path / name).exists())

    def write(self, files: Mapping[str, bytes]) -> None:
        """Write files; write none if one of them must not be overwritten."""
        for name in files:
            self._check(name)
        for name, content in files.items():
            target = self.path / name
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise InvalidInput(
                    f"the folder cannot be created: {error.strerror}", where=str(target.parent)
                ) from error
            with write_atomically(target) as path:
                path.write_bytes(content)
            self._made[name] = sha256(content).hexdigest()

    def close(self) -> None:
        """Save the list of written files; keep what another process added to it."""
        with file_lock(self.path / _MADE):
            known = self._known()
            still = {name: known[name] for name in known if (self.path / name).exists()}
            record = {"schema": _SCHEMA, "files": dict(sorted({**still, **self._made}.items()))}
            with write_atomically(self.path / _MADE) as path:
                path.write_text(
                    json.dumps(record, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
                )

    def _check(self, name: str) -> None:
        """Check that a file may be written."""
        target = self.path / name
        if not target.resolve().is_relative_to(self.path.resolve()):
            raise InvalidInput("the file is a link to a file outside the folder", where=str(target))
        if self._force or not target.exists() or name in self._made:
            return
        if target.is_file() and self._before.get(name) == sha256(target.read_bytes()).hexdigest():
            return
        known = name in self._before
        raise InvalidInput(
            "the file was changed since it was written" if known else "the file already exists",
            where=str(target),
            expected="another folder",
            hint="To overwrite it, add --force",
        )

    def _known(self) -> dict[str, str]:
        """Return the checksums of files written before; empty if the list cannot be read."""
        with suppress(OSError, ValueError):
            record: Any = json.loads((self.path / _MADE).read_text(encoding="utf-8"))
            files = record.get("files") if isinstance(record, dict) else None
            if isinstance(files, dict):
                return {str(name): str(digest) for name, digest in files.items()}
        return {}
