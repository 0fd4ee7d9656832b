"""A sheet as it was written, and how it was read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rich.console import Group
from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual.widgets import Static

from engine.text import visible_line
from tracer.classes.review import WrittenLine
from tracer.marking.results.record import BY_HAND, MarkedSheet, PartMark, of_problem
from tracer.text.numbers import show_number
from tui.appearance.theme import combine_styles


class _Styled(Static):
    """A text in the colours of figures."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"figure--{name}" for name in ("pending", "cut", "max", "faint", "best", "current")
    }

    def style(self, *names: str) -> Style:
        """Return the style of figures with these names."""
        return combine_styles(self, names, Style())


class WrittenSheet(_Styled):
    """The lines of a sheet with their numbers; `?` marks those that were not read.

    ```
      1   visits: A B B1 B2 B3 C C1 D D1 D2 D3
      2 ? cutoffs: the usual ones
    ```
    """

    def show(self, lines: Sequence[WrittenLine], error: str) -> None:
        """Show a sheet."""
        table = Table.grid(padding=(0, 1), expand=True)
        table.add_column(justify="right", style=self.style("faint"), no_wrap=True)
        table.add_column(width=1)
        table.add_column(ratio=1, overflow="fold")
        for number, text, unread in lines:
            style = self.style("pending", "best") if unread else Style()
            sign = Text("?" if unread else " ", style)
            table.add_row(str(number or ""), sign, Text(visible_line(text.expandtabs()), style))
        above = [Text(f"{visible_line(error)}\n", self.style("cut"))] if error else []
        self.update(Group(*above, table))


class ReadSheet(_Styled):
    """The parts of a sheet: how each was read, what is right, and its points.

    ```
      ✓ visits    4 of 4
    › ? cutoffs   0 of 4  pending: a person must read the lines that could not be read
         right  C, α = 3, β = +∞, skips C2, C3
    ```
    """

    def show(self, marked: MarkedSheet, parts: Sequence[PartMark], chosen: str) -> None:
        """Show a sheet."""
        table = Table.grid(padding=(0, 1), expand=True)
        table.add_column(no_wrap=True)
        table.add_column(ratio=1, overflow="fold")
        for part in parts:
            colour = "pending" if part.pending else "max" if part.ok else "cut"
            sign = part.sign
            here = part.part == chosen
            name = Text(f"{'›' if here else ' '} ", self.style("best"))
            name.append(f"{sign} {visible_line(part.part)}", self.style(colour, "best"))
            table.add_row(name, Text(_points(part), self.style("best") if here else Style()))
            for label, text in part_lines(part, whole=here):
                label_style = self.style("faint")
                table.add_row(Text(f"    {label}", label_style), Text(visible_line(text)))
        self.update(Group(table, *self._rest(marked)))

    def _rest(self, marked: MarkedSheet) -> Iterator[Text]:
        """Yield what concerns the whole sheet."""
        entries = []
        if marked.departure:
            message = of_problem(marked.departure.problem, marked.departure.message)
            entries.append(("First mistake", message))
        if marked.findings:
            entries.append(("Likely reason", marked.findings[0].slug))
        entries += [("Remark", marked.remark)] if marked.remark else []
        entries += [("Note", note) for note in marked.notes]
        for label, text in entries:
            label_style = self.style("faint")
            yield Text.assemble((f"\n{label}: ", label_style), visible_line(text))


def part_lines(part: PartMark, *, whole: bool) -> list[tuple[str, str]]:
    """Return the labelled lines about a part."""
    if part.ok and not whole:
        return []
    message = part.message_at("full")
    if message == BY_HAND:  # as beside the points
        message = ""
    lines = [
        ("read", part.read or ("nothing" if part.pending else "")),
        ("right", "" if part.ok else part.right),
        ("", message.removeprefix("pending: ") if not part.ok or part.overridden else ""),
    ]
    return [(label, text) for label, text in lines if text]


def _points(part: PartMark) -> str:
    text = f"{show_number(round(part.score, 2))} of {show_number(part.most)}"
    return f"{text}, pending" if part.pending else f"{text}, by hand" if part.overridden else text
