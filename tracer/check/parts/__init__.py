"""The parts of a sheet, a class each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from tracer.check.parts.base import Part, Rules, Steps, WindowWanted, WrongAt
from tracer.check.parts.cutoffs import Cutoffs
from tracer.check.parts.nodes import Expectiminimax, Minimax, Values
from tracer.check.parts.order import Visits
from tracer.check.parts.single import Counts, Line, Move, Utility
from tracer.check.parts.time import Time
from tracer.check.parts.windows import Windows

__all__ = ["PARTS", "Part", "Rules", "Steps", "WindowWanted", "WrongAt"]

#: The parts of a sheet about a search, by name, in the order of every listing.
PARTS: Final[Mapping[str, Part[Any]]] = MappingProxyType(
    {
        part.name: part
        for part in (
            Visits(),
            Values(),
            Windows(),
            Cutoffs(),
            Move(),
            Line(),
            Utility(),
            Counts(),
            Minimax(),
            Expectiminimax(),
            Time(),
        )
    }
)
