"""The trees and searches that questions about all orders and all values allow."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from engine.errors import SearchRefused
from engine.searches.settings import Settings
from tracer.ask.search_run import LetterSearch


#: The searches with one visit to each node, whose windows come from values alone.
_SEARCHES: Final = ("alphabeta", "negamax")
#: The settings that change which nodes are searched.
_CHANGES: Final = ("depth", "rounds", "order")


def plain_settings(search: LetterSearch, question: str) -> Settings:
    """Return the settings of a search for a question about all orders or all values."""
    tree = search.tree
    if tree.has_chance or search.search not in _SEARCHES:
        why = "the tree has chance nodes" if tree.has_chance else f"the search is {search.search}"
        raise SearchRefused(
            f"{question} needs a search with one window for every visit, but {why}",
            expected=f"a tree without chance, and {' or '.join(_SEARCHES)}",
        )
    if tree.has_shared_nodes:
        raise SearchRefused(
            f"{question} needs a tree, but some of its nodes have several parents",
            expected="a tree without transpositions",
        )
    usual = Settings()
    settings = search.request(Fraction(0)).settings
    for name in _CHANGES:
        if getattr(settings, name) != getattr(usual, name):
            raise SearchRefused(
                f"{question} cannot be combined with --{name}", expected="the whole tree"
            )
    return settings
