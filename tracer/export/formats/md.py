"""Markdown: the result, the counts, the visits and the cutoffs as tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from tracer.export.format import ExportOptions, Format
from tracer.recording.recording import Recording
from tracer.recording.visit_order import separator
from tracer.steps.result_words import (
    count_lines,
    depth_table,
    heading,
    result_lines,
    which_pass,
)
from tracer.steps.visit_views import Cutoffs, Visits
from tracer.text.numbers import show_number


def write(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write a trace as Markdown tables."""
    out.write(f"# {_plain(heading(trace))}\n\n")
    _table(out, ("Result", ""), result_lines(trace))
    _table(out, ("Count", ""), count_lines(trace))
    if options.summary:
        return
    if not trace.has_visits:
        out.write("## By depth\n\n")
        _table(out, *depth_table(trace))
        return
    out.write("## Visits\n\n")
    head = ["#", "Node", "Player", "α", "β", "Value", *(["Pass"] if trace.has_passes else [])]
    _table(out, head, _visits(trace, options))
    if trace.has_window:
        out.write("## Early returns\n\n")
        _table(
            out,
            ("At", "After", "v", "α", "β", "Skipped", "Because"),
            (
                (
                    f"{cutoff.at}{which_pass(trace, cutoff.row)}",
                    cutoff.after,
                    show_number(cutoff.value),
                    show_number(cutoff.alpha),
                    show_number(cutoff.beta),
                    separator(trace).join(cutoff.skipped) or "–",
                    cutoff.because,
                )
                for cutoff in Cutoffs(trace)
            ),
        )


FORMAT = Format(
    "md",
    write,
    "Markdown tables of the visits and the early returns",
    (".md", ".markdown"),
    takes=("summary",),
    printed=True,
    position=5,
)


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


def _table(out: TextIO, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    out.write(f"| {' | '.join(head)} |\n|{' --- |' * len(head)}\n")
    for row in rows:
        out.write(f"| {' | '.join(_plain(cell) for cell in row)} |\n")
    out.write("\n")


def _plain(text: str) -> str:
    """Escape the characters of a text that Markdown would interpret."""
    for sign in "\\|*_<`[":
        text = text.replace(sign, f"\\{sign}")
    return text
