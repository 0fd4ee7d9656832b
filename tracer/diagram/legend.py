"""What the signs in a figure mean, as far as they occur in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tracer.diagram.model import Diagram
from tracer.figure.model import Sign

__all__ = ["Entry", "Sample", "legend_of"]

_SIGNS = (Sign.MAX, Sign.MIN, Sign.CHANCE)


class Sample(StrEnum):
    """What is shown beside the words of an entry."""

    SIGN = "sign"
    TEXT = "text"
    CUT = "cut"
    SKIPPED = "skipped"
    UNSEEN = "unseen"
    BEST = "best"
    CURRENT = "current"


@dataclass(frozen=True, slots=True)
class Entry:
    """One sign of a figure and what it means.

    Args:
        sample: what is shown of it.
        words: what it means.
        text: the sign itself where it is a text.
        sign: the node that is shown where the sample is one.
    """

    sample: Sample
    words: str
    text: str = ""
    sign: Sign = Sign.LEAF


def legend_of(diagram: Diagram) -> list[Entry]:
    """What has to be told about a diagram: of a worksheet only whose turn each sign stands for.

    Of a figure at a step all is told that may come at another step, so that frames stay alike.
    """
    nodes = diagram.nodes
    signs = {node.sign for node in nodes}
    found = [
        Entry(Sample.SIGN, diagram.label_of(sign), sign=sign) for sign in _SIGNS if sign in signs
    ]
    if not diagram.answered:
        return found
    at_a_step = any(node.current for node in nodes)
    values = [text for node in nodes for text in (node.value, *node.values)]
    small = [text for node in nodes for text in (node.beneath, *node.windows) if text]
    plays_out = any(text.startswith("n=") for text in small)
    bounds = any(text[:1] in ("≤", "≥") for text in values if text)
    cut = (at_a_step and bounds) or any(node.cut for node in nodes)
    skipped = cut or any(node.skipped for node in nodes) or any("repeat" in one for one in values)
    told = (
        (bounds, Entry(Sample.TEXT, "a bound only", "≤ ≥")),
        (at_a_step and not plays_out, Entry(Sample.TEXT, "can still change", "…")),
        (small and not plays_out, Entry(Sample.TEXT, "the window on entry", "(α, β)")),
        (plays_out, Entry(Sample.TEXT, "visits, under their mean reward", "n=")),
        (cut, Entry(Sample.CUT, "cut")),
        (skipped, Entry(Sample.SKIPPED, "skipped")),
        (at_a_step, Entry(Sample.UNSEEN, "not visited yet")),
        (at_a_step or any(node.best for node in nodes), Entry(Sample.BEST, "best line")),
        (at_a_step, Entry(Sample.CURRENT, "this step")),
    )
    return [*found, *(entry for holds, entry in told if holds)]
