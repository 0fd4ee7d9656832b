"""The files of a user's settings and saved state: read at any time, changed under a lock."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Any

from platformdirs import user_config_path, user_state_path

from tracer.files.atomic_files import file_lock, write_atomically


def settings_folder() -> Path:
    """Return the folder of the settings file: `PLYTRACE_CONFIG_DIR`, or the platform's folder."""
    own = os.environ.get("PLYTRACE_CONFIG_DIR")
    return Path(own) if own else user_config_path("plytrace", appauthor=False)


def state_folder() -> Path:
    """Return the folder of saved state: `PLYTRACE_STATE_DIR`, or the platform's folder."""
    own = os.environ.get("PLYTRACE_STATE_DIR")
    return Path(own) if own else user_state_path("plytrace", appauthor=False)


@dataclass(frozen=True)
class Store:
    """A file that several plytraces may change; it is replaced completely or not at all."""

    name: str
    folder: Callable[[], Path] = state_folder

    @property
    def path(self) -> Path:
        """The file, existing or not."""
        return self.folder() / self.name

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Keep other programs from changing the file; its folder is created."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with file_lock(self.path):
            yield

    def write(self, text: str) -> None:
        """Replace the file."""
        with write_atomically(self.path) as unfinished:
            unfinished.write_text(text, encoding="utf-8")

    def name_for_damaged(self) -> Path:
        """Return a new name for a file that cannot be read: `NAME.kept`, `NAME.kept2` and so on."""
        numbers = chain([""], count(2))
        paths = (self.path.with_name(f"{self.name}.kept{number}") for number in numbers)
        return next(path for path in paths if not path.exists())

    def read_json(self) -> Any:
        """Return the decoded content; None if there is none that can be read."""
        try:
            return json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return None

    def write_json(self, value: Any) -> None:
        """Replace the file by a value."""
        self.write(json.dumps(value, ensure_ascii=False, indent=1) + "\n")
