"""Placeholders for modules that are missing here and that a search can do without.

Programs import modules that they draw with, and others that an editor has added. If one is missing,
or the sandbox does not let it load, the import returns a placeholder. While the file is loaded, its
names can be looked up and called; a search that uses one fails with the reason. An import that the
program guards itself (`try: … except ImportError:`) fails as usual.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NoReturn

from ..failures import ProgramFailure
from ..sandbox.audit_hook import OWN_PACKAGES

#: A course's own grader, which no program is expected to bring.
_GRADERS: Final = frozenset({"principles_of_autonomy"})
#: Those that only display in a notebook and return nothing that a search could use.
_SILENT: Final = frozenset({"IPython", *_GRADERS})
#: Those that a checked program may not import; its attempt is reported.
_REFUSED: Final = frozenset((*OWN_PACKAGES, "ctypes", "_ctypes"))
#: Whether the program is loaded; from then on placeholders raise an error.
_STATE: Final = {"loaded": False}
#: The modules that the program has imported and that stand in, each with the reason.
_REASONS: Final[dict[str, str]] = {}


def install_placeholders(codes: Mapping[str, ast.Module]) -> None:
    """Let imports of missing modules in a program's files, by path, return placeholders."""
    refused = {Path(path).stem for path in codes} | _REFUSED
    real = builtins.__import__

    def import_leniently(
        name: str,
        scope: Mapping[str, Any] | None = None,
        inner: Mapping[str, Any] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        try:
            return real(name, scope, inner, fromlist, level)
        except ImportError:
            whole, path = name.partition(".")[0], (scope or {}).get("__file__", "")
            line = sys._getframe(1).f_lineno
            if level or whole in refused or path not in codes:
                raise  # also in a library that tests what is installed
            if any(line in lines for lines in _guarded_lines(codes[path])):
                raise
            why = _reason(whole, real)
            if not why:
                raise
            _REASONS[whole] = why
        return PlaceholderModule(name if fromlist else whole)

    builtins.__import__ = import_leniently  # type: ignore[assignment]


def _guarded_lines(code: ast.Module) -> list[range]:
    """Return the lines of each block whose errors the program handles."""
    return [
        range(node.body[0].lineno, (node.body[-1].end_lineno or 0) + 1)
        for node in ast.walk(code)
        if isinstance(node, ast.Try) and node.handlers
    ]


def _reason(whole: str, real: Callable[[str], ModuleType]) -> str:
    """Return why a module cannot be imported; empty if only a part of it cannot."""
    try:
        real(whole)
    except ImportError as error:
        is_missing = isinstance(error, ModuleNotFoundError) and error.name == whole
        return f"{'is not installed' if is_missing else 'cannot be imported'} here"
    return ""


def end_loading() -> None:
    """Let placeholders raise errors from now on."""
    _STATE["loaded"] = True


@contextmanager
def while_loading() -> Iterator[None]:
    """Let placeholders raise no errors in a block that loads the program again."""
    before = {**_STATE}
    _STATE["loaded"] = False
    try:
        yield
    finally:
        _STATE.update(before)


def placeholder_notes() -> list[str]:
    """Return a sentence about each imported module that has a placeholder."""
    return [
        f"it imports {name}, which {why}" for name, why in _REASONS.items() if name not in _GRADERS
    ]


class Placeholder:
    """A name that a program may import but not use."""

    _absent: str
    _why: str

    def __init__(self, name: str, why: str = "") -> None:
        # `__setattr__` ignores its value.
        self.__dict__.update(_absent=name, _why=why)

    def __getattr__(self, name: str) -> Placeholder:
        return _make_placeholder(self._absent, name, self._why)

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Return a placeholder for the result; None for modules that only display."""
        whole = self._absent.partition(".")[0]
        if whole in _SILENT:
            return None
        if _STATE["loaded"]:
            _refuse(self)
        return Placeholder(f"{self._absent}()", self._why)

    def __or__(self, other: Any) -> Any:
        """Return a placeholder for a union of types, which annotations contain."""
        return self()

    __ror__ = __or__

    def __setattr__(self, name: str, value: Any) -> None:
        """Ignore the value, such as a style."""

    def __setitem__(self, key: Any, value: Any) -> None:
        """Ignore the value."""

    def __repr__(self) -> str:
        return f"<{self._absent}, which cannot be used here>"


def _make_placeholder(whole: str, name: str, why: str) -> Placeholder:
    if name.startswith("__"):
        raise AttributeError(f"{whole} cannot be used here, so it has no attribute {name!r}")
    return Placeholder(f"{whole}.{name}", why)


def _refuse(missing: Placeholder) -> NoReturn:
    module = missing._absent.partition(".")[0]
    why = missing._why or f"and {module} {_REASONS[module]}"
    raise ProgramFailure(f"it needs {missing._absent}, {why}")


def _refusing(what: str) -> Any:
    def refused(self: Placeholder, *_: Any) -> NoReturn:
        _refuse(self)

    refused.__name__ = what
    return refused


for _what in (
    *("bool", "iter", "len", "getitem", "contains", "int", "float", "index", "eq", "ne", "lt"),
    *("le", "gt", "ge", "add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv"),
    *("neg", "abs", "pow", "mod", "enter", "exit", "mro_entries", "hash", "and"),
):
    setattr(Placeholder, f"__{_what}__", _refusing(f"__{_what}__"))


class PlaceholderModule(ModuleType):
    """A module of which only some names can be used; all others are placeholders.

    Args:
        name: the name of the module.
        why: a clause why the others cannot be used; empty if the module is not installed.
        names: what can be used.
    """

    def __init__(self, name: str, why: str = "", names: Mapping[str, Any] = {}) -> None:
        super().__init__(name)
        self._why = why
        vars(self).update(names, __path__=[], __all__=[*names])

    def __getattr__(self, name: str) -> Placeholder:
        return _make_placeholder(self.__name__, name, self._why)
