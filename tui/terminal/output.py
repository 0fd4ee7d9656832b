"""The output: standard output or a file, with or without colour and Unicode."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, TextIO, TypeVar, cast

import click

from engine.errors import InvalidInput
from engine.text.clean_text import CleanStream
from tracer.files.atomic_files import write_atomically


_Command = TypeVar("_Command", bound=Callable[..., Any])

#: Symbols of every drawing; an output that cannot encode them gets ASCII.
_SIGNS = "△▽○□│┬αβ−∞≤"


class NewFile(click.Path):
    """The name of an output file or folder; an empty name is refused."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the name unchanged."""
        if value == "":
            self.fail("the file name is empty; expected a file name", param, ctx)
        return super().convert(value, param, ctx)


class Output(NewFile):
    """The name of an output file, or None for `-` and `/dev/stdout`."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the name unchanged, or None."""
        return None if value in ("-", "/dev/stdout") else super().convert(value, param, ctx)


def output_option(command: _Command) -> _Command:
    """Add `-o` to a command."""
    return click.option(
        "-o",
        "--output",
        metavar="FILE",
        type=Output(dir_okay=False),
        help="Write to FILE instead of standard output.",
    )(command)


def quiet_option(command: _Command) -> _Command:
    """Add `--quiet` to a command."""
    return click.option("--quiet", is_flag=True, help="Print errors only: no notes or progress.")(
        command
    )


def has_screen() -> bool:
    """Return whether the full screen can open: on a terminal, or with `TEXTUAL_DRIVER`.

    A server that shows the application in a browser sets `TEXTUAL_DRIVER`.
    """
    if os.environ.get("TEXTUAL_DRIVER"):
        return True
    return bool(sys.stdin and sys.stdout and sys.stdin.isatty() and sys.stdout.isatty())


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
def open_text_output(
    output: str | None, *, for_people: bool = False, sign: str = ""
) -> Iterator[TextIO]:
    """Open the output for text: a file, written atomically, or standard output.

    Unsafe characters are escaped; see `engine.text.clean_text`.
    """
    if output:
        with write_atomically(output) as path, path.open("w", encoding="utf-8", newline="") as file:
            yield cast(TextIO, CleanStream(file, sign))
        return
    if hasattr(sys.stdout, "reconfigure"):
        encoding = None if for_people else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, errors="backslashreplace")
    with _standard_output():
        yield cast(TextIO, CleanStream(sys.stdout, sign))
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
