"""The files of a program: which there are, what they define, and which one is to be run.

Nothing of a program is executed here.
"""

from __future__ import annotations

import ast
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from .fault import Fault

__all__ = ["Definition", "File", "files_of", "plain"]

_SUFFIXES: Final = (".py", ".ipynb")
#: Bytes of a file of a program.
_LARGEST: Final = 2_000_000
#: Files of a program that are looked at.
_MOST_FILES: Final = 200


@dataclass(frozen=True)
class Definition:
    """A function or class of a file.

    Args:
        name: its name.
        parameters: the names of a function's parameters; of a class those of its methods, each
            behind `method.`.
        line: its line, from 1.
        methods: the names of a class's methods; empty for a function.
    """

    name: str
    parameters: tuple[str, ...]
    line: int
    methods: tuple[str, ...] = ()


@dataclass(frozen=True)
class File:
    """A file of a program.

    Args:
        path: where it is.
        code: its code; of a notebook the definitions, imports and assignments of its cells.
        functions: its functions by name.
        classes: its classes by name.
        imports: the modules that it imports.
    """

    path: Path
    code: ast.Module
    functions: dict[str, Definition] = field(default_factory=dict)
    classes: dict[str, Definition] = field(default_factory=dict)
    imports: frozenset[str] = frozenset()

    def called(self, *names: str) -> Definition | None:
        """The function that goes by one of some names, the first of them first; see `plain`."""
        by_plain = {plain(name): one for name, one in self.functions.items()}
        return next((by_plain[plain(name)] for name in names if plain(name) in by_plain), None)

    def has_text(self, text: str) -> bool:
        """Whether a text stands in its code, by itself."""
        return any(
            isinstance(one, ast.Constant) and one.value == text for one in ast.walk(self.code)
        )

    def turned(self) -> tuple[frozenset[str], frozenset[str]]:
        """The names that are passed on as their opposites: by `not`, and by a minus."""
        passed = [
            value
            for one in ast.walk(self.code)
            if isinstance(one, ast.Call)
            for value in (*one.args, *(word.value for word in one.keywords))
            if isinstance(value, ast.UnaryOp)
        ]
        of_not = {
            one.operand.id
            for one in passed
            if isinstance(one.op, ast.Not) and isinstance(one.operand, ast.Name)
        }
        of_minus = {
            one.operand.id
            for one in passed
            if isinstance(one.op, ast.USub) and isinstance(one.operand, ast.Name)
        }
        return frozenset(of_not), frozenset(of_minus)


def plain(name: str) -> str:
    """A name in small letters without underscores, as names are compared."""
    return name.replace("_", "").casefold()


def files_of(folder: Path) -> list[File]:
    """The files of a program, those nearer to the top first.

    Args:
        folder: where it lies, alone.

    Raises:
        Fault: there is no Python in it, or it cannot be read.
    """
    found = sorted(
        (
            path
            for path in folder.rglob("*")
            if path.suffix.lower() in _SUFFIXES
            and not any(one.startswith((".", "__")) for one in path.relative_to(folder).parts)
            and path.is_file()
        ),
        key=lambda path: (len(path.parts), path),
    )
    if not found:
        raise Fault("missing", "there is no Python file (.py or .ipynb)")
    if len(found) > _MOST_FILES:
        raise Fault("missing", f"there are {len(found):,} Python files, more than {_MOST_FILES}")
    return [_file(path, path.relative_to(folder)) for path in found]


def _file(path: Path, name: Path) -> File:
    try:
        size = path.stat().st_size
        if size > _LARGEST:
            raise Fault("import", f"a file of {size:,} bytes", str(name))
        text = path.read_bytes()
    except OSError as error:
        raise Fault("import", f"it cannot be read: {error.strerror}", str(name)) from None
    try:
        code = _notebook(text) if path.suffix.lower() == ".ipynb" else ast.parse(text, str(path))
    except SyntaxError as error:
        where = f"{name}:{error.lineno}"
        raise Fault("import", f"it is no Python: {error.msg}", where) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise Fault(
            "import", f"it is no Python: {str(error) or type(error).__name__}", str(name)
        ) from None
    functions: dict[str, Definition] = {}
    classes: dict[str, Definition] = {}
    imports: set[str] = set()
    for node in code.body:
        if isinstance(node, ast.FunctionDef):
            functions[node.name] = Definition(node.name, _parameters(node), node.lineno)
        elif isinstance(node, ast.ClassDef):
            methods = tuple(one.name for one in node.body if isinstance(one, ast.FunctionDef))
            classes[node.name] = Definition(node.name, (), node.lineno, methods)
    for one in ast.walk(code):
        if isinstance(one, ast.Import):
            imports |= {alias.name.partition(".")[0] for alias in one.names}
        elif isinstance(one, ast.ImportFrom) and one.module:
            imports.add(one.module.partition(".")[0])
    return File(path, code, functions, classes, frozenset(imports))


def _parameters(node: ast.FunctionDef) -> tuple[str, ...]:
    arguments = node.args
    return tuple(one.arg for one in (*arguments.posonlyargs, *arguments.args))


#: What of a notebook's cells is run; the rest draws, measures and plays.
_KEPT: Final = (
    *(ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom),
    *(ast.Assign, ast.AnnAssign),
)


def _notebook(text: bytes) -> ast.Module:
    """The definitions, imports and plain assignments of a notebook's cells.

    Raises:
        SyntaxError: a cell is no Python.
        ValueError: it is no notebook.
    """
    given: Any = json.loads(text)
    cells = given.get("cells") if isinstance(given, dict) else None
    if not isinstance(cells, list):
        raise ValueError("this is no notebook")
    body: list[ast.stmt] = []
    for cell in cells:
        if not isinstance(cell, dict) or cell.get("cell_type") != "code":
            continue
        source = cell.get("source", "")
        lines = "".join(source) if isinstance(source, list) else str(source)
        if lines.lstrip().startswith("%%"):
            continue
        kept = [
            "" if line.lstrip().startswith(("%", "!", "?")) else line for line in lines.split("\n")
        ]
        body += [one for one in ast.parse("\n".join(kept), "cell").body if _is_kept(one)]
    return ast.Module(body, [])


def _is_kept(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assign | ast.AnnAssign):
        # What is computed by calling something may play a game.
        return not any(isinstance(one, ast.Call) for one in ast.walk(node))
    return isinstance(node, _KEPT)
