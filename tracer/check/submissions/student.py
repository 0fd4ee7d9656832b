"""A student as downloads, sheets and rosters name one."""

from __future__ import annotations

from typing import NamedTuple


class Student(NamedTuple):
    """A student."""

    name: str
    ids: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> str:
        """The name, or else the first id."""
        return self.name or next((value for _, value in self.ids), "")


def plain_id(value: str) -> str:
    """Return an id without what platforms write before it, in lower case."""
    return value.strip().lstrip("#").removeprefix("Participant ").strip().casefold()
