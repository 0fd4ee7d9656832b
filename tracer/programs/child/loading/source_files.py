"""The files of a program, their definitions, and the code to run.

Nothing of a program is executed here.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Final

from ..failures import ProgramFailure, failure_of, note_cells, source_location
from .notebooks import (
    cells_of_notebook,
    is_script_of_cells,
    select_needed,
    split_statements,
    waits_for_input,
)

_SUFFIXES: Final = (".py", ".ipynb")
#: Maximum number of bytes of a Python file, and of a notebook, which may contain pictures.
_LARGEST: Final = 2_000_000
_LARGEST_NOTEBOOK: Final = 50_000_000
#: Maximum number of Python files of a program.
_MOST_FILES: Final = 200


@dataclass(frozen=True)
class Definition:
    """A function or class in a file."""

    name: str
    #: Names of a function's parameters, of a method's without the first; empty for a class.
    parameters: tuple[str, ...]
    line: int
    #: The methods of a class.
    methods: Mapping[str, Definition] = field(default_factory=dict)
    code: ast.FunctionDef | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class SourceFile:
    """A file of a program."""

    path: Path
    #: Its code; for a notebook, what is run of it in any case.
    code: ast.Module
    functions: dict[str, Definition] = field(default_factory=dict)
    classes: dict[str, Definition] = field(default_factory=dict)
    #: Whether only a part of it is run, as of a notebook.
    is_reduced: bool = False
    #: Statements of it that run only if they are needed.
    deferred: tuple[ast.stmt, ...] = ()
    #: Remarks on the file, a sentence each.
    notes: tuple[str, ...] = ()
    text: bytes = field(default=b"", repr=False)

    def run(self, module: ModuleType, names: Collection[str], folder: Path) -> list[str]:
        """Run the code in a module, and return a note on each statement that fails."""
        parts = [self.code]
        if self.is_reduced:
            statements = select_needed(self.code.body, self.deferred, names)
            parts = [ast.Module([one], []) for one in statements]
        notes = []
        for part in parts:
            try:
                exec(compile(part, str(self.path), "exec"), module.__dict__)
            except Exception as error:
                if not self.is_reduced:
                    raise
                notes.append(failure_of(error, folder, "was loaded").text)
        return notes

    def function_named(self, *names: str) -> Definition | None:
        """Return the function with the first known one of several names; see `normalize`."""
        by_plain = {normalize(name): one for name, one in self.functions.items()}
        return next(
            (by_plain[normalize(name)] for name in names if normalize(name) in by_plain), None
        )

    def class_named(self, *names: str) -> str | None:
        """Return the class with the first known one of several names.

        If there is none, it is the only one that has a method of such a name.
        """
        plain = {*map(normalize, names)}
        able = [
            name for name, each in self.classes.items() if plain & {*map(normalize, each.methods)}
        ]
        named = [name for name in names if name in self.classes]
        return next(iter(named or (able if len(able) == 1 else ())), None)

    def method(self, kind: str, name: str) -> Definition | None:
        """Return a method of a class, or of the first class that has it."""
        classes = sorted(self.classes.values(), key=lambda one: one.name != kind)
        return next((one.methods[name] for one in classes if name in one.methods), None)


def normalize(name: str) -> str:
    """Return a name in lowercase without underscores, for comparison."""
    return name.replace("_", "").casefold()


def source_files(folder: Path, *, definitions: bool = False) -> list[SourceFile]:
    """Return the files of a program, those nearest to the top first."""
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
        raise ProgramFailure("there is no Python file (.py or .ipynb)")
    if len(found) > _MOST_FILES:
        raise ProgramFailure(f"there are {len(found):,} Python files, more than {_MOST_FILES}")
    return [_file(path, path.relative_to(folder), definitions) for path in found]


def _file(path: Path, name: Path, definitions: bool) -> SourceFile:
    is_notebook = path.suffix.lower() == ".ipynb"
    try:
        size = path.stat().st_size
        if size > (_LARGEST_NOTEBOOK if is_notebook else _LARGEST):
            raise ProgramFailure(f"the file is too large: {size:,} bytes", str(name))
        text = path.read_bytes()
    except OSError as error:
        raise ProgramFailure(f"it cannot be read: {error.strerror}", str(name)) from None
    notes: tuple[str, ...] = ()
    try:
        if is_notebook:
            cells = cells_of_notebook(text)
            note_cells(str(path), [(one.start, one.number) for one in cells])
            notes = tuple(f"{one.remark} and is ignored" for one in cells if one.remark)
            code = ast.Module([statement for one in cells for statement in one.body], [])
        else:
            code = ast.parse(text, str(path))
    except SyntaxError as error:
        where = source_location(str(path), str(name), error.lineno)
        raise ProgramFailure(f"it is not valid Python: {error.msg}", where) from None
    except (ValueError, RecursionError, MemoryError) as error:
        text_of_error = str(error) or type(error).__name__
        message = text_of_error if is_notebook else f"it is not valid Python: {text_of_error}"
        raise ProgramFailure(message, str(name)) from None
    deferred: list[ast.stmt] = []
    # Most programs do not contain the word, and reading the whole code for it takes long.
    may_wait = b"input" in text
    is_reduced = (
        is_notebook
        or definitions
        or is_script_of_cells(text)
        or (may_wait and waits_for_input(code))
    )
    if is_reduced:
        code.body, deferred = split_statements(code.body)
    functions: dict[str, Definition] = {}
    classes: dict[str, Definition] = {}
    for node in code.body:
        if isinstance(node, ast.FunctionDef):
            functions[node.name] = _define(node)
        elif isinstance(node, ast.ClassDef):
            inside = [one for one in node.body if isinstance(one, ast.FunctionDef)]
            methods = {one.name: _define(one, skipped=1) for one in inside}
            classes[node.name] = Definition(node.name, (), node.lineno, methods)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            _assign(node, functions)
    return SourceFile(path, code, functions, classes, is_reduced, tuple(deferred), notes, text)


def _assign(node: ast.Assign | ast.AnnAssign, functions: dict[str, Definition]) -> None:
    """Record the other names of a function, `search = find = _mm`, and those of a lambda."""
    definition: Definition | None = None
    if isinstance(node.value, ast.Name):
        definition = functions.get(node.value.id)
    elif isinstance(node.value, ast.Lambda):
        body: list[ast.stmt] = [ast.Return(node.value.body)]
        code = ast.FunctionDef("lambda", node.value.args, body, [], lineno=node.lineno)
        definition = _define(code)
    if definition is None:
        return
    for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
        if isinstance(target, ast.Name):
            functions[target.id] = replace(definition, name=target.id, line=node.lineno)


def _define(node: ast.FunctionDef, skipped: int = 0) -> Definition:
    """Return the definition of a function, or of a method, whose first parameter is skipped."""
    parameters = [one.arg for one in (*node.args.posonlyargs, *node.args.args)]
    return Definition(node.name, (*parameters[skipped:],), node.lineno, code=node)
