"""What parts are called, and what students call them."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engine.errors import did_you_mean
from tracer.check.parts import PARTS

__all__ = [
    "ALL_PARTS",
    "IGNORED",
    "SAY_SKIPPED",
    "STUDENT",
    "VARIANT",
    "is_nearly_a_part",
    "part_called",
    "part_meant",
]

#: What sheets call whoever hands them in.
STUDENT: Final = frozenset(
    {
        *("student", "name", "full name", "student name", "your name", "your full name"),
        *("id", "sid", "student id", "your id", "your student id", "student number", "netid"),
        *("email", "e-mail", "email address", "e-mail address", "your email", "student email"),
        *("user", "username", "user name", "login", "login id", "sis login id"),
    }
)
#: What they call the variant that they answer.
VARIANT: Final = frozenset({"variant", "your variant", "variant number", "variant no"})
#: Words that stand around an answer and say nothing.
IGNORED: Final = frozenset(
    {
        *("schema", "source", "search", "convention", "problem", "timestamp"),
        *("note", "notes", "remark", "remarks", "comment", "comments"),
    }
)

#: Labels of cutoffs under which the nodes that are skipped may stand alone.
SAY_SKIPPED: Final = frozenset({"pruned", "prunings", "skipped", "pruned nodes", "skipped nodes"})

#: Further parts and names of them, of problems that are no searches; see `tracer.check.facts`.
_OF_FACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "dominance": ("dominated", "dominated strategies"),
    "dominant": ("dominant strategies", "dominant strategy"),
    "equilibria": ("equilibrium", "nash equilibria", "nash equilibrium", "nash", "ne"),
    "mcts": ("table", "tables", "mcts table", "mcts tables"),
    "added": ("added nodes", "nodes added", "new nodes"),
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


@lru_cache(maxsize=4096)
def part_called(word: str) -> str | None:
    """The name of the part that a word stands for, in any case; None for none."""
    plain = " ".join(word.replace("-", " ").split()).casefold()
    return _BY_WORD.get(plain) or _BY_WORD.get(plain.replace(" ", "_"))


#: Spellings that are long enough to be mistyped.
_SPELLINGS: Final = tuple(word for word in _BY_WORD if len(word) > 2 and "_" not in word)
#: How much of a word is right where it is most likely mistyped.
_LIKELY: Final = 0.8


@lru_cache(maxsize=1024)
def part_meant(word: str) -> str:
    """A hint that names the label that is nearest to a word, or nothing where none is near."""
    return did_you_mean(" ".join(word.replace("_", " ").split())[:40], _SPELLINGS)


@lru_cache(maxsize=1024)
def is_nearly_a_part(word: str) -> bool:
    """Whether a word is most likely a mistyped label."""
    plain = " ".join(word.replace("_", " ").split())[:40].casefold()
    return bool(get_close_matches(plain, _SPELLINGS, n=1, cutoff=_LIKELY))
