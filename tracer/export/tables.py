"""A trace as an article of tables: the result, the counts, the visits and the early returns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TextIO

from tracer.export.format import ExportOptions
from tracer.recording.recording import Recording
from tracer.steps.result_words import (
    count_lines,
    depth_table,
    heading,
    result_lines,
    separator,
    which_pass,
)
from tracer.steps.visit_views import Cutoffs, Visits
from tracer.text.document import Article, Block, Heading, Table, latex_parts, markdown_parts
from tracer.text.numbers import show_number

_VISITS: Final = ("#", "Node", "Player", "α", "β", "Value")
_CUTOFFS: Final = ("At", "After", "v", "α", "β", "Skipped", "Because")


def write_markdown(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write a trace as Markdown tables."""
    out.writelines(
        markdown_parts(Article(heading(trace.source, trace.title), [*_blocks(trace, options)]))
    )


def write_latex(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write a trace as a LaTeX document, or only its tables for another document."""
    is_fragment = options.fragment
    blocks = [
        one for one in _blocks(trace, options) if not (is_fragment and isinstance(one, Heading))
    ]
    out.writelines(
        latex_parts(Article(heading(trace.source, trace.title), blocks), is_fragment=is_fragment)
    )


def _blocks(trace: Recording, options: ExportOptions) -> Iterator[Block]:
    """Yield the tables of a trace with their headings; their rows are made as they are written."""
    both = frozenset({0, 1})
    yield Table(("Result", ""), result_lines(trace), both, is_long=True, shares={1: 0.8})
    yield Table(("Count", ""), count_lines(trace), is_long=True)
    if options.summary:
        return
    if not trace.has_visits:
        yield Heading("By depth")
        yield Table(*depth_table(trace), texts=frozenset())
        return
    by_path = trace.game.named_by_path
    yield Heading("Visits")
    head = (*_VISITS, *(["Pass"] if trace.has_passes else []))
    shares = {1: 0.45} if by_path else {}
    yield Table(head, _visits(trace, options), frozenset({1, 2}), is_long=True, shares=shares)
    if trace.has_window:
        yield Heading("Early returns")
        shares = {**({0: 0.1, 1: 0.1} if by_path else {}), 5: 0.16, 6: 0.36}
        texts = frozenset({0, 1, 5, 6})
        yield Table(_CUTOFFS, _cutoffs(trace), texts, is_long=True, shares=shares)


def _visits(trace: Recording, options: ExportOptions) -> Iterator[Sequence[str]]:
    for visit, place in zip(Visits(trace), trace.walk(), strict=True):
        options.progress(place.row)
        yield (
            str(visit.order),
            place.name,
            trace.player_name(visit.row),
            show_number(visit.alpha),
            show_number(visit.beta),
            visit.shown_value,
            *([str(trace.pass_at(visit.row))] if trace.has_passes else []),
        )


def _cutoffs(trace: Recording) -> Iterator[Sequence[str]]:
    for cutoff in Cutoffs(trace):
        yield (
            f"{cutoff.at}{which_pass(trace, cutoff.row)}",
            cutoff.after,
            *map(show_number, (cutoff.value, cutoff.alpha, cutoff.beta)),
            separator(trace).join(cutoff.skipped) or "–",
            cutoff.because,
        )
