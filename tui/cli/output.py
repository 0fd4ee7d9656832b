"""Where data goes: standard output or a file, in colour or not, in full signs or ASCII."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO, TypeVar

import click

from engine.errors import InvalidInput

__all__ = ["output_option", "quiet_option", "speaks_unicode", "writing"]

_Command = TypeVar("_Command", bound=Callable[..., Any])

#: Signs that every drawing uses; an output that cannot hold them gets plain ASCII.
_SIGNS = "△▽○□│┬αβ−∞≤"


def output_option(command: _Command) -> _Command:
    """Give a command `-o`."""
    return click.option(
        "-o",
        "--output",
        metavar="FILE",
        type=click.Path(dir_okay=False),
        help="Write to FILE and not to standard output.",
    )(command)


def quiet_option(command: _Command) -> _Command:
    """Give a command `--quiet`."""
    return click.option("--quiet", is_flag=True, help="No notes or progress; errors only.")(command)


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
def writing(output: str | None) -> Iterator[TextIO]:
    """Open what data is to be written to: a file, whole or not at all, or standard output.

    Raises:
        InvalidInput: the file cannot be written.
    """
    if not output:
        if not speaks_unicode(None) and hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace")
        yield sys.stdout
        sys.stdout.flush()
        return
    path = Path(output)
    # A device or a pipe is written as it is: there is nothing to replace.
    unfinished = path if path.exists() and not path.is_file() else _beside(path)
    try:
        with unfinished.open("w", encoding="utf-8", newline="") as file:
            yield file
        if unfinished != path:
            unfinished.replace(path)
    except OSError as error:
        raise InvalidInput(
            f"cannot be written: {error.strerror}", where=str(path), hint="Choose another -o"
        ) from error
    finally:
        if unfinished != path:
            unfinished.unlink(missing_ok=True)


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.{os.getpid()}.part")
