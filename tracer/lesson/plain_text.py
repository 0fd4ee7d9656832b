"""Pages as lines of plain text, for terminals and screen readers: the prose, and the figure."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tracer.drawing.terminal.labels import LabelStyle
from tracer.drawing.terminal.plain_text import draw_outline
from tracer.drawing.tree.game_tree import is_drawn_whole
from tracer.drawing.tree.look import figure_at
from tracer.lesson.figures import PageFigure
from tracer.runs.search_trace import Trace
from tracer.runs.unsearched import draw_unsearched, outline_first_plies
from tracer.text.document import align_columns
from tracer.text.printable_text import to_ascii
from tracer.worksheet.rendering import plain_words, prose_data
from trees.hand_tree import HandTree

#: Largest number of nodes in an outline.
_MOST: int = 80
#: Largest number of nodes in the outline of an unsearched tree.
_MOST_READ: int = 40


def prose_lines(text: str, width: int = 80) -> list[str]:
    """Format Markdown as plain lines, with an empty line between blocks."""
    lines: list[str] = []
    for block in prose_data(text):
        lines += ["", *_block(block, width)]
    return lines[1:]


def _block(block: Mapping[str, Any], width: int) -> Iterator[str]:
    match block["kind"]:
        case "lines":
            yield from (f"    {line}" for line in block["text"].split("\n"))
        case "quote":
            for one in block["inside"]:
                yield from (f"  {line}" for line in _block(one, width - 2))
        case "items":
            start = block["start"]
            for number, item in enumerate(block["items"]):
                mark = "- " if start is None else f"{start + number}. "
                yield from _item(item, mark, width)
        case "table":
            rows = [[plain_words(cell) for cell in row] for row in block["rows"]]
            yield from align_columns(rows, left=range(len(rows[0])))
        case "rule":
            yield "-" * min(width, 20)
        case _:
            yield from _wrapped(_text(block["inside"]), width)


def _item(item: Sequence[Mapping[str, Any]], mark: str, width: int) -> Iterator[str]:
    before = mark
    for block in item:
        for line in _block(block, width - len(mark)):
            yield f"{before}{line}"
            before = " " * len(mark)


def _text(line: Sequence[Mapping[str, Any]]) -> str:
    """Return the text of a line with its breaks."""
    parts = []
    for one in line:
        if one["kind"] == "break":
            parts.append("\n")
        elif one["kind"] in ("strong", "em"):
            parts.append(_text(one["inside"]))
        else:
            parts.append(plain_words([one]))
    return "".join(parts)


def _wrapped(text: str, width: int) -> Iterator[str]:
    for line in text.split("\n"):
        yield from textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [
            ""
        ]


# The figure -----------------------------------------------------------------------------------


def figure_lines(scene: PageFigure, width: int = 80, *, ascii: bool = False) -> list[str]:
    """Return the tree as an outline, the board or the table, with the step's sentence."""
    trace = scene.trace
    if trace is None:
        lines = [*scene.lines]
    elif scene.step is None:
        lines = _unsearched(scene, trace, width)
    else:
        drawn = figure_at(trace, scene.step, most_nodes=_MOST)
        lines = draw_outline(drawn, LabelStyle(ascii=ascii), width=width).split("\n")
        lines += ["", *_board(trace, scene.step), *_wrapped(scene.sentence(scene.step), width)]
    return [to_ascii(line) for line in lines] if ascii else lines


def solution_lines(
    scene: PageFigure, most: int = 12, *, width: int = 80, ascii: bool = False
) -> list[str]:
    """Return the sentences of a search from a step on, or the text of a solution."""
    if scene.trace is None or scene.step is None:
        return figure_lines(scene, width, ascii=ascii) if scene.plays else []
    last = min(len(scene.trace.replay), scene.step + most)
    steps = range(scene.step, last)
    lines = [line for step in steps for line in _wrapped(scene.sentence(step), width)]
    return [to_ascii(line) for line in lines] if ascii else lines


def _unsearched(scene: PageFigure, trace: Trace, width: int) -> list[str]:
    """Return a tree's shape, or the board before the search."""
    if isinstance(trace.game, HandTree):
        return outline_first_plies(trace.game, _MOST_READ, width=width, seen=scene.seen)
    rows = draw_unsearched(trace.game, width=width if not is_drawn_whole(trace.game) else 1)
    return ["".join(run.text for run in row).rstrip() for row in rows]


def _board(trace: Trace, step: int) -> list[str]:
    """Return the board at a step's node and an empty line; nothing for a tree."""
    if isinstance(trace.game, HandTree) or not trace.game.cells(trace.game.initial):
        return []
    row, _ = trace.tour.row_at(step)
    return [*(line.rstrip() for line in trace.game.draw(trace.state(row)).split("\n")), ""]
