"""The predictions and the mistakes, by kind."""

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

from tracer.files.atomic_files import write_atomically
from tracer.predict.summary import as_csv, as_text, summary_of
from tui.dialogs.prompt import PromptScreen, new_file
from tui.saved.scores import Scorebook
from tui.widgets.option_list import RobustOptionList

_KINDS = (".txt", ".csv")


class ScoreScreen(ModalScreen["int | None"]):
    """The score, its mistake patterns and every mistake; Enter goes to the step of one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "leave", "Close"),
        ("q", "leave", "Close"),
        ("n", "reset_score", "Reset"),
        ("x", "export", "Save"),
    ]

    def __init__(self, book: Scorebook, title: str) -> None:
        super().__init__()
        self._book = book
        self._title = title

    def compose(self) -> ComposeResult:
        """Yield the list and the message."""
        with Vertical(id="pick", classes="box") as box:
            box.border_subtitle = "Enter to go there, n to reset, x to save, Esc to close"
            yield RobustOptionList(id="choices", markup=False)
            yield Static(id="about", markup=False)

    def on_mount(self) -> None:
        """Show the score, and focus the list."""
        self._draw()
        self._say("")
        self.query_one(OptionList).focus()

    def _draw(self) -> None:
        option_list = self.query_one(OptionList)
        option_list.clear_options()
        option_list.add_options(self._options())
        first = next((at for at, one in enumerate(option_list.options) if not one.disabled), None)
        option_list.highlighted = first
        option_list.scroll_home(animate=False)
        self.query_one("#pick").border_title = f"Predictions: {self._book.score.text}"

    def _options(self) -> Iterator[Option]:
        """Yield the summary, and the mistakes, which can be selected."""
        score = self._book.score
        summary = summary_of(score)
        yield Option(summary.by_question or "No questions yet.", disabled=True)
        if score.answers and not summary.groups:
            yield Option("No mistakes.", disabled=True)
        for one in summary.patterns:
            answers = f"{one.count} answer{'s fit' if one.count > 1 else ' fits'} this mistake"
            text = Text.assemble(f"{answers}: ", (one.title, "bold"), f". {one.explanation}")
            yield Option(Text.assemble(text, " ", (one.hint, "italic")), disabled=True)
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

    def action_reset_score(self) -> None:
        """Reset the score."""
        problem = self._book.reset_score()
        self._draw()
        self._say(problem or "The score is reset. Earlier answers stay in the file of all answers.")

    def action_export(self) -> None:
        """Ask for a file name, and write the score to it."""
        name = re.sub(r"[^\w.-]+", "-", self._title).strip("-.")[:40] or "search"
        score, title = self._book.score, self._title

        def read(text: str) -> Path:
            return new_file(text, _KINDS)

        def write(path: Path) -> None:
            shown = as_csv(score) if path.suffix.lower() == ".csv" else as_text(score, title)
            with write_atomically(path) as unfinished:
                unfinished.write_text(shown, encoding="utf-8")

        def tell(path: Path | None) -> None:
            if path is not None:
                self._say(f"Saved to {path}.")

        hint = "Type a name ending in .txt, or in .csv for a table of all answers."
        ask = PromptScreen(
            "Save the score to", read, start=f"predictions-{name}.txt", hint=hint, take=write
        )
        self.app.push_screen(ask, tell)

    def action_leave(self) -> None:
        """Close."""
        self.dismiss(None)
