"""An answer sheet, as it was handed in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Sheet"]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What somebody handed in.

    Args:
        name: what to call it: its file, and within one its row.
        student: who; may be empty.
        answers: what was written, by the names of the parts.
        unknown: what else it says, which no part knows.
        error: why it could not be read; empty where it could.
    """

    name: str
    student: str = ""
    answers: Mapping[str, Any] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    error: str = ""
