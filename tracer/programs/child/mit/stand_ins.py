"""Harmless modules in the place of those that a course's notebooks import and nobody hands in.

A module that lies beside the program, or is installed, is taken as it is.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, Final

__all__ = ["Anything", "stand_in", "stand_in_for"]


class Anything:
    """Has every attribute, can be called with anything, and does nothing: each gives itself."""

    def __getattr__(self, name: str) -> Anything:
        if name.startswith("__"):  # what Python asks of an object, such as whether it is a path
            raise AttributeError(name)
        return self

    def __call__(self, *given: Any, **named: Any) -> Anything:
        """It does nothing."""
        return self


_ANYTHING: Final = Anything()


class _Empty(ModuleType):
    """A module, and a package, that has whatever is imported from it."""

    def __getattr__(self, name: str) -> Anything:
        if name.startswith("__"):
            raise AttributeError(name)
        return _ANYTHING


class _Empties(MetaPathFinder, Loader):
    """Finds a package and all modules in it. Asked last, after what there really is."""

    def __init__(self, package: str) -> None:
        self._package = package

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] != self._package:
            return None
        return ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Empty(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """It is empty."""


def stand_in(package: str) -> None:
    """Let imports from a package that is not there succeed, with `Anything` for each name."""
    sys.meta_path.append(_Empties(package))


def stand_in_for(name: str, folder: Path, has: Mapping[str, Any]) -> None:
    """Let a module that does not lie in the program's folder have some names.

    Args:
        name: what it is called.
        folder: where the program lies.
        has: its names and what they are.
    """
    if any(folder.rglob(f"{name}.py")) or any(folder.rglob(f"{name}/__init__.py")):
        return
    module = ModuleType(name)
    module.__dict__.update(has)
    sys.modules[name] = module
