"""Served mode: what a person in a browser must not reach on the server."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from engine.errors import UsageError
from engine.games import GAMES
from engine.games.custom_games import is_in_a_file
from trees.library import library_names
from trees.text import is_number_text

#: Environment variable that `plytrace serve` sets for its sessions: the visitor's folder.
SERVED: Final = "PLYTRACE_SERVED"
_NO_FILES: Final = "plytrace serve opens and saves no files"
_NO_PROGRAMS: Final = "plytrace serve starts no programs and no connections"
_WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
#: Audited operations that change files, or list them: the number of paths that each one takes.
_ON_PATHS: Final = {
    "os.chmod": 1,
    "os.chown": 1,
    "os.link": 2,
    "os.mkdir": 1,
    "os.remove": 1,
    "os.rename": 2,
    "os.rmdir": 1,
    "os.symlink": 2,
    "os.truncate": 1,
    "os.utime": 1,
}
_LISTS: Final = ("glob.glob", "os.chdir", "os.listdir", "os.scandir", "os.walk")
_REFUSED: Final = (
    "os.exec",
    "os.fork",
    "os.forkpty",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "os.system",
    "pty.spawn",
    "socket.bind",
    "socket.connect",
    "subprocess.Popen",
    "webbrowser.open",
)


def is_served() -> bool:
    """Return whether this process shows its screens in a browser of `plytrace serve`."""
    return bool(os.environ.get(SERVED))


def refuse_files() -> None:
    """Refuse to open or save a file in served mode."""
    if is_served():
        raise UsageError(_NO_FILES)


def check_source(source: str) -> None:
    """Refuse a SOURCE that names a file or Python code in served mode."""
    if not is_served():
        return
    text = source.strip()
    name = text.split("@")[0].split(":")[0].strip()
    is_path = "/" in name or os.sep in name
    if text.startswith(("[", "{")) or is_number_text(text) or text in library_names():
        return
    if name in GAMES and not is_in_a_file(text):
        return
    from tracer.worked.sources import example_sources  # late: the command line starts without it

    examples = example_sources()
    if {text, f"mcts:{text}", f"matrix:{text}"} & set(examples) or text.startswith("matrix:["):
        return
    matches = Path(os.environ[SERVED]) / "matches"
    if is_path and Path(text).resolve().parent == matches.resolve():
        return
    raise UsageError(_NO_FILES, expected="a tree of the library, a game, a position or lists")


def guard_files() -> None:
    """Refuse all files outside the visitor's folder and Python's own, in served mode.

    This is the second line of defence: it also stops what no screen offers. Python calls the hook
    before it opens a file, and a hook cannot be removed.
    """
    if not is_served():
        return
    own = os.path.realpath(os.environ[SERVED])
    hook = _Guard(own, {sys.prefix, sys.base_prefix, *filter(os.path.isdir, sys.path)})
    sys.addaudithook(hook)


class _Guard:
    """The audit hook of a session."""

    def __init__(self, own: str, code: Iterable[str]) -> None:
        self._own = own
        self._visitors = str(Path(own).parent)
        self._code = tuple({os.path.realpath(folder) for folder in code})

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        """Raise an error for an operation that is not allowed."""
        if event == "open":
            path, mode, flags = args
            writes = bool((flags or 0) & _WRITES) or bool({*(mode or "")} & {*"wax+"})
            self._check(path, writes=writes)
        elif event in _ON_PATHS:
            for path in args[: _ON_PATHS[event]]:
                self._check(path, writes=True)
        elif event in _LISTS:
            self._check(args[0], writes=False)
        elif event == "ctypes.dlopen":  # the program's own library, or one of Python's packages
            name = args[0]
            if name is not None and not self._is_within(
                os.path.realpath(os.fsdecode(name)), self._code
            ):
                raise PermissionError(1, _NO_PROGRAMS)
        elif event in _REFUSED:
            raise PermissionError(1, _NO_PROGRAMS)

    def _check(self, path: Any, *, writes: bool) -> None:
        if path is None or isinstance(path, int):  # the current folder, or an open file
            return
        real = os.path.realpath(os.fsdecode(path))
        if real == os.devnull or self._is_within(real, (self._own,)):
            return
        if writes or self._is_within(real, (self._visitors,)):
            raise PermissionError(1, _NO_FILES)
        if not self._is_within(real, self._code):
            raise PermissionError(1, _NO_FILES)

    @staticmethod
    def _is_within(path: str, folders: Iterable[str]) -> bool:
        return any(
            path == folder or path.startswith(folder.rstrip(os.sep) + os.sep) for folder in folders
        )
