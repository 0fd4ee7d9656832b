"""A prompt for one line, checked while the user types."""

from __future__ import annotations

from collections.abc import Callable
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
from tui.background import QUICK, BackgroundJob
from tui.terminal.served_mode import refuse_files
from tui.widgets.laid_out_once import LaidOutOnce

#: Seconds between two checks of a thread that reads the text.
_INTERVAL = 0.02


class PromptScreen(LaidOutOnce[Any], ModalScreen[Any]):
    """A prompt for one line that reports errors at once and returns the parsed answer.

    Returns None if the user leaves it.
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
        in_thread: bool = False,
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
        self._in_thread = in_thread
        self._text = ""  # text being parsed, or parsed last
        self._job: BackgroundJob[Any] | None = None
        self._is_taken = False  # whether Enter was pressed for this text

    def compose(self) -> ComposeResult:
        """Yield the line, and the message below it."""
        with Vertical(classes="box") as box:
            box.border_title = self._title
            box.border_subtitle = "Enter to accept, Esc to cancel"
            yield Input(
                self._start,
                id="line",
                select_on_focus=not self._is_begun,
                suggester=self._completes,
            )
            yield Static(self._hint, id="about", markup=False)

    def on_mount(self) -> None:
        """Check the parsing thread regularly."""
        if self._in_thread:
            self.set_interval(_INTERVAL, self._poll)

    @on(Input.Changed)
    def _check(self, event: Input.Changed) -> None:
        if not event.value.strip():
            self._job = None
            self._show_message(self._hint, wrong=False)
        else:
            self._parse(event.value, is_taken=False)

    @on(Input.Submitted)
    def _take(self, event: Input.Submitted) -> None:
        self._parse(event.value, is_taken=True)

    def _parse(self, text: str, *, is_taken: bool) -> None:
        """Parse a text; accept it, or show an error or a preview."""
        if not self._in_thread:
            self._answer(partial(self._read, text), is_taken=is_taken)
            return
        if self._job is None or self._text != text:
            self._text, self._job = text, BackgroundJob(partial(self._read, text)).start()
        self._is_taken = is_taken
        self._poll()

    def _poll(self) -> None:
        job = self._job
        if job is None or not self.is_current:
            return
        if job.is_done():
            self._job = None
            self._answer(job.result, is_taken=self._is_taken)
        elif job.seconds > QUICK:
            self._show_message(f"Reading for {job.seconds:.1f} s. Esc to cancel.", wrong=False)

    def _answer(self, read: Callable[[], Any], *, is_taken: bool) -> None:
        text = self._hint
        try:
            answer = read()
            if is_taken:
                if self._take_answer is not None:
                    self._take_answer(answer)
            elif self._preview is not None:
                text = self._preview(answer, max(20, self.query_one("#about").size.width))
        except PlytraceError as error:
            self._show_message(str(error), wrong=True)
            return
        if is_taken:
            self.dismiss(answer)
        else:
            self._show_message(text, wrong=False)

    def _show_message(self, text: str, *, wrong: bool) -> None:
        about = self.query_one("#about", Static)
        about.update(f"✗ {text}" if wrong else text)
        about.set_class(wrong, "-wrong")

    def action_leave(self) -> None:
        """Close without an answer."""
        self.dismiss(None)


def typed_path(text: str) -> Path:
    """Return the path of a file that was typed; `~` is the home folder."""
    refuse_files()
    try:
        return Path(text.strip()).expanduser()
    except RuntimeError as error:  # ~ and an unknown user
        raise UsageError(f"{error}", expected="a file name") from error


def new_file(text: str, own: Path | None = None) -> Path:
    """Return the path of a new file, or that of the file `own`, which is replaced."""
    path = typed_path(text)
    try:
        there = path.exists()
    except (OSError, ValueError) as error:  # such as a name that is too long
        raise UsageError(f"{text.strip()} is not a valid file name: {error}") from error
    if there and path != own:
        raise UsageError(f"{path} already exists", expected="another name")
    return path
