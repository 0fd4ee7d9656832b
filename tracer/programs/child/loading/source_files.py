"""The files of a program, their definitions, and the code to run.

Nothing of a program is executed here.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Final

from ..failures import ProgramFailure, failure_of, note_cells, source_location
from .definitions import Definitions
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
class SourceFile:
    """A file of a program."""

    path: Path
    #: Its code; for a notebook, what is run of it in any case.
    code: ast.Module
    definitions: Definitions
    #: Whether only a part of it is run, as of a notebook.
    is_reduced: bool = False
    #: Statements of it that run only if they are needed.
    deferred: tuple[ast.stmt, ...] = ()
    #: Remarks on the file, a sentence each.
    notes: tuple[str, ...] = ()
    text: bytes = field(default=b"", repr=False)

    @property
    def module_names(self) -> set[str]:
        """The names of the modules that it imports."""
        nodes = [*ast.walk(self.code)]
        names = {
            alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names
        }
        return names | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}

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


def source_files(folder: Path, *, only_definitions: bool = False) -> list[SourceFile]:
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
    return [_file(path, path.relative_to(folder), only_definitions) for path in found]


def _file(path: Path, name: Path, only_definitions: bool) -> SourceFile:
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
        or only_definitions
        or is_script_of_cells(text)
        or (may_wait and waits_for_input(code))
    )
    if is_reduced:
        code.body, deferred = split_statements(code.body)
    definitions = Definitions(code.body)
    return SourceFile(path, code, definitions, is_reduced, tuple(deferred), notes, text)
