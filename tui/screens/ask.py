"""A question with one line for an answer, which is checked while it is typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.suggester import Suggester
from textual.widgets import Input, Static

from engine.errors import PlytraceError, UsageError

__all__ = ["AskScreen", "new_file"]


class AskScreen(ModalScreen[Any]):
    """Asks for one line, says at once what is wrong with it, and gives what it stands for.

    Args:
        title: what is asked.
        read: turns a text into the answer.
        start: what stands there at first.
        hint: what may be typed.
        preview: what an answer that can be read looks like, drawn for so many cells.
        completes: how a line that has been begun may go on.
        take: what Enter does with the answer; where it refuses, it is said and the line stays.
        is_begun: whether what stands there is the beginning of an answer, which goes on behind it.

    Gives None where the person leaves it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "Close")]

    def __init__(
        self,
        title: str,
        read: Callable[[str], Any],
        *,
        start: str = "",
        hint: str = "",
        preview: Callable[[Any, int], str] | None = None,
        completes: Suggester | None = None,
        take: Callable[[Any], object] | None = None,
        is_begun: bool = False,
    ) -> None:
        super().__init__()
        self._title = title
        self._read = read
        self._start = start
        self._hint = hint
        self._preview = preview
        self._completes = completes
        self._take_answer = take
        self._is_begun = is_begun

    def compose(self) -> ComposeResult:
        """The line, and what there is to say about it."""
        with Vertical(id="ask", classes="box") as box:
            box.border_title = self._title
            box.border_subtitle = "Enter takes it · Esc leaves"
            yield Input(
                self._start,
                id="line",
                select_on_focus=not self._is_begun,
                suggester=self._completes,
            )
            yield Static(self._hint, id="about", markup=False)

    @on(Input.Changed)
    def _check(self, event: Input.Changed) -> None:
        told = self._hint
        try:
            if event.value.strip():
                answer = self._read(event.value)
                if self._preview is not None:
                    told = self._preview(answer, max(20, self.query_one("#about").size.width))
        except PlytraceError as error:
            self._say(str(error), wrong=True)
        else:
            self._say(told, wrong=False)

    @on(Input.Submitted)
    def _take(self, event: Input.Submitted) -> None:
        try:
            answer = self._read(event.value)
            if self._take_answer is not None:
                self._take_answer(answer)
        except PlytraceError as error:
            self._say(str(error), wrong=True)
            return
        self.dismiss(answer)

    def _say(self, text: str, *, wrong: bool) -> None:
        about = self.query_one("#about", Static)
        about.update(f"✗ {text}" if wrong else text)
        about.set_class(wrong, "-wrong")

    def action_leave(self) -> None:
        """Give nothing."""
        self.dismiss(None)


def new_file(text: str, kinds: Sequence[str]) -> Path:
    """The path of a file that is to be made.

    Args:
        text: what was typed.
        kinds: what its name may end in.

    Raises:
        UsageError: it is of another kind, or there already, or no name at all.
    """
    try:
        path = Path(text.strip()).expanduser()
        there = path.exists()
    except (OSError, RuntimeError, ValueError) as error:  # a name too long, or nobody's home folder
        raise UsageError(f"{text.strip()} is no name of a file: {error}") from error
    if path.suffix.lower() not in kinds:
        raise UsageError(
            f"{path} is of no kind that is written here",
            expected=f"a name ending in {' or '.join(kinds)}",
        )
    if there:
        raise UsageError(f"{path} is there already", expected="another name")
    return path
