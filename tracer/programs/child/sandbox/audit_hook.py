"""The files that a program may use, and an audit hook that refuses the rest with a message.

A program may read its own files, Python's, and a few of the system's. Python calls the hook for
every file that is opened and every process that is started; see the table of audit events in its
documentation. `audit_events.csv` has those that are checked. C code that bypasses Python is not
reported.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import FrameType
from typing import Any, Final

#: Packages that programs may not import: they know the keys' answers.
OWN_PACKAGES: Final = ("engine", "trees", "tracer", "tui")

#: Paths of C libraries, and files that they and Python read.
_SYSTEM: Final = (
    *("/usr/lib", "/lib", "/usr/lib64", "/lib64", "/usr/lib32", "/System/Library"),
    *("/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime", "/etc/os-release"),
    *("/usr/share/zoneinfo", "/usr/share/fonts", "/usr/share/locale"),
    *("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"),
    *("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/filesystems"),
    *("/sys/devices/system/cpu", "/sys/devices/system/node"),
    *("/sys/fs/cgroup", "/sys/kernel/mm/transparent_hugepage"),
)
#: The kernel's files about the process that reads them; each process has its own.
_PROCESS: Final = "/proc/self"


@dataclass(frozen=True)
class AllowedPaths:
    """The paths that may be read and written, absolute and without links."""

    #: Folder of the program, whose contents may be written.
    folder: str
    readable: tuple[str, ...]
    #: Exceptions that may not be read.
    hidden: tuple[str, ...]
    #: What this process alone may read.
    own: tuple[str, ...] = ()

    def may_read(self, path: str) -> bool:
        """Return whether a program may read a file."""
        if any(_is_in(path, place) for place in (self.folder, *self.own)):
            return True
        if any(_is_in(path, one) for one in self.hidden) and not _is_in(path, CHILD):
            return False
        return any(_is_in(path, one) for one in self.readable)

    def may_write(self, path: str) -> bool:
        """Return whether a program may write a file."""
        return _is_in(path, self.folder) or path == os.devnull

    def readable_and_listable(self) -> tuple[list[str], list[str]]:
        """Return the readable paths, split up where they contain hidden ones."""
        whole, listed = _split_up(self.readable, self.hidden)
        return [self.folder, *self.own, *whole], [*listed]


@cache
def _split_up(
    readable: tuple[str, ...], hidden: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the paths without hidden ones in them, and the folders that may only be listed."""
    whole: list[str] = []
    listed: list[str] = []
    waiting, seen = list(readable), set[str]()
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        if any(_is_in(one, other) for other in hidden) and not _is_in(one, CHILD):
            continue
        if not any(_is_in(other, one) for other in hidden):
            whole.append(one)
            continue
        listed.append(one)
        waiting += [os.path.realpath(entry.path) for entry in _entries(one)]
    return tuple(whole), tuple(listed)


def allowed_paths(folder: Path) -> AllowedPaths:
    """Return the paths that the program in a folder may use.

    This also removes from `sys.path` everything that does not belong to Python.
    """
    readable, hidden = _paths_of_all()
    process = os.path.realpath(_PROCESS)
    own = (process,) if os.path.exists(process) else ()
    return AllowedPaths(os.path.realpath(folder), readable, hidden, own)


def read_shared_paths() -> None:
    """Read once what programs may use, for copies of this process."""
    _split_up(*_paths_of_all())


@cache
def _paths_of_all() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the paths that every program may read, and the exceptions."""
    root = _root()
    pythons = {os.path.realpath(one) for one in (sys.prefix, sys.base_prefix, sys.exec_prefix)}
    library = os.path.dirname(os.path.realpath(os.__file__))
    kept = []
    for one in sys.path:
        real = os.path.realpath(one)
        if _is_in(real, library) or any(_is_in(real, python) for python in pythons):
            kept.append(one)
    sys.path[:] = kept
    readable = [library, CHILD, *(os.path.realpath(one) for one in kept)]
    # Libraries next to Python's own folder, as Conda stores them.
    for near in {os.path.dirname(library), "/usr/local/lib"}:
        readable += [
            one.path for one in _entries(near) if ".so" in one.name or ".dylib" in one.name
        ]
    readable += [os.path.realpath(one) for one in _SYSTEM]
    hidden = [os.path.join(root, one) for one in OWN_PACKAGES]
    return (
        tuple(dict.fromkeys(one for one in readable if os.path.exists(one))),
        tuple(one for one in hidden if os.path.isdir(one)),
    )


#: Folder of the modules of this process, which may be read.
CHILD: Final = os.path.realpath(Path(__file__).parents[1])


def _root() -> str:
    """Return the folder that contains plytrace's packages."""
    return os.path.dirname(os.path.dirname(os.path.dirname(CHILD)))


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        return [*os.scandir(folder)]
    except OSError:
        return []


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder if folder.endswith("/") else folder + os.sep)


# The hook -----------------------------------------------------------------------------------------

#: Maximum number of refused attempts that are reported.
_MOST_TRIED: Final = 5

_Check = Callable[[tuple[Any, ...]], "str | None"]


class Refused(PermissionError):
    """An action that is forbidden to a checked program."""

    def __init__(self, what: str) -> None:
        super().__init__(errno.EPERM, f"a checked program may not {what}")
        self.what = what

    def __str__(self) -> str:
        return str(self.strerror)


class RefusedImport(ImportError):
    """The same for importing a module; libraries handle a failed import."""

    def __init__(self, what: str) -> None:
        super().__init__(f"a checked program may not {what}")
        self.what = what


#: Rows of the table: an event, or the beginning of several up to their dot, how it is judged, and
# the words for it.
_EVENTS: Final = [
    row.split(",")
    for row in Path(__file__).with_name("audit_events.csv").read_text("utf-8").splitlines()[1:]
]
#: Functions of `os` without an audit event that slow down processes of the same user.
_WITHOUT_EVENT: Final = (
    "nice",
    "setpriority",
    "sched_setaffinity",
    "sched_setparam",
    "sched_setscheduler",
)


def install_audit_hook(paths: AllowedPaths) -> Callable[[], list[str]]:
    """Install the hook."""
    # Bind everything here, out of easy reach of the program.
    may_read, may_write = paths.may_read, paths.may_write
    real, decode, frame = os.path.realpath, os.fsdecode, sys._getframe
    library = os.path.dirname(os.path.realpath(os.__file__)) + os.sep
    ours = CHILD + os.sep  # such as the function that imports call
    folder = paths.folder + os.sep
    own_modules = frozenset(
        one for one in OWN_PACKAGES if _is_module(os.path.join(paths.folder, one))
    )
    writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
    tried: list[str] = []

    def path_of(given: Any) -> str | None:
        """Return a path without links; None for a file descriptor."""
        if isinstance(given, int) or given is None:
            return None
        try:
            return real(decode(given))
        except (OSError, ValueError, TypeError):
            return ""

    def to_read(doing: str) -> _Check:
        def check(given: tuple[Any, ...]) -> str | None:
            path = path_of(given[0] if given else ".")
            return None if path is None or may_read(path) else f"{doing} {_shown(path)}"

        return check

    def to_write(doing: str, many: int = 1) -> _Check:
        def check(given: tuple[Any, ...]) -> str | None:
            for one in given[:many]:
                path = path_of(one)
                if path is not None and not may_write(path):
                    return f"{doing} {_shown(path)}"
            return None

        return check

    def opened(given: tuple[Any, ...]) -> str | None:
        path, mode, flags = given[:3]
        path = path_of(path)
        if path is None:
            return None
        if isinstance(mode, str):
            writes = not {*mode}.isdisjoint("wax+")
        else:
            writes = bool((flags or 0) & writing)
        if writes:
            return None if may_write(path) else f"open {_shown(path)} for writing"
        return None if may_read(path) else f"open {_shown(path)} for reading"

    def imported(given: tuple[Any, ...]) -> str | None:
        name = str(given[0]).partition(".")[0]
        if name in OWN_PACKAGES and name not in own_modules:
            raise RefusedImport(
                f"import plytrace's own module {name} (the program has no {name}.py)"
            )
        if name in ("ctypes", "_ctypes"):
            raise RefusedImport("import ctypes")
        return None

    def begun(given: tuple[Any, ...]) -> str:
        command = given[0] if given else ""
        if isinstance(given[1] if len(given) > 1 else None, list | tuple) and given[1]:
            command = given[1][0]
        return f"start another process ({_shown(command)})"

    itself = os.getpid()

    def signalled(given: tuple[Any, ...]) -> str:
        target = "itself" if given[0] == itself else "another process"  # a number differs each time
        return f"send signal {given[1]} to {target}"

    checks_of: dict[str, Callable[[str], _Check]] = {
        "open": lambda _: opened,
        "import": lambda _: imported,
        "read": to_read,
        "write": to_write,
        "write both": partial(to_write, many=2),
        "process": lambda _: begun,
        "signal": lambda _: signalled,
        "refuse": lambda what: lambda _: what,
        "allow": lambda _: lambda _: None,
    }
    checks = {event: checks_of[how](what) for event, how, what in _EVENTS}

    def note(what: str) -> None:
        """Record an attempt of the program itself, not of a library that it imports."""
        if len(tried) >= _MOST_TRIED:
            return
        at: FrameType | None = frame(2)
        while at is not None:
            file = at.f_code.co_filename
            if file.startswith(folder):
                attempt = f"{what} ({file.removeprefix(folder)}:{at.f_lineno})"
                if attempt not in tried:
                    tried.append(attempt)
                return
            is_of_python = file.startswith(("<frozen", "<string", ours)) or (
                file.startswith(library) and "site-packages" not in file
            )
            if not is_of_python:
                return
            at = at.f_back

    def hook(event: str, given: tuple[Any, ...]) -> None:
        check = checks.get(event) or checks.get(event.partition(".")[0] + ".")
        if check is None:
            return
        try:
            what = check(given)
        except RefusedImport as error:
            note(error.what)
            raise
        if what is not None:
            note(what)
            raise Refused(what)

    def refusing(name: str) -> Callable[..., Any]:
        def refused(*_given: Any, **_named: Any) -> Any:
            what = f"change the scheduling of processes (os.{name})"
            note(what)
            raise Refused(what)

        return refused

    for module in (os, sys.modules[os.name]):  # `os` takes them from the module `os.name`
        for name in _WITHOUT_EVENT:
            if hasattr(module, name):
                setattr(module, name, refusing(name))
    sys.addaudithook(hook)
    return lambda: [*tried]


def _is_module(path: str) -> bool:
    return os.path.isfile(f"{path}.py") or os.path.isdir(path)


def _shown(path: Any) -> str:
    """Return a path for a message, on one line."""
    try:
        text = os.fsdecode(path)
    except TypeError:
        text = "?"
    return " ".join(f"{text:.120}".split()) or "a file without a name"
