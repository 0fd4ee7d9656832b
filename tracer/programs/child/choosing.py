"""The choice of shape, file and function of a program."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Final, cast

from .failures import ProgramFailure
from .loading.source_files import Definition, SourceFile, normalize
from .parameters import ALPHA, BETA
from .program import Driver

#: Names of functions that can be a part of any search.
_PARTS: Final = ("maxvalue", "value")
#: Names of files that are preferred to others.
_USUAL: Final = ("mp520.py", "multiAgents.py", "main.py")


def find_driver(name: str) -> Driver:
    """Return the driver of a shape by its name."""
    return cast(Driver, import_module(f".shapes.{name}", __package__).DRIVER)


def choose(
    files: Sequence[SourceFile],
    shapes: Sequence[str],
    shape_name: str | None,
    function: str | None,
    search: str,
) -> tuple[str, Driver, SourceFile, str]:
    """Return the shape, its driver, the file and the function of a program."""
    tried = [shape_name] if shape_name else [*shapes]
    found: list[tuple[int, int, str, Driver, SourceFile]] = []
    for name in tried:
        driver = find_driver(name)
        for file in files:
            sure = driver.score(file)
            if function is not None and (function in file.functions or function in file.classes):
                sure += 1
            if shape_name and (not driver.is_script or file.path.suffix == ".py"):
                sure += 1  # the user named the shape
            if sure:
                found.append((-sure, -(file.path.name in _USUAL), name, driver, file))
    found.sort(key=lambda one: one[:2])
    for _, _, name, driver, file in found:
        entry = _entry_of(file, driver, function, search)
        if entry is not None:
            return name, driver, file, entry
    wanted = f"function {function}" if function else f"function for {search}"
    defined = [name for file in files for name in (*file.functions, *file.classes)]
    listed = ", ".join(defined[:8]) + (", …" if len(defined) > 8 else "")
    expected = ""
    if function is None:
        for name in tried:
            unsure = [function_for(file, find_driver(name), search) for file in files]
            for entry in filter(None, unsure):
                raise ProgramFailure(
                    f"it defines {entry}, but nothing else that tells which kind of program it is; "
                    f"expected the shape, such as --shape {name}",
                )
        names = [one for name in tried for one in find_driver(name).functions.get(search, ())[:2]]
        names = [*filter(None, dict.fromkeys(names))]  # a script has none
        expected = f"; expected one named {', '.join(names) or 'with --function'}"
    raise ProgramFailure(
        f"it has no {wanted}; it defines {listed or 'nothing'}{expected}"
        + "".join(f"; {note}" for file in files for note in file.notes[:2]),
    )


def _entry_of(file: SourceFile, driver: Driver, function: str | None, search: str) -> str | None:
    """Return the function or class that is called; None if the file has none."""
    if function is not None:
        return function if function in (*file.functions, *file.classes) else None
    names = driver.functions.get(search, ())
    if "" in names:  # the file itself is run
        return ""
    return function_for(file, driver, search)


def function_for(file: SourceFile, driver: Driver, search: str) -> str | None:
    """Return the function or class of a file for a search; None if it has none."""
    names = driver.functions.get(search, ())
    found = file.function_named(*names)
    if found is not None and not (
        normalize(found.name) in _PARTS and _is_of_another(found, file, driver, search)
    ):
        return found.name
    return next((name for name in names if name in file.classes), None)


def _is_of_another(part: Definition, file: SourceFile, driver: Driver, search: str) -> bool:
    """Return whether a part such as `max_value` belongs to a search other than the key's."""
    takes = {normalize(name) for name in part.parameters}
    if search == "alphabeta" and not (takes & {*ALPHA} and takes & {*BETA}):
        return True
    names = {
        name
        for other, theirs in driver.functions.items()
        for name in theirs
        if other != search and normalize(name) not in _PARTS
    }
    return file.function_named(*names) is not None
