"""The registry of formats: each module of `tracer.export.formats` has a `FORMAT`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Final

from engine.errors import UsageError, look_up
from tracer.export import formats
from tracer.export.format import Format

#: The ways to name a format.
_BY_NAME: Final = 'its format (-f NAME; in Python format="NAME")'


@cache
def all_formats() -> dict[str, Format]:
    """Return every format by name, the default first; this imports all of their modules."""
    found = (_format_of(module.name) for module in iter_modules(formats.__path__))
    return {one.name: one for one in sorted(found, key=lambda one: (one.position, one.name))}


def _format_of(name: str) -> Format:
    """Return the format of a module."""
    format_: Format = import_module(f"{formats.__name__}.{name}").FORMAT
    return format_


def printed_formats() -> list[str]:
    """Return the names of the formats that `plytrace trace -f` prints."""
    return [name for name, format_ in all_formats().items() if format_.printed]


def find_format(name: str) -> Format:
    """Return a format by name; only its own module is imported."""
    if any(module.name == name for module in iter_modules(formats.__path__)):
        return _format_of(name)
    return look_up(name, all_formats(), "format")


def choose_format(name: str | None, path: str | Path | None) -> Format:
    """Return the format that the user named, or the format of a file's suffix."""
    if name is not None:
        return find_format(name)
    known = all_formats().values()
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
            takers = [one.name for one in all_formats().values() if name in one.takes]
            raise UsageError(
                f"the format {format_.name} does not support {option}",
                expected=f"{option} with {', '.join(takers)}" if takers else "",
            )
