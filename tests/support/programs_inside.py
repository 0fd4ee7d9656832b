"""Runs a program of a shape in this very process, so that thousands of runs are cheap.

The game is that of a key, the shape's own code hands it over, and what comes out is marked as
`plytrace check-code` marks it; only the process of its own is left out, with all its limits.
"""

from __future__ import annotations

import sys
from array import array
from collections import deque
from pathlib import Path
from types import ModuleType
from typing import Any

from tracer.check.graders import grader_of
from tracer.check.problem import Problem
from tracer.check.sheet import Sheet
from tracer.programs.child.fault import told_of
from tracer.programs.child.shapes import Program, Task, function_for, shape_called
from tracer.programs.child.sources import files_of
from tracer.programs.child.table import Table
from tracer.programs.nodes import Nodes
from tracer.programs.running import Asked, Limits, Run
from tracer.programs.shapes import parent_shape
from tracer.programs.sheets import Watching, sheet_of_run

_GRADERS: dict[str, Any] = {}


class Inside:
    """The wire of a `Table`, with nobody at the other end but this."""

    def __init__(self, nodes: Nodes) -> None:
        self.nodes = nodes
        self.calls = array("q")
        self._waiting: deque[tuple[bytes, bytes]] = deque()

    def send(self, kind: bytes, payload: bytes) -> None:
        if kind == b"A":
            self._waiting.append((b"N", self.nodes.chunk(int(payload))))
        else:
            self.calls.frombytes(payload)

    def receive(self) -> tuple[bytes, bytes]:
        return self._waiting.popleft()


def asked_of(problem: Problem, shape: str) -> Asked:
    return Watching(Limits(), shape)._asked(problem)


def run_inside(folder: Path, code: str, problem: Problem, shape: str, function: str = "") -> Run:
    """A run of a program, written into a folder.

    Args:
        folder: an empty one.
        code: the program.
        problem: the key.
        shape: the shape.
        function: the function; the first of the shape's usual names by default.
    """
    (folder / "prog.py").write_text(code, encoding="utf-8")
    file = files_of(folder)[0]
    asked = asked_of(problem, shape)
    kind, parent = shape_called(shape), parent_shape(shape)
    called = function or function_for(file, kind, asked.search)
    assert called, "it has no function for this search"
    module = ModuleType(f"prog_{id(file)}")
    module.__file__ = str(folder / "prog.py")
    parent.check(asked.game)
    nodes = Nodes(
        asked.game, estimates=asked.depth is not None, action=parent.action, text=parent.text
    )
    wire = Inside(nodes)
    table = Table(wire)  # type: ignore[arg-type]
    task = Task(asked.search, asked.depth, asked.rounds, asked.window, parent.more(asked.game))
    before = {name: sys.modules.get(name) for name in ("util", "game", "pacman")}
    run = Run(nodes=nodes, calls=wire.calls, shape=shape)
    try:
        kind.prepare(folder)
        sys.modules[module.__name__] = module
        exec(compile(file.code, module.__file__, "exec"), module.__dict__)
        returned = kind.run(Program(file, module, called, folder), table, task)
        # As the process of its own sends it.
        run.returned = {"more": None, **vars(returned), "seconds": 0.0}
    except BaseException as error:
        fault = told_of(error, folder, "searched")
        run.fault, run.kind = fault.told, fault.kind
    finally:
        table.flush()
        sys.modules.pop(module.__name__, None)
        for name, one in before.items():
            if one is None:
                sys.modules.pop(name, None)
            else:
                sys.modules[name] = one
    return run


def record_of(run: Run, problem: Problem) -> dict[str, Any]:
    """The record of a run, as `plytrace check-code -f json` has it."""
    problem = problem.for_programs()
    grader = _GRADERS.get(repr(problem))
    if grader is None:
        grader = _GRADERS[repr(problem)] = grader_of(problem)
    record: dict[str, Any] = grader.mark(sheet_of_run(run, problem, Sheet("prog.py"))).record()
    return record


def answers_of(run: Run, problem: Problem) -> dict[str, Any]:
    """What a run says: its visits, and the move and value where it has them."""
    sheet = sheet_of_run(run, problem, Sheet("prog.py"))
    assert not sheet.error, sheet.error
    return dict(sheet.answers or {})


def is_named(record: dict[str, Any], slug: str) -> bool:
    """Whether a record names a misconception as one that reproduces the program."""
    found = {one["id"]: one["fit"] for one in record["misconceptions"]}
    whole = any(fit == 1 for fit in found.values())
    return found.get(slug) == 1 or (whole and slug in record["indistinguishable"])
