"""The Python code of a notebook: definitions are run, everything else only if needed.

A notebook's cells first define, and then draw, measure and play. Definitions are run: functions,
classes, imports and plain assignments. What calls something, and what reads a name that is not set
yet for this reason, is deferred: it runs only if the checked function needs a name that it sets.
Everything else is dropped, so that no game is played besides the search.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from ..usual_names import NAMES

#: Magics of cells whose content is Python code that defines names.
_PYTHON_CELLS: Final = frozenset({"%%time", "%%capture", "%%prun", "%%python", "%%python3"})
#: A line that only IPython understands: a magic, a shell command, a help request.
_MAGIC: Final = re.compile(
    r"^(?P<room>\s*)(?:[%!?].*|[\w.]+\s*=\s*[%!].*|[\w.]+\?{1,2}\s*)$", re.MULTILINE
)
#: Lines by which editors mark the cells of a script.
_CELL_MARK: Final = re.compile(rb"^# (?:In\[[ \d]*\]:|%%)", re.MULTILINE)
_CALLS: Final = NAMES["calls"]
#: Calls that only create values; for modules, any of their functions.
_HARMLESS: Final = _CALLS["creating values"]
_HARMLESS_OF: Final = _CALLS["of modules that create values"]
#: Methods that fill a table, and calls that are run as statements, since they set something.
_FILLING: Final = _CALLS["filling a table"]
_SETTING: Final = (*_FILLING, *_CALLS["configuring"])

_DEFINITIONS: Final = ast.FunctionDef | ast.ClassDef
_ASSIGNMENTS: Final = ast.Assign | ast.AnnAssign | ast.AugAssign


class Cell(NamedTuple):
    """A cell of a notebook."""

    #: Its number, from 1 and including text cells.
    number: int
    #: The line (from 0) before its first one, in the code of all cells.
    start: int
    body: Sequence[ast.stmt]
    #: A clause if it is not valid Python; else empty.
    remark: str


def read_texts(text: bytes) -> Iterator[tuple[str, bool]]:
    """Yield the text of each cell of a notebook, and whether it is code."""
    try:
        content: Any = json.loads(text)
    except (ValueError, UnicodeDecodeError) as error:
        raise ValueError(f"it is not a notebook: {error}") from None
    sheets = content.get("worksheets", [content]) if isinstance(content, dict) else []
    listed: list[Any] = [one.get("cells") for one in sheets if isinstance(one, dict)]
    if not listed or not all(isinstance(one, list) for one in listed):
        raise ValueError("it is not a notebook: it has no cells")
    for cell in (cell for cells in listed for cell in cells):
        fields = cell if isinstance(cell, dict) else {}
        source = fields.get("source", fields.get("input", ""))
        lines = "".join(map(str, source)) if isinstance(source, list) else str(source)
        yield lines, fields.get("cell_type") == "code"


def cells_of_notebook(text: bytes) -> list[Cell]:
    """Return the cells of a notebook that contain code; their lines are numbered consecutively."""
    cells: list[Cell] = []
    line = 0
    for number, (lines, is_code) in enumerate(read_texts(text), 1):
        if is_code:
            cells.append(_read_cell(lines, number, line))
            line += lines.count("\n") + 1
    return cells


def _read_cell(text: str, number: int, line: int) -> Cell:
    """Return a cell; its lines follow those of the cells above it."""
    head, _, rest = text.lstrip().partition("\n")
    if head.startswith("%%"):
        if head.split()[0] not in _PYTHON_CELLS:
            return Cell(number, line, (), "")
        text = "\n" * (text.count("\n") - rest.count("\n")) + rest
    try:
        body = _parse_cell(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        at = getattr(error, "lineno", None) or 1
        what = getattr(error, "msg", None) or str(error) or type(error).__name__
        remark = f"cell {number} is not valid Python (line {at}: {what})"
        return Cell(number, line, (), remark)
    for statement in body:
        ast.increment_lineno(statement, line)
    return Cell(number, line, body, "")


def _parse_cell(text: str) -> list[ast.stmt]:
    """Return the statements of a cell; lines that only IPython understands do nothing."""
    flags = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    try:
        code = compile(text, "cell", "exec", flags, dont_inherit=True)
    except SyntaxError:
        text = _MAGIC.sub(r"\g<room>pass", text)
        code = compile(text, "cell", "exec", flags, dont_inherit=True)
    assert isinstance(code, ast.Module)
    return [one for one in code.body if not isinstance(one, ast.Pass)]


def is_script_of_cells(text: bytes) -> bool:
    """Return whether a script is an exported notebook with cell marks."""
    return _CELL_MARK.search(text) is not None


def waits_for_input(code: ast.Module) -> bool:
    """Return whether running a script calls `input`, at its top level or in its own functions."""
    defined = {one.name: one for one in ast.walk(code) if isinstance(one, _DEFINITIONS)}
    waiting: list[ast.AST] = [
        one for one in code.body if not isinstance(one, _DEFINITIONS) and not _is_main(one)
    ]
    seen: set[str] = set()
    while waiting:
        names = {*_names_called(waiting.pop())} - seen
        if "input" in names - defined.keys():
            return True
        seen |= names
        waiting += [defined[name] for name in names if name in defined]
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


# What is run -------------------------------------------------------------------------------------


def split_statements(body: Iterable[ast.stmt]) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """Return the statements that are run in any case, and those that are deferred."""
    code: list[ast.stmt] = []
    deferred: list[ast.stmt] = []
    unset: set[str] = set()  # names of what is deferred or dropped
    for node in body:
        is_quiet = _is_quiet(node)
        is_definition = isinstance(node, _DEFINITIONS)
        if is_quiet and (is_definition or not (_fills(node) or unset & {*_names_read(node)})):
            code.append(node)
            unset.difference_update(_names_set(node))
        elif is_quiet or isinstance(node, _ASSIGNMENTS):
            deferred.append(node)
            unset.update(_names_set(node))
        else:
            unset.update(_names_set(node))
    return code, deferred


def select_needed(
    code: Sequence[ast.stmt], deferred: Sequence[ast.stmt], names: Iterable[str]
) -> list[ast.stmt]:
    """Return the statements to run: those run in any case, and deferred ones that are needed."""
    defined = {one.name: one for one in code if isinstance(one, _DEFINITIONS)}
    waiting, run = [*deferred], [*code]
    wanted: set[str] = set()
    new = {*names}
    while new and waiting:
        wanted |= new
        setting = [one for one in waiting if not wanted.isdisjoint(_names_set(one))]
        waiting = [one for one in waiting if one not in setting]
        run += setting
        sources = (*(defined[name] for name in new if name in defined), *setting)
        new = {name for one in sources for name in _names_read(one)} - wanted
    return sorted(run, key=lambda one: one.lineno)


def _is_quiet(node: ast.stmt) -> bool:
    """Return whether a statement sets names or configures, and does nothing else."""
    match node:
        case ast.FunctionDef() | ast.ClassDef() | ast.Import():
            return True
        case ast.ImportFrom():
            # The future's would have to come first; annotations are enabled anyway.
            return node.module != "__future__"
        case ast.Assign() | ast.AnnAssign() | ast.AugAssign() | ast.Pass():
            return not _may_act(node)
        case ast.Expr(value=ast.Call(func=function, args=arguments)):
            return _get_name(function) in _SETTING and not any(map(_may_act, arguments))
        case ast.Expr():
            return isinstance(node.value, ast.Constant)
        case ast.If(test=head) | ast.For(iter=head):
            return not _may_act(head) and all(map(_is_quiet, (*node.body, *node.orelse)))
        case ast.Try():
            handled = [one for handler in node.handlers for one in handler.body]
            inside = (*node.body, *handled, *node.orelse, *node.finalbody)
            return all(map(_is_quiet, inside))
    return False


def _fills(node: ast.stmt) -> bool:
    """Return whether a statement is a loop, or a call that fills a table."""
    match node:
        case ast.Expr(value=ast.Call(func=function)):
            return _get_name(function) in _FILLING
    return isinstance(node, ast.For)


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


def _get_name(called: ast.expr) -> str:
    return getattr(called, "attr", getattr(called, "id", ""))


def _names_set(node: ast.AST) -> Iterator[str]:
    """Yield the names that a statement sets, or whose items or attributes it sets."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
            return
        case ast.Name(ctx=ast.Store()):
            yield node.id
        case ast.alias():
            yield node.asname or node.name.partition(".")[0]
        case ast.Subscript(ctx=ast.Store()) | ast.Attribute(ctx=ast.Store()):
            yield from _base_name(node)
        case ast.Call() if _get_name(node.func) in _FILLING:
            yield from _base_name(node.func)
    for child in ast.iter_child_nodes(node):
        yield from _names_set(child)


def _base_name(node: ast.expr) -> Iterator[str]:
    """Yield the name of a variable whose item or attribute a node is."""
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id


def _names_read(node: ast.AST) -> Iterator[str]:
    """Yield the names that a statement uses, except a definition's parameters and variables."""
    inside = [*ast.walk(node)]
    own = {one.arg for one in inside if isinstance(one, ast.arg)}
    if isinstance(node, _DEFINITIONS):
        own |= {one.id for one in inside if isinstance(one, ast.Name) and _is_set(one)}
        own -= {name for one in inside if isinstance(one, ast.Global) for name in one.names}
    read = [one.target for one in inside if isinstance(one, ast.AugAssign)]
    read += [one for one in inside if isinstance(one, ast.Name) and not _is_set(one)]
    yield from (one.id for one in read if isinstance(one, ast.Name) and one.id not in own)


def _is_set(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)
