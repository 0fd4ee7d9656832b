"""Errors in custom programs as one message with a place, instead of a traceback."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType


#: Long states and messages are cut to this many characters, to fit one line.
_LONGEST = 160


def error_place(file: str, traceback: TracebackType | None) -> str:
    """Return the last place of a traceback in one file, as `file:line`."""
    from traceback import extract_tb  # late: most programs have no errors

    frames = [frame for frame in extract_tb(traceback) if not file or frame.filename == file]
    return (
        f"{relative_path(frames[-1].filename)}:{frames[-1].lineno}"
        if frames
        else relative_path(file)
    )


def relative_path(file: str) -> str:
    """Return a file's path relative to the current folder, if it is inside."""
    try:
        return str(Path(file).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return file


def error_text(error: BaseException) -> str:
    """Return an exception's class and message."""
    message = one_line(str(error).strip())
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def one_line(text: str) -> str:
    """Return a text as one line of limited length."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3]}..."


def one_word(text: str) -> str:
    """Return a name without white space: `(0, 1)` is (0,1), `take two` is take_two.

    White space separates moves in lists, so a name cannot contain it. Unprintable characters become
    the replacement character.
    """
    word = "_".join(",".join(part.strip() for part in text.split(",")).split())
    # No terminal control characters.
    return (
        "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in word) or "?"
    )
