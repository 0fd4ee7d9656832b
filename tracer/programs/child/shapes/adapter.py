"""Programs of any form, which the adapter of a course calls with the watched game."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, Final

from ..failures import ProgramFailure, failure_of, source_location
from ..loading.source_files import SourceFile
from ..parameters import NO_LIMIT
from ..program import Driver, Program, ProgramResult, ProgramTask, read_answer
from ..watched_nodes import WatchedNodes
from .aima import Game

#: The name of the module. The program cannot import it.
_MODULE: Final = "adapter of the key"


@dataclass(frozen=True)
class Adapter:
    """An adapter."""

    #: Name of its file, for messages.
    name: str
    module: ModuleType
    names: tuple[str, ...]

    def call(self, program: ModuleType, game: Any, folder: Path) -> Any:
        """Return what the adapter's `call` returns."""
        try:
            return self.module.call(program, game)
        except Exception as error:
            failure = self._failure(error, program, folder)
            if failure is None:
                raise
            raise failure from error

    def _failure(
        self, error: Exception, program: ModuleType, folder: Path
    ) -> ProgramFailure | None:
        """Return the failure if the adapter raised the error; None if the program did."""
        ours, theirs, is_last = self._lines(error.__traceback__, folder)
        if isinstance(error, AttributeError) and isinstance(error.name, str):
            owner, name = error.obj, error.name
            if owner is program:
                return _without(name, [*vars(program)])
            kind = type(owner)
            if kind.__module__ == program.__name__ and not theirs:
                return ProgramFailure(f"its {kind.__name__} has no {name}")
            if kind.__module__ == _MODULE and theirs and not is_last:
                found = f"its {kind.__name__} has no {name}, which the program uses"
                return self._fault(found, "", theirs)
        is_endless = isinstance(error, RecursionError)
        if theirs and (not is_last or is_endless or isinstance(error, ProgramFailure)):
            return None
        found = failure_of(error, folder, "was called").message.removeprefix("it raised ")
        return self._fault(found, ours, theirs)

    def _fault(self, found: str, ours: str, theirs: str) -> ProgramFailure:
        """Return the failure of an adapter with its line, and the line of the program."""
        below = f"called from {theirs}" if theirs and ours else theirs
        where = ", ".join(filter(None, (ours or self.name, below)))
        message = f"the key's adapter is at fault, not the program: {found}"
        return ProgramFailure(message, where, is_undecided=True)

    def _lines(self, found: TracebackType | None, folder: Path) -> tuple[str, str, bool]:
        """Return the last lines of the adapter and of the program, and whose is the innermost."""
        ours = theirs = ""
        is_last = False
        inside = str(folder)
        while found is not None:
            code = found.tb_frame.f_code
            if found.tb_frame.f_globals is vars(self.module):
                ours, is_last = f"{self.name}:{found.tb_lineno}", True
            elif code.co_filename.startswith(inside):
                shown = str(Path(code.co_filename).relative_to(folder))
                theirs, is_last = source_location(code.co_filename, shown, found.tb_lineno), False
            found = found.tb_next
        return ours, theirs, is_last


def load_adapter(folder: Path, name: str, text: str) -> Adapter:
    """Return an adapter, after its file has been run."""
    module = ModuleType(_MODULE)
    code = ast.parse(text, name)
    adapter = Adapter(name, module, _names_used(code))
    try:
        exec(compile(code, name, "exec"), vars(module))
    except Exception as error:
        raise (adapter._failure(error, ModuleType(""), folder) or error) from error
    return adapter


def choose_file(files: Sequence[SourceFile], adapter: Adapter) -> SourceFile:
    """Return the file of a program that defines most of the names that its adapter uses."""
    known = [_names_defined(one) for one in files]
    many = [len(names & {*adapter.names}) for names in known]
    best = many.index(max(many))
    if adapter.names and not many[best]:
        raise _without(adapter.names[0], files[best].definitions.names)
    return files[best]


def _names_used(code: ast.Module) -> tuple[str, ...]:
    """Return the names that `call` reads from the program, in order, except those that it sets."""
    call = next(one for one in code.body if isinstance(one, ast.FunctionDef) and one.name == "call")
    program = (*call.args.posonlyargs, *call.args.args)[0].arg
    used = [
        one
        for one in ast.walk(call)
        if isinstance(one, ast.Attribute)
        and isinstance(one.value, ast.Name)
        and one.value.id == program
    ]
    is_set = {one.attr for one in used if isinstance(one.ctx, ast.Store)}
    return tuple(dict.fromkeys(one.attr for one in used if one.attr not in is_set))


def _names_defined(file: SourceFile) -> set[str]:
    """Return the names that a file defines at its top level."""
    targets = [
        one.id
        for statement in (*file.code.body, *file.deferred)
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        for one in ast.walk(statement)
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    ]
    return {*file.definitions.names, *targets}


def _without(name: str, defined: Sequence[str]) -> ProgramFailure:
    """Return the failure of a program that does not define a name."""
    own = [one for one in defined if not one.startswith("__")]
    listed = ", ".join(own[:8]) + (", …" if len(own) > 8 else "")
    return ProgramFailure(f"it has no {name}; it defines {listed or 'nothing'}")


class AdapterGame(Game):
    """The game of the AIMA shape with the settings of the key."""

    def __init__(self, watched: WatchedNodes, task: ProgramTask) -> None:
        super().__init__(watched, limited=task.depth is not None)
        self.search = task.search
        self.depth = NO_LIMIT if task.depth is None else task.depth
        self.alpha, self.beta = task.window


def run(program: Program, watched: WatchedNodes, task: ProgramTask) -> ProgramResult:
    """Call the adapter with the program and the game, and read what it returns."""
    assert program.adapter is not None, "the key has an adapter"
    returned = program.adapter.call(program.module, AdapterGame(watched, task), program.folder)
    return read_answer(returned, watched.node(0))


DRIVER: Final = Driver(
    "programs of any form, which a course's adapter calls (adapter: FILE in the key)",
    {},
    lambda *_: 0,
    run,
    takes_fractions=False,
    list_place=20,
    try_place=200,
)
