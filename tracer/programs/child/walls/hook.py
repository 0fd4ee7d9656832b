"""An audit hook that refuses, in words, what a program has no business with.

Python tells such a hook of every file that is opened and every process that is begun; see the table
of audit events in its documentation. What calls C past Python is not told of.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

from .places import OWN_PACKAGES, Places

__all__ = ["Refused", "RefusedImport", "set_up"]

#: What was tried that is told of.
_MOST_TRIED: Final = 5

_Check = Callable[[tuple[Any, ...]], "str | None"]


class Refused(PermissionError):
    """Something that a program that is checked may not do.

    Args:
        what: what it tried, behind "tried to".
    """

    def __init__(self, what: str) -> None:
        super().__init__(errno.EPERM, f"a program that is checked may not {what}")
        self.what = what

    def __str__(self) -> str:
        return str(self.strerror)


class RefusedImport(ImportError):
    """The same of a module; libraries do without what cannot be imported.

    Args:
        what: what it tried, behind "tried to".
    """

    def __init__(self, what: str) -> None:
        super().__init__(f"a program that is checked may not {what}")
        self.what = what


#: Events that are refused in any case, with what they are called.
_NEVER: Final = {
    "os.fork": "begin another process (os.fork)",
    "os.forkpty": "begin another process (os.forkpty)",
    "os.exec": "become another process (os.exec)",
    "os.posix_spawn": "begin another process (os.posix_spawn)",
    "os.spawn": "begin another process (os.spawn)",
    "os.startfile": "begin another process (os.startfile)",
    "os.system": "run a command (os.system)",
    "pty.spawn": "begin another process (pty.spawn)",
    "resource.setrlimit": "change its limits",
    "resource.prlimit": "change its limits",
    "os.chmod": "change whose a file is or what may be done with it",
    "os.chown": "change whose a file is or what may be done with it",
    "os.chflags": "change whose a file is or what may be done with it",
    "os.setxattr": "change whose a file is or what may be done with it",
    "os.removexattr": "change whose a file is or what may be done with it",
    "os.utime": "change the time of a file",
    "os.add_dll_directory": "load a library of its own",
    "sys.addaudithook": "watch what it is watched by",
    "gc.get_objects": "look at the objects of what watches it",
    "gc.get_referrers": "look at the objects of what watches it",
    "gc.get_referents": "look at the objects of what watches it",
}
#: The same by how their names begin.
_NEVER_ANY: Final = {
    "ctypes.": "call C by ctypes",
    "socket.": "use the network",
    "winreg.": "change what Windows keeps",
}
#: Functions of `os` that no event tells of: they slow this process, and others of the same user.
_UNTOLD: Final = (
    "nice",
    "setpriority",
    "sched_setaffinity",
    "sched_setparam",
    "sched_setscheduler",
)
#: Events of which nothing is asked: importing `socket` or asking for a name's number.
_HARMLESS: Final = ("socket.gethostname",)


def set_up(places: Places) -> Callable[[], list[str]]:
    """Refuse from now on what a program may not do.

    Args:
        places: what it may read and write.

    Returns:
        Says what was tried and refused, the first few.
    """
    # All that the hook needs is bound here, where a program does not come by it easily.
    may_read, may_write = places.may_read, places.may_write
    real, decode, frame = os.path.realpath, os.fsdecode, sys._getframe
    library = os.path.dirname(os.path.realpath(os.__file__)) + os.sep
    folder = places.folder + os.sep
    own_modules = frozenset(
        one for one in OWN_PACKAGES if _is_module(os.path.join(places.folder, one))
    )
    writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
    tried: list[str] = []
    never_any, beginnings, harmless = {**_NEVER_ANY}, tuple(_NEVER_ANY), _HARMLESS

    def path_of(given: Any) -> str | None:
        """A path without links; None for a file that is open already."""
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
                f"import plytrace's own module {name} (there is no {name}.py beside it)"
            )
        if name in ("ctypes", "_ctypes"):
            raise RefusedImport("import ctypes")
        return None

    def begun(given: tuple[Any, ...]) -> str:
        command = given[0] if given else ""
        if isinstance(given[1] if len(given) > 1 else None, list | tuple) and given[1]:
            command = given[1][0]
        return f"begin another process ({_shown(command)})"

    def signalled(given: tuple[Any, ...]) -> str:
        return f"send signal {given[1]} to process {given[0]}"

    checks: dict[str, _Check] = {
        "open": opened,
        "import": imported,
        "os.listdir": to_read("list"),
        "os.scandir": to_read("list"),
        "os.chdir": to_read("go to"),
        "os.remove": to_write("remove"),
        "os.rmdir": to_write("remove"),
        "os.rename": to_write("rename", 2),
        "os.link": to_write("link", 2),
        "os.symlink": to_write("link", 2),
        "os.mkdir": to_write("make"),
        "os.truncate": to_write("cut short"),
        "subprocess.Popen": begun,
        "os.kill": signalled,
        "os.killpg": signalled,
    }
    checks |= {event: _saying(what) for event, what in _NEVER.items()}

    def note(what: str) -> None:
        """Keep what the program itself tried, and not a library that it imports."""
        if len(tried) >= _MOST_TRIED:
            return
        at: FrameType | None = frame(2)
        while at is not None:
            file = at.f_code.co_filename
            if file.startswith(folder):
                told = f"{what} ({file.removeprefix(folder)}:{at.f_lineno})"
                if told not in tried:
                    tried.append(told)
                return
            is_of_python = file.startswith(("<frozen", "<string")) or (
                file.startswith(library) and "site-packages" not in file
            )
            if not is_of_python:
                return
            at = at.f_back

    def hook(event: str, given: tuple[Any, ...]) -> None:
        check = checks.get(event)
        if check is None:
            if not event.startswith(beginnings) or event in harmless:
                return
            what: str | None = never_any[event.partition(".")[0] + "."]
        else:
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
            what = f"change when and where processes run (os.{name})"
            note(what)
            raise Refused(what)

        return refused

    for module in (os, sys.modules[os.name]):  # `os` has them from a module called as it is
        for name in _UNTOLD:
            if hasattr(module, name):
                setattr(module, name, refusing(name))
    sys.addaudithook(hook)
    return lambda: [*tried]


def _saying(what: str) -> _Check:
    return lambda _: what


def _is_module(path: str) -> bool:
    return os.path.isfile(f"{path}.py") or os.path.isdir(path)


def _shown(path: Any) -> str:
    """A path for people, on one line."""
    try:
        text = os.fsdecode(path)
    except TypeError:
        text = "?"
    return " ".join(f"{text:.120}".split()) or "a file without a name"
