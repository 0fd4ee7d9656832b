"""The formats of exports, each a row of a table, and the options of exports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from io import BytesIO, StringIO
from pathlib import Path
from typing import IO, Any, Final, TypedDict, Unpack, get_args

from engine.errors import UsageError, did_you_mean, look_up
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
        for name in ("summary", "critical", "ascii", "fragment", "legend"):
            given = getattr(self, name)
            if not isinstance(given, bool):  # the text "no" would count as true
                raise UsageError(f"{name} cannot be {given!r:.60}", expected="True or False")
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


def _check_word(name: str, given: Any, known: tuple[str, ...]) -> None:
    if not isinstance(given, str) or given not in known:
        raise UsageError(
            f"{name} cannot be {given!r:.60}",
            expected=f"one of {', '.join(known)}",
            hint=did_you_mean(given, known) if isinstance(given, str) else "",
        )


@dataclass(frozen=True, slots=True)
class Format:
    """An export format."""

    name: str
    #: The function that writes a trace to an open file, after its module in this package, which is
    #: imported when it writes.
    writer: str | Callable[[Recording, Any, ExportOptions], None]
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
        writer = self.writer
        if isinstance(writer, str):
            module, _, name = writer.partition(".")
            writer = getattr(import_module(f"tracer.export.{module}"), name)
        writer(trace, out, options)

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


# The table of formats.

#: The ways to name a format.
_BY_NAME: Final = 'its format (-f NAME; in Python format="NAME")'


def _read_formats() -> Iterator[Format]:
    """Yield the rows of `formats.txt`."""
    for line in (files(__package__) / "formats.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, endings, takes, is_so, writer, summary = map(str.strip, line.split(" | "))
            what = dict.fromkeys(is_so.split(), True)
            yield Format(name, writer, summary, (*endings.split(),), (*takes.split(),), **what)


#: Every format by its name, the default first.
FORMATS: Final = {row.name: row for row in _read_formats()}


def printed_formats() -> list[str]:
    """Return the names of the formats that `plytrace trace -f` prints."""
    return [name for name, format_ in FORMATS.items() if format_.printed]


def find_format(name: str) -> Format:
    """Return a format by name."""
    return look_up(name, FORMATS, "format")


def choose_format(name: str | None, path: str | Path | None) -> Format:
    """Return the format that the user named, or the format of a file's suffix."""
    if name is not None:
        return find_format(name)
    known = FORMATS.values()
    if path is None:
        return next(iter(known))
    written = Path(path).name.lower()
    endings = {
        ending: [one for one in known if ending in one.endings]
        for format_ in known
        for ending in format_.endings
        if written.endswith(ending)
    }
    if not endings:
        usual = dict.fromkeys(one.endings[0] for one in known)
        raise UsageError(
            f"the name {written} does not determine the format",
            expected=f"{_BY_NAME}, or a name that ends in {', '.join(usual)}",
            hint="Try: plytrace list formats",
        )
    found = endings[max(endings, key=len)]  # x.forest.tex is not the format latex
    if len(found) > 1:
        raise UsageError(
            f"{written} is ambiguous: it can be {' or '.join(one.name for one in found)}",
            expected=_BY_NAME,
        )
    return found[0]


def check_options(format_: Format, options: Iterable[str]) -> None:
    """Check that a format supports the given options."""
    for name in options:
        if name not in format_.takes:
            option = "as" if name == "show" else name
            takers = [one.name for one in FORMATS.values() if name in one.takes]
            raise UsageError(
                f"the format {format_.name} does not support {option}",
                expected=f"{option} with {', '.join(takers)}" if takers else "",
            )


class Exportable(Recording):
    """A search that can be exported."""

    def export(
        self,
        format: str | None = None,
        path: str | Path | None = None,
        **options: Unpack[ExportKeywords],
    ) -> str | bytes | None:
        """Return the search in a format of `plytrace list formats`, or write it to a file.

        Args:
            format: name of the format; by default the one of the file's suffix, or `text`.
            path: file to write; None to return its contents. A failed write leaves no partial file.
            options: options of `tracer.export.format.ExportOptions` that the format supports.

        Returns:
            Text, or bytes for a binary format; None if a file was written.

        Raises:
            UsageError: if there is no such format, it needs visits that were not kept, or it does
                not support an option.
            InvalidInput: if the file cannot be written, or a package is missing.
        """
        chosen = choose_format(format, path)
        if not (self.has_visits or chosen.printed):
            raise UsageError(
                f"{chosen.name} needs the visits, which were not kept",
                expected=f"one of {', '.join(printed_formats())}, or --record rows",
            )
        check_options(chosen, options)
        return chosen.export(self, path, options)
