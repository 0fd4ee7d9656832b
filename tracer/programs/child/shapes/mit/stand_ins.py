"""Harmless replacements for modules that course notebooks import but nobody hands in.

A module next to the program, or an installed one, is used unchanged.
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
    """An object with every attribute, callable with any arguments; each returns itself."""

    def __getattr__(self, name: str) -> Anything:
        if name.startswith("__"):  # Python's own tests, such as whether it is a path
            raise AttributeError(name)
        return self

    def __call__(self, *given: Any, **named: Any) -> Anything:
        """Do nothing."""
        return self


_ANYTHING: Final = Anything()


class _Empty(ModuleType):
    """A module and package that contains every name."""

    def __getattr__(self, name: str) -> Anything:
        if name.startswith("__"):
            raise AttributeError(name)
        return _ANYTHING


class _Empties(MetaPathFinder, Loader):
    """Finds a package and all modules in it, after all other finders."""

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
        """Do nothing: the module is empty."""


def stand_in(package: str) -> None:
    """Make imports from a missing package succeed, with `Anything` for each name."""
    sys.meta_path.append(_Empties(package))


def stand_in_for(name: str, folder: Path, has: Mapping[str, Any]) -> None:
    """Provide a module with some names if the program's folder does not contain it.

    Args:
        name: name of the module.
        folder: folder of the program.
        has: names in the module, with their objects.
    """
    if any(folder.rglob(f"{name}.py")) or any(folder.rglob(f"{name}/__init__.py")):
        return
    module = ModuleType(name)
    module.__dict__.update(has)
    sys.modules[name] = module
