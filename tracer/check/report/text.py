"""A class report for a terminal of 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from typing import Final, TextIO

from tracer.ascii import to_ascii
from tracer.check.report.class_report import ClassReport
from tracer.check.report.figures import Distribution
from tracer.check.report.reading import plain
from tracer.check.report.wording import (
    bin_names,
    departures_table,
    misconceptions_table,
    parts_table,
    per_cent,
    sheets,
    students,
    summary,
    unread_table,
)
from tracer.figure.widths import cell_width

__all__ = ["write"]

_WIDTH: Final = 80
_NAME: Final = 24
_BAR: Final = 26
_EIGHTHS: Final = " ▏▎▍▌▋▊▉"


def write(
    report: ClassReport,
    out: TextIO,
    *,
    title: str,
    ascii: bool = False,  # noqa: A002
) -> None:
    """Write a class report as text.

    Args:
        report: what is written.
        out: where.
        title: its heading.
        ascii: draw bars of `#`, and use no other signs beyond ASCII.
    """
    page = _Page(report, in_ascii=ascii)
    blocks = [page.head(plain(title))]
    scores = report.scores
    if scores:
        blocks.append(page.scores(scores))
    blocks += [
        block
        for block in (
            page.parts(),
            page.misconceptions(),
            page.departures(),
            page.conventions(),
            page.unread(),
        )
        if block
    ]
    out.write("\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks) + "\n")


class _Page:
    def __init__(self, report: ClassReport, *, in_ascii: bool) -> None:
        self.report = report
        self.in_ascii = in_ascii
        # Said before it is laid out, since a sign spelled out is longer.
        self.say: Callable[[str], str] = to_ascii if in_ascii else str

    def head(self, title: str) -> list[str]:
        return [*self.wrapped(title, ""), "", *self.wrapped(" ".join(summary(self.report)), "")]

    def scores(self, scores: Distribution) -> list[str]:
        lines = [
            f"Scores in per cent of the points ({sheets(scores.sheets)})",
            f"  mean {per_cent(scores.mean)}, standard deviation {scores.deviation:.1f}, "
            f"median {per_cent(scores.median)}",
            f"  lowest {per_cent(scores.lowest)}, quartiles {per_cent(scores.lower_quartile)} and "
            f"{per_cent(scores.upper_quartile)}, highest {per_cent(scores.highest)}",
        ]
        most = max(scores.histogram)
        for name, number in zip(bin_names(), scores.histogram, strict=True):
            bar = self.bar(number / most, 2 * _BAR)
            lines.append(f"  {self.say(name):>6}  {bar.rstrip()} {number:,}")
        return lines

    def parts(self) -> list[str]:
        if not self.report.parts:
            return []
        lines = [f"{parts_table(self.report).heading:<54}{'mean':>8}  {'all right':>16}"]
        for one in self.report.parts:
            bar = self.bar((one.mean or 0) / 100, _BAR)
            whole = f"{one.whole:,} of {one.sheets:,}"
            mean = self.say(per_cent(one.mean))
            lines.append(f"  {self.cell(one.part)}  {bar}{mean:>8}  {whole:>16}")
        return lines

    def misconceptions(self) -> list[str]:
        found = self.report.misconceptions
        if not found:
            return []
        lines = [f"{'Misconceptions':<46}{'named':>8}{'may be':>8}{'students':>16}"]
        most = max(1, *(one.named for one in found))
        for one in found:
            bar = self.bar(one.named / most, 18)
            of = students(one.students, one.students_exact)
            lines.append(f"  {self.cell(one.id)}  {bar}{one.named:>8,}{one.may_be:>8,}{of:>16}")
            if one.title != one.id:
                lines += self.wrapped(one.title, "    ")
            lines += self.wrapped(f"such as {', '.join(one.examples)}", "    ")
        return [*lines, *self.wrapped(misconceptions_table(self.report).note)]

    def departures(self) -> list[str]:
        table = departures_table(self.report)
        if not table.rows:
            return []
        most = self.report.departures[0].sheets
        lines = [table.heading]
        for one in self.report.departures:
            where = f"step {one.step:,} at {one.node}"
            bar = self.bar(one.sheets / most, _BAR).rstrip()
            lines.append(f"  {self.cell(where)}  {bar} {one.sheets:,}")
        return lines + self.wrapped(table.note)

    def conventions(self) -> list[str]:
        used = self.report.conventions
        if not used:
            return []
        most = used[0][1]
        return [
            "Conventions",
            *(
                f"  {self.cell(name)}  {self.bar(number / most, _BAR).rstrip()} {number:,}"
                for name, number in used
            ),
        ]

    def unread(self) -> list[str]:
        table = unread_table(self.report)
        if not table.rows:
            return []
        lines = [f"{table.heading} ({self.report.unreadable:,})"]
        for sheet, error in table.rows:
            # An error mostly begins with the sheet's name, as `a.yaml:3:1: …`.
            lines += self.wrapped(error if error.startswith(sheet) else f"{sheet}: {error}")
        return lines + self.wrapped(table.note)

    def bar(self, share: float, width: int) -> str:
        """A bar of a share from 0 to 1; what is more than nothing is never drawn as nothing."""
        eighths = max(round(8 * width * min(share, 1)), share > 0)
        if self.in_ascii:
            return ("#" * max((eighths + 4) // 8, share > 0)).ljust(width)
        full, rest = divmod(eighths, 8)
        return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(width)

    def cell(self, name: str, width: int = _NAME) -> str:
        """A name in a column of its own, cut to its width."""
        name = self.say(name)
        if cell_width(name) > width:
            dots = self.say("…")
            while cell_width(name) > width - len(dots):
                name = name[:-1]
            name += dots
        return name + " " * (width - cell_width(name))

    def wrapped(self, text: str, indent: str = "  ") -> list[str]:
        return list(_wrapped(self.say(text), indent)) if text else []


def _wrapped(text: str, indent: str) -> Iterator[str]:
    """Lines of at most 80 cells; wide letters take two."""
    # textwrap counts letters; a text of wide ones is given half the room.
    wide = cell_width(text) > len(text)
    yield from textwrap.wrap(
        text,
        _WIDTH // 2 if wide else _WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )
