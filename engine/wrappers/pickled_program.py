"""Pickle support for custom programs: classes are found by the file that defines them.

Python cannot import a file such as `nim.py` by name, and running it again creates new classes with
the same names. So its module is named after its path and text (`module_name`), and its classes are
pickled by that name. Unpickling never runs a file: it uses the classes of the last run of the same
text in this process, or says what to load first.
"""

from __future__ import annotations

import io
import pickle
import sys
from hashlib import sha256
from operator import attrgetter
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from engine.errors import InvalidInput, UsageError
from engine.wrappers.faults import error_text, relative_path

_PREFIX: Final = "plytrace_own."


def module_name(path: Path, source: bytes) -> str:
    """Return the module name of a file, which depends on its path and text."""
    digest = sha256(str(path).encode(errors="surrogateescape") + b"\0" + source).hexdigest()
    return f"{_PREFIX}{path.stem}_{digest[:16]}"


def dump_program(program: object, name: str, file: str) -> bytes:
    """Pickle a program."""
    out = io.BytesIO()
    try:
        _Pickler(out, pickle.HIGHEST_PROTOCOL).dump(program)
    except Exception as error:  # the program's methods may raise anything
        raise UsageError(
            f"the game {name} cannot be pickled: {error_text(error)}",
            where=relative_path(file),
            expected="no locks, open files, lambdas or local classes in it",
            hint="Give its class a method __reduce__, or keep the trace with save",
        ) from error
    return out.getvalue()


def load_program(data: bytes, name: str, file: str) -> Any:
    """Unpickle a program pickled by `dump_program`."""
    try:
        return pickle.loads(data)
    except (ImportError, AttributeError, KeyError) as error:
        raise InvalidInput(
            f"the game {name} is not loaded in this process: {error_text(error)}",
            where=relative_path(file),
            expected="its file loaded, or its module imported, before the unpickling",
            hint='Run tracer.show("FILE:CLASS") or the import in this process first',
        ) from error


class _Pickler(pickle.Pickler):
    """A pickler that finds the classes and functions of a file by `module_name`."""

    def reducer_override(self, thing: Any) -> Any:
        """Return a reference to a file's class or function; pickle other things as usual."""
        if isinstance(thing, type | FunctionType) and thing.__module__.startswith(_PREFIX):
            place = thing.__module__, thing.__qualname__
            try:
                _find(*place)
            except (AttributeError, KeyError):
                return NotImplemented  # pickle then says that it is local to a function
            return _find, place
        return NotImplemented


def _find(module: str, name: str) -> Any:
    """Return a class or a function of a file that has been run."""
    return attrgetter(name)(sys.modules[module])
