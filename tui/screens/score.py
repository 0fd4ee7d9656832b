"""What was predicted, and what went wrong, by kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tracer.files import whole_file
from tracer.predict.summary import as_csv, as_text, summary_of
from tui.scores import Scorebook
from tui.screens.ask import AskScreen, new_file
from tui.widgets.choices import Choices

__all__ = ["ScoreScreen"]

_KINDS = (".txt", ".csv")


class ScoreScreen(ModalScreen["int | None"]):
    """The score, what most mistakes come from, and every one; Enter goes to the step of one.

    Args:
        book: the score.
        title: what was searched, and how.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "leave", "Close"),
        ("q", "leave", "Close"),
        ("n", "begin_anew", "Begin anew"),
        ("x", "export", "Write to a file"),
    ]

    def __init__(self, book: Scorebook, title: str) -> None:
        super().__init__()
        self._book = book
        self._title = title

    def compose(self) -> ComposeResult:
        """The list, and what there is to say."""
        with Vertical(id="pick", classes="box") as box:
            box.border_subtitle = "Enter goes there · n begins anew · x writes · Esc"
            yield Choices(id="choices", markup=False)
            yield Static(id="about", markup=False)

    def on_mount(self) -> None:
        """Show it; keys go to the list."""
        self._draw()
        self._say("")
        self.query_one(OptionList).focus()

    def _draw(self) -> None:
        listed = self.query_one(OptionList)
        listed.clear_options()
        listed.add_options(self._options())
        first = next((at for at, one in enumerate(listed.options) if not one.disabled), None)
        listed.highlighted = first
        listed.scroll_home(animate=False)
        self.query_one("#pick").border_title = f"Predictions: {self._book.score.told}"

    def _options(self) -> Iterator[Option]:
        """What is read, and the mistakes, which can be gone to."""
        score = self._book.score
        summary = summary_of(score)
        yield Option(summary.by_question or "Nothing has been asked.", disabled=True)
        if score.answers and not summary.groups:
            yield Option("Nothing went wrong.", disabled=True)
        for one in summary.patterns:
            answers = f"{one.count} answer{'s fit' if one.count > 1 else ' fits'}"
            told = Text.assemble(f"{answers}: ", (one.title, "bold"), f". {one.explanation}")
            yield Option(Text.assemble(told, " ", (one.hint, "italic")), disabled=True)
        for group in summary.groups:
            head = Text(f"{group.kind} ({len(group.mistakes)})", "bold")
            yield Option(head, disabled=True)
            for mistake, line in group.mistakes:
                yield Option(f"  {line}", id=f"{mistake.step}-{id(mistake)}")

    def _say(self, text: str) -> None:
        about = self.query_one("#about", Static)
        about.update(text)
        about.display = bool(text)

    @on(OptionList.OptionSelected)
    def _go(self, event: OptionList.OptionSelected) -> None:
        if event.option_id is not None:
            self.dismiss(int(event.option_id.partition("-")[0]))

    def action_begin_anew(self) -> None:
        """Let the score begin anew."""
        problem = self._book.begin_anew()
        self._draw()
        self._say(problem or "Begun anew. The answers before stay in the file of all answers.")

    def action_export(self) -> None:
        """Ask for a file's name, and write the score there."""
        name = re.sub(r"[^\w.-]+", "-", self._title).strip("-.")[:40] or "search"
        score, title = self._book.score, self._title

        def read(text: str) -> Path:
            return new_file(text, _KINDS)

        def write(path: Path) -> None:
            shown = as_csv(score) if path.suffix.lower() == ".csv" else as_text(score, title)
            with whole_file(path) as unfinished:
                unfinished.write_text(shown, encoding="utf-8")

        def tell(path: Path | None) -> None:
            if path is not None:
                self._say(f"Wrote {path}.")

        hint = "a name that ends in .txt, or in .csv for a table of all answers"
        ask = AskScreen(
            "Write the score to", read, start=f"predictions-{name}.txt", hint=hint, take=write
        )
        self.app.push_screen(ask, tell)

    def action_leave(self) -> None:
        """Close."""
        self.dismiss(None)
