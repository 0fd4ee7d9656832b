"""Where data goes: standard output or a file, in colour or not, in full signs or ASCII."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, TextIO, TypeVar

import click

from engine.errors import InvalidInput
from tracer.files import whole_file

__all__ = [
    "NewFile",
    "Output",
    "has_screen",
    "output_option",
    "quiet_option",
    "speaks_unicode",
    "writing",
    "writing_bytes",
]

_Command = TypeVar("_Command", bound=Callable[..., Any])

#: Signs that every drawing uses; an output that cannot hold them gets plain ASCII.
_SIGNS = "△▽○□│┬αβ−∞≤"


class NewFile(click.Path):
    """The name of a file or a folder to write to; an empty one is refused."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """The name as it stands."""
        if value == "":
            self.fail("an empty name; expected the name of a file", param, ctx)
        return super().convert(value, param, ctx)


class Output(NewFile):
    """The same, or standard output, which is None: by the names that programs have for it."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """The name as it stands, or None."""
        return None if value in ("-", "/dev/stdout") else super().convert(value, param, ctx)


def output_option(command: _Command) -> _Command:
    """Give a command `-o`."""
    return click.option(
        "-o",
        "--output",
        metavar="FILE",
        type=Output(dir_okay=False),
        help="Write to FILE and not to standard output.",
    )(command)


def quiet_option(command: _Command) -> _Command:
    """Give a command `--quiet`."""
    return click.option("--quiet", is_flag=True, help="No notes or progress; errors only.")(command)


def has_screen() -> bool:
    """Whether the full screen can open: on a terminal, or where Textual is told of another one.

    `TEXTUAL_DRIVER` is set by what serves an application in a browser.
    """
    if os.environ.get("TEXTUAL_DRIVER"):
        return True
    return bool(sys.stdin and sys.stdout and sys.stdin.isatty() and sys.stdout.isatty())


def speaks_unicode(output: str | None) -> bool:
    """Whether what we write to can hold our signs; files are always UTF-8."""
    if output:
        return True
    try:
        _SIGNS.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@contextmanager
def writing(output: str | None, *, for_people: bool = False) -> Iterator[TextIO]:
    """Open what data is to be written to: a file, whole or not at all, or standard output.

    Args:
        output: the file's name; None for standard output.
        for_people: text goes out in the terminal's encoding; data for programs always in UTF-8.

    Raises:
        InvalidInput: it cannot be written.
    """
    if output:
        with whole_file(output) as path, path.open("w", encoding="utf-8", newline="") as file:
            yield file
        return
    if hasattr(sys.stdout, "reconfigure"):
        encoding = None if for_people else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, errors="backslashreplace")
    with _standard_output():
        yield sys.stdout
        sys.stdout.flush()


@contextmanager
def writing_bytes(output: str | None) -> Iterator[BinaryIO]:
    """The same for what is not text.

    Args:
        output: the file's name; None for standard output, which ought to be no terminal.

    Raises:
        InvalidInput: it cannot be written.
    """
    if output:
        with whole_file(output) as path, path.open("wb") as file:
            yield file
        return
    with _standard_output():
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()


@contextmanager
def _standard_output() -> Iterator[None]:
    """Tell what goes wrong with standard output.

    Raises:
        InvalidInput: it cannot be written.
    """
    try:
        yield
    except OSError as error:
        # Python would try to write the rest at its end, and fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            # Whoever read our output, such as head, has enough. Not 1, which means a mismatch:
            # what a shell says of a program that ended so.
            sys.exit(128 + 13)
        raise InvalidInput(
            f"cannot be written: {error.strerror}", where="standard output"
        ) from error
