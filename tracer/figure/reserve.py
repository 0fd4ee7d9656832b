"""How much room each label of a tree takes at its widest, over all steps of its search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tracer.figure.facts import status_of, value_of, windows_of
from tracer.figure.labels import LabelStyle, label, line_widths
from tracer.figure.model import Figure, FigureNode, Sign, Status
from tracer.recording import Recording

__all__ = ["reserve"]


def reserve(trace: Recording, whole: Figure, style: LabelStyle) -> list[list[int]]:
    """For each node of a whole tree the most cells that each line of its label ever takes.

    Args:
        trace: the search.
        whole: its tree at any step, drawn whole.
        style: what is to be written at the nodes.
    """
    room = []
    for node in whole.nodes:
        widest: list[int] = []
        for variant in _variants(trace, node):
            widths = line_widths(label(variant, style))
            padded = [*widest, *[0] * (len(widths) - len(widest))]
            widest = [*map(max, widths, padded), *padded[len(widths) :]]
        room.append(widest)
    return room


def _variants(trace: Recording, node: FigureNode) -> Iterator[FigureNode]:
    """A node as it looks at every step that changes it."""
    yield node
    if node.row is None:
        if node.sign is not Sign.MORE:
            yield replace(node, status=Status.SKIPPED)
        return
    row, tour = node.row, trace.tour
    changes = [tour.entered_at(row), tour.left_at(row)]
    changes += [tour.left_at(child) for child in trace.log.children(row)]
    for step in changes:
        if step < len(tour):
            yield replace(
                node,
                status=status_of(trace, row, step),
                value=value_of(trace, row, step),
                window=windows_of(trace, row, step)[0],
            )
