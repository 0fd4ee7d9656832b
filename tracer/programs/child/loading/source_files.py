"""The files of a program, their definitions, and the code to run.

Nothing of a program is executed here.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from ..failures import ProgramFailure, note_cells, source_location
from .notebooks import (
    Cells,
    cells_of_notebook,
    cells_of_script,
    is_script_of_cells,
    waits_for_input,
    with_needed,
)

__all__ = ["Definition", "SourceFile", "normalized", "source_files"]

_SUFFIXES: Final = (".py", ".ipynb")
#: Maximum number of bytes of a Python file, and of a notebook, which may contain pictures.
_LARGEST: Final = 2_000_000
_LARGEST_NOTEBOOK: Final = 50_000_000
#: Maximum number of Python files of a program.
_MOST_FILES: Final = 200


@dataclass(frozen=True)
class Definition:
    """A function or class in a file.

    Args:
        name: its name.
        parameters: names of a function's parameters; empty for a class.
        line: its line, from 1.
        methods: names of a class's methods; empty for a function.
        code: code of a function.
    """

    name: str
    parameters: tuple[str, ...]
    line: int
    methods: tuple[str, ...] = ()
    code: ast.FunctionDef | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class SourceFile:
    """A file of a program.

    Args:
        path: path of the file.
        code: its code; for a notebook, the definitions, imports and assignments of its cells.
        deferred: assignments of a notebook that call something; see `with_needed`.
        notes: remarks on the file, a sentence each.
        functions: its functions by name.
        classes: its classes by name.
        imports: names of the modules that it imports.
    """

    path: Path
    code: ast.Module
    functions: dict[str, Definition] = field(default_factory=dict)
    classes: dict[str, Definition] = field(default_factory=dict)
    imports: frozenset[str] = frozenset()
    deferred: tuple[ast.stmt, ...] = ()
    notes: tuple[str, ...] = ()

    def runnable(self, *names: str) -> ast.Module:
        """Return the code to run before its functions of these names, or the file, are used."""
        return with_needed(self.code, self.deferred, *names)

    def function_named(self, *names: str) -> Definition | None:
        """Return the function with the first known one of several names; see `normalized`."""
        by_plain = {normalized(name): one for name, one in self.functions.items()}
        return next(
            (by_plain[normalized(name)] for name in names if normalized(name) in by_plain), None
        )

    def method(self, kind: str, name: str) -> ast.FunctionDef | None:
        """Return the code of a method of a class, or of the first class that has it."""
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
        """Return whether a text occurs as a constant in its code."""
        return any(
            isinstance(one, ast.Constant) and one.value == text for one in ast.walk(self.code)
        )


def normalized(name: str) -> str:
    """Return a name in lowercase without underscores, for comparison."""
    return name.replace("_", "").casefold()


def source_files(folder: Path, *, definitions: bool = False) -> list[SourceFile]:
    """Return the files of a program, those nearest to the top first.

    Args:
        folder: folder that contains only the program.
        definitions: whether to keep only the definitions of scripts, as of notebooks.

    Raises:
        ProgramFailure: if it contains no Python file, or one cannot be read.
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
        raise ProgramFailure("missing", "there is no Python file (.py or .ipynb)")
    if len(found) > _MOST_FILES:
        raise ProgramFailure(
            "missing", f"there are {len(found):,} Python files, more than {_MOST_FILES}"
        )
    return [_file(path, path.relative_to(folder), definitions) for path in found]


def _file(path: Path, name: Path, definitions: bool) -> SourceFile:
    is_notebook = path.suffix.lower() == ".ipynb"
    try:
        size = path.stat().st_size
        if size > (_LARGEST_NOTEBOOK if is_notebook else _LARGEST):
            raise ProgramFailure("import", f"the file is too large: {size:,} bytes", str(name))
        text = path.read_bytes()
    except OSError as error:
        raise ProgramFailure("import", f"it cannot be read: {error.strerror}", str(name)) from None
    try:
        cells = _cells(path, text, definitions)
    except SyntaxError as error:
        where = source_location(str(path), str(name), error.lineno)
        raise ProgramFailure("import", f"it is not valid Python: {error.msg}", where) from None
    except (ValueError, RecursionError, MemoryError) as error:
        text_of_error = str(error) or type(error).__name__
        message = text_of_error if is_notebook else f"it is not valid Python: {text_of_error}"
        raise ProgramFailure("import", message, str(name)) from None
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
    notes = tuple(f"{remark} and is ignored" for remark in cells.remarks_on_broken())
    return SourceFile(
        path, code, functions, classes, frozenset(imports), tuple(cells.deferred), notes
    )


def _assign(node: ast.Assign | ast.AnnAssign, functions: dict[str, Definition]) -> None:
    """Record the other names of a function: `search = find = _mm`."""
    known = functions.get(node.value.id) if isinstance(node.value, ast.Name) else None
    if known is None:
        return
    for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
        if isinstance(target, ast.Name):
            functions[target.id] = replace(known, name=target.id, line=node.lineno)


def _cells(path: Path, text: bytes, definitions: bool) -> Cells:
    """Return the code of a file; for notebooks and scripts that wait for input, the kept part.

    Raises:
        SyntaxError: if it is not valid Python.
        ValueError: if it is not valid Python or not a notebook.
    """
    if path.suffix.lower() == ".ipynb":
        cells = cells_of_notebook(text)
        note_cells(str(path), cells.starts)
        return cells
    code = ast.parse(text, str(path))
    is_kept_whole = not (definitions or is_script_of_cells(text) or waits_for_input(code))
    return Cells(code) if is_kept_whole else cells_of_script(code)


def _parameters(node: ast.FunctionDef) -> tuple[str, ...]:
    arguments = node.args
    return tuple(one.arg for one in (*arguments.posonlyargs, *arguments.args))
