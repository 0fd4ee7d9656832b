"""The Python of a notebook: what of its cells is kept, and what is run besides.

A notebook's cells define, and then draw, measure and play. What defines is kept: functions,
classes, imports and plain assignments. An assignment that calls something is kept where the
function that is checked needs its name. Everything else is left out, so that nothing is played
beside the search.

The lines of the cells are numbered through, so that a place in the code tells its cell
(`tracer.programs.child.places`).
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

__all__ = ["Cells", "cells_of_notebook", "cells_of_script", "is_script_of_cells", "with_needed"]

#: Magics of whole cells whose cells are Python that defines what it says.
_PYTHON_CELLS: Final = frozenset({"%%time", "%%capture", "%%prun", "%%python", "%%python3"})
#: A line that IPython alone understands: a magic, a command of the shell, a question.
_MAGIC: Final = re.compile(
    r"^(?P<room>\s*)(?:[%!?].*|[\w.]+\s*=\s*[%!].*|[\w.]+\?{1,2}\s*)$", re.MULTILINE
)
#: Lines by which editors mark the cells of a script.
_CELL_MARK: Final = re.compile(rb"^# (?:In\[[ \d]*\]:|%%)", re.MULTILINE)
#: Calls that make values and do nothing else; of modules, any of their names.
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
#: Statements that are kept although they only call something: they set how the rest runs.
_SETTING: Final = frozenset({"setrecursionlimit", "seed"})


@dataclass
class Cells:
    """The code of a notebook.

    Args:
        code: what is run.
        held: assignments that call something, which are run where they are needed.
        starts: of each cell the line, from 0, before its first one, and the cell's number.
        broken: cells that are no Python: the number, the line and what is wrong there.
    """

    code: ast.Module = field(default_factory=lambda: ast.Module([], []))
    held: list[ast.stmt] = field(default_factory=list)
    starts: list[tuple[int, int]] = field(default_factory=list)
    broken: list[tuple[int, int, str]] = field(default_factory=list)

    def told_broken(self) -> list[str]:
        """The cells that are no Python, in words."""
        return [
            f"cell {cell} is no Python (line {line}: {what})" for cell, line, what in self.broken
        ]


def cells_of_notebook(text: bytes) -> Cells:
    """The code of a notebook.

    Args:
        text: the file, of nbformat 3 or 4.

    Raises:
        ValueError: it is no notebook.
    """
    try:
        given: Any = json.loads(text)
    except (ValueError, UnicodeDecodeError) as error:
        raise ValueError(f"it is no notebook: {error}") from None
    if isinstance(given, dict) and isinstance(given.get("worksheets"), list):
        sheets = [one for one in given["worksheets"] if isinstance(one, dict)]
        listed: Any = [cell for sheet in sheets for cell in sheet.get("cells") or ()]
    else:
        listed = given.get("cells") if isinstance(given, dict) else None
    if not isinstance(listed, list):
        raise ValueError("it is no notebook: it has no cells")
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
    """Whether a script is a notebook that was written out, with marks where its cells begin."""
    return _CELL_MARK.search(text) is not None


def cells_of_script(code: ast.Module) -> Cells:
    """The same of a script with marks of cells.

    Args:
        code: the whole of it.
    """
    cells = Cells()
    _keep(code.body, cells)
    return cells


def _read_cell(text: str, number: int, line: int, cells: Cells) -> None:
    """Add what a cell defines."""
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
    """The statements of a cell; lines that IPython alone understands do nothing."""
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
        elif isinstance(one, ast.Assign | ast.AnnAssign):
            cells.held.append(one)


def _is_kept(node: ast.stmt) -> bool:
    """Whether a statement defines something and does nothing else."""
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
        return False  # which would have to stand first; the code is compiled with annotations
    defining = ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom | ast.Pass
    return isinstance(node, defining)


def _is_setting(node: ast.expr) -> bool:
    if not isinstance(node, ast.Call) or any(_may_act(one) for one in node.args):
        return False
    function = node.func
    name = getattr(function, "attr", getattr(function, "id", ""))
    return name in _SETTING


def _may_act(node: ast.AST) -> bool:
    """Whether something is called that may play a game, draw or wait."""
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


def with_needed(code: ast.Module, held: Iterable[ast.stmt], function: str) -> ast.Module:
    """The code, with those of the held assignments that a function needs.

    Args:
        code: what is run in any case.
        held: assignments that call something, in order.
        function: the function or class that is called.
    """
    waiting = [*held]
    if not waiting:
        return code
    defined = {
        one.name: one for one in code.body if isinstance(one, ast.FunctionDef | ast.ClassDef)
    }
    needed: set[str] = set()
    new = {function}
    kept: list[ast.stmt] = []
    while new:
        needed |= new
        found = [one for one in waiting if needed.intersection(_targets(one))]
        waiting = [one for one in waiting if one not in found]
        kept += found
        sources: list[ast.AST] = [defined[name] for name in new if name in defined]
        new = {name for one in (*sources, *found) for name in _names(one)} - needed
    body = sorted((*code.body, *kept), key=lambda one: one.lineno)
    return ast.Module(body, [])


def _targets(node: ast.stmt) -> Iterator[str]:
    """The names that an assignment sets."""
    for one in ast.walk(node):
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
            yield one.id


def _names(node: ast.AST) -> Iterator[str]:
    """The names that a definition asks for, but for its own parameters and variables."""
    own = {one.arg for one in ast.walk(node) if isinstance(one, ast.arg)}
    shared = {name for one in ast.walk(node) if isinstance(one, ast.Global) for name in one.names}
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        own |= {*_targets(node)}
    asked = (one for one in ast.walk(node) if isinstance(one, ast.Name))
    for one in asked:
        if isinstance(one.ctx, ast.Load) and (one.id not in own or one.id in shared):
            yield one.id
