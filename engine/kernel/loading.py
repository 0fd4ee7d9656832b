"""The compiled kernel itself, where it was built and is wanted."""

from __future__ import annotations

import os
from functools import cache
from types import ModuleType
from typing import Final

from engine.errors import UsageError
from engine.kernel.sources import stamp_of_sources

__all__ = ["CHOICE", "is_built", "the_kernel"]

#: The environment variable that says whether to use the kernel: `force`, `forbid` or nothing.
CHOICE: Final = "PLYTRACE_KERNEL"


def the_kernel() -> ModuleType | None:
    """The kernel, or None where it was not built or is forbidden.

    Raises:
        UsageError: it is forced and was not built, or the choice is another word.
    """
    choice = os.environ.get(CHOICE, "")
    if choice not in ("", "force", "forbid"):
        raise UsageError(
            f"{CHOICE} is {choice!r}", expected="force, forbid, or nothing to use it where it is"
        )
    if choice == "forbid":
        return None
    kernel = _loaded()
    if kernel is None and choice == "force":
        raise UsageError(
            f"{CHOICE} is force, and the compiled kernel is not there, or of other sources",
            expected="an installation that was built with a C compiler",
            hint="Install it again with PLYTRACE_BUILD_KERNEL=require, in a checkout run "
            f"python hatch_build.py; or unset {CHOICE}",
        )
    return kernel


def is_built() -> bool:
    """Whether the kernel is there."""
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
