"""The function of a file that searches a whole tree: by its name, its window and its callers."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from .loading.source_files import Definition, SourceFile, normalize
from .parameters import ALPHA, BETA, GAME, STATE
from .usual_names import NAMES

#: Searches that hand down a window, and the function that has none.
_WINDOWED: Final = ("alphabeta", "pvs", "transposition")
_PLAIN: Final = "minimax"
#: Names of functions that can be a part of any search.
_PARTS: Final = ("maxvalue", "value")
#: Parts of the names of functions that decide on a move, and of those that do other things.
_OF_MOVES: Final = NAMES["entries"]["of moves"]
_OF_OTHERS: Final = NAMES["entries"]["of others"]
_TREE: Final = {*STATE, *GAME, *NAMES["parameters for trees"]["node"]}
#: Parameters that a caller can fill.
_FILLED: Final = _TREE.union(
    *(
        names
        for group in ("parameters", "parameters for trees", "functions of a game")
        for names in NAMES[group].values()
    )
)


class EntryChoice:
    """The functions of a file, and which of them a search calls."""

    def __init__(
        self, file: SourceFile, functions: Mapping[str, Sequence[str]], search: str
    ) -> None:
        """Read the calls of a file.

        Args:
            file: the program's file.
            functions: the names of functions by search, the most usual first.
            search: the search of the key.
        """
        self._functions = file.functions
        self._reached: dict[str, set[str]] = {}
        self._names = [*dict.fromkeys(map(normalize, functions.get(search, ())))]
        #: Those of searches with a window alone.
        self._own = {*self._names} - {*map(normalize, functions.get(_PLAIN, ())), *_PARTS}
        if search not in _WINDOWED:
            self._own.clear()
        #: The names of functions for other searches.
        self._others = {*map(normalize, chain(*functions.values()))}.difference(self._names)
        if search in _WINDOWED:  # a minimax with a window is alpha-beta
            plain = {*map(normalize, functions.get(_PLAIN, ()))}
            windowed = filter(self._has_window, self._functions)
            self._others -= plain.intersection(map(normalize, windowed))

    def find_by_name(self, search: str) -> Definition | None:
        """Return the function with the best name.

        For a search with a window, a name of such searches goes first, then any function that has a
        window.
        """
        unlisted = self._list_windowed() if search in _WINDOWED else ()
        candidates = (self._list_own(), self._list_fitting(search), unlisted, self._list_named())
        named = next(chain.from_iterable(candidates), None)
        if named is None or normalize(named.name) not in _PARTS:
            return named
        is_plain = search in _WINDOWED and not self._has_window(named.name)
        return None if is_plain or self._is_of_another(named.name) else named

    def _is_of_another(self, part: str) -> bool:
        """Return whether a part such as `max_value` is called by another search."""
        others = [name for name in self._functions if normalize(name) in self._others]
        return any(part in self._reach(name) for name in others)

    def is_listed(self, function: Definition) -> bool:
        """Return whether a function has a usual name of the search."""
        return normalize(function.name) in self._names

    def find_caller(self, start: Definition, parts: Collection[str]) -> Definition | None:
        """Return the function that calls a search, and that is called instead; None if unsure.

        A function with the name of a whole search is called itself, unless one with another such
        name calls it, or the key asks for the move alone and another function decides on it.
        """
        top = self._list_tops(start)
        own = [each for each in self._list_own() if each in top]
        if own:
            return own[0]
        deciding = [each for each in top if any(map(normalize(each.name).count, _OF_MOVES))]
        is_part = "value" in normalize(start.name) or not self.is_listed(start)
        decides = "move" in parts and "utility" not in parts
        chosen = (deciding or top) if is_part else deciding if decides else ()
        return chosen[0] if len(chosen) == 1 else None

    def describe_choice(self, called: Definition, search: str) -> str:
        """Return the function that is called, and others that might be meant; empty if none is."""
        below = {called.name, *self._reach(called.name)}
        rivals = (*self._list_own(), *self._list_fitting(search), *self._list_tops(called))
        others = dict.fromkeys(function.name for function in rivals if function.name not in below)
        if called in self._list_named()[:1] and not others:
            return ""
        beside = f", not {' or '.join(others)}" if others else ""
        return f"{called.name}{beside}"

    def _list_own(self) -> list[Definition]:
        """Return the functions with names that only searches with a window have."""
        return [each for each in self._list_named() if normalize(each.name) in self._own]

    def _list_named(self) -> list[Definition]:
        by_name = {normalize(name): function for name, function in self._functions.items()}
        return [by_name[name] for name in self._names if name in by_name]

    def _list_fitting(self, search: str) -> list[Definition]:
        """Return the functions with usual names that have a window if the search has one."""
        return [
            function
            for function in self._list_named()
            if search not in (*_WINDOWED, _PLAIN)
            or self._has_window(function.name) == (search in _WINDOWED)
        ]

    def _list_tops(self, start: Definition) -> list[Definition]:
        """Return the functions that search by a call of a function, but not those they call."""
        able = [each for each in self._functions.values() if self._is_entry(each, start)]
        called = {name for function in able for name in self._reach(function.name)}
        return [function for function in able if function.name not in called]

    def _is_entry(self, function: Definition, start: Definition) -> bool:
        """Return whether a function searches a tree by calling a search."""
        name, code = normalize(function.name), function.code
        below, below_start = self._reach(function.name), self._reach(start.name)
        if code is None or start.name not in below or function.name in below_start:
            return False
        takes = [*map(normalize, function.parameters)]
        required = takes[: len(takes) - len(code.args.defaults)]
        if not _TREE.intersection(takes) or not _FILLED.issuperset(required):
            return False
        if name in self._others or any(word in name for word in _OF_OTHERS):
            return False
        inside = [*ast.walk(code)]
        returns = any(isinstance(each, ast.Return) and each.value is not None for each in inside)
        if not returns or any(isinstance(each, ast.While) for each in inside):  # it plays a game
            return False
        # One that calls other searches too compares them.
        beside = below - below_start - {start.name}
        return not any(normalize(each) in self._others for each in beside)

    def _list_windowed(self) -> Iterator[Definition]:
        """Yield the functions that call themselves with a window, whatever their names are."""
        for name, function in self._functions.items():
            is_of_min = "min" in name.casefold() and "max" not in name.casefold()
            is_search = name in self._reach(name) and normalize(name) not in self._others
            if is_search and not is_of_min and _takes_window(function.parameters):
                yield function

    def _has_window(self, name: str) -> bool:
        """Return whether a function, or one that it calls or defines, takes α and β."""
        codes = [self._functions[each].code for each in (name, *self._reach(name))]
        return any(
            _takes_window([each.arg for each in ast.walk(inside.args) if isinstance(each, ast.arg)])
            for code in filter(None, codes)
            for inside in ast.walk(code)
            if isinstance(inside, ast.FunctionDef)
        )

    def _reach(self, name: str) -> set[str]:
        """Return the functions that a function calls, itself if it calls itself."""
        if name not in self._reached:
            reached: set[str] = set()
            waiting = [name]
            while waiting:
                code = self._functions[waiting.pop()].code
                inside = ast.walk(code) if code else ()
                called = {each.id for each in inside if isinstance(each, ast.Name)}
                new = (called & {*self._functions}) - reached
                reached |= new
                waiting += new
            self._reached[name] = reached
        return self._reached[name]


def _takes_window(parameters: Sequence[str]) -> bool:
    takes = {*map(normalize, parameters)}
    return bool(takes & {*ALPHA} and takes & {*BETA})
