"""Which files a program may read: its own, Python's, and a few of the system's."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["OWN_PACKAGES", "Places", "places"]

#: The packages that are not for programs: they know the keys' answers.
OWN_PACKAGES: Final = ("engine", "trees", "tracer", "tui")

#: Where libraries in C lie, and what they and Python look at.
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
class Places:
    """What may be read and written, as absolute paths without links.

    Args:
        folder: where the program lies; what is in it may be written.
        readable: files and folders that may be read, with all that is in them.
        hidden: what of that may not be read all the same.
    """

    folder: str
    readable: tuple[str, ...]
    hidden: tuple[str, ...]

    def may_read(self, path: str) -> bool:
        """Whether a program may read a file.

        Args:
            path: an absolute path without links.
        """
        if _is_in(path, self.folder):
            return True
        if any(_is_in(path, one) for one in self.hidden) and not _is_in(path, _CHILD):
            return False
        return any(_is_in(path, one) for one in self.readable)

    def may_write(self, path: str) -> bool:
        """Whether a program may write a file."""
        return _is_in(path, self.folder) or path == os.devnull

    def apart(self) -> tuple[list[str], list[str]]:
        """What may be read, taken apart where something hidden lies in it.

        Returns:
            What may be read with all that is in it, and the folders that may only be listed.
        """
        whole: list[str] = [self.folder]
        listed: list[str] = []
        waiting, seen = list(self.readable), set[str]()
        while waiting:
            one = waiting.pop()
            if one in seen:
                continue
            seen.add(one)
            if any(_is_in(one, hidden) for hidden in self.hidden) and not _is_in(one, _CHILD):
                continue
            if not any(_is_in(hidden, one) for hidden in self.hidden):
                whole.append(one)
                continue
            listed.append(one)
            waiting += [os.path.realpath(entry.path) for entry in _entries(one)]
        return whole, listed


def places(folder: Path) -> Places:
    """What the program in a folder may touch. `sys.path` loses what is not Python's own.

    Args:
        folder: where it lies.
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
    readable = [library, _CHILD, *(os.path.realpath(one) for one in kept)]
    # Libraries beside Python's own folder, as Conda keeps them.
    for near in {os.path.dirname(library), "/usr/local/lib"}:
        readable += [
            one.path for one in _entries(near) if ".so" in one.name or ".dylib" in one.name
        ]
    readable += [os.path.realpath(one) for one in _SYSTEM]
    hidden = [os.path.join(root, one) for one in OWN_PACKAGES]
    return Places(
        os.path.realpath(folder),
        tuple(dict.fromkeys(one for one in readable if os.path.exists(one))),
        tuple(one for one in hidden if os.path.isdir(one)),
    )


#: Where the modules of this side lie, which may be read.
_CHILD: Final = os.path.realpath(Path(__file__).parents[1])


def _root() -> str:
    """The folder that plytrace's packages lie in."""
    return os.path.dirname(os.path.dirname(os.path.dirname(_CHILD)))


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        return [*os.scandir(folder)]
    except OSError:
        return []


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder if folder.endswith("/") else folder + os.sep)
