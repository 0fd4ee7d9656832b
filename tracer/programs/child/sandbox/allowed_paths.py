"""The files that a program may read: its own, Python's, and a few of the system's."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

#: Packages that programs may not import: they know the keys' answers.
OWN_PACKAGES: Final = ("engine", "trees", "tracer", "tui")

#: Paths of C libraries, and files that they and Python read.
_SYSTEM: Final = (
    *("/usr/lib", "/lib", "/usr/lib64", "/lib64", "/usr/lib32", "/System/Library"),
    *("/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime", "/etc/os-release"),
    *("/usr/share/zoneinfo", "/usr/share/fonts", "/usr/share/locale"),
    *("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"),
    *("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/filesystems"),
    *("/sys/devices/system/cpu", "/sys/devices/system/node"),
    *("/sys/fs/cgroup", "/sys/kernel/mm/transparent_hugepage"),
)


@dataclass(frozen=True)
class AllowedPaths:
    """The paths that may be read and written, absolute and without links."""

    #: Folder of the program, whose contents may be written.
    folder: str
    readable: tuple[str, ...]
    #: Exceptions that may not be read.
    hidden: tuple[str, ...]

    def may_read(self, path: str) -> bool:
        """Return whether a program may read a file."""
        if _is_in(path, self.folder):
            return True
        if any(_is_in(path, one) for one in self.hidden) and not _is_in(path, CHILD):
            return False
        return any(_is_in(path, one) for one in self.readable)

    def may_write(self, path: str) -> bool:
        """Return whether a program may write a file."""
        return _is_in(path, self.folder) or path == os.devnull

    def readable_and_listable(self) -> tuple[list[str], list[str]]:
        """Return the readable paths, split up where they contain hidden ones."""
        whole: list[str] = [self.folder]
        listed: list[str] = []
        waiting, seen = list(self.readable), set[str]()
        while waiting:
            one = waiting.pop()
            if one in seen:
                continue
            seen.add(one)
            if any(_is_in(one, hidden) for hidden in self.hidden) and not _is_in(one, CHILD):
                continue
            if not any(_is_in(hidden, one) for hidden in self.hidden):
                whole.append(one)
                continue
            listed.append(one)
            waiting += [os.path.realpath(entry.path) for entry in _entries(one)]
        return whole, listed


def allowed_paths(folder: Path) -> AllowedPaths:
    """Return the paths that the program in a folder may use.

    This also removes from `sys.path` everything that does not belong to Python.
    """
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
    return AllowedPaths(
        os.path.realpath(folder),
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
