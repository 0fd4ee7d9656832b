"""Placeholders for modules that are not installed here and that a search can do without.

Programs import modules that they draw with, and others that an editor has added. If one is not
installed, or the sandbox does not let it load, the import returns a placeholder. While the file is
loaded, names that the program writes behind a dot, or imports, can be looked up and called; a
search that uses one fails with the reason. For everything else, such as `hasattr`, a placeholder
has no names. An import that the program guards itself (`try: … except ImportError:`) fails as
usual, and so does every other module.
"""

from __future__ import annotations

import ast
import importlib.abc
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from opcode import opname
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, Final, NoReturn

from ..failures import ProgramFailure

__all__ = ["Placeholder", "install_placeholders", "placeholder_notes", "placeholders_for"]

#: Modules with which programs draw, display and compute, and that editors import by mistake.
_FOR_SHOW: Final = frozenset(
    (
        *("matplotlib", "mpl_toolkits", "seaborn", "plotly", "bokeh", "altair", "graphviz"),
        *("pydot", "pygraphviz", "networkx", "IPython", "ipywidgets", "tqdm", "pandas", "numpy"),
        *("scipy", "PIL", "cv2", "pygame", "turtle", "tkinter", "colorama", "termcolor", "rich"),
        *("tabulate", "ipycanvas", "google", "sympy", "sklearn", "tensorflow", "keras", "torch"),
        *("torchvision", "jax", "numba", "statsmodels", "sqlalchemy", "django", "flask", "nltk"),
        *("requests", "bs4", "lxml", "yaml", "jinja2", "joblib", "psutil", "pytest", "pip"),
        *("setuptools", "pkg_resources", "distutils", "imp", "docutils", "jedi", "pyparsing"),
        *("attr", "gym", "gymnasium", "typing_extensions", "more_itertools", "sortedcontainers"),
        *("msvcrt", "winsound", "win32api", "win32con", "future", "past", "six", "nose"),
        # Other modules of CS 188's project.
        *("autograder", "featureExtractors", "ghostAgents", "grading", "graphicsDisplay"),
        *("graphicsUtils", "keyboardAgents", "layout", "multiagentTestClasses", "pacmanAgents"),
        *("projectParams", "testClasses", "testParser", "textDisplay"),
    )
)
#: Those that only display in a notebook and return nothing that a search could use.
_SILENT: Final = frozenset({"IPython"})
#: Instructions for an attribute that is written behind a dot, and for an imported name.
_WRITTEN: Final = ("LOAD_ATTR", "LOAD_METHOD", "IMPORT_FROM")
#: Whether the program is loaded; from then on placeholders raise an error.
_STATE: Final = {"loaded": False}
_MET: Final[dict[str, None]] = {}
#: Modules that cannot be imported, each with the reason.
_REASONS: Final[dict[str, str]] = {}


def install_placeholders(codes: Mapping[str, ast.Module]) -> None:
    """Let imports of such modules in a program return placeholders.

    Args:
        codes: code of the program's files, by path.
    """
    own = {Path(one).stem for one in codes}
    for name in sorted(_imported(codes.values()) & _FOR_SHOW - own):
        try:
            import_module(name)
        except ImportError as error:
            is_missing = isinstance(error, ModuleNotFoundError) and error.name == name
            _REASONS[name] = f"{'is not installed' if is_missing else 'cannot be imported'} here"
            for one in [one for one in sys.modules if one == name or one.startswith(f"{name}.")]:
                del sys.modules[one]
        except Exception:  # the program's own import fails in the same way
            continue
    sys.meta_path.insert(0, _Finder(codes))


def _imported(codes: Iterable[ast.Module]) -> set[str]:
    """Return the modules that a program imports, without their submodules."""
    parts = [one for code in codes for one in ast.walk(code)]
    names = {alias.name for one in parts if isinstance(one, ast.Import) for alias in one.names}
    names |= {str(one.module) for one in parts if isinstance(one, ast.ImportFrom) and not one.level}
    return {one.partition(".")[0] for one in names}


def placeholder_notes(*, loaded: bool = True) -> tuple[str, ...]:
    """Return a sentence about each module that has a placeholder.

    Args:
        loaded: whether placeholders raise errors from now on.
    """
    _STATE["loaded"] = loaded
    return tuple(
        f"it imports {name}, which {_REASONS[name]}; its search ran without it" for name in _MET
    )


class Placeholder:
    """A name that a program may import but not use.

    Args:
        name: full name, beginning with the module.
        why: clause that says why a search cannot use it; by default, that the module is missing.
    """

    _absent: str
    _why: str

    def __init__(self, name: str, why: str = "") -> None:
        # `__setattr__` ignores its value.
        self.__dict__.update(_absent=name, _why=why)

    def __getattr__(self, name: str) -> Placeholder:
        _check_written(self._absent, name, sys._getframe(1))
        return Placeholder(f"{self._absent}.{name}", self._why)

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


def placeholders_for(
    module: str,
    names: Collection[str],
    why: str = "which is about mazes, and states of this key have none",
) -> Callable[[str], Placeholder]:
    """Return the `__getattr__` of a module that stands for a course's, without some of its names.

    Args:
        module: name of the module.
        names: names in the course's module; those that the module lacks get placeholders.
        why: clause that says why.
    """

    def get_placeholder(name: str) -> Placeholder:
        if name in names:
            return Placeholder(f"{module}.{name}", why)
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    return get_placeholder


def _refuse(one: Placeholder) -> NoReturn:
    module = one._absent.partition(".")[0]
    why = one._why or f"and {module} {_REASONS[module]}"
    raise ProgramFailure("import", f"it needs {one._absent}, {why}")


def _check_written(whole: str, name: str, frame: FrameType) -> None:
    """Refuse an attribute unless the program's code has it behind a dot or imports it.

    Raises:
        AttributeError: if it is looked up in another way, such as `hasattr`.
    """
    code = frame.f_code
    written = opname[code.co_code[frame.f_lasti]] in _WRITTEN or "importlib" in code.co_filename
    if name.startswith("__") or not written:
        raise AttributeError(f"{whole} cannot be used here, so it has no attribute {name!r}")


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


class _Module(ModuleType):
    """A placeholder for a module that is not installed."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__: list[str] = []
        self.__all__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        _check_written(self.__name__, name, sys._getframe(1))
        return Placeholder(f"{self.__name__}.{name}")


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """The finder that Python asks first for a module."""

    def __init__(self, codes: Mapping[str, ast.Module]) -> None:
        self._codes = codes
        self._guarded: dict[str, list[range]] = {}

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a placeholder if the program imports the module without a guard."""
        whole = name.partition(".")[0]
        if whole not in _REASONS:
            return None
        if whole not in _MET:
            frame = _importing(sys._getframe(1))
            file = frame.f_code.co_filename if frame else ""
            if frame is None or file not in self._codes:
                return None  # a library that tests what is installed
            if any(frame.f_lineno in lines for lines in self._guards(file)):
                return None
            _MET[whole] = None
        return ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the placeholder."""
        return _Module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: the module is empty."""

    def _guards(self, file: str) -> list[range]:
        """Return the lines of a file on which an import may fail."""
        if file not in self._guarded:
            code = self._codes.get(file, ast.Module([], []))
            self._guarded[file] = [
                range(one.body[0].lineno, (one.body[-1].end_lineno or 0) + 1)
                for one in ast.walk(code)
                if isinstance(one, ast.Try) and one.handlers
            ]
        return self._guarded[file]


def _importing(frame: FrameType | None) -> FrameType | None:
    """Return the innermost frame outside the import system."""
    while frame is not None and "importlib" in frame.f_code.co_filename:
        frame = frame.f_back
    return frame
