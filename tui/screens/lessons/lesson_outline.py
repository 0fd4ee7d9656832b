"""The outline of a lesson below its text: pages, goals and terms, as far as there is room."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.style import Style
from rich.text import Text
from textual.widgets import Static

from tracer.lesson.session import LessonSession
from tracer.text.glossary import find_terms
from tui.appearance.theme import with_symbols
from tui.screens.lessons.tight_markdown import TightMarkdown

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
