"""The names of a problem's nodes and moves, as students write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.typed_numbers import NUMBER

__all__ = ["Names"]

_QUOTES: Final = "\"'`“”‘’"
_BETWEEN: Final = re.compile(r"\s*(?:->|→|>|[,;|])\s*|\s+")
_NO_BRACKETS: Final = str.maketrans("[](){}", " " * 6)
_BRACKETS: Final = re.compile(r"\(([^()]*)\)")
#: Before each item of a numbered list.
_NUMBER: Final = re.compile(r"\d{1,3}[.)]|\(\d{1,3}\)")
#: Words between the last two of a list, and dots where it is not finished.
_NO_NAMES: Final = frozenset(
    {"and", "&", "then", "und", "etc", "etc.", "..", "...", "....", ".....", "…", "……"}
)
#: The value of a node, beside its name in a list.
_VALUE: Final = re.compile(rf"(?<=[^\W_])\s*[=:]\s*{NUMBER.pattern}(?=[\s,;)\]|]|$)", re.IGNORECASE)
#: A comma between brackets belongs to a name, such as (0,1).
_BETWEEN_PATHS: Final = re.compile(r"\s*(?:->|→|>|[;|\n]|,(?![^()\n]*\)))\s*")


class Names:
    """Finds what a name means: in any case, where that is unambiguous.

    Args:
        nodes: gives the names of nodes, when they are needed.
        moves: gives the names of moves.
        spaced: whether names have spaces of their own, so that commas stand between them.
    """

    def __init__(
        self,
        nodes: Callable[[], Iterable[str]],
        moves: Callable[[], Iterable[str]],
        *,
        spaced: bool,
    ) -> None:
        self.spaced = spaced
        self._name_nodes = nodes
        self._name_moves = moves

    @cached_property
    def _nodes(self) -> dict[str, str]:
        return _by_spelling(self._name_nodes())

    @cached_property
    def _moves(self) -> dict[str, str]:
        return _by_spelling(self._name_moves())

    def node(self, text: Any) -> str:
        """The node of a name; the name itself where there is no such node."""
        return _found(self._nodes, text)

    def is_node(self, name: str) -> bool:
        """Whether there is such a node."""
        return name in self._nodes

    def move(self, text: Any) -> str:
        """The move of a name; of a node, that node; the name itself where it is neither."""
        found = _found(self._moves, text)
        return found if found in self._moves else _found(self._nodes, text)

    def is_move(self, text: str) -> bool:
        """Whether a name is that of a move or of a node."""
        return self.move(text) in self._moves or self.is_node(self.move(text))

    def words_in(self, text: str) -> list[str]:
        """The names of a text, whether there are such nodes or not, as they were written."""
        return self._texts_in(text, "visits")

    def nodes_in(self, given: Any, what: str) -> tuple[str, ...]:
        """The nodes of a list, or of a text with commas, arrows or spaces between them.

        Raises:
            InvalidInput: it is neither.
        """
        return tuple(self.node(text) for text in self._texts_in(given, what))

    def moves_in(self, given: Any, what: str) -> tuple[str, ...]:
        """The moves of such a list or text; moves may have mere spaces between them."""
        if self.spaced and isinstance(given, str):
            words = given.split()
            if words and all(_found(self._moves, word) in self._moves for word in words):
                return tuple(_found(self._moves, word) for word in words)
        return tuple(self.move(text) for text in self._texts_in(given, what))

    def _texts_in(self, given: Any, what: str) -> list[str]:
        if given is None:
            return []
        if isinstance(given, list | tuple):
            texts = []
            for item in given:
                # As in a trace's JSON, where each visit is an object.
                one = item.get("id") if isinstance(item, dict) else item
                if isinstance(one, bool) or not isinstance(one, str | int | float):
                    raise InvalidInput(f"{item!r:.60} among the {what}", expected="names of nodes")
                texts.append(str(one))
            return texts
        if isinstance(given, bool) or not isinstance(given, str | int | float):
            raise InvalidInput(f"{given!r:.60} as the {what}", expected="names of nodes")
        if self.spaced:
            bare = str(given).strip("[]{} \n")
            if not any(name.startswith("(") for name in self._nodes):
                bare = bare.strip("() ")
            return [text for text in _BETWEEN_PATHS.split(bare) if text]
        text = str(given)
        if _NUMBER.match(text.lstrip()):
            text = self._without_numbers(text)
        if "=" in text or ":" in text:
            text = _VALUE.sub("", text)
        text = _BRACKETS.sub(self._without_remark, text).translate(_NO_BRACKETS)
        return [
            word
            for word in _BETWEEN.split(text)
            if word and (word.casefold() not in _NO_NAMES or self.is_node(self.node(word)))
        ]

    def _without_numbers(self, text: str) -> str:
        """A numbered list without its numbers, unless nodes are called so."""
        numbered = [word for word in text.split() if _NUMBER.fullmatch(word)]
        if any(self.is_node(self.node(word.strip("(.)"))) for word in numbered):
            return text
        return " ".join(word for word in text.split() if not _NUMBER.fullmatch(word))

    def _without_remark(self, found: re.Match[str]) -> str:
        """What stands in brackets, unless it is no list of nodes."""
        words = [word for word in _BETWEEN.split(found[1]) if word]
        return f" {found[1]} " if all(self.is_node(self.node(word)) for word in words) else " "


def _by_spelling(names: Iterable[str]) -> dict[str, str]:
    """Names by how they may be written; what means two of them means none."""
    found = {name: name for name in names}
    loose: dict[str, str | None] = {}
    for name in found:
        key = name.casefold()
        loose[key] = name if loose.get(key, name) == name else None
    return {**{key: name for key, name in loose.items() if name is not None}, **found}


def _found(names: dict[str, str], given: Any) -> str:
    text = given if isinstance(given, str) else str(given)
    if text in names:
        return names[text]
    bare = " ".join(text.strip().strip(_QUOTES).split())
    for spelling in (bare, bare.casefold(), bare.rstrip(".:"), bare.rstrip(".:").casefold()):
        if spelling in names:
            return names[spelling]
    return bare
