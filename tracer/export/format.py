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


#: A function that writes a trace to an open file.
Writer: TypeAlias = Callable[[Recording, Any, ExportOptions], None]


@dataclass(frozen=True, slots=True)
class Format:
    """An export format."""

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
        """Return a trace in this format, or write it to a file."""
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
