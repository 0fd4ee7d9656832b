"""A question about the next step, and a line to answer it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Input, Static

from tui.glyphs import plain

#: Keys that type a sign, and are called otherwise in the tables of keys.
_NAMED = frozenset(
    {
        *("slash", "plus", "minus", "equals_sign", "full_stop", "question_mark", "space"),
        *("greater_than_sign", "less_than_sign", "left_square_bracket", "right_square_bracket"),
    }
)

#: Columns below which the score alone has room.
_NARROW = 40

__all__ = ["AnswerLine", "PredictPane"]


class AnswerLine(Input):
    """The line for the answer: Enter stands in the footer, and what is typed into it does not."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "answer, or pass", key_display="Enter"),
        # The question may be longer than there is room for.
        Binding("up", "screen.scroll_told(-1)", show=False),
        Binding("down", "screen.scroll_told(1)", show=False),
    ]

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether a key is typed, those that are known by a name (`slash`) included."""
        return super().check_consume_key(key, character) or key in _NAMED


class PredictPane(Vertical):
    """A question, the line for the answer, and what was said of the last one.

    ```
        ─ Predict · 4 of 5 right (80%) ───────────────────────────
        C1 returns 2 to C, a MIN node. Does C return now, and by whose bound?
        > a
    ```
    """

    def compose(self) -> ComposeResult:
        """The question above the line."""
        with VerticalScroll(id="question-room", can_focus=False):
            yield Static(id="question", markup=False)
        yield AnswerLine(id="answer")

    def ask(self, question: str, hint: str) -> None:
        """Show a question, and take the keys."""
        self._say(question)
        self.add_class("-asks")
        line = self.query_one(Input)
        line.value = ""
        line.placeholder = f"{plain(self, hint)} · Enter alone passes · Esc ends predicting"
        line.display = True
        line.focus()

    def tell(self, told: str) -> None:
        """Say something, and give the keys back."""
        self._say(told)
        self.remove_class("-asks")
        self.query_one(Input).display = False
        self.screen.set_focus(None)

    def _say(self, text: str) -> None:
        self.query_one("#question", Static).update(plain(self, text))
        self.query_one("#question-room").scroll_home(animate=False)

    def scroll_told(self, by: int) -> None:
        """Scroll what is asked or said, where it is longer than there is room for."""
        self.query_one("#question-room").scroll_relative(y=by, animate=False)

    def object_to(self, told: str) -> None:
        """Say what is wrong with the form of an answer, and keep the question."""
        line = self.query_one(Input)
        line.value = ""
        line.placeholder = plain(self, told)

    def score(self, told: str) -> None:
        """Show the running score."""
        narrow = self.app.size.width < _NARROW
        self.border_title = told if narrow else f"Predict · {told}"
