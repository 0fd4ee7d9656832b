"""Custom games: a class in a Python file, or a game that a package offers.

`path/to/file.py:ClassName` names a class in a file. A package offers games through the entry point
group `plytrace.games`; each can then be used by its name:

    [project.entry-points."plytrace.games"]
    nim = "my_package.nim:Nim"

The class is called without arguments, or with the text of the size if there is one. A position is
passed to its method `parse`, which returns the initial state. The class may derive from
`engine.game.Game`, but need not.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine.errors import InvalidInput, PlytraceError, did_you_mean
from engine.game import AnyGame, Game
from engine.wrappers.aima import FromAima, missing_parts
from engine.wrappers.changed import Changed
from engine.wrappers.checked import Checked
from engine.wrappers.faults import error_place, error_text, relative_path

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


_Made = TypeVar("_Made")

_IN_A_FILE: Final = re.compile(
    r"(?P<file>.+?\.py)(?::(?P<name>[^:@\s]*)(?::(?P<size>[^@]*))?(?:@(?P<position>.*))?)?",
    re.DOTALL,
)
_GROUP: Final = "plytrace.games"
_OURS: Final = frozenset({"engine", "trees", "tracer", "tui"})
#: The Python files that this process has run, as absolute paths without links.
_RUN: Final[set[str]] = set()
#: The modules that these files imported from their folders, with the folders.
_IMPORTED: Final[dict[str, str]] = {}


def is_in_a_file(text: str) -> bool:
    """Return whether a text names a Python file, with or without a class."""
    return _IN_A_FILE.fullmatch(text.strip()) is not None


def find_file(text: str) -> str:
    """Return the Python file that a text names, as written; empty if none."""
    parts = _IN_A_FILE.fullmatch(text.strip())
    return parts["file"] if parts else ""


def find_class(text: str) -> str:
    """Return FILE:CLASS of a text, without size and position; empty if it names no file."""
    parts = _IN_A_FILE.fullmatch(text.strip())
    return ":".join(filter(None, parts.group("file", "name"))) if parts else ""


def is_loaded(text: str) -> bool:
    """Return whether this process has already run the file that a text names."""
    file = find_file(text)
    return bool(file) and str(Path(file).expanduser().resolve()) in _RUN


def is_like_a_game(thing: object) -> bool:
    """Return whether an object or class has most parts of a game."""
    return isinstance(thing, Game) or len(missing_parts(thing)) <= 2


def installed_games() -> dict[str, EntryPoint]:
    """Return the games that installed packages offer, by name."""
    from importlib.metadata import entry_points  # here, since most commands need no such game

    return {entry.name: entry for entry in entry_points(group=_GROUP)}


def installed_game(name: str, *, size: str = "", position: str = "") -> AnyGame | None:
    """Return a game that an installed package offers; None if none has this name."""
    entry = installed_games().get(name)
    if entry is None:
        return None
    try:
        offered = entry.load()
    except (Exception, SystemExit) as error:
        package = entry.dist.name if entry.dist else entry.module
        raise InvalidInput(
            f"the game {name} of the package {package} cannot be loaded: {error_text(error)}",
            where=error_place("", error.__traceback__),
            expected=f"a game class at {entry.value}",
        ) from error
    return game_from_class(offered, name, size=size, position=position)


def game_from_file(text: str) -> AnyGame:
    """Return the game of a text such as `nim.py:Nim`, `nim.py:Nim@3,5` or `nim.py:Nim:7@3,5`."""
    parts = _IN_A_FILE.fullmatch(text.strip())
    if parts is None:
        raise InvalidInput(f"{text!r} does not name a game in a file", expected="file.py:ClassName")
    path = Path(parts["file"]).expanduser()
    module = _run(path)
    offered = [
        name
        for name, thing in vars(module).items()
        if isinstance(thing, type) and thing.__module__ == module.__name__ and is_like_a_game(thing)
    ]
    name = parts["name"] or ""
    if not name:
        raise InvalidInput(
            "the class is missing",
            where=parts["file"],
            expected=f"{parts['file']}:{offered[0] if offered else 'ClassName'}",
        )
    if not hasattr(module, name):
        raise InvalidInput(
            f"there is no class {name!r}",
            where=parts["file"],
            expected=f"one of {', '.join(offered)}" if offered else "a class that is a game",
            hint=did_you_mean(name, offered),
        )
    return game_from_class(
        getattr(module, name),
        name,
        size=(parts["size"] or "").strip(),
        position=(parts["position"] or "").strip(),
    )


def game_from_class(made_by: Any, called: str, *, size: str = "", position: str = "") -> AnyGame:
    """Return a game made by a class or a function."""
    lacking = sorted(getattr(made_by, "__abstractmethods__", ()))
    if isinstance(made_by, type) and not lacking:
        lacking = [part for part in missing_parts(made_by) if part != "initial"]
    if lacking:
        raise InvalidInput(
            f"{called} is not a game: it lacks {', '.join(lacking)}",
            where=relative_path(_find_source(made_by)),
            expected="initial, to_move, actions, result, is_terminal and utility",
        )
    program = made_by
    if isinstance(made_by, type) or (callable(made_by) and not is_like_a_game(made_by)):
        arguments = [size] if size else []
        program = _call_foreign(
            made_by, f"{called}({', '.join(map(repr, arguments))})", made_by, *arguments
        )
    elif size:
        raise InvalidInput(
            f"{called} cannot take the size {size!r}",
            expected="no size: it is a game and not a class",
        )
    game = wrap_game(program)
    if position:
        if getattr(type(program), "parse", Game.parse) is Game.parse:
            raise InvalidInput(
                f"{called} cannot read positions",
                where=f"{called}@{position}",
                hint="Give it a method parse(text) that returns the state",
            )
        game.initial = game.parse(position)
    return game


def wrap_game(thing: Any) -> AnyGame:
    """Return a game for the searches; custom games are wrapped in `Checked`."""
    kind = type(thing)  # isinstance would ask an object for its __class__, which may recurse
    if issubclass(kind, type):
        return game_from_class(thing, thing.__name__)
    if not issubclass(kind, Game):
        return Checked(_call_foreign(thing, kind.__name__, FromAima, thing))
    if kind is Changed and (inner := wrap_game(thing.inner)) is not thing.inner:
        changed = Changed(inner, thing.changes)
        changed.initial = thing.initial
        return changed
    return thing if kind.__module__.partition(".")[0] in _OURS else Checked(thing)


def _run(path: Path) -> ModuleType:
    """Run a Python file, which may import modules from its folder."""
    # It is not imported: Python's import would write a cache folder next to it, and could use a
    # stale cache.
    try:
        source = path.read_bytes()
    except FileNotFoundError as error:
        raise InvalidInput("there is no such file", where=str(path)) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InvalidInput(f"the file cannot be read: {reason}", where=str(path)) from error
    from engine.wrappers.pickled_program import module_name  # late: few games are in files

    full, folder = str(path.resolve()), str(path.resolve().parent)
    module = ModuleType(module_name(path.resolve(), source))
    module.__file__ = full
    try:
        code = compile(source, full, "exec")
    except SyntaxError as error:
        place = ":".join(str(part) for part in (path, error.lineno, error.offset) if part)
        raise InvalidInput(f"the file is not Python: {error.msg}", where=place) from error
    except ValueError as error:  # null bytes
        raise InvalidInput(f"the file is not Python: {error}", where=str(path)) from error
    _RUN.add(full)
    sys.modules[module.__name__] = module  # where dataclasses look for their module
    _forget_imports_from_elsewhere(folder)
    loaded = {*sys.modules}
    sys.path.append(folder)
    try:
        exec(code, module.__dict__)
    except (Exception, SystemExit) as error:
        raise InvalidInput(
            f"the file does not run: {error_text(error)}",
            where=error_place(full, error.__traceback__),
            expected="a file that can be imported",
            hint='Put code that plays the game under if __name__ == "__main__":',
        ) from error
    finally:
        sys.path.remove(folder)
        _IMPORTED.update(
            {name: folder for name in {*sys.modules} - loaded if _is_below(folder, name)}
        )
    return module


def _forget_imports_from_elsewhere(folder: str) -> None:
    """Let a file import the modules of its folder, though another file imported equal names."""
    for name in [name for name, where in _IMPORTED.items() if where != folder]:
        del _IMPORTED[name]
        sys.modules.pop(name, None)


def _is_below(folder: str, name: str) -> bool:
    """Return whether an imported module comes from a folder or one in it."""
    file = getattr(sys.modules[name], "__file__", None)
    return file is not None and Path(folder) in Path(file).parents


def _call_foreign(owner: Any, called: str, make: Callable[..., _Made], *arguments: Any) -> _Made:
    """Call foreign code; report its exceptions with their place in its file."""
    try:
        return make(*arguments)
    except PlytraceError:
        raise
    except (Exception, SystemExit) as error:
        raise InvalidInput(
            f"{called} raised {error_text(error)}",
            where=error_place(_find_source(owner), error.__traceback__),
            expected="a class that can be called without arguments, or with the text of a size",
        ) from error


def _find_source(thing: Any) -> str:
    """Return the file that defines a class, function or object's class; empty if none."""
    is_code = issubclass(type(thing), type | FunctionType | BuiltinFunctionType | MethodType)
    code = thing if is_code else type(thing)
    module = sys.modules.get(getattr(code, "__module__", ""))
    return getattr(module, "__file__", None) or ""
