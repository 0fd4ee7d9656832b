"""An answer sheet, as it was handed in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Loose", "Sheet"]


@dataclass(frozen=True, slots=True)
class Loose:
    """A line of a text that belongs to no part for certain: the names of nodes will tell.

    Args:
        text: the line.
        label: what stands before its colon, which is no part.
        after: the part whose answer stands before it; empty where there is none.
        is_first: whether it is the first line.
        is_beside: whether it was taken from an answer, as a sentence beside its entries.
    """

    text: str
    label: str = ""
    after: str = ""
    is_first: bool = False
    is_beside: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """What somebody handed in.

    Args:
        name: what to call it: its file, and within one its row.
        student: who; may be empty.
        answers: what was written, by the names of the parts.
        unknown: what else it says, which no part knows.
        loose: lines of it that no label tells of; see `tracer.check.settling`.
        notes: what is to be said of how it was read.
        error: why it could not be read; empty where it could.
        variant: which variant of a problem set it answers; may be empty.
        whole: what it was read from, a text or a map: where it answers several problems, that is
            read again, section by section. None where that is not known.
    """

    name: str
    student: str = ""
    answers: Mapping[str, Any] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    loose: tuple[Loose, ...] = ()
    notes: tuple[str, ...] = ()
    error: str = ""
    variant: str = ""
    whole: str | Mapping[str, Any] | None = field(default=None, compare=False, repr=False)
    sections: Mapping[str, Sheet] | None = None
