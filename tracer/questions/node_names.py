"""The names of a problem's nodes and moves, as students write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Final

from tracer.questions.typed_text import normalized

_QUOTES: Final = "\"'`“”‘’*"
_RUNS: Final = re.compile(r"(\d+)|([^\W\d_]+)")


class NodeNames:
    """Find nodes and moves by name; case is ignored if that is unambiguous."""

    def __init__(
        self,
        nodes: Callable[[], Iterable[str]],
        moves: Callable[[], Iterable[str]],
        *,
        spaced: bool,
        others: Callable[[], Mapping[str, str]] | None = None,
    ) -> None:
        self._may_be_spaced = spaced
        self._name_others = others
        self._name_nodes = nodes
        self._name_moves = moves

    @cached_property
    def _nodes(self) -> Mapping[str, str]:
        names = self._name_nodes()
        if isinstance(names, Mapping):
            return names
        found = _by_spelling(names)
        others = self._name_others() if self._name_others else {}
        return {**{normalized(other): name for other, name in others.items()}, **found}

    @cached_property
    def spaced(self) -> bool:
        """Whether names contain spaces, so that commas separate them."""
        if not self._may_be_spaced:
            return False
        names = self._nodes
        return not isinstance(names, dict) or any(" " in name for name in names.values())

    @cached_property
    def _moves(self) -> dict[str, str]:
        return _by_spelling(self._name_moves())

    @cached_property
    def _shapes(self) -> frozenset[str]:
        return frozenset(map(_shape, self._nodes))

    @cached_property
    def bracketed(self) -> bool:
        """Whether names of moves begin with a bracket, such as (0,1)."""
        return any(move.startswith("(") for move in self._moves)

    def node(self, text: Any) -> str:
        """Return the node with a name; the name itself if there is no such node."""
        return _found(self._nodes, text)

    def is_node(self, name: str) -> bool:
        """Return whether there is a node of exactly this name."""
        return self._nodes.get(name) == name

    def names_node(self, text: str) -> bool:
        """Return whether a word as typed is the name of a node."""
        return self.node(text) in self._nodes

    def resembles_node(self, text: str) -> bool:
        """Return whether a word is a node, or looks like one: letters and digits as in B3."""
        if self.names_node(text):
            return True
        if text in ("α", "β"):  # bounds, and no names
            return False
        word = text.strip(_QUOTES + ".")
        return not self.spaced and _shape(word) in self._shapes and self._is_near(word)

    def _is_near(self, word: str) -> bool:
        """Return whether the letters of a word are those of nodes, or nearly."""
        runs = (run[2].casefold() for run in _RUNS.finditer(word) if run[2])
        return all(
            run in self._letters or (len(run) > 1 and bool(get_close_matches(run, self._letters)))
            for run in runs
        )

    @cached_property
    def _letters(self) -> frozenset[str]:
        """The runs of letters in names, and three single letters after the last one."""
        runs = {run[2].casefold() for name in self._nodes for run in _RUNS.finditer(name) if run[2]}
        last = max((run for run in runs if len(run) == 1), default="")
        return frozenset(runs | {chr(ord(last) + step) for step in (1, 2, 3) if last})

    def move(self, text: Any) -> str:
        """Return the move or node with a name; the name itself if there is neither."""
        found = _found(self._moves, text)
        return found if found in self._moves else _found(self._nodes, text)

    def is_move(self, text: str) -> bool:
        """Return whether a name is that of a move or of a node."""
        return self.move(text) in self._moves or self.is_node(self.move(text))


def _shape(name: str) -> str:
    """Return the kinds of signs in a name: B12 and c3 have the same shape.

    Words keep their length, so that "then" does not look like the node A.
    """
    return _RUNS.sub(lambda run: "0" if run[1] else "a" * len(run[2]), name)


def _by_spelling(names: Iterable[str]) -> dict[str, str]:
    """Return names by spelling; an ambiguous spelling is omitted."""
    found = {name: name for name in names}
    loose: dict[str, str | None] = {}
    for name in found:
        for key in {normalized(name), name.casefold(), normalized(name).casefold()}:
            loose[key] = name if loose.get(key, name) == name else None
    return {**{key: name for key, name in loose.items() if name is not None}, **found}


def _found(names: Mapping[str, str], given: Any) -> str:
    text = given if isinstance(given, str) else str(given)
    if text in names:
        return names[text]
    bare = " ".join(normalized(text).strip().strip(_QUOTES).split())
    for word in (bare, bare.rstrip(".:"), bare.replace("_", ""), bare.replace(", ", ",")):
        for spelling in (word, word.casefold()):
            if spelling in names:
                return names[spelling]
    return bare
