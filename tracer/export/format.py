"""The record of an export format; each format's module has one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import Path
from typing import IO, Any, TypeAlias

from engine.text.clean_text import CleanStream
from tracer.export.options import ExportKeywords, ExportOptions
from tracer.files.atomic_files import write_atomically
from tracer.recording.recording import Recording

__all__ = ["Format", "Writer"]

#: A function that writes a trace to an open file.
Writer: TypeAlias = Callable[[Recording, Any, ExportOptions], None]


@dataclass(frozen=True, slots=True)
class Format:
    """An export format.

    Args:
        name: name for `-f` and of its module.
        writer: function that writes a trace to an open file.
        summary: purpose in one line.
        suffixes: suffixes of its files, the default first; `.NAME` if empty.
        takes: the options of `ExportOptions` that it uses; a figure takes `show`.
        binary: whether files are binary, not text.
        printed: whether `plytrace trace -f` prints it too.
        backslashes: whether a backslash has a meaning, so unsafe characters become U+FFFD instead
            of escapes.
        position: place in lists; formats with the same place are in alphabetical order.
    """

    name: str
    writer: Writer
    summary: str
    suffixes: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    binary: bool = False
    printed: bool = False
    backslashes: bool = False
    position: int = 100

    @property
    def figure(self) -> bool:
        """Whether it draws the tree; other formats write tables or the whole trace."""
        return "show" in self.takes

    @property
    def endings(self) -> tuple[str, ...]:
        """The suffixes of its files."""
        return self.suffixes or (f".{self.name}",)

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands that accept it with `-f`."""
        return ("trace", "export") if self.printed else ("export",)

    def write(self, trace: Recording, out: IO[Any], options: ExportOptions) -> None:
        """Write a trace to an open file; unsafe characters in text are made visible."""
        if not self.binary:
            out = CleanStream(out, "\ufffd" if self.backslashes else "")  # type: ignore[assignment]
        self.writer(trace, out, options)

    def export(
        self, trace: Recording, path: str | Path | None, options: ExportKeywords
    ) -> str | bytes | None:
        """Return a trace in this format, or write it to a file.

        Args:
            trace: the trace.
            path: the file, written completely or not at all; None to return the contents.
            options: options of `ExportOptions` that the format takes.

        Returns:
            Text, or bytes for a binary format; None if a file was written.

        Raises:
            UsageError: an option does not exist or has an invalid value.
            InvalidInput: the file cannot be written, or a package is missing.
        """
        read = ExportOptions(**options)
        if path is None:
            out = BytesIO() if self.binary else StringIO()
            self.write(trace, out, read)
            return out.getvalue()
        with write_atomically(path) as unfinished:
            mode, encoding = ("wb", None) if self.binary else ("w", "utf-8")
            newline = None if self.binary else "\n"
            with unfinished.open(mode, encoding=encoding, newline=newline) as file:
                self.write(trace, file, read)
        return None
