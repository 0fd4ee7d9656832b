"""A question with one line for an answer, which is checked while it is typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
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
from tui.beside import QUICK, Beside

__all__ = ["AskScreen", "new_file"]

#: Seconds between two looks at what is read beside the screen.
_INTERVAL = 0.02


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
        beside: whether a text is read beside the screen, because that may take its time; the text
            that was typed last is the one that counts.

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
        beside: bool = False,
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
        self._beside = beside
        self._text = ""  # what is being read, or was read last
        self._job: Beside[Any] | None = None
        self._is_taken = False  # whether Enter was pressed for what is being read

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

    def on_mount(self) -> None:
        """Look at what is read beside the screen."""
        if self._beside:
            self.set_interval(_INTERVAL, self._look)

    @property
    def is_reading(self) -> bool:
        """Whether what was typed is still being read."""
        return self._job is not None

    @on(Input.Changed)
    def _check(self, event: Input.Changed) -> None:
        if not event.value.strip():
            self._job = None
            self._say(self._hint, wrong=False)
        else:
            self._go_over(event.value, is_taken=False)

    @on(Input.Submitted)
    def _take(self, event: Input.Submitted) -> None:
        self._go_over(event.value, is_taken=True)

    def _go_over(self, text: str, *, is_taken: bool) -> None:
        """Read a text, and take it or say what there is to say about it."""
        if not self._beside:
            self._answer(partial(self._read, text), is_taken=is_taken)
            return
        if self._job is None or self._text != text:
            self._text, self._job = text, Beside(partial(self._read, text))
        self._is_taken = is_taken
        self._look()

    def _look(self) -> None:
        """See whether what is read beside the screen has been read."""
        job = self._job
        if job is None or not self.is_current:
            return
        if job.is_done():
            self._job = None
            self._answer(job.made, is_taken=self._is_taken)
        elif job.took > QUICK:
            self._say(f"reading it for {job.took:.1f} s; Esc gives up", wrong=False)

    def _answer(self, read: Callable[[], Any], *, is_taken: bool) -> None:
        told = self._hint
        try:
            answer = read()
            if is_taken:
                if self._take_answer is not None:
                    self._take_answer(answer)
            elif self._preview is not None:
                told = self._preview(answer, max(20, self.query_one("#about").size.width))
        except PlytraceError as error:
            self._say(str(error), wrong=True)
            return
        if is_taken:
            self.dismiss(answer)
        else:
            self._say(told, wrong=False)

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
