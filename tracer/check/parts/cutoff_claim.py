"""What somebody claims of a cutoff, and how files hold it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.check.parts.base import Rules
from tracer.check.parts.said import is_said, said_number
from trees.quoting import quoted

__all__ = [
    *("EXAMPLE", "NOTHING", "ClaimedCut", "bound_named", "cut_of_map", "is_no_cut", "least"),
    *("says_none", "skipped_of"),
]

EXAMPLE: Final = "such as Q alpha=-1 beta=6 skips Q2 Q3"

#: What a student may call the fields of a cutoff in a file.
_FIELDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("at", "node"), "at"),
    **dict.fromkeys(("alpha", "α", "a"), "alpha"),
    **dict.fromkeys(("beta", "β", "b"), "beta"),
    **dict.fromkeys(("skipped", "skips", "skip", "pruned", "prunes", "prune"), "skipped"),
    "after": "after",
    **dict.fromkeys(("value", "v"), "value"),
    **dict.fromkeys(("why", "because", "reason"), "why"),
}
_KNOWN: Final = frozenset({*_FIELDS, "alpha_after", "beta_after", "window", "pass"})
#: Answers that say that there is none.
NOTHING: Final = frozenset({"nothing", "none", "no", "-", "–", "—", "", "[]", "n/a", "no cutoffs"})
_NAMES_A_BOUND: Final = re.compile(r"(alpha|α)|(beta|β)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ClaimedCut:
    """A cutoff that somebody claims; None where nothing is said.

    Args:
        at: the node; what was written, where it could not be read.
        unread: what is wrong with what was written; empty where it could be read.
    """

    at: str
    alpha: float | None = None
    beta: float | None = None
    skipped: tuple[str, ...] | None = None
    after: str | None = None
    value: float | None = None
    tests_beta: bool | None = None
    unread: str = ""


def says_none(given: Any) -> bool:
    """Whether an answer, or a field of one, says that there is nothing; a blank one does not."""
    return isinstance(given, str) and bool(given.strip()) and _plain(given) in NOTHING


def is_no_cut(given: Any, rules: Rules) -> bool:
    """Whether a map, such as a row of a form, says in the place of a node that there is none."""
    if not isinstance(given, Mapping):
        return False
    fields = {_FIELDS.get(str(key).strip().lower()): value for key, value in given.items()}
    at = fields.pop("at", None)
    if not says_none(at) or rules.names.is_node(rules.names.node(at)):
        return False
    return all(value in ("", None, []) or says_none(value) for value in fields.values())


def _plain(given: str) -> str:
    return given.strip(" .\t\n").lower()


def cut_of_map(given: Mapping[Any, Any], rules: Rules) -> ClaimedCut:
    """A cutoff as a map holds it; that of a trace's JSON too.

    Raises:
        InvalidInput: it has a field that no cutoff has, or one that cannot be read.
    """
    fields: dict[str, Any] = {}
    for key, value in given.items():
        plain = str(key).strip().lower()
        if plain not in _KNOWN:
            raise InvalidInput(
                f"a cutoff has no {quoted(str(key))}",
                expected="at, alpha, beta, skipped, after, value or why",
            )
        if value not in ("", None):
            fields[_FIELDS.get(plain, plain)] = value
    if "window" in fields and isinstance(fields["window"], list) and len(fields["window"]) == 2:
        fields["alpha"], fields["beta"] = fields["window"]
    at = fields.get("at")
    if at is None or isinstance(at, list | Mapping):
        raise InvalidInput("a cutoff without its node", expected="at: and the node's name")
    return ClaimedCut(
        rules.names.node(at),
        _number(fields.get("alpha")),
        _number(fields.get("beta")),
        skipped_of(fields["skipped"], rules) if "skipped" in fields else None,
        rules.names.node(fields["after"]) if "after" in fields else None,
        _number(fields.get("value")),
        bound_named(str(fields["why"])) if "why" in fields and "because" not in given else None,
    )


def skipped_of(given: Any, rules: Rules) -> tuple[str, ...]:
    """The nodes that are said to be skipped."""
    if isinstance(given, str) and given.strip().lower() in NOTHING:
        return ()
    return least(list(rules.names.nodes_in(given, "skipped nodes")), rules)


def least(names: list[str], rules: Rules) -> tuple[str, ...]:
    """Nodes without those below others of them: who skips a node skips what is below it."""
    named = {*names}
    if len(named) == len(names) and all(rules.parents.get(name) not in named for name in names):
        return tuple(names)
    return tuple(name for name in dict.fromkeys(names) if rules.parents.get(name) not in named)


def _number(given: Any) -> float | None:
    return said_number(given) if is_said(given) else None


def bound_named(why: str) -> bool | None:
    """Whether a reason names β alone (True) or α alone (False)."""
    alpha = any(found[1] for found in _NAMES_A_BOUND.finditer(why))
    beta = any(found[2] for found in _NAMES_A_BOUND.finditer(why))
    return None if alpha == beta else beta
