"""The folders of a user's settings and saved state."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_config_path, user_state_path
from textual.suggester import Suggester


def settings_folder() -> Path:
    """Return the folder of the settings file: `PLYTRACE_CONFIG_DIR`, or the platform's folder."""
    own = os.environ.get("PLYTRACE_CONFIG_DIR")
    return Path(own) if own else user_config_path("plytrace", appauthor=False)


def state_folder() -> Path:
    """Return the folder of saved state: `PLYTRACE_STATE_DIR`, or the platform's folder."""
    own = os.environ.get("PLYTRACE_STATE_DIR")
    return Path(own) if own else user_state_path("plytrace", appauthor=False)


# Completing file paths while they are typed.


class PathSuggester(Suggester):
    """Suggests the first file or folder that matches the typed text."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        """Return a completion of the line; None if no file matches."""
        folder, slash, begun = value.rpartition("/")
        where = Path(f"{folder}{slash}" or ".").expanduser()
        try:
            names = sorted(
                entry.name + ("/" if entry.is_dir() else "")
                for entry in where.iterdir()
                if entry.name.startswith(begun) and (begun or not entry.name.startswith("."))
            )
        except OSError:
            return None
        return f"{folder}{slash}{names[0]}" if names else None
