"""The panes of the review: the list of sheets, a sheet as written, and as read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.console import Group
from rich.segment import Segment
from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

from engine.text import visible_line
from tracer.classes.review import ReviewedSheet, WrittenLine
from tracer.marking.results.record import BY_HAND, MarkedSheet, PartMark, of_problem
from tracer.marking.results.text import points_so_far
from tracer.text.numbers import show_score
from tracer.text.printable_text import cell_width
from tui.appearance.theme import combine_styles
from tui.widgets.option_list import shorten_middle

#: Cells of the points, and of a student's and a sheet's name at most.
_POINTS = 17
_LONGEST_NAME = 26
#: Smallest width at which the sheet's name has a column.
_WITH_SHEET = 90


def state_of(one: ReviewedSheet) -> str:
    """Return why a sheet waits, or what was decided about it."""
    marked = one.marked
    pending = ", ".join(part.part for part in marked.parts if part.pending)
    by_hand = ", ".join(part.part for part in marked.parts if part.overridden)
    if marked.error:
        return "could not be read"
    if pending:
        return f"pending: {pending}"
    if one.waits:
        lines = len(marked.unread)
        return f"{lines} line{'s' * (lines != 1)} not read"
    if by_hand or one.sheet.corrections:
        read = ", ".join(one.sheet.corrections)
        texts = f"by hand: {by_hand}" if by_hand else "", f"read by hand: {read}" if read else ""
        return "; ".join(filter(None, texts))
    if one.has_entry:
        return "seen by a person"
    return marked.findings[0].slug if marked.findings else ""


class SheetList(ScrollView, can_focus=False):
    """The sheets of a class, equal ones on one line; the selected one is always in view.

    ```
    › ? Dora + 3   sheets/d.txt   5 of 6 so far  pending: cutoffs
      ? Cy         sheets/c.pdf                  could not be read
      ✗ Ben        sheets/b.txt       7.5 of 10  refuses-cutoff
      ✓ Ann        sheets/a.txt        10 of 10
    ```
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"figure--{name}" for name in ("pending", "cut", "max", "faint", "current")
    }

    @dataclass
    class Clicked(Message):
        """A sheet was clicked."""

        at: int

    def __init__(self, row: Callable[[int], ReviewedSheet], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._row = row
        self._order: Sequence[int] = ()
        self._rows: Mapping[int, Sequence[int]] = {}
        self._chosen = 0

    def show(self, rows: Mapping[int, Sequence[int]], chosen: int) -> None:
        """Show the first sheet of each row, with the number of all of them."""
        self._order, self._rows, self._chosen = [*rows], rows, chosen
        self.styles.max_height = max(1, len(rows))
        self.virtual_size = Size(self.size.width, len(rows))
        self.follow()
        self.refresh()

    def follow(self) -> None:
        """Scroll as little as possible to the selected sheet."""
        top, height = self.scroll_offset.y, self.size.height
        if height and not top <= self._chosen < top + height:
            y = self._chosen if self._chosen < top else self._chosen - height + 1
            self.scroll_to(y=y, animate=False, force=True)

    def on_resize(self) -> None:
        """Keep the selected sheet in view."""
        self.virtual_size = Size(self.size.width, len(self._order))
        self.follow()

    def render_line(self, y: int) -> Strip:
        """Return one row of the visible part."""
        base, width = self.rich_style, self.scrollable_content_region.width
        at = y + self.scroll_offset.y
        if at >= len(self._order):
            return Strip.blank(self.size.width, base)
        return Strip(self._cells(self._order[at], width, chosen=at == self._chosen)).crop_extend(
            0, self.size.width, base
        )

    def _cells(self, sheet: int, width: int, *, chosen: bool) -> list[Segment]:
        one = self._row(sheet)
        marked = one.marked
        colour = "pending" if one.waits else "max" if marked.ok else "cut"
        sign = {"pending": "?", "max": "✓", "cut": "✗"}[colour]
        points = "" if marked.error else points_so_far(marked.record("score"))
        equal = len(self._rows[sheet]) - 1
        name = f"{visible_line(one.name)} + {equal:,}" if equal else visible_line(one.name)
        room = max(1, min(_LONGEST_NAME, width // 3))
        cells = [
            ("› " if chosen else "  ", ""),
            (f"{sign} ", colour),
            (_fitted(name, room), ""),
        ]
        if width >= _WITH_SHEET:  # beside a name that is not the sheet's own
            sheet_name = visible_line(marked.sheet) if marked.student else ""
            cells.append((f" {_fitted(sheet_name, room)}", "faint"))
        cells.append((f"{points:>{_POINTS}}  ", ""))
        rest = max(0, width - sum(cell_width(text) for text, _ in cells))
        cells.append((_fitted(visible_line(state_of(one)), rest), colour))
        styles = {
            name: combine_styles(self, [name] * bool(name), self.rich_style) for _, name in cells
        }
        block = (
            combine_styles(self, ["current"], self.rich_style) if chosen else None
        )  # of one colour
        return [Segment(text, block or styles[name]) for text, name in cells]

    def on_click(self, event: Click) -> None:
        """Report the clicked sheet."""
        at = event.y + self.scroll_offset.y
        if at < len(self._order):
            self.post_message(self.Clicked(at))


def _fitted(text: str, width: int) -> str:
    """Return a text in exactly this many cells."""
    short = shorten_middle(text, width)
    return short + " " * (width - cell_width(short))


class _Styled(Static):
    """A text in the colours of figures."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"figure--{name}" for name in ("pending", "cut", "max", "faint", "best", "current")
    }

    def style(self, *names: str) -> Style:
        """Return the style of figures with these names."""
        return combine_styles(self, names)


class WrittenSheet(_Styled):
    """The lines of a sheet with their numbers; `?` marks those that were not read.

    ```
      1   visits: A B B1 B2 B3 C C1 D D1 D2 D3
      2 ? cutoffs: the usual ones
    ```
    """

    def show(self, lines: Sequence[WrittenLine], error: str) -> None:
        """Show a sheet."""
        above = [Text(f"{visible_line(error)}\n", self.style("cut"))] if error else []
        self.update(Group(*above, self._table(lines)))

    def count_rows(self, lines: Sequence[WrittenLine]) -> int:
        """Return how many rows some lines take."""
        console = self.app.console
        options = console.options.update(width=self.size.width)
        return len(console.render_lines(self._table(lines), options)) if self.size.width else 0

    def _table(self, lines: Sequence[WrittenLine]) -> Table:
        table = Table.grid(padding=(0, 1), expand=True)
        table.add_column(justify="right", style=self.style("faint"), no_wrap=True)
        table.add_column(width=1)
        table.add_column(ratio=1, overflow="fold")
        for number, text, unread in lines:
            style = self.style("pending", "best") if unread else Style()
            sign = Text("?" if unread else " ", style)
            table.add_row(str(number or ""), sign, Text(visible_line(text.expandtabs()), style))
        return table


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
    text = show_score(part.score, part.most)
    return f"{text}, pending" if part.pending else f"{text}, by hand" if part.overridden else text
