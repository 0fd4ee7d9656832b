"""The memory that this process uses, and that it may still take."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

#: The free memory assumed if the system does not say it.
_ASSUMED: Final = 2 << 30
_PROC: Final = Path("/proc")
_CGROUPS: Final = Path("/sys/fs/cgroup")
#: The files of a control group's limit and use, and the line of its cache that can be dropped; the
#: second and the first version of Linux's interface.
_GROUP_FILES: Final = (
    ("memory.max", "memory.current", "inactive_file"),
    ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
)


def used_memory() -> int:
    """Return the bytes of memory that this process occupies; at worst their peak, or 0."""
    if sys.platform == "linux":
        with suppress(OSError):
            return _linux_pages()[1]
    elif sys.platform == "win32":
        return _windows_memory()[0]
    with suppress(ImportError, OSError):
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
    return 0


def free_memory() -> int:
    """Return the bytes that this process may still take before the system must swap or kill.

    On Linux the limits of its container and of `ulimit -v` count; on macOS half of the memory.
    """
    if sys.platform == "linux":
        with suppress(OSError, ValueError):
            return max(0, min([_available(), *_left_in_groups(), *_left_of_addresses()]))
    elif sys.platform == "win32":
        return _windows_memory()[1]
    with suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    return _ASSUMED


def _linux_pages() -> tuple[int, int]:
    """Return the bytes of this process's addresses, and those in memory."""
    addresses, resident, *_ = (_PROC / "self/statm").read_bytes().split()
    page = os.sysconf("SC_PAGE_SIZE")
    return int(addresses) * page, int(resident) * page


def _available() -> int:
    """Return the memory that Linux can give without swapping."""
    for line in (_PROC / "meminfo").read_text("ascii").splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    raise ValueError


def _left_in_groups() -> Iterator[int]:
    """Yield what each of the control groups around this process leaves."""
    for line in (_PROC / "self/cgroup").read_text("utf-8").splitlines():
        _, controllers, path = line.split(":", 2)
        if not controllers:
            mount = _CGROUPS
        elif "memory" in controllers.split(","):
            mount = _CGROUPS / "memory"
        else:
            continue
        # In a container the group's own path may be hidden: its limit is then that of the root.
        inner = mount / path.lstrip("/")
        for folder in (inner, *inner.parents):
            if folder != mount and mount not in folder.parents:
                break
            for limit, use, cache in _GROUP_FILES:
                with suppress(OSError, ValueError):  # "max" is not a number
                    most = int((folder / limit).read_text("ascii"))
                    taken = int((folder / use).read_text("ascii"))
                    yield most - taken + _droppable(folder, cache)


def _droppable(folder: Path, name: str) -> int:
    """Return the bytes of cached files that a control group can drop."""
    with suppress(OSError, ValueError):
        for line in (folder / "memory.stat").read_text("ascii").splitlines():
            if line.startswith(f"{name} "):
                return int(line.split()[1])
    return 0


def _left_of_addresses() -> Iterator[int]:
    """Yield what `ulimit -v` leaves, if it is set."""
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit != resource.RLIM_INFINITY:
        yield limit - _linux_pages()[0]


def _windows_memory() -> tuple[int, int]:
    """Return the bytes of this process in memory, and those that are free."""
    import ctypes

    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]
    word, size = ctypes.c_uint32, ctypes.c_size_t
    # PROCESS_MEMORY_COUNTERS: two words, then sizes; the second is what is in memory now.
    counters = (ctypes.c_byte * (2 * 4 + 8 * ctypes.sizeof(size)))()
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    process = ctypes.c_void_p(kernel.GetCurrentProcess())
    used = 0
    if kernel.K32GetProcessMemoryInfo(process, ctypes.byref(counters), len(counters)):
        used = size.from_buffer(counters, 8 + ctypes.sizeof(size)).value
    # MEMORYSTATUSEX: its length and a percentage in words, then seven numbers of 64 bits.
    status = (ctypes.c_byte * 64)()
    word.from_buffer(status).value = 64
    if not kernel.GlobalMemoryStatusEx(ctypes.byref(status)):
        return used, _ASSUMED
    return used, ctypes.c_uint64.from_buffer(status, 16).value
