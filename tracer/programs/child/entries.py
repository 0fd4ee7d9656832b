"""What is called of a program: the shape, the file, and its function or method for the search.

A function is found by names, windows and callers.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final

from .failures import ProgramFailure
from .loading.definitions import Definition, Definitions, normalize
from .loading.source_files import SourceFile
from .parameters import ALPHA, BETA, GAME, STATE
from .program import Driver, find_driver
from .usual_names import NAMES

#: The search that has no window, but whose functions may have one: then they are alpha-beta.
_PLAIN: Final = "minimax"
#: Names of functions that can be a part of any search.
_PARTS: Final = ("maxvalue", "value")
#: Names of methods that decide for an object, and of functions that may do so for a file.
_ROOTS: Final = frozenset(map(normalize, NAMES["methods of classes"]["search"]))
#: Parts of the names of functions that decide on a move, and of those that do other things.
_OF_MOVES: Final = NAMES["entries"]["of moves"]
_OF_OTHERS: Final = NAMES["entries"]["of others"]
#: Parameters for what a program decides itself.
_SETTINGS: Final = frozenset(NAMES["entries"]["of settings"])
_TREE: Final = {*STATE, *GAME, *NAMES["parameters for trees"]["node"]}
#: Parameters that a caller can fill.
_FILLED: Final = _TREE.union(
    *(
        names
        for group in ("parameters", "parameters for trees", "functions of a game")
        for names in NAMES[group].values()
    )
)
#: Names of files that are preferred to others.
_USUAL: Final = ("mp520.py", "multiAgents.py", "main.py")

#: How well a function fits a search: it has a name that only searches with a window have; a usual
#: name, and a window if the search has one; any name, but a window; a usual name alone.
_OWN, _FITTING, _WINDOWED, _NAMED = range(4)


@dataclass(frozen=True)
class EntryRequest:
    """The search, and what the key names."""

    search: str
    #: Whether the search hands down a window.
    has_window: bool
    parts: Collection[str]
    #: The shape, and the function, class or method; None if the key names none.
    shape: str | None
    function: str | None


class EntryChoice:
    """The functions and methods of a file, and which of them a search calls."""

    def __init__(
        self,
        definitions: Definitions,
        functions: Mapping[str, Sequence[str]],
        request: EntryRequest,
    ) -> None:
        """Sort the functions by how well they fit.

        Args:
            definitions: what the file defines.
            functions: the usual names of functions by search, the most usual first.
            request: the search; if it names a class, only the methods of this are meant.
        """
        search, kind = request.search, request.function
        self._definitions = definitions
        self._request = request
        self._callables = {
            path: each
            for path, each in definitions.callables.items()
            if kind in (None, each.owner) and not _is_hidden(each)
        }
        plain = {*map(normalize, functions.get(_PLAIN, ()))}
        self._names = [*dict.fromkeys(map(normalize, functions.get(search, ())))]
        self._plain = plain if request.has_window else set[str]()
        self._own = {*self._names}.difference(plain, _PARTS) if request.has_window else set[str]()
        #: The names of functions for other searches.
        self._others = {*map(normalize, chain(*functions.values()))}.difference(self._names)
        #: The searches, a name of which means no other one; a minimax may have a window.
        self._searches = {*map(normalize, functions)} - {search, _PLAIN}
        ranks = {each: self._rank(each) for each in self._callables.values()}
        self._ranks = {each: rank for each, rank in ranks.items() if rank is not None}

    def _rank(self, each: Definition) -> tuple[int, int] | None:
        """Return how well a function fits, and the place of its name; None if it does not."""
        labels = self._labels(each)
        places = [self._names.index(label) for label in labels if label in self._names]
        place = min(places, default=-1)
        is_recursive, has_window = each.path in self._reach(each), self._has_window(each)
        is_single = normalize(each.name) in _PARTS and not is_recursive
        if each.owner and (is_single or self._is_of_other(each)):
            return None  # of the class of another search, or such as the value of a node
        if self._own.intersection(labels):
            return _OWN, place
        sorts_by_window = self._request.has_window or self._request.search == _PLAIN
        if place >= 0 and (not sorts_by_window or has_window == self._request.has_window):
            return _FITTING, place
        is_of_min = "min" in normalize(each.name) and "max" not in normalize(each.name)
        is_search = is_recursive and not is_of_min and not self._is_of_other(each)
        if self._request.has_window and is_search and _takes_window(each.parameters):
            return _WINDOWED, place
        return (_NAMED, place) if place >= 0 else None

    def find(self) -> Definition | None:
        """Return what is called; None if nothing fits."""
        named = self._find_named()
        if named is None:
            return next(iter(self._list_roots()), None)
        return self._find_other_root(named) or self._find_caller(named) or named

    def describe(self, entry: Definition) -> dict[str, list[str]]:
        """Return what is called, and what else may be meant; empty if nothing else may.

        Functions `above` call the one that is called. Those `beside` may be right though it is
        wrong.
        """
        below = {entry.path, *self._reach(entry)}
        codes = [self._callables[path].code for path in below if path in self._callables]
        # A caller may be right if only it knows a setting.
        is_whole = self._is_whole(entry) and not _SETTINGS.intersection(_list_required(entry))
        fitting = [each for each, (fit, _) in self._ranks.items() if fit <= _FITTING]
        rivals = (*sorted(fitting, key=self._ranks.__getitem__), *self._list_tops(entry))
        others = {
            each.path: is_whole and entry.path in self._reach(each)
            for each in rivals
            if each.code not in codes and self._is_whole(each)
        }
        usual = min((place for _, place in self._ranks.values() if place >= 0), default=None)
        if not others and entry in self._ranks and self._ranks[entry][1] == usual:
            return {}
        above = [path for path, is_above in others.items() if is_above]
        beside = [path for path, is_above in others.items() if not is_above]
        return {"called": [entry.path], "above": above, "beside": beside}

    def list_users(self, name: str) -> list[Definition]:
        """Return the functions that may be called, and use a name such as an imported one."""
        return [
            each
            for each in self._callables.values()
            if self._can_enter(each)
            and any(
                name in (getattr(node, "id", ""), getattr(node, "attr", "")) for node in each.nodes
            )
        ]

    def _find_named(self) -> Definition | None:
        """Return the function that fits best."""
        named = min(self._ranks, key=self._ranks.__getitem__, default=None)
        if named is None or normalize(named.name) not in _PARTS:
            return named
        is_plain = self._request.has_window and not self._has_window(named)
        return None if is_plain or self._is_of_another(named) else named

    def _find_other_root(self, named: Definition) -> Definition | None:
        """Return the root of another search if none calls the one with the best name."""
        for root in () if self._list_tops(named) else self._list_roots():
            below = self._reach(root)
            is_apart = root.owner == named.owner and not below & {root.path, named.path}
            if root != named and is_apart and any(map(self._is_search, below)):
                return root
        return None

    def _is_search(self, path: str) -> bool:
        """Return whether a function calls itself, or has the name of a search."""
        each = self._definitions.callables[path]
        return path in self._reach(each) or self._is_plain(each) or self._is_of_other(each)

    def _find_caller(self, start: Definition) -> Definition | None:
        """Return the function that calls a search, and that is called instead; None if unsure.

        A function with the name of a whole search is called itself, unless one with another such
        name calls it, the key asks for the move, which only its caller returns, or only its caller
        knows a setting such as whether it prunes.
        """
        tops, parts = self._list_tops(start), self._request.parts
        if len(tops) == 1 and _SETTINGS.intersection(_list_required(start)):
            return tops[0]
        deciding = [each for each in tops if any(map(normalize(each.name).count, _OF_MOVES))]
        own = [each for each in tops if self._is_own(each) and (self._own or each not in deciding)]
        if own:
            return min(own, key=self._ranks.__getitem__)
        chosen: Sequence[Definition] = ()
        returns_pair = self._definitions.returns_pair
        if "value" in normalize(start.name) or self._ranks[start][1] < 0:
            chosen = deciding or tops
        elif "move" in parts and "utility" not in parts and deciding:
            chosen = deciding
        elif "move" in parts and not returns_pair(start.path):
            chosen = [each for each in tops if returns_pair(each.path)]
        return chosen[0] if len(chosen) == 1 else None

    def _is_own(self, each: Definition) -> bool:
        """Return whether a function has a name of the whole search itself."""
        fit, place = self._ranks.get(each, (_NAMED, -1))
        return fit == (_OWN if self._own else _FITTING) and place >= 0

    def _labels(self, each: Definition) -> list[str]:
        """Return the names by which it is known: its own, and that of its class if it decides."""
        name = normalize(each.name)
        return [name, normalize(each.owner)] if each.owner and name in _ROOTS else [name]

    def _is_of_other(self, each: Definition) -> bool:
        """Return whether it has the name of another search; a minimax with a window is no other."""
        labels = {*self._labels(each)}
        is_minimax = bool(labels & {*self._plain}) and self._has_window(each)
        return bool(labels & self._others) and not (labels & self._own or is_minimax)

    def _is_plain(self, each: Definition) -> bool:
        """Return whether it is a minimax by its name, and has no window although the search has."""
        named = {*self._labels(each)}.intersection(self._plain).difference(_PARTS, _ROOTS)
        return bool(named) and not self._has_window(each)

    def _is_of_another(self, part: Definition) -> bool:
        """Return whether a part such as `max_value` is called by another search."""
        others = filter(self._is_of_other, self._callables.values())
        return any(part.path in self._reach(each) for each in others)

    def _is_whole(self, each: Definition) -> bool:
        """Return whether a name is that of a whole search, and of no search with another name."""
        name = normalize(each.name)
        is_part = name in _PARTS or any(map(name.count, self._searches))
        return bool(self._own.intersection(self._labels(each))) or not is_part

    def _list_roots(self) -> list[Definition]:
        """Return the functions that decide by their names, and that nothing else calls."""
        called = {
            path
            for each in self._callables.values()
            for path in self._reach(each)
            if path != each.path
        }
        roots = [
            each
            for path, each in self._callables.items()
            if path not in called and self._is_root(each) and self._can_enter(each)
        ]
        return sorted(roots, key=self._find_misfit)

    def _find_misfit(self, root: Definition) -> tuple[bool, int]:
        """Return whether a root does not search, and whether its class names another search."""
        searches = any(map(self._is_search, {root.path, *self._reach(root)}))
        owner = normalize(root.owner)
        if normalize(self._request.search) in owner:
            return not searches, 0
        return not searches, 1 + any(map(owner.count, {*self._searches, _PLAIN}))

    def _is_root(self, each: Definition) -> bool:
        name = normalize(each.name)
        return name in _ROOTS and (bool(each.owner) or name in self._names)

    def _list_tops(self, start: Definition) -> list[Definition]:
        """Return the functions that search by a call of a function, but not those they call."""
        able = [each for each in self._callables.values() if self._is_entry(each, start)]
        called = {path for each in able for path in self._reach(each)}
        tops = {id(each.code): each for each in reversed(able) if each.path not in called}
        return [*tops.values()][::-1]

    def _is_entry(self, each: Definition, start: Definition) -> bool:
        """Return whether a function searches a tree by calling one search, and no other."""
        below, below_start = self._reach(each), self._reach(start)
        if start.path not in below or each.path in below_start or not self._can_enter(each):
            return False
        beside = below - below_start - {start.path}
        known = filter(None, map(self._callables.get, beside))
        return not any(map(self._is_of_other, known))

    def _can_enter(self, each: Definition) -> bool:
        """Return whether a function may be called: it gets a tree, and returns something."""
        name = normalize(each.name)
        if self._is_of_other(each) or any(map(name.count, _OF_OTHERS)):
            return False
        kind = self._definitions.classes.get(each.owner)
        made = kind.methods.get("__init__") if kind else None
        takes = {*map(normalize, chain(each.parameters, made.parameters if made else ()))}
        required = {*_list_required(each), *(_list_required(made) if made else ())}
        if not _TREE & takes or not required <= _FILLED:
            return False
        inside = [*each.nodes]
        returns = any(isinstance(node, ast.Return) and node.value is not None for node in inside)
        return returns and not any(isinstance(node, ast.While) for node in inside)  # plays a game

    def _has_window(self, each: Definition) -> bool:
        """Return whether a function, or one that it calls or defines, takes α and β."""
        return any(
            _takes_window([part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)])
            for node in self._definitions.list_nodes(each.path)
            if isinstance(node, ast.FunctionDef)
        )

    def _reach(self, each: Definition) -> set[str]:
        return self._definitions.reach(each.path)


def _is_hidden(each: Definition) -> bool:
    """Return whether a method is Python's own, or is left to the classes that extend its class."""
    is_special = bool(each.owner) and each.name.startswith("__") and each.name != "__call__"
    body = each.code.body if each.code else []
    bare = (ast.Pass, ast.Raise, ast.Expr)
    return is_special or (bool(each.owner) and all(isinstance(node, bare) for node in body))


def _list_required(each: Definition) -> Iterator[str]:
    """Yield the parameters without a default."""
    optional = len(each.code.args.defaults) if each.code else 0
    yield from map(normalize, each.parameters[: len(each.parameters) - optional])


def _takes_window(parameters: Iterable[str]) -> bool:
    takes = {*map(normalize, parameters)}
    return bool(takes & {*ALPHA} and takes & {*BETA})


@dataclass(frozen=True)
class ChosenEntry:
    """The shape and the file of a program, and what is called."""

    shape: str
    driver: Driver
    file: SourceFile
    #: See `Program.function`.
    function: str
    #: How surely the file is of the shape.
    certainty: int = 0
    #: What is called and what else may be meant; see `EntryChoice.describe`.
    rivals: Mapping[str, Sequence[str]] = field(default_factory=dict)


def choose_entry(
    files: Sequence[SourceFile], shapes: Sequence[str], request: EntryRequest
) -> ChosenEntry:
    """Return the shape, the file and the function of a program."""
    tried = [request.shape] if request.shape else [*shapes]
    entries = [find_entry(file, name, request) for name in tried for file in files]
    known = [entry for entry in entries if entry is not None]
    likely = max(known, key=_rank, default=None)
    if likely is None or not likely.certainty:
        raise ProgramFailure(_explain_missing(files, tried, known, request))
    entry = likely.file.definitions.callables.get(likely.function)
    if entry is None or likely.function == request.function or not likely.driver.finds_entry:
        return likely
    functions = likely.driver.functions
    rivals = EntryChoice(likely.file.definitions, functions, request).describe(entry)
    users = [
        f"{each.path} of {file.path.name}"
        for file in files
        if likely.file.path.stem in file.module_names
        for each in EntryChoice(file.definitions, functions, request).list_users(entry.name)
    ]
    if users:
        rivals = {"called": [entry.path], "beside": [], **rivals}
        rivals["above"] = [*rivals.get("above", ()), *users]
    return replace(likely, rivals=rivals)


def _rank(entry: ChosenEntry) -> tuple[int, bool]:
    return entry.certainty, entry.file.path.name in _USUAL


def find_entry(file: SourceFile, shape: str, request: EntryRequest) -> ChosenEntry | None:
    """Return what is called of a file as a program of a shape; None if it has no such function."""
    driver = find_driver(shape)
    path = _find_path(file, driver, request)
    if path is None:
        return None
    certainty = driver.score(file, file.definitions.callables.get(path))
    certainty += bool(request.shape) and (not driver.is_script or file.path.suffix == ".py")
    return ChosenEntry(shape, driver, file, path, certainty)


def _find_path(file: SourceFile, driver: Driver, request: EntryRequest) -> str | None:
    """Return the path of what is called; empty if the file itself is run."""
    definitions, function = file.definitions, request.function
    if function in definitions.callables:
        return function
    if function is not None and function not in definitions.classes:
        return None
    if driver.finds_entry:
        entry = EntryChoice(definitions, driver.functions, request).find()
        return entry.path if entry else None
    names = driver.functions.get(request.search, ())
    if function is not None or "" in names:
        return function or ""
    usual = definitions.function_named(*names)
    return usual.name if usual else next(filter(definitions.classes.get, names), None)


def _explain_missing(
    files: Sequence[SourceFile],
    tried: Sequence[str],
    unsure: Sequence[ChosenEntry],
    request: EntryRequest,
) -> str:
    """Return why nothing is called: what the files define, and what was expected."""
    for entry in unsure:
        if not entry.function:  # a script
            continue
        return (
            f"it defines {entry.function}, but nothing else that tells which kind of program it "
            f"is; expected the shape, such as --shape {entry.shape}"
        )
    function, search = request.function, request.search
    defined = [name for file in files for name in file.definitions.names]
    kinds = [file.definitions.classes[name] for file in files for name in file.definitions.classes]
    if function in defined:
        wanted = f"method of {function} that searches"
        defined = [name for kind in kinds if kind.name == function for name in kind.methods]
    else:
        wanted = f"function {function}" if function else f"function for {search}"
    listed = ", ".join(defined[:8]) + (", …" if len(defined) > 8 else "")
    expected = ""
    if function is None:
        usual = chain(*(find_driver(name).functions.get(search, ())[:2] for name in tried))
        names = [*filter(None, dict.fromkeys(usual))]  # a script has none
        expected = f"; expected one named {', '.join(names) or 'with --function'}"
    notes = "".join(f"; {note}" for file in files for note in file.notes[:2])
    return f"it has no {wanted}; it defines {listed or 'nothing'}{expected}{notes}"
