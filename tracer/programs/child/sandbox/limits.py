"""Setup of a program's limits and of its sandbox, and time limits for parts of a program."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

#: Maximum number of open files.
_OPEN_FILES: Final = 128
#: Modules that the sandbox needs, and with which a program could break it.
_OF_C: Final = ("ctypes", "_ctypes", "ctypes._endian")


def apply(given: Mapping[str, Any], folder: Path) -> tuple[bool, Callable[[], list[str]]]:
    """Limit this process permanently.

    Returns:
        Whether the kernel refuses to start processes, and a function that lists refused attempts.
    """
    from .audit_hook import allowed_paths

    os.umask(0o077)
    own = allowed_paths(folder)
    if sys.platform != "win32":
        _set_limits(given)
    stays_alone = sys.platform == "linux" and _ask_kernel(given["walls"], own)
    if "hook" in given["walls"]:
        from .audit_hook import install_audit_hook

        return stays_alone, install_audit_hook(own)
    return stays_alone, list


def prepare() -> None:
    """Make what is the same for all copies of this process, before they are limited."""
    from .audit_hook import read_shared_paths

    with contextlib.suppress(ImportError):  # Windows
        import resource  # noqa: F401
    read_shared_paths()
    if sys.platform == "linux":
        with contextlib.suppress(ImportError, OSError, AttributeError):  # a Python without ctypes
            from . import kernel

            kernel.prepare()


def _set_limits(given: Mapping[str, Any]) -> None:
    import resource

    seconds = int(given["seconds"]) + 1
    for name, soft, hard in (
        # The first signal can be ignored, the second not.
        ("RLIMIT_CPU", seconds, seconds + 1),
        ("RLIMIT_AS", given["memory"], given["memory"]),
        ("RLIMIT_FSIZE", given["file"], given["file"]),
        ("RLIMIT_NOFILE", _OPEN_FILES, _OPEN_FILES),
        ("RLIMIT_CORE", 0, 0),
    ):
        # Ignore limits that are lower already or unknown to the system.
        with contextlib.suppress(ValueError, OSError, AttributeError):
            resource.setrlimit(getattr(resource, name), (int(soft), int(hard)))


def _ask_kernel(walls: list[str], own: Any) -> bool:
    """Set up the kernel's layers of the sandbox, and return whether it refuses calls."""
    try:
        from . import kernel
    except (ImportError, OSError):  # a Python without ctypes
        return False
    try:
        if "landlock" in walls:
            kernel.restrict_files(own)
        return "seccomp" in walls and kernel.restrict_calls()
    except (OSError, AttributeError):  # a C library that has no such functions
        return False
    finally:
        kernel.forget_library()  # a program could find it in memory
        for name in (*_OF_C, kernel.__name__):
            sys.modules.pop(name, None)
        del sys.modules[kernel.__name__.rpartition(".")[0]].kernel


#: Seconds kept for the end of the process.
_RESERVE: Final = 0.5


class Stopped(BaseException):
    """Something that must end, whatever the program would do next."""


def seconds_left() -> float:
    """Return the seconds of processor time that remain to this process."""
    if sys.platform == "win32":
        return 60.0
    import resource

    most = resource.getrlimit(resource.RLIMIT_CPU)[0]
    if most == resource.RLIM_INFINITY:
        return 60.0
    return float(most - 1 - time.process_time() - _RESERVE)


@contextmanager
def stopped_after(seconds: float | None) -> Iterator[None]:
    """Stop a block after some seconds of processor time, if the system supports it."""
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: Any) -> None:
        raise Stopped(f"it did not finish within {seconds:.1f} seconds")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
