"""What went wrong in a program that is not ours, and where: one message instead of a traceback."""

from __future__ import annotations

from pathlib import Path
from traceback import extract_tb
from types import TracebackType

__all__ = ["one_word", "place_in", "short", "told"]

#: Long states and messages are cut to so many characters: they stand in one line.
_LONGEST = 160


def place_in(file: str, traceback: TracebackType | None) -> str:
    """The last place of a traceback in one file, as `file:line`.

    Args:
        file: the file of whoever is to mend it; only the file is given where no line of it was
            run. Empty where it is not known: the last place of all is given then.
        traceback: of the exception.
    """
    frames = [frame for frame in extract_tb(traceback) if not file or frame.filename == file]
    return f"{near(frames[-1].filename)}:{frames[-1].lineno}" if frames else near(file)


def near(file: str) -> str:
    """A file's path from the current folder, where it lies below it."""
    try:
        return str(Path(file).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return file


def told(error: BaseException) -> str:
    """An exception's class and message."""
    message = short(str(error).strip())
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def short(text: str) -> str:
    """A text in one line that is not too long to be read."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3]}..."


def one_word(text: str) -> str:
    """A name without white space: `(0, 1)` is (0,1), `take two` is take_two.

    Lists of moves are separated by white space, so that no name can have it; a sign that cannot be
    printed is the one for what is missing.
    """
    word = "_".join(",".join(part.strip() for part in text.split(",")).split())
    # Nothing that plays tricks on a terminal.
    return (
        "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in word) or "?"
    )
