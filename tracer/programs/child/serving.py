"""Starts the processes of programs as copies of one process that has imported what they need.

Starting Python and importing the child's modules takes longer than most programs run. So the
grading process starts this process once, and it forks for each program. It receives nothing but the
program's folder, its mark and its pipes; tasks and answers pass through these pipes alone.

| request | answer |
| --- | --- |
| `{"start": [folder, mark]}` with the three pipes of the program | the id of its process |
| `{"poll": id}` | its exit code, which forgets the process; null while it is running |
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import socket
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Final

from .loading.source_files import source_files
from .sandbox import limits

#: Modules of Python that programs often import.
_USUAL: Final = ("copy", "heapq", "itertools", "operator", "queue", "string", "traceback", "typing")
#: Bytes of a request.
_LONGEST: Final = 1 << 16


def serve(descriptor: int, mark_name: str) -> int:
    """Start programs until the grading process closes the connection, which ends this process."""
    _import_modules()
    _prepare()
    set_mark = _writer_of(mark_name)
    here = os.getpid()
    gc.collect()
    gc.freeze()  # copies share memory with this process until one of the two writes it
    connection = socket.socket(fileno=descriptor)
    while True:
        text, pipes, *_ = socket.recv_fds(connection, _LONGEST, 3)
        if not text:
            os._exit(0)
        request = json.loads(text)
        answer: int | None
        if "poll" in request:
            pid, status = os.waitpid(request["poll"], os.WNOHANG)
            answer = os.waitstatus_to_exitcode(status) if pid else None
        else:
            try:
                answer = os.fork()
            except OSError as error:
                answer = -(error.errno or 1)
            if answer == 0:
                connection.close()
                folder, mark = request["start"]
                _become(folder, mark, pipes, set_mark)
                return here
        for one in pipes:
            os.close(one)
        connection.sendall(json.dumps(answer).encode())


def _become(folder: str, mark: str, pipes: list[int], set_mark: Callable[[str], None]) -> None:
    """Make this process that of a program: its own session, its folder and its pipes."""
    os.setsid()
    for number, one in enumerate(pipes):
        os.dup2(one, number)
    for one in pipes:
        os.close(one)
    os.chdir(folder)
    os.environ.update(HOME=folder, TMPDIR=folder)
    set_mark(mark)


def _import_modules() -> None:
    """Import all modules of this folder and usual ones, so that copies of this process need not."""
    inside = walk_packages([str(Path(__file__).parent)], f"{__package__}.")
    for name in (*_USUAL, *(one.name for one in inside)):
        with contextlib.suppress(ImportError, OSError):  # a Python without ctypes
            import_module(name)


def _prepare() -> None:
    """Do once what every copy would do: what does not depend on a program."""
    limits.prepare()
    # Reading some files compiles the patterns for it, and lets Python adapt the code that it runs.
    source_files(Path(__file__).parent / "loading")


def _writer_of(name: str) -> Callable[[str], None]:
    """Return a function that overwrites a variable where the kernel shows it to other processes.

    What `os.environ` writes is not shown in `/proc`; only the memory that this process started with
    is.
    """
    import ctypes

    c = ctypes.CDLL(None)
    c.getenv.restype = ctypes.c_void_p
    place = c.getenv(name.encode())
    room = len(os.environ.pop(name))

    def write(text: str) -> None:
        ctypes.memmove(place, text.encode("utf-8", "replace")[:room].ljust(room, b"\0"), room)

    return write
