"""The symbols of nodes."""

from __future__ import annotations

from enum import StrEnum


class Sign(StrEnum):
    """The symbol of a node."""

    MAX = "max"
    MIN = "min"
    CHANCE = "chance"
    LEAF = "leaf"  #: a terminal node, or one at which a depth limit stopped
    MORE = "more"  #: not a node, but a placeholder for folded nodes
