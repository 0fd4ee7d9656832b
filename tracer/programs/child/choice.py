"""The choice of the shape, the file and the function of a program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final

from .entries import EntryChoice, EntryRequest
from .failures import ProgramFailure
from .loading.source_files import SourceFile
from .program import Driver, find_driver

#: Names of files that are preferred to others.
_USUAL: Final = ("mp520.py", "multiAgents.py", "main.py")


@dataclass(frozen=True)
class ChosenEntry:
    """The shape and the file of a program, and what is called."""

    shape: str
    driver: Driver
    file: SourceFile
    #: See `Program.function`.
    function: str
    #: How surely the file is of the shape.
    certainty: int = 0
    #: What is called and what else may be meant; see `EntryChoice.describe`.
    rivals: Mapping[str, Sequence[str]] = field(default_factory=dict)


def choose_entry(
    files: Sequence[SourceFile], shapes: Sequence[str], request: EntryRequest
) -> ChosenEntry:
    """Return the shape, the file and the function of a program."""
    tried = [request.shape] if request.shape else [*shapes]
    entries = [find_entry(file, name, request) for name in tried for file in files]
    known = [entry for entry in entries if entry is not None]
    likely = max(known, key=_rank, default=None)
    if likely is None or not likely.certainty:
        raise ProgramFailure(_explain_missing(files, tried, known, request))
    entry = likely.file.definitions.callables.get(likely.function)
    if entry is None or likely.function == request.function or not likely.driver.finds_entry:
        return likely
    functions = likely.driver.functions
    rivals = EntryChoice(likely.file.definitions, functions, request).describe(entry)
    users = [
        f"{each.path} of {file.path.name}"
        for file in files
        if likely.file.path.stem in file.module_names
        for each in EntryChoice(file.definitions, functions, request).list_users(entry.name)
    ]
    if users:
        rivals = {"called": [entry.path], "beside": [], **rivals}
        rivals["above"] = [*rivals.get("above", ()), *users]
    return replace(likely, rivals=rivals)


def _rank(entry: ChosenEntry) -> tuple[int, bool]:
    return entry.certainty, entry.file.path.name in _USUAL


def find_entry(file: SourceFile, shape: str, request: EntryRequest) -> ChosenEntry | None:
    """Return what is called of a file as a program of a shape; None if it has no such function."""
    driver = find_driver(shape)
    path = _find_path(file, driver, request)
    if path is None:
        return None
    certainty = driver.score(file, file.definitions.callables.get(path))
    certainty += bool(request.shape) and (not driver.is_script or file.path.suffix == ".py")
    return ChosenEntry(shape, driver, file, path, certainty)


def _find_path(file: SourceFile, driver: Driver, request: EntryRequest) -> str | None:
    """Return the path of what is called; empty if the file itself is run."""
    definitions, function = file.definitions, request.function
    if function in definitions.callables:
        return function
    if function is not None and function not in definitions.classes:
        return None
    if driver.finds_entry:
        entry = EntryChoice(definitions, driver.functions, request).find()
        return entry.path if entry else None
    names = driver.functions.get(request.search, ())
    if function is not None or "" in names:
        return function or ""
    usual = definitions.function_named(*names)
    return usual.name if usual else next(filter(definitions.classes.get, names), None)


def _explain_missing(
    files: Sequence[SourceFile],
    tried: Sequence[str],
    unsure: Sequence[ChosenEntry],
    request: EntryRequest,
) -> str:
    """Return why nothing is called: what the files define, and what was expected."""
    for entry in unsure:
        if not entry.function:  # a script
            continue
        return (
            f"it defines {entry.function}, but nothing else that tells which kind of program it "
            f"is; expected the shape, such as --shape {entry.shape}"
        )
    function, search = request.function, request.search
    defined = [name for file in files for name in file.definitions.names]
    kinds = [file.definitions.classes[name] for file in files for name in file.definitions.classes]
    if function in defined:
        wanted = f"method of {function} that searches"
        defined = [name for kind in kinds if kind.name == function for name in kind.methods]
    else:
        wanted = f"function {function}" if function else f"function for {search}"
    listed = ", ".join(defined[:8]) + (", …" if len(defined) > 8 else "")
    expected = ""
    if function is None:
        usual = chain(*(find_driver(name).functions.get(search, ())[:2] for name in tried))
        names = [*filter(None, dict.fromkeys(usual))]  # a script has none
        expected = f"; expected one named {', '.join(names) or 'with --function'}"
    notes = "".join(f"; {note}" for file in files for note in file.notes[:2])
    return f"it has no {wanted}; it defines {listed or 'nothing'}{expected}{notes}"
