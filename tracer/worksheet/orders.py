"""The order of a problem's tree: what of the problem holds for it too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.conventions import Convention
from engine.errors import InvalidInput
from engine.search import SEARCHES
from tracer.generate.impossible import ImpossibleOrder
from tracer.generate.order import SUITABLE, Order
from tracer.generate.reading import read_order
from trees.plain import plain_map
from trees.yaml_nodes import YamlMap, YamlScalar
from trees.yaml_words import Words, kind_of

__all__ = ["order_in"]

#: What is ordered of a search, and not of the tree alone.
_OF_A_SEARCH: Final = ("cutoffs", "deep", "skipped", "apart")
#: What a problem may say of its search that an order knows nothing of.
_UNHEEDED: Final = ("order", "root-window", "depth", "rounds", "win")


def order_in(item: YamlMap, convention: Convention, words: Words) -> Order | None:
    """The order of a problem of a spec; None where it has none.

    Where the order is about a search, that is the problem's, by the convention that students are
    told, unless the order itself names others.

    Args:
        item: the problem.
        convention: what students are told to use.
        words: reads its words.

    Raises:
        InvalidInput: it makes no sense, or the problem searches otherwise than orders can heed,
            with the place.
    """
    if "generate" not in item.entries:
        return None
    word, node = item.entries["generate"]
    for key in ("root", "players"):
        if key in item.entries:
            raise words.error(
                item.entries[key][0], f"{key}: beside generate:", f"{key} in the order itself"
            )
    if not isinstance(node, YamlMap):
        raise words.error(node, f"{kind_of(node)} as an order", "such as {plies: 3}")
    file = plain_map(node, words.name, "")

    def place(key: str) -> str:
        return file.place(key) if key in file.places else words.place(word)

    about = next((key for key in _OF_A_SEARCH if key in node.entries), "")
    base = _of_the_problem(item, node, about, convention, words) if about else {}
    try:
        return read_order(file.entries, place, base)
    except ImpossibleOrder:
        raise
    except InvalidInput as error:
        where = error.where if ":" in error.where else place(error.where)
        raise InvalidInput(
            error.found, where=where, expected=error.expected, hint=error.hint
        ) from error


def _of_the_problem(
    item: YamlMap, node: YamlMap, about: str, convention: Convention, words: Words
) -> Mapping[str, Any]:
    """What the problem says for an order about a search."""
    for key in _UNHEEDED:
        given = item.entries[key][1] if key in item.entries else None
        is_usual = isinstance(given, YamlScalar) and (given.is_null or given.text == "given")
        if given is not None and not is_usual:
            raise words.error(
                item.entries[key][0],
                f"{key}: beside generate: with {about}:, for which trees are searched without it",
                f"an order without {about}:, or a problem without {key}:",
            )
    base: dict[str, Any] = {"convention": convention}
    search = words.line(item.entries, "search")
    usual = "expectiminimax" if "chance" in node.entries else "alphabeta"
    if search and search != usual and "search" not in node.entries:
        if search in SEARCHES and search not in SUITABLE:
            raise words.error(
                node.entries[about][0],
                f"{about}: for a problem with search: {search}, which trees are not made for",
                f"search: in the order too, one of {', '.join(SUITABLE)}",
            )
        if search in SUITABLE:
            base["search"] = search
    return base
