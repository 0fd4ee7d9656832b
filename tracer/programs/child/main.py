"""One run of one program: find it, load it, call it, and tell what it did."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import sys
import time
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from . import limits
from .absent import absent_notes, hand_placeholders
from .fault import Fault, told_of
from .shapes import SHAPES, Program, Shape, Task, function_for, shape_called
from .sources import File, files_of
from .table import Table
from .wire import SPEECHLESS, Wire

__all__ = ["main"]

# Bound before a program can put others in their place.
_end: Final = os._exit
_now: Final = time.process_time
_loads: Final = json.loads
_told_of: Final = told_of
#: Names of files that are run rather than others beside them.
_USUAL: Final = ("mp520.py", "multiAgents.py", "main.py")


def main() -> None:
    """Run the program that the parent process names, and end the process, whatever it has left."""
    wire = _wire()
    printed = sys.stdout
    folder = Path.cwd()
    doing = "was loaded"
    ballast = bytearray(1 << 20)  # let go where a program has left no memory to tell of it
    try:
        _, payload = wire.receive()
        told = _json(payload)
        tried = limits.apply(told["limits"], folder)
        files = files_of(folder)
        shape_name, shape, file, function = _chosen(
            files, told["shape"], told["function"], told["search"]
        )
        shape.prepare(folder)
        hand_placeholders({str(one.path): one.code for one in files})
        _seed(files)
        is_script = getattr(shape, "IS_SCRIPT", False)
        module = ModuleType("__main__") if is_script else _loaded(file, folder, function)
        program = Program(file, module, function, folder)
        absent_notes(loaded=True)
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
                "seconds": seconds if found.seconds is None else found.seconds,
                "notes": [*found.notes, *file.notes, *absent_notes(loaded=True)],
                "more": found.more,
                "tried": tried(),
            },
        )
    except BaseException as error:
        del ballast
        _tell(error, wire, printed, folder, doing)
    _end(0)


def _seed(files: list[File]) -> None:
    """Make what is drawn at random the same in every run, unless that module is its own."""
    if any(file.path.stem == "random" for file in files):
        sys.modules.pop("random", None)
    else:
        random.seed(0)


def _tell(error: BaseException, wire: Wire, printed: Any, folder: Path, doing: str) -> None:
    """Send why there is nothing to mark, in whatever state the program has left the process."""
    with contextlib.suppress(BaseException):
        printed.flush()
    try:
        facts = _told_of(error, folder, doing).facts()
    except BaseException:  # the error is the program's own, and so are its parts
        facts = Fault("crash", f"it ended in an error that cannot be told while it {doing}").facts()
    try:
        wire.send_json(b"F", facts)
    except BaseException:
        _end(SPEECHLESS)


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
    found: dict[str, Any] = _loads(payload)
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
            if shape_name and getattr(shape, "IS_SCRIPT", False):
                sure += file.path.suffix == ".py"  # whoever says so knows
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
        names = [*filter(None, dict.fromkeys(names))]  # a script has none
        expected = f"; expected one called {', '.join(names) or 'by --function'}"
    raise Fault(
        "missing",
        f"it has no {what.removeprefix('a ')}; it defines {listed or 'nothing'}{expected}"
        + "".join(f"; {note}" for file in files for note in file.notes[:2]),
    )


def _function(file: File, shape: Shape, function: str | None, search: str) -> str | None:
    """The function or class of a file that is to be called; None where it has none."""
    if function is not None:
        return function if function in (*file.functions, *file.classes) else None
    names = shape.FUNCTIONS.get(search, ())
    if "" in names:  # the file itself is what runs
        return ""
    return function_for(file, shape, search)


def _loaded(file: File, folder: Path, function: str) -> ModuleType:
    """A file, run as a module."""
    for one in {str(folder), str(file.path.parent)}:
        sys.path.insert(0, one)
    name = file.path.stem if file.path.suffix == ".py" else "notebook"
    module = ModuleType(name)
    module.__file__ = str(file.path)
    module.__spec__ = ModuleSpec(name, None, origin=str(file.path))
    sys.modules[name] = module
    if file.path.suffix != ".py":
        # What a notebook is given to show things with; a search does without.
        module.__dict__["display"] = _shown_nowhere
    exec(compile(file.runnable(function), str(file.path), "exec"), module.__dict__)
    return module


def _shown_nowhere(*given: Any, **named: Any) -> None:
    """Where IPython would show something."""
