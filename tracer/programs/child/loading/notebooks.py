"""The Python code of a notebook: definitions are kept, everything else only if needed.

A notebook's cells first define, and then draw, measure and play. Definitions are kept: functions,
classes, imports and plain assignments. An assignment that calls something, and a loop that only
fills tables, are kept if the checked function needs their names. Everything else is dropped, so
that no game is played besides the search.

The lines of all cells are numbered consecutively, so a line number identifies its cell
(`tracer.programs.child.failures`).
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

__all__ = [
    *("Cells", "cells_of_notebook", "cells_of_script", "is_script_of_cells", "waits_for_input"),
    "with_needed",
]

#: Magics of cells whose content is Python code that defines names.
_PYTHON_CELLS: Final = frozenset({"%%time", "%%capture", "%%prun", "%%python", "%%python3"})
#: A line that only IPython understands: a magic, a shell command, a help request.
_MAGIC: Final = re.compile(
    r"^(?P<room>\s*)(?:[%!?].*|[\w.]+\s*=\s*[%!].*|[\w.]+\?{1,2}\s*)$", re.MULTILINE
)
#: Lines by which editors mark the cells of a script.
_CELL_MARK: Final = re.compile(rb"^# (?:In\[[ \d]*\]:|%%)", re.MULTILINE)
#: Calls that only create values; for modules, any of their functions.
_HARMLESS: Final = frozenset(
    (
        *("float", "int", "complex", "bool", "str", "bytes", "len", "abs", "round", "range"),
        *("list", "dict", "set", "tuple", "frozenset", "zip", "enumerate", "sorted", "reversed"),
        *("min", "max", "sum", "object", "type", "namedtuple", "defaultdict", "deque", "Counter"),
        *("OrderedDict", "TypeVar", "NewType", "Random", "Fraction", "Decimal", "Path", "Enum"),
    )
)
_HARMLESS_OF: Final = frozenset(
    ("math", "np", "numpy", "collections", "typing", "random", "fractions", "enum", "string")
)
#: Calls that are kept as statements, because they configure the rest.
_SETTING: Final = frozenset({"setrecursionlimit", "seed"})


@dataclass
class Cells:
    """The code of a notebook.

    Args:
        code: code that is run.
        deferred: assignments that call something, and loops; they run only if needed.
        starts: for each cell, the line (from 0) before its first one, and its number.
        broken: cells that are not valid Python: number, line and error.
    """

    code: ast.Module = field(default_factory=lambda: ast.Module([], []))
    deferred: list[ast.stmt] = field(default_factory=list)
    starts: list[tuple[int, int]] = field(default_factory=list)
    broken: list[tuple[int, int, str]] = field(default_factory=list)

    def remarks_on_broken(self) -> list[str]:
        """Return a remark on each cell that is not valid Python."""
        return [
            f"cell {cell} is not valid Python (line {line}: {what})"
            for cell, line, what in self.broken
        ]


def cells_of_notebook(text: bytes) -> Cells:
    """Return the code of a notebook.

    Args:
        text: content of the file, in nbformat 3 or 4.

    Raises:
        ValueError: if it is not a notebook.
    """
    try:
        given: Any = json.loads(text)
    except (ValueError, UnicodeDecodeError) as error:
        raise ValueError(f"it is not a notebook: {error}") from None
    if isinstance(given, dict) and isinstance(given.get("worksheets"), list):
        sheets = [one for one in given["worksheets"] if isinstance(one, dict)]
        listed: Any = [cell for sheet in sheets for cell in sheet.get("cells") or ()]
    else:
        listed = given.get("cells") if isinstance(given, dict) else None
    if not isinstance(listed, list):
        raise ValueError("it is not a notebook: it has no cells")
    cells = Cells()
    line = 0
    for number, cell in enumerate(listed, 1):
        if not isinstance(cell, dict) or cell.get("cell_type") != "code":
            continue
        source = cell.get("source", cell.get("input", ""))
        lines = "".join(map(str, source)) if isinstance(source, list) else str(source)
        cells.starts.append((line, number))
        _read_cell(lines, number, line, cells)
        line += lines.count("\n") + 1
    return cells


def is_script_of_cells(text: bytes) -> bool:
    """Return whether a script is an exported notebook with cell marks."""
    return _CELL_MARK.search(text) is not None


def waits_for_input(code: ast.Module) -> bool:
    """Return whether running a script calls `input`, at its top level or in its own functions.

    Args:
        code: parsed script.
    """
    kinds = ast.FunctionDef | ast.ClassDef
    known = {
        one.name: one for one in ast.walk(code) if isinstance(one, ast.FunctionDef | ast.ClassDef)
    }
    waiting: list[ast.AST] = [
        one for one in code.body if not isinstance(one, kinds) and not _is_main(one)
    ]
    seen: set[str] = set()
    while waiting:
        names = set(_names_called(waiting.pop())) - seen
        if "input" in names - {*known}:
            return True
        seen |= names
        waiting += [known[name] for name in names if name in known]
    return False


def _is_main(node: ast.stmt) -> bool:
    """Return whether a statement is `if __name__ == "__main__":`."""
    return isinstance(node, ast.If) and any(
        isinstance(one, ast.Name) and one.id == "__name__" for one in ast.walk(node.test)
    )


def _names_called(node: ast.AST) -> Iterator[str]:
    """Yield the names of the functions and methods that a node calls."""
    for one in ast.walk(node):
        if isinstance(one, ast.Call):
            yield getattr(one.func, "attr", getattr(one.func, "id", ""))


def cells_of_script(code: ast.Module) -> Cells:
    """Return the definitions of a script.

    Args:
        code: parsed script.
    """
    cells = Cells()
    _keep(code.body, cells)
    return cells


def _read_cell(text: str, number: int, line: int, cells: Cells) -> None:
    """Add the definitions of a cell."""
    head, _, rest = text.lstrip().partition("\n")
    if head.startswith("%%"):
        if head.split()[0] not in _PYTHON_CELLS:
            return
        above = text.count("\n") - rest.count("\n")
        text = "\n" * above + rest
    try:
        body = _parsed(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        at = getattr(error, "lineno", None) or 1
        what = getattr(error, "msg", None) or str(error) or type(error).__name__
        cells.broken.append((number, at, what))
        return
    for one in body:
        ast.increment_lineno(one, line)
    _keep(body, cells)


def _parsed(text: str) -> list[ast.stmt]:
    """Return the statements of a cell; lines that only IPython understands do nothing."""
    try:
        return _statements(text)
    except SyntaxError:
        return _statements(_MAGIC.sub(r"\g<room>pass", text))


def _statements(text: str) -> list[ast.stmt]:
    flags = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    found = compile(text, "cell", "exec", flags, dont_inherit=True)
    assert isinstance(found, ast.Module)
    return found.body


def _keep(body: Iterable[ast.stmt], cells: Cells) -> None:
    for one in body:
        if _is_kept(one) and not isinstance(one, ast.Pass):
            cells.code.body.append(one)
        elif isinstance(one, ast.Assign | ast.AnnAssign) or (
            isinstance(one, ast.For) and not _may_act(one)
        ):
            cells.deferred.append(one)


def _is_kept(node: ast.stmt) -> bool:
    """Return whether a statement defines something and does nothing else."""
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
        return not _may_act(node)
    if isinstance(node, ast.If):
        return not _may_act(node.test) and all(map(_is_kept, (*node.body, *node.orelse)))
    if isinstance(node, ast.Try):
        inside = (*node.body, *node.orelse, *node.finalbody)
        handled = (one for handler in node.handlers for one in handler.body)
        return all(map(_is_kept, (*inside, *handled)))
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant) or _is_setting(node.value)
    if isinstance(node, ast.ImportFrom) and node.module == "__future__":
        return False  # it would have to come first; annotations are enabled anyway
    defining = ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom | ast.Pass
    return isinstance(node, defining)


def _is_setting(node: ast.expr) -> bool:
    if not isinstance(node, ast.Call) or any(_may_act(one) for one in node.args):
        return False
    function = node.func
    name = getattr(function, "attr", getattr(function, "id", ""))
    return name in _SETTING


def _may_act(node: ast.AST) -> bool:
    """Return whether a node contains a call that may play a game, draw or wait."""
    acting = ast.Await | ast.Yield | ast.YieldFrom
    return any(
        isinstance(one, acting) or (isinstance(one, ast.Call) and not _is_harmless(one.func))
        for one in ast.walk(node)
    )


def _is_harmless(called: ast.expr) -> bool:
    if isinstance(called, ast.Name):
        return called.id in _HARMLESS
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
        return called.value.id in _HARMLESS_OF
    return False


def with_needed(code: ast.Module, deferred: Iterable[ast.stmt], *used: str) -> ast.Module:
    """Return the code with those deferred assignments that functions need.

    Args:
        code: code that is run in any case.
        deferred: assignments that call something, and loops, in order.
        used: names that are used, such as that of the function or class that is called.
    """
    waiting = [*deferred]
    if not waiting:
        return code
    defined = {
        one.name: one for one in code.body if isinstance(one, ast.FunctionDef | ast.ClassDef)
    }
    needed: set[str] = set()
    new = {*used}
    kept: list[ast.stmt] = []
    while new:
        needed |= new
        found = [one for one in waiting if needed.intersection(_names_changed(one))]
        waiting = [one for one in waiting if one not in found]
        kept += found
        sources: list[ast.AST] = [defined[name] for name in new if name in defined]
        new = {name for one in (*sources, *found) for name in _names(one)} - needed
    body = sorted((*code.body, *kept), key=lambda one: one.lineno)
    return ast.Module(body, [])


def _targets(node: ast.stmt) -> Iterator[str]:
    """Yield the names that an assignment sets."""
    for one in ast.walk(node):
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
            yield one.id


def _names_changed(node: ast.stmt) -> Iterator[str]:
    """Yield the names that an assignment or a loop sets, or whose items it sets."""
    yield from _targets(node)
    for one in ast.walk(node):
        if isinstance(one, ast.Subscript) and isinstance(one.ctx, ast.Store):
            base = one.value
            while isinstance(base, ast.Subscript):
                base = base.value
            if isinstance(base, ast.Name):
                yield base.id


def _names(node: ast.AST) -> Iterator[str]:
    """Yield the names that a definition uses, except its parameters and local variables."""
    own = {one.arg for one in ast.walk(node) if isinstance(one, ast.arg)}
    shared = {name for one in ast.walk(node) if isinstance(one, ast.Global) for name in one.names}
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        own |= {*_targets(node)}
    names = (one for one in ast.walk(node) if isinstance(one, ast.Name))
    for one in names:
        if isinstance(one.ctx, ast.Load) and (one.id not in own or one.id in shared):
            yield one.id
