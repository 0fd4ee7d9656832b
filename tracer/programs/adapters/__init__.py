"""Adapters: files that say how to call programs, of courses and, in this folder, of plytrace."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Final

from engine.errors import InvalidInput, look_up
from trees.files import printable_name, read_text

#: The function that an adapter defines, and its parameters.
_CALL: Final = ("call", ("program", "game"))


@dataclass(frozen=True, slots=True)
class AdapterFile:
    """An adapter."""

    name: str
    text: str
    about: str = ""


def _shipped_adapters() -> Iterator[tuple[str, AdapterFile]]:
    """Yield the adapters that come with plytrace, by name."""
    listed = [file for file in files(__name__).iterdir() if file.name.endswith(".py")]
    for file in (file for file in listed if file.name != "__init__.py"):
        name, text = file.name, file.read_text(encoding="utf-8")
        about = (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0].rstrip(".")
        yield name.removesuffix(".py"), AdapterFile(name, text, about)


#: The adapters that come with plytrace, by name.
ADAPTERS: Final[Mapping[str, AdapterFile]] = MappingProxyType(dict(sorted(_shipped_adapters())))


def read_adapter(named: str) -> AdapterFile:
    """Return an adapter, without running it."""
    if not named.endswith(".py"):
        return look_up(named, ADAPTERS, "adapter")
    path = Path(named)
    name, text = printable_name(path), read_text(path)
    try:
        code = ast.parse(text, name)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None)
        raise InvalidInput(
            f"the adapter is not valid Python: {getattr(error, 'msg', error)}",
            where=f"{name}:{line}" if line else name,
        ) from error
    wanted, parameters = _CALL
    for one in code.body:
        if isinstance(one, ast.FunctionDef) and one.name == wanted:
            if len(one.args.posonlyargs) + len(one.args.args) == len(parameters):
                return AdapterFile(path.name, text)
            line = one.lineno
            break
    else:
        line = 1
    raise InvalidInput(
        f"the adapter has no function {wanted} with {len(parameters)} parameters",
        where=f"{name}:{line}",
        expected=f"def {wanted}({', '.join(parameters)}):",
    )
