"""The files of a program: which there are, what they define, and which one is to be run.

Nothing of a program is executed here.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from .fault import Fault
from .notebooks import Cells, cells_of_notebook, cells_of_script, is_script_of_cells, with_needed
from .places import note_cells, place_of

__all__ = ["Definition", "File", "files_of", "plain"]

_SUFFIXES: Final = (".py", ".ipynb")
#: Bytes of a file of a program, and of a notebook, which holds pictures.
_LARGEST: Final = 2_000_000
_LARGEST_NOTEBOOK: Final = 50_000_000
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
        code: a function's code.
    """

    name: str
    parameters: tuple[str, ...]
    line: int
    methods: tuple[str, ...] = ()
    code: ast.FunctionDef | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class File:
    """A file of a program.

    Args:
        path: where it is.
        code: its code; of a notebook the definitions, imports and assignments of its cells.
        held: assignments of a notebook that call something; see `with_needed`.
        notes: what is odd about it, a sentence each.
        functions: its functions by name.
        classes: its classes by name.
        imports: the modules that it imports.
    """

    path: Path
    code: ast.Module
    functions: dict[str, Definition] = field(default_factory=dict)
    classes: dict[str, Definition] = field(default_factory=dict)
    imports: frozenset[str] = frozenset()
    held: tuple[ast.stmt, ...] = ()
    notes: tuple[str, ...] = ()

    def runnable(self, function: str) -> ast.Module:
        """What is run before a function of it, or the file itself, is called."""
        return with_needed(self.code, self.held, function)

    def called(self, *names: str) -> Definition | None:
        """The function that goes by one of some names, the first of them first; see `plain`."""
        by_plain = {plain(name): one for name, one in self.functions.items()}
        return next((by_plain[plain(name)] for name in names if plain(name) in by_plain), None)

    def method(self, kind: str, name: str) -> ast.FunctionDef | None:
        """The code of a method of a class, or of the first class that has one of that name."""
        classes = [one for one in self.code.body if isinstance(one, ast.ClassDef)]
        classes.sort(key=lambda one: one.name != kind)
        return next(
            (
                one
                for found in classes
                for one in found.body
                if isinstance(one, ast.FunctionDef) and one.name == name
            ),
            None,
        )

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
    is_notebook = path.suffix.lower() == ".ipynb"
    try:
        size = path.stat().st_size
        if size > (_LARGEST_NOTEBOOK if is_notebook else _LARGEST):
            raise Fault("import", f"a file of {size:,} bytes", str(name))
        text = path.read_bytes()
    except OSError as error:
        raise Fault("import", f"it cannot be read: {error.strerror}", str(name)) from None
    try:
        cells = _cells(path, text)
    except SyntaxError as error:
        where = place_of(str(path), str(name), error.lineno)
        raise Fault("import", f"it is no Python: {error.msg}", where) from None
    except (ValueError, RecursionError, MemoryError) as error:
        told = str(error) or type(error).__name__
        told = told if is_notebook else f"it is no Python: {told}"
        raise Fault("import", told, str(name)) from None
    code = cells.code
    functions: dict[str, Definition] = {}
    classes: dict[str, Definition] = {}
    imports: set[str] = set()
    for node in code.body:
        if isinstance(node, ast.FunctionDef):
            functions[node.name] = Definition(node.name, _parameters(node), node.lineno, code=node)
        elif isinstance(node, ast.ClassDef):
            methods = tuple(one.name for one in node.body if isinstance(one, ast.FunctionDef))
            classes[node.name] = Definition(node.name, (), node.lineno, methods)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            _assign(node, functions)
    for one in ast.walk(code):
        if isinstance(one, ast.Import):
            imports |= {alias.name.partition(".")[0] for alias in one.names}
        elif isinstance(one, ast.ImportFrom) and one.module:
            imports.add(one.module.partition(".")[0])
    notes = tuple(f"{told} and is left out" for told in cells.told_broken())
    return File(path, code, functions, classes, frozenset(imports), tuple(cells.held), notes)


def _assign(node: ast.Assign | ast.AnnAssign, functions: dict[str, Definition]) -> None:
    """Add the other names that a function is given: `search = find = _mm`."""
    known = functions.get(node.value.id) if isinstance(node.value, ast.Name) else None
    if known is None:
        return
    for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
        if isinstance(target, ast.Name):
            functions[target.id] = replace(known, name=target.id, line=node.lineno)


def _cells(path: Path, text: bytes) -> Cells:
    """The code of a file; of a notebook, and of a script that was one, what its cells define.

    Raises:
        SyntaxError: it is no Python.
        ValueError: the same, or it is no notebook.
    """
    if path.suffix.lower() == ".ipynb":
        cells = cells_of_notebook(text)
        note_cells(str(path), cells.starts)
        return cells
    code = ast.parse(text, str(path))
    return cells_of_script(code) if is_script_of_cells(text) else Cells(code)


def _parameters(node: ast.FunctionDef) -> tuple[str, ...]:
    arguments = node.args
    return tuple(one.arg for one in (*arguments.posonlyargs, *arguments.args))
