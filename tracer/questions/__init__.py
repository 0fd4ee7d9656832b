"""The parts of a sheet: one class each to read, grade and explain an answer.

To add a part, write a class here and list it in `PARTS`. `reading` splits a whole sheet into
answers; the classes here read a single answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tracer.answers.answers import Answers
from tracer.questions.base import Part
from tracer.questions.cutoffs import Cutoffs, Windows
from tracer.questions.leaves import Leaves, Pruned
from tracer.questions.nodes import Expectiminimax, Minimax, Values
from tracer.questions.of_programs import Helpers, Time
from tracer.questions.one_value import Counts, Line, Move, Utility
from tracer.questions.visits import Visits

#: The parts of a sheet about a search, by name, in the order of every listing.
PARTS: Final[dict[str, Part[Any]]] = {
    part.name: part
    for part in (
        Visits(),
        Values(),
        Windows(),
        Cutoffs(),
        Pruned(),
        Leaves(),
        Move(),
        Line(),
        Utility(),
        Counts(),
        Minimax(),
        Expectiminimax(),
        Time(),
        Helpers(),
    )
}

#: The answers that each part compares, for parts that depend on the search.
LOOKS_AT: Final[Mapping[str, Callable[[Answers], Any]]] = {
    name: part.looks_at for name, part in PARTS.items() if part.is_of_search
}
