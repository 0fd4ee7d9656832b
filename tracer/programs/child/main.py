"""One run of one program: find it, load it, call it, and tell what it did."""

from __future__ import annotations

import io
import os
import sys
import time
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from . import limits
from .fault import Fault, told_of
from .shapes import SHAPES, Program, Shape, Task, shape_called
from .sources import File, files_of
from .table import Table
from .wire import Wire

__all__ = ["main"]

# Bound before a program can put others in their place.
_end: Final = os._exit
_now: Final = time.process_time
#: Names of files that are run rather than others beside them.
_USUAL: Final = ("mp520.py", "multiAgents.py", "main.py")


def main() -> None:
    """Run the program that the parent process names, and end the process, whatever it has left."""
    wire = _wire()
    folder = Path.cwd()
    doing = "was loaded"
    try:
        _, payload = wire.receive()
        told = _json(payload)
        files = files_of(folder)
        shape_name, shape, file, function = _chosen(
            files, told["shape"], told["function"], told["search"]
        )
        shape.prepare(folder)
        limits.apply(told["limits"], folder)
        program = Program(file, _loaded(file, folder), function, folder)
        if function and not callable(getattr(program.module, function, None)):
            raise Fault("missing", f"{function} is no function when the file has been run")
        wire.send_json(b"R", {"shape": shape_name, "function": function, "file": file.path.name})
        _, payload = wire.receive()
        told |= _json(payload)
        table = Table(wire)
        task = Task(
            told["search"],
            told["depth"],
            told["rounds"],
            (float(told["window"][0]), float(told["window"][1])),
            told["more"],
        )
        doing = "searched"
        began = _now()
        try:
            found = shape.run(program, table, task)
        finally:
            seconds = _now() - began
            table.flush()
        wire.send_json(
            b"D",
            {
                "value": found.value,
                "move": found.move,
                "line": found.line,
                "counts": dict(found.counts or {}),
                "shown": found.shown,
                "notes": [*found.notes],
                "seconds": seconds,
            },
        )
    except BaseException as error:
        fault = told_of(error, folder, doing)
        try:
            wire.send_json(b"F", fault.facts())
        except OSError:
            _end(1)
    _end(0)


def _wire() -> Wire:
    """The parent process's ends; the program gets an empty input, and a pipe for what it prints."""
    incoming = os.fdopen(os.dup(0), "rb")
    outgoing = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = io.TextIOWrapper(
        open(1, "wb", closefd=False),  # noqa: SIM115
        encoding="utf-8",
        errors="replace",
        line_buffering=True,
    )
    return Wire(incoming, outgoing)


def _json(payload: bytes) -> dict[str, Any]:
    import json

    found: dict[str, Any] = json.loads(payload)
    return found


def _chosen(
    files: list[File], shape_name: str | None, function: str | None, search: str
) -> tuple[str, Shape, File, str]:
    """The shape, the file and the function of a program.

    Raises:
        Fault: there is none that fits.
    """
    tried = [shape_name] if shape_name else [*SHAPES]
    found: list[tuple[int, int, str, Shape, File]] = []
    for name in tried:
        shape = shape_called(name)
        for file in files:
            sure = shape.score(file)
            if function is not None and (function in file.functions or function in file.classes):
                sure += 1
            if sure:
                found.append((-sure, -(file.path.name in _USUAL), name, shape, file))
    found.sort(key=lambda one: one[:2])
    for _, _, name, shape, file in found:
        called = _function(file, shape, function, search)
        if called is not None:
            return name, shape, file, called
    what = f"a function {function}" if function else f"a function for {search}"
    defined = [name for file in files for name in (*file.functions, *file.classes)]
    listed = ", ".join(defined[:8]) + (", …" if len(defined) > 8 else "")
    expected = ""
    if function is None:
        names = [one for name in tried for one in shape_called(name).FUNCTIONS.get(search, ())[:2]]
        expected = f"; expected one called {', '.join(dict.fromkeys(names)) or 'by --function'}"
    raise Fault(
        "missing",
        f"it has no {what.removeprefix('a ')}; it defines {listed or 'nothing'}{expected}",
    )


def _function(file: File, shape: Shape, function: str | None, search: str) -> str | None:
    """The function or class of a file that is to be called; None where it has none."""
    if function is not None:
        return function if function in (*file.functions, *file.classes) else None
    names = shape.FUNCTIONS.get(search, ())
    if "" in names:  # the file itself is what runs
        return ""
    found = file.called(*names)
    if found is not None:
        return found.name
    return next((name for name in names if name in file.classes), None)


def _loaded(file: File, folder: Path) -> ModuleType:
    """A file, run as a module."""
    for one in {str(folder), str(file.path.parent)}:
        sys.path.insert(0, one)
    name = file.path.stem if file.path.suffix == ".py" else "notebook"
    module = ModuleType(name)
    module.__file__ = str(file.path)
    module.__spec__ = ModuleSpec(name, None, origin=str(file.path))
    sys.modules[name] = module
    exec(compile(file.code, str(file.path), "exec"), module.__dict__)
    return module
