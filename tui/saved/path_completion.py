"""Completing file paths while they are typed."""

from __future__ import annotations

from pathlib import Path

from textual.suggester import Suggester


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
