"""A student as downloads, sheets and rosters name one."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Student", "plain_id"]


class Student(NamedTuple):
    """A student.

    Args:
        name: full name, or any name on a sheet; may be empty.
        ids: kinds of ids with their values, such as ("email", "jane@example.edu"). A kind is a
            column of a roster; see `Platform.columns`.
    """

    name: str
    ids: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> str:
        """The name, or else the first id."""
        return self.name or next((value for _, value in self.ids), "")


def plain_id(value: str) -> str:
    """Return an id without what platforms write before it, in lower case."""
    return value.strip().lstrip("#").removeprefix("Participant ").strip().casefold()
