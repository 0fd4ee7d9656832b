"""The platforms for which plytrace writes autograders: a module with its `PLATFORM` for each."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from engine.errors import look_up
from tracer.check.autograder.platforms.platform import Assignment, Platform

__all__ = ["PLATFORMS", "Assignment", "Platform", "find_platform"]


def _platforms() -> dict[str, Platform]:
    names = sorted(one.name for one in iter_modules(__path__) if one.name != "platform")
    found: list[Platform] = [import_module(f"{__name__}.{name}").PLATFORM for name in names]
    return {one.name: one for one in found}


#: The platforms by name.
PLATFORMS: Final[Mapping[str, Platform]] = _platforms()


def find_platform(name: str) -> Platform:
    """Return the platform of that name."""
    return look_up(name, PLATFORMS, "platform")
