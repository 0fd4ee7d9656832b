"""The output: standard output or a file, with or without colour and Unicode."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, Self, TextIO, cast

import click

from engine.errors import InvalidInput, UsageError
from engine.text import CleanStream, visible_line
from tracer.files.atomic_files import write_atomically


def report(text: str) -> None:
    """Print a line about an error, or one that must be read."""
    click.echo(f"plytrace: {text}", err=True)


def inform(text: str) -> None:
    """Print a line unless the command is quiet."""
    if not is_quiet():
        report(text)


def is_quiet() -> bool:
    """Return whether the current command was called with `--quiet`."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.params.get("quiet"))


# Progress on standard error: one changing line, or occasional lines on a pipe.

#: Seconds before the first report on a terminal, and between two reports.
_PATIENCE = 1.0
_INTERVAL = 0.2
#: The same for a pipe or a file, where each report is a separate line.
_PIPE_PATIENCE = 5.0
_PIPE_INTERVAL = 10.0


class Progress:
    """Reports the number of visits, their rate, and the remaining time if it is known."""

    def __init__(
        self,
        doing: str,
        total: int | None,
        *,
        shown: bool = True,
        on_pipe: bool = False,
        unit: str = "visits",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._on_terminal = sys.stderr.isatty()
        self._shown = shown and not is_quiet() and (self._on_terminal or on_pipe)
        self._unit = unit
        self._clock = clock
        self._due = clock() + (_PATIENCE if self._on_terminal else _PIPE_PATIENCE)
        self._written = False
        self.begin(doing, total)

    def begin(self, doing: str, total: int | None) -> None:
        """Start the next activity; the time of the next report does not change."""
        self._doing = doing
        self._total = total
        self._started = self._clock()

    def __call__(self, visits: int, more: str = "") -> None:
        """Report the number of visits, and an optional text."""
        now = self._clock()
        if not self._shown or now < self._due or not (visits or more):
            return
        self._due = now + (_INTERVAL if self._on_terminal else _PIPE_INTERVAL)
        rate = max(visits, 1) / max(now - self._started, 1e-9)
        text = f"{self._doing}: {visits:,} {self._unit}, {rate:,.0f} a second"
        if not visits:
            text = f"{self._doing}: {more}"  # without visits there is no rate
        elif self._total:
            text += f", {visits / self._total:.0%}, {(self._total - visits) / rate:,.0f} s to go"
        if visits and more:
            text += f", {more}"
        if not self._on_terminal:
            _write(f"plytrace: {visible_line(text)}\n")
            return
        _write(f"\r{visible_line(text)}\x1b[K")
        self._written = True

    def clear(self) -> None:
        """Remove the progress line."""
        if self._written:
            _write("\r\x1b[K")
            self._written = False

    def __enter__(self) -> Self:
        """Return the progress of a block, at whose end its line is removed."""
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()


def _write(text: str) -> None:
    """Write a text that may contain cursor commands."""
    if isinstance(sys.stderr, CleanStream):
        sys.stderr.write_styled(text)
    else:
        sys.stderr.write(text)
    sys.stderr.flush()


# Colour for text on a terminal; it only repeats what the symbols say.

#: Patterns and their styles; the first that matches wins.
_STYLES: tuple[tuple[str, dict[str, Any]], ...] = (
    # Headings, and the words before the result.
    (r"^(?:Visits \(.*|Early returns \(.*|Notes)$", {"bold": True}),
    (r"^(?:search|value|move|line|visits|counts|stopped) ", {"bold": True}),
    # Pruned nodes.
    (r"╳[^│┃\n]*?skipped", {"fg": "red"}),
    (r"╳", {"fg": "red", "bold": True}),
    (r"[┄┆]+", {"dim": True}),
    # The best line, drawn heavy.
    (r"[━┃┏┓┗┛┣┫┳┻╋┡┢┩┪┠┨┯┷┿╂╃╄╅╆╀╁┱┲┹┺★]+", {"fg": "green", "bold": True}),
    # Players, as the stepper colours them.
    (r"△", {"fg": "blue"}),
    (r"▽", {"fg": "yellow"}),
    (r"○", {"fg": "magenta"}),
)
_PATTERN = re.compile("|".join(f"({pattern})" for pattern, _ in _STYLES), re.MULTILINE)


def wants_color(choice: str, output: str | None) -> bool:
    """Return whether to colour, from `--color`, NO_COLOR (no-color.org) and the output."""
    if choice != "auto":
        return choice == "always"
    return not output and not os.environ.get("NO_COLOR") and sys.stdout.isatty()


def colored(text: str) -> str:
    """Return the text of a trace with ANSI colours."""
    return _PATTERN.sub(
        lambda match: click.style(match[0], **_STYLES[(match.lastindex or 1) - 1][1]), text
    )


#: Symbols of every drawing; an output that cannot encode them gets ASCII.
_SIGNS = "△▽○□│┬αβ−∞≤"


def has_screen() -> bool:
    """Return whether the full screen can open: on a terminal, or with `TEXTUAL_DRIVER`.

    A server that shows the application in a browser sets `TEXTUAL_DRIVER`.
    """
    if os.environ.get("TEXTUAL_DRIVER"):
        return True
    return bool(sys.stdin and sys.stdout and sys.stdin.isatty() and sys.stdout.isatty())


def need_screen(what: str, hint: str) -> None:
    """Refuse what needs the full screen where it cannot open."""
    if not has_screen():
        raise UsageError(f"{what} needs a terminal", hint=hint)


def speaks_unicode(output: str | None) -> bool:
    """Return whether the output can encode the symbols; files are always UTF-8."""
    if output:
        return True
    try:
        _SIGNS.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@contextmanager
def open_text_output(output: str | None, *, for_people: bool = False) -> Iterator[TextIO]:
    """Open the output for text: a file, written atomically, or standard output.

    Unsafe characters are escaped; see `engine.text`.
    """
    if output:
        with write_atomically(output) as path, path.open("w", encoding="utf-8", newline="") as file:
            yield cast(TextIO, CleanStream(file))
        return
    if hasattr(sys.stdout, "reconfigure"):
        encoding = None if for_people else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, errors="backslashreplace")
    with _standard_output():
        yield cast(TextIO, CleanStream(sys.stdout))
        sys.stdout.flush()


@contextmanager
def open_bytes_output(output: str | None) -> Iterator[BinaryIO]:
    """Open the output for bytes."""
    if output:
        with write_atomically(output) as path, path.open("wb") as file:
            yield file
        return
    with _standard_output():
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()


@contextmanager
def _standard_output() -> Iterator[None]:
    """Convert errors of standard output."""
    try:
        yield
    except OSError as error:
        # At its end, Python would try to write the rest and fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            # The reader, such as head, has closed the pipe. The exit code is the one that a shell
            # reports: 1 would mean a mismatch.
            sys.exit(128 + 13)
        raise InvalidInput(
            f"cannot be written: {error.strerror}", where="standard output"
        ) from error


@contextmanager
def console(
    *, ascii_only: bool
) -> Iterator[tuple[Callable[[str], str | None], Callable[[str], None]]]:
    """Yield functions that ask on standard input and write to standard output."""
    from tracer.text.printable_text import to_ascii

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    for name in ("SIGHUP", "SIGTERM"):  # closing the terminal acts as Ctrl-C
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
    shown = to_ascii if ascii_only else str
    with open_text_output(None, for_people=True) as out:

        def write(line: str) -> None:
            print(shown(line), file=out, flush=True)

        def ask(prompt: str) -> str | None:
            print(shown(prompt), end="", file=out, flush=True)
            line = sys.stdin.readline() if sys.stdin else ""
            if not line:
                print(file=out, flush=True)
                return None
            if not sys.stdin.isatty():  # piped input is echoed
                print(line.rstrip("\n"), file=out, flush=True)
            return line.rstrip("\n")

        yield ask, write
