"""A question about the next step, and a line to answer it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Input, Static

from tui.appearance.theme import with_symbols

#: Keys that type a character, by their names in the tables of keys.
_NAMED = frozenset(
    {
        *("slash", "plus", "minus", "equals_sign", "full_stop", "question_mark", "space"),
        *("greater_than_sign", "less_than_sign", "left_square_bracket", "right_square_bracket"),
    }
)

#: Columns below which only the score fits.
_NARROW = 40


class AnswerLine(Input):
    """The line for the answer; the footer shows Enter, but not typed letters."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "answer or skip", key_display="Enter"),
        # The question may not fit.
        Binding("up", "screen.scroll_question(-1)", show=False),
        Binding("down", "screen.scroll_question(1)", show=False),
    ]

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Return whether a key is typed text, including named keys such as `slash`."""
        return super().check_consume_key(key, character) or key in _NAMED


class PredictPane(Vertical):
    """A question, the line for the answer, and the feedback on the last one."""

    _question = ""

    def compose(self) -> ComposeResult:
        """Yield the question above the line."""
        with VerticalScroll(id="question-room", can_focus=False):
            yield Static(id="question", markup=False)
        # Selected text would be replaced by the second character that opens a question.
        yield AnswerLine(id="answer", select_on_focus=False)

    def ask(self, question: str, hint: str) -> None:
        """Show a question, and focus the answer line."""
        self._question = question
        self._show_message(question)
        self.add_class("-asks")
        line = self.query_one(Input)
        line.value = ""
        line.placeholder = f"{with_symbols(self, hint)} · Enter alone to skip · Esc to stop"
        line.display = True
        line.focus()

    def show_message(self, text: str) -> None:
        """Show a message, and return the focus to the screen."""
        self._show_message(text)
        self.remove_class("-asks")
        self.query_one(Input).display = False
        self.screen.set_focus(None)

    def _show_message(self, text: str) -> None:
        self.query_one("#question", Static).update(with_symbols(self, text))
        self.query_one("#question-room").scroll_home(animate=False)

    def scroll_question(self, by: int) -> None:
        """Scroll a long question or message."""
        self.query_one("#question-room").scroll_relative(y=by, animate=False)

    def resume(self, typed: str = "") -> None:
        """Return to the open question, and add a character that was typed elsewhere."""
        line = self.query_one(Input)
        line.focus()
        line.insert_text_at_cursor(typed)

    def reject_answer(self, text: str) -> None:
        """Say why an answer cannot be read; the question and the answer stay."""
        self._show_message(f"{text}. {self._question}")
        self.query_one(Input).focus()

    def score(self, text: str) -> None:
        """Show the running score."""
        narrow = self.app.size.width < _NARROW
        self.border_title = text if narrow else f"Predict · {text}"
