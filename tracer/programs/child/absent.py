"""Modules that are not installed here, and that only drawing needs.

A course's notebook imports what it draws with. Where that is not installed, the import hands back a
placeholder, with which nothing can be done but to name and call what is in it while the file is
loaded; a search that uses it ends with the reason. An import that the program guards itself
(`try: … except ImportError:`) fails as it would anywhere, and so does every other module.
"""

from __future__ import annotations

import ast
import importlib.abc
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec
from types import FrameType, ModuleType
from typing import Any, Final, NoReturn

from .fault import Fault

__all__ = ["Absent", "absent_notes", "hand_placeholders"]

#: What courses' notebooks draw, show and count with.
_FOR_SHOW: Final = frozenset(
    (
        *("matplotlib", "mpl_toolkits", "seaborn", "plotly", "bokeh", "altair", "graphviz"),
        *("pydot", "pygraphviz", "networkx", "IPython", "ipywidgets", "tqdm", "pandas", "numpy"),
        *("scipy", "PIL", "cv2", "pygame", "turtle", "tkinter", "colorama", "termcolor", "rich"),
        *("tabulate", "ipycanvas", "google"),
    )
)
#: Of those, what shows something in a notebook and hands back nothing that a search could use.
_SILENT: Final = frozenset({"IPython"})
#: What a search that needs one is told: set once the program is loaded.
_STATE: Final = {"loaded": False}
_MET: Final[dict[str, None]] = {}


def hand_placeholders(codes: Mapping[str, ast.Module]) -> None:
    """Let imports of such modules in a program hand back placeholders.

    Args:
        codes: the code of the program's files, by their paths.
    """
    sys.meta_path.append(_Finder(codes))


def absent_notes(*, loaded: bool = True) -> tuple[str, ...]:
    """Which modules there were placeholders for, a sentence each.

    Args:
        loaded: whether from now on nothing may be done with them.
    """
    _STATE["loaded"] = loaded
    return tuple(
        f"it imports {name}, which is not installed here; its search was run without it"
        for name in _MET
    )


class Absent:
    """Something out of a module that is not there.

    Args:
        name: what it is called, the module first.
    """

    _absent: str

    def __init__(self, name: str) -> None:
        self.__dict__["_absent"] = name  # `__setattr__` forgets

    def __getattr__(self, name: str) -> Absent:
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{self._absent}.{name}")

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Something that it would have made; nothing, of what shows in a notebook."""
        whole = self._absent.partition(".")[0]
        if whole in _SILENT:
            return None
        if _STATE["loaded"]:
            _refuse(self._absent)
        return Absent(f"{self._absent}()")

    def __setattr__(self, name: str, value: Any) -> None:
        """What is set on it is forgotten, such as a style."""

    def __setitem__(self, key: Any, value: Any) -> None:
        """The same."""

    def __repr__(self) -> str:
        return f"<{self._absent}, which is not installed>"


def _refuse(name: str) -> NoReturn:
    module = name.partition(".")[0]
    raise Fault("import", f"it needs {module} for {name}, and {module} is not installed here")


def _refusing(what: str) -> Any:
    def refused(self: Absent, *_: Any) -> NoReturn:
        _refuse(self._absent)

    refused.__name__ = what
    return refused


for _what in (
    *("bool", "iter", "len", "getitem", "contains", "int", "float", "index", "eq", "ne", "lt"),
    *("le", "gt", "ge", "add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv"),
    *("neg", "abs", "pow", "mod", "enter", "exit", "mro_entries", "hash", "and", "or"),
):
    setattr(Absent, f"__{_what}__", _refusing(f"__{_what}__"))


class _Module(ModuleType):
    """A module that is not there."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__: list[str] = []
        self.__all__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{self.__name__}.{name}")


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """The last to be asked for a module."""

    def __init__(self, codes: Mapping[str, ast.Module]) -> None:
        self._codes = codes
        self._guarded: dict[str, list[range]] = {}

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """A placeholder, where the program itself asks for it and is not ready to go without."""
        whole = name.partition(".")[0]
        if whole not in _FOR_SHOW:
            return None
        if whole not in _MET:
            frame = _importing(sys._getframe(1))
            file = frame.f_code.co_filename if frame else ""
            if frame is None or file not in self._codes:
                return None  # a library that looks what there is
            if any(frame.f_lineno in lines for lines in self._guards(file)):
                return None
            _MET[whole] = None
        return ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The placeholder."""
        return _Module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """There is nothing in it."""

    def _guards(self, file: str) -> list[range]:
        """The lines of a file on which an import may fail."""
        if file not in self._guarded:
            code = self._codes.get(file, ast.Module([], []))
            self._guarded[file] = [
                range(one.body[0].lineno, (one.body[-1].end_lineno or 0) + 1)
                for one in ast.walk(code)
                if isinstance(one, ast.Try) and one.handlers
            ]
        return self._guarded[file]


def _importing(frame: FrameType | None) -> FrameType | None:
    """The frame that imports something: the next that is none of the import system's."""
    while frame is not None and "importlib" in frame.f_code.co_filename:
        frame = frame.f_back
    return frame
