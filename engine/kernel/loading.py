"""Load the compiled kernel if it was built and is not forbidden."""

from __future__ import annotations

import os
from functools import cache
from types import ModuleType
from typing import Final

from engine.errors import UsageError
from engine.kernel.sources import stamp_of_sources

#: The environment variable that says whether to use the kernel: `force`, `forbid` or nothing.
CHOICE: Final = "PLYTRACE_KERNEL"


def the_kernel() -> ModuleType | None:
    """Return the kernel; None if it was not built or is forbidden."""
    choice = os.environ.get(CHOICE, "")
    if choice not in ("", "force", "forbid"):
        raise UsageError(
            f"{CHOICE} cannot be {choice!r}",
            expected="force, forbid, or nothing to use it if it is built",
        )
    if choice == "forbid":
        return None
    kernel = _loaded()
    if kernel is None and choice == "force":
        raise UsageError(
            f"{CHOICE} is force, but the compiled kernel is missing or out of date",
            expected="an installation that was built with a C compiler",
            hint="Install it again with PLYTRACE_BUILD_KERNEL=require, in a checkout run "
            f"python hatch_build.py; or unset {CHOICE}",
        )
    return kernel


def is_built() -> bool:
    """Return whether the kernel is available."""
    return _loaded() is not None


@cache
def _loaded() -> ModuleType | None:
    try:
        from engine import _kernel
    except ImportError:  # built without a compiler, or for another processor
        return None
    # In a checkout the sources may have changed since; an installation has none.
    stamp = stamp_of_sources()
    return _kernel if stamp in ("", _kernel.SOURCES) else None


class Unsupported(Exception):
    """The kernel does not support this game or search; `engine` falls back to the plain search."""
