"""The record of an export format, and the options of exports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import Path
from typing import IO, Any, Final, TypeAlias, TypedDict, get_args

from engine.errors import UsageError, did_you_mean
from engine.text import CleanStream
from tracer.drawing.print.diagram_model import Show, Theme
from tracer.files.atomic_files import write_atomically
from tracer.recording.recording import Recording

# The options of an export, for all formats.

#: Visits between two reports of progress.
_EVERY = 4096

#: The valid dots per inch of a picture.
DPI: Final = range(18, 2_401)

#: The smallest number of columns for text.
LEAST_WIDTH: Final = 20


class ExportKeywords(TypedDict, total=False):
    """The options that can be given by name; see `ExportOptions`."""

    summary: bool
    critical: bool
    equilibria: bool
    width: int
    ascii: bool
    fragment: bool
    title: str
    step: int | None
    show: Show
    theme: Theme
    legend: bool
    dpi: int


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """Options of an export."""

    summary: bool = False
    critical: bool = False
    equilibria: bool = False
    width: int = 80
    ascii: bool = False
    fragment: bool = False
    title: str = ""
    step: int | None = None
    show: Show = "key"
    theme: Theme = "auto"
    legend: bool = False
    dpi: int = 192
    on_progress: Callable[[int], None] | None = None

    def __post_init__(self) -> None:
        for name in ("summary", "critical", "equilibria", "ascii", "fragment", "legend"):
            _check_truth(name, getattr(self, name))
        _check_word("show", self.show, get_args(Show))
        _check_word("theme", self.theme, get_args(Theme))
        if self.step is not None:
            whole_number("step", self.step, "a whole number, or None for the end")
        wide = f"a whole number of columns, at least {LEAST_WIDTH}"
        if whole_number("width", self.width, wide) < LEAST_WIDTH:
            raise UsageError(f"a width of {self.width} columns is too small", expected=wide)
        dots = f"{DPI[0]} to {DPI[-1]:,}"
        if whole_number("dpi", self.dpi, dots) not in DPI:
            raise UsageError(f"{self.dpi} dots per inch is out of range", expected=dots)

    def progress(self, row: int) -> None:
        """Report from time to time that the visits before a row have been written."""
        if self.on_progress and row % _EVERY == 0:
            self.on_progress(row)


def whole_number(name: str, given: Any, expected: str) -> int:
    """Return an integer option as `int`; NumPy's integers are accepted, truth values are not."""
    if isinstance(given, bool) or not hasattr(given, "__index__"):
        raise UsageError(f"{name} cannot be {given!r:.60}", expected=expected)
    return int(given)


def _check_truth(name: str, given: Any) -> None:
    """Check that an option is a truth value: the text "no" would count as true."""
    if not isinstance(given, bool):
        raise UsageError(f"{name} cannot be {given!r:.60}", expected="True or False")


def _check_word(name: str, given: Any, known: tuple[str, ...]) -> None:
    """Check that an option is one of the known words."""
    if not isinstance(given, str) or given not in known:
        raise UsageError(
            f"{name} cannot be {given!r:.60}",
            expected=f"one of {', '.join(known)}",
            hint=did_you_mean(given, known) if isinstance(given, str) else "",
        )


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
