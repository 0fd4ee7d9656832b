"""The parts of a lesson's screen beside its figure: how rows are shared, and the outline."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.markdown import Markdown
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.widgets import Static

from tracer.lesson.session import LessonSession
from tracer.text.glossary import find_terms
from tui.appearance.theme import with_symbols


class TightMarkdown:
    """A Markdown text with single blank lines around its tables and code."""

    def __init__(self, text: str) -> None:
        self._markdown = Markdown(text)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the lines."""
        is_first, is_gap = True, False
        lines = console.render_lines(self._markdown, options.update(height=None), pad=False)
        for line in lines:
            if not "".join(segment.text for segment in line).strip():
                is_gap = True
                continue
            if is_gap and not is_first:
                yield Segment.line()
            is_first = is_gap = False
            yield from line
            yield Segment.line()


#: Cells before the first page, and for each page.
_HEAD, _PAGE = 6, 3
#: Rows that stay free above the outline.
_ABOVE = 1


class LessonOutline(Static):
    """The pages of a lesson with their answered questions, its goals, and the terms of the page.

    ```
    Pages  ✓  ·  ✓ [?] ·  ?
           ✓ solved   ? question   · text

    In this lesson you learn to
     • say what α and β promise, and to whom
    ```
    """

    def __init__(self, session: LessonSession, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, markup=False)
        self._session = session
        self._terms = ""

    def show(self, text: str) -> None:
        """Show the outline of the current page."""
        self._terms = text
        self._fill()

    def on_resize(self) -> None:
        """Show as many sections as fit."""
        self._fill()

    def _fill(self) -> None:
        shown: list[RenderableType] = []
        left = self.content_size.height
        options = self.app.console.options.update(width=max(1, self.content_size.width))
        for section in self._sections():
            rows = len(self.app.console.render_lines(section, options)) + _ABOVE
            if rows > left:
                break
            left -= rows
            shown += [Text(), section]
        self.update(Group(*shown))

    def _sections(self) -> Iterator[RenderableType]:
        """Yield the pages, the goals and each term."""
        yield self._pages()
        lesson = self._session.lesson
        if lesson.goals:
            goals = "\n".join(f"- {goal}" for goal in lesson.goals)
            yield TightMarkdown(with_symbols(self, f"**In this lesson you learn to**\n\n{goals}"))
        for term in find_terms(self._terms):
            yield TightMarkdown(with_symbols(self, f"**{term.name}**: {term.text}"))

    def _pages(self) -> Text:
        """Return a symbol for every page: text, open question, or answered question."""
        text = Text("Pages ")
        in_row = max(1, (self.content_size.width - _HEAD) // _PAGE)
        for number, page in enumerate(self._session.lesson.pages):
            asks = page.ask is not None or page.exercise is not None
            sign = "✓" if self._session.is_solved(number) else "?" if asks else "·"
            is_here = number == self._session.page
            if number and number % in_row == 0:
                text.append("\n" + " " * _HEAD)
            text.append(
                with_symbols(self, f"[{sign}]" if is_here else f" {sign} "),
                Style(bold=True) if is_here else Style(),
            )
        text.append(with_symbols(self, f"\n{' ' * _HEAD} ✓ solved   ? question   · text"))
        return text


#: Rows of a list of answers on a low screen.
_MOST_ANSWERS: Final = 8
#: Largest shares of the rows for a question, and for everything below the figure.
_QUESTION, _BELOW = 0.45, 0.55


@dataclass(frozen=True, slots=True)
class RowShares:
    """Rows of the question and the feedback; the rest is for the text and the figure."""

    feedback: int
    question: int
    answers: int


def share_rows(
    free: int, text: int, asked: int, answers: int, *, fixed: int = 0, figure: int = 0
) -> RowShares:
    """Divide the rows; a part with too few rows scrolls."""
    left = max(0, free - fixed)
    answers = min(answers, max(_MOST_ANSWERS, left // 3), max(1, left // 2))
    left -= answers
    asked = min(asked, left, max(2, int(free * _QUESTION)))
    left -= asked
    share = left - figure if figure else int(free * _BELOW) - fixed - answers - asked
    return RowShares(min(text, left, max(4 if figure else 3, share)), asked, answers)
