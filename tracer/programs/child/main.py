"""One run of one program: find it, load it, call it, and report what it did."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import sys
from collections.abc import Callable, Collection
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from .entries import ChosenEntry, EntryRequest, choose_entry
from .failures import ProgramFailure, failure_of
from .loading.missing_modules import end_loading, install_placeholders, placeholder_notes
from .loading.source_files import SourceFile, source_files
from .program import Program, ProgramTask, find_driver
from .sandbox import limits
from .shapes.adapter import choose_file, load_adapter
from .watched_nodes import NO_REPORT, FrameChannel, WatchedNodes

# Bound here because a program may replace them.
_end: Final = os._exit
_loads: Final = json.loads
_failure_of: Final = failure_of


def main(end_with_parent: Callable[[int], object], of_python: Collection[str]) -> None:
    """Run the program that the parent process names, then end the process in any case."""
    channel, incoming = _channel()
    end_with_parent(incoming)
    printed = sys.stdout
    folder = Path.cwd()
    doing = "was loaded"
    notes: list[str] = []
    # Freed if there is too little memory left for a report. Nothing writes it, so it takes only
    # addresses, which the limit counts.
    reserve = bytes(1 << 20)
    try:
        _, payload = channel.receive()
        request = _json(payload)
        stays_alone, tried = limits.apply(request["limits"], folder)
        # Sent before anything of the program runs, so no program can send it instead.
        channel.send_json(b"L", {"alone": stays_alone})
        # An adapter is loaded before anything that the program could replace.
        adapter = request["adapter"] and load_adapter(folder, *request["adapter"])
        files = source_files(folder, only_definitions=bool(adapter))
        wanted = EntryRequest(**request["entry"])
        if adapter:
            shape = wanted.shape or ""
            entry = ChosenEntry(shape, find_driver(shape), choose_file(files, adapter), "")
        else:
            entry = choose_entry(files, request["shapes"], wanted)
        driver, file, function = entry.driver, entry.file, entry.function
        driver.prepare(folder)
        install_placeholders({str(one.path): one.code for one in files})
        _clear_names(files, of_python)
        random.seed(0)
        names = adapter.names if adapter else (function.partition(".")[0],)
        module = ModuleType("__main__")
        if not driver.is_script:
            module = _new_module(file, folder)
            notes += file.run(module, names, folder)
        program = Program(file, module, function, folder, adapter)
        end_loading()
        if function and not program.is_defined:
            raise ProgramFailure(f"{function} is not a function after the file has run")
        loaded = {"shape": entry.shape, "function": function, "file": file.path.name}
        channel.send_json(b"R", loaded)
        _, payload = channel.receive()
        task = ProgramTask(**_json(payload))
        watched = WatchedNodes(channel)
        is_guess = entry.certainty == 1 and not (wanted.shape or wanted.function)
        doing = f"searched as a program of shape {entry.shape}" if is_guess else "searched"
        try:
            result = driver.run(program, watched, task)
        finally:
            watched.flush()
        missing = (f"{one}; its search ran without it" for one in notes + placeholder_notes())
        remarks = [*result.notes, *file.notes, *missing]
        sent = {**vars(result), "notes": remarks, "tried": tried(), "rivals": entry.rivals}
        channel.send_json(b"D", sent)
    except BaseException as error:
        del reserve
        _send_failure(error, channel, printed, folder, doing, notes)
    _end(0)


def _clear_names(files: list[SourceFile], of_python: Collection[str]) -> None:
    """Let a program import its own module where this process loaded one of the same name."""
    for file in files:
        if file.path.stem not in of_python:
            sys.modules.pop(file.path.stem, None)


def _send_failure(
    error: BaseException,
    channel: FrameChannel,
    printed: Any,
    folder: Path,
    doing: str,
    notes: list[str],
) -> None:
    """Send the failure, whatever state the program has left the process in.

    What failed before, while the program was loaded, may be the reason.
    """
    with contextlib.suppress(BaseException):
        printed.flush()
    is_undecided = False
    try:
        failure = _failure_of(error, folder, doing)
        if isinstance(error, NameError):
            notes += placeholder_notes()
        reasons = "".join(f"; before that, {one}" for one in notes[:2])
        message, is_undecided = f"{failure.text}{reasons}", failure.is_undecided
    except BaseException:  # an error class of the program can fail here
        message = f"it raised an error that cannot be shown while it {doing}"
    try:
        channel.send_json(b"F", {"message": message, "undecided": is_undecided})
    except BaseException:
        _end(NO_REPORT)


def _channel() -> tuple[FrameChannel, int]:
    """Return the channel to the parent process and the descriptor of its messages.

    The program gets an empty input, and a pipe for its output.
    """
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
    return FrameChannel(incoming, outgoing), incoming.fileno()


def _json(payload: bytes) -> dict[str, Any]:
    found: dict[str, Any] = _loads(payload)
    return found


def _new_module(file: SourceFile, folder: Path) -> ModuleType:
    """Return a module for a file, in which its code has not been run."""
    for one in {str(folder), str(file.path.parent)}:
        sys.path.insert(0, one)
    name = file.path.stem if file.path.suffix == ".py" else "notebook"
    module = ModuleType(name)
    module.__file__ = str(file.path)
    module.__spec__ = ModuleSpec(name, None, origin=str(file.path))
    sys.modules[name] = module
    if file.path.suffix != ".py":
        # IPython's display function; a search does not need it.
        module.__dict__["display"] = _ignore_display
    return module


def _ignore_display(*given: Any, **named: Any) -> None:
    """Ignore calls of IPython's `display`."""
