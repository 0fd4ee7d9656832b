"""Games of one's own: a class in a Python file, or one that a package offers.

`path/to/file.py:ClassName` names a class in a file. A package offers games through the entry point
group `plytrace.games`; each is then a game by its name, as ours are:

    [project.entry-points."plytrace.games"]
    nim = "my_package.nim:Nim"

Such a class is called without arguments, or with the text of the size where one is given. A
position is handed to its method `parse`, and what that returns is the initial state. The class may
derive from `engine.game.Game` or from nothing.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine.errors import InvalidInput, PlytraceError, did_you_mean
from engine.game import AnyGame, Game
from engine.wrappers.aima import FromAima, missing_parts
from engine.wrappers.checked import Checked
from engine.wrappers.faults import near, place_in, told
from engine.wrappers.wrapped import Wrapped

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "adopted",
    "from_class",
    "from_file",
    "from_name",
    "installed",
    "is_in_a_file",
    "is_like_a_game",
]

_Made = TypeVar("_Made")

_IN_A_FILE: Final = re.compile(
    r"(?P<file>.+?\.py)(?::(?P<name>[^:@\s]*)(?::(?P<size>[^@]*))?(?:@(?P<position>.*))?)?",
    re.DOTALL,
)
_GROUP: Final = "plytrace.games"
_OURS: Final = frozenset({"engine", "trees", "tracer", "tui"})


def is_in_a_file(text: str) -> bool:
    """Whether a text names a Python file, with or without a class in it."""
    return _IN_A_FILE.fullmatch(text.strip()) is not None


def is_like_a_game(thing: object) -> bool:
    """Whether it is, or tries to be, a game or a class of one: most of the parts are there."""
    return isinstance(thing, Game) or len(missing_parts(thing)) <= 2


def installed() -> dict[str, EntryPoint]:
    """The games that installed packages offer, by name."""
    from importlib.metadata import entry_points  # here, since most commands need no such game

    return {entry.name: entry for entry in entry_points(group=_GROUP)}


def from_name(name: str, *, size: str = "", position: str = "") -> AnyGame | None:
    """A game that an installed package offers; None where there is none of that name.

    Raises:
        InvalidInput: as `from_class` says, or the package cannot be imported.
    """
    entry = installed().get(name)
    if entry is None:
        return None
    try:
        offered = entry.load()
    except (Exception, SystemExit) as error:
        raise InvalidInput(
            f"the game {name} of the package {_package(entry)} cannot be loaded: {told(error)}",
            where=place_in("", error.__traceback__),
            expected=f"{entry.value} to be a class that is a game",
        ) from error
    return from_class(offered, name, size=size, position=position)


def from_file(text: str, to_move: str = "") -> AnyGame:
    """The game of a text such as `nim.py:Nim`, `nim.py:Nim@3,5` or `nim.py:Nim:7@3,5`.

    Args:
        text: a file, a class in it, and perhaps a size and a position.
        to_move: the side to move; it is handed to `parse` after the position and a space.

    Raises:
        InvalidInput: the file is not there or does not run, has no such class, or the class is no
            game or cannot be made.
    """
    parts = _IN_A_FILE.fullmatch(text.strip())
    if parts is None:
        raise InvalidInput(f"{text!r} names no game in a file", expected="file.py:ClassName")
    path = Path(parts["file"]).expanduser()
    module = _run(path)
    offered = [name for name, thing in vars(module).items() if _is_theirs(thing, module)]
    name = parts["name"] or ""
    if not name:
        raise InvalidInput(
            "no class is named",
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
    return from_class(
        getattr(module, name),
        name,
        size=(parts["size"] or "").strip(),
        position=f"{(parts['position'] or '').strip()} {to_move}".strip(),
    )


def from_class(made_by: Any, called: str, *, size: str = "", position: str = "") -> AnyGame:
    """A game of a class, or of whatever else is called to make one.

    Args:
        made_by: the class; a function that returns a game; or the game itself.
        called: what it is called in messages, and where it is in a list of games its name.
        size: the text of a size; the class is called without arguments where it is empty.
        position: a text for its `parse`; empty for its initial state.

    Raises:
        InvalidInput: it is no game, cannot be made, or cannot read the position.
    """
    lacking = sorted(getattr(made_by, "__abstractmethods__", ()))
    if isinstance(made_by, type) and not lacking:
        lacking = [part for part in missing_parts(made_by) if part != "initial"]
    if lacking:
        raise InvalidInput(
            f"{called} is no game: it lacks {', '.join(lacking)}",
            where=_file_of(made_by),
            expected="initial, to_move, actions, result, is_terminal and utility",
        )
    made = made_by
    if isinstance(made_by, type) or (callable(made_by) and not is_like_a_game(made_by)):
        arguments = [size] if size else []
        made = _theirs(made_by, f"{called}({', '.join(map(repr, arguments))})", made_by, *arguments)
    elif size:
        raise InvalidInput(
            f"a size {size!r} for {called}", expected="no size: it is a game and not a class"
        )
    game = adopted(made)
    if position:
        if getattr(type(made), "parse", Game.parse) is Game.parse:
            raise InvalidInput(
                f"{called} reads no positions",
                where=f"{called}@{position}",
                hint="Give it a method parse(text) that returns the state",
            )
        game.initial = game.parse(position)
    return game


def adopted(thing: Any) -> AnyGame:
    """A game as the searches take it: ours as it is, any other one watched by `Checked`.

    Args:
        thing: a game, an object with the methods of one, or a class of those.

    Raises:
        InvalidInput: it is no game.
    """
    if isinstance(thing, type):
        return from_class(thing, thing.__name__)
    if isinstance(thing, Game):
        return thing if _is_ours(thing) else Checked(thing)
    game = _theirs(thing, type(thing).__name__, FromAima, thing)
    return Checked(game, program=thing)


def _is_ours(game: AnyGame) -> bool:
    """Whether it was written here, down to what is wrapped, or is watched already."""
    if isinstance(game, Checked):
        return True
    if isinstance(game, Wrapped) and not _is_ours(game.inner):
        return False
    return type(game).__module__.partition(".")[0] in _OURS


def _is_theirs(thing: object, module: ModuleType) -> bool:
    """Whether it is a class that a file itself defines and that could be a game."""
    return isinstance(thing, type) and thing.__module__ == module.__name__ and is_like_a_game(thing)


def _run(path: Path) -> ModuleType:
    """Run a Python file; its folder is searched for what it imports.

    It is compiled here and not by Python's import, which would leave a folder of compiled files
    beside it and might take an old one for the new.
    """
    try:
        source = path.read_bytes()
    except FileNotFoundError as error:
        raise InvalidInput("there is no such file", where=str(path)) from error
    except (OSError, ValueError) as error:
        told_by = getattr(error, "strerror", None) or str(error)
        raise InvalidInput(f"cannot be read: {told_by}", where=str(path)) from error
    full, folder = str(path.resolve()), str(path.resolve().parent)
    module = ModuleType(f"plytrace_own.{path.stem}")
    module.__file__ = full
    try:
        code = compile(source, full, "exec")
    except SyntaxError as error:
        place = ":".join(str(part) for part in (path, error.lineno, error.offset) if part)
        raise InvalidInput(f"is not Python: {error.msg}", where=place) from error
    except ValueError as error:  # null bytes
        raise InvalidInput(f"is not Python: {error}", where=str(path)) from error
    sys.modules[module.__name__] = module  # where dataclasses look for their module
    sys.path.append(folder)
    try:
        exec(code, module.__dict__)
    except (Exception, SystemExit) as error:
        raise InvalidInput(
            f"the file does not run: {told(error)}",
            where=place_in(full, error.__traceback__),
            expected="a file that can be imported",
            hint='What plays the game belongs under if __name__ == "__main__":',
        ) from error
    finally:
        sys.path.remove(folder)
    return module


def _theirs(owner: Any, called: str, make: Callable[..., _Made], *arguments: Any) -> _Made:
    """Call what is not ours; what it raises is told with the place in its file."""
    try:
        return make(*arguments)
    except PlytraceError:
        raise
    except (Exception, SystemExit) as error:
        raise InvalidInput(
            f"{called} raised {told(error)}",
            where=place_in(_source_of(owner), error.__traceback__),
            expected="a class that can be called without arguments, or with the text of a size",
        ) from error


def _source_of(thing: Any) -> str:
    """The file that a class, a function or an object's class stands in; empty if in none."""
    code = thing if isinstance(thing, type) or inspect.isroutine(thing) else type(thing)
    module = sys.modules.get(getattr(code, "__module__", ""))
    return getattr(module, "__file__", None) or ""


def _file_of(thing: Any) -> str:
    file = _source_of(thing)
    return near(file) if file else ""


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.module
