"""What was predicted, and what went wrong, by kind."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tracer.predict import Score
from tui.widgets.choices import Choices

__all__ = ["ScoreScreen"]


class ScoreScreen(ModalScreen["int | None"]):
    """The score by kind of question, and the mistakes; Enter goes to the step of one.

    Args:
        score: the score.
    """

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "Close"), ("q", "leave", "Close")]

    def __init__(self, score: Score) -> None:
        super().__init__()
        self._score = score
        self._mistakes = score.mistakes()

    def compose(self) -> ComposeResult:
        """The summary above the list."""
        with Vertical(id="pick", classes="box") as box:
            box.border_title = f"Predictions: {self._score.told}"
            box.border_subtitle = "Enter goes to the step · Esc closes"
            rows = [f"{asks}: {right} of {asked}" for asks, asked, right in self._score.by_kind()]
            told = " · ".join(rows) or "Nothing has been asked."
            if self._score.answers and not self._mistakes:
                told += "\n\nNothing went wrong."
            yield Static(told, markup=False)
            options, kind = [], None
            for entry in self._mistakes:
                mark = f" ({entry.misconception})" if entry.misconception else ""
                head = "" if entry.kind == kind else f"{entry.kind}{mark}: "
                kind = entry.kind
                answer = f"“{entry.answer}”" if entry.answer else "no answer"
                line = f"step {entry.step:,}, {entry.asks}: {answer}, right: {entry.right}"
                options.append(Option(Text.assemble((head, "bold"), line)))
            yield Choices(*options, id="choices")

    def on_mount(self) -> None:
        """Keys go to the list."""
        self.query_one(OptionList).focus()

    @on(OptionList.OptionSelected)
    def _go(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._mistakes[event.option_index].step)

    def action_leave(self) -> None:
        """Close."""
        self.dismiss(None)
