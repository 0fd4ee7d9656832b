"""What parts are called, and what students call them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tracer.check.parts import PARTS

__all__ = ["ALL_PARTS", "part_called"]

#: Further parts and names of them, of problems that are no searches; see `tracer.check.facts`.
_OF_FACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "dominance": ("dominated", "dominated strategies"),
    "dominant": ("dominant strategies", "dominant strategy"),
    "equilibria": ("equilibrium", "nash equilibria", "nash equilibrium", "nash", "ne"),
    "mcts": ("table", "tables", "mcts table", "mcts tables"),
    "expanded": ("expansions", "expanded nodes"),
    "move": ("next", "next action", "next move", "action"),
}

#: All parts by name, with their other names.
ALL_PARTS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        name: (*(PARTS[name].aliases if name in PARTS else ()), *_OF_FACTS.get(name, ()))
        for name in (*PARTS, *_OF_FACTS)
    }
)

_BY_WORD: Final = {word: name for name, aliases in ALL_PARTS.items() for word in (*aliases, name)}


def part_called(word: str) -> str | None:
    """The name of the part that a word stands for, in any case; None for none."""
    plain = " ".join(word.replace("-", " ").split()).casefold()
    return _BY_WORD.get(plain) or _BY_WORD.get(plain.replace(" ", "_"))
