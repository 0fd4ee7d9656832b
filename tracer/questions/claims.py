"""Claimed values: numbers and bounds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.answers.answers import NodeValue
from tracer.answers.shares import Shares
from tracer.questions.base import Rules
from tracer.questions.entries import order_entries
from tracer.questions.typed_text import FIELDS, is_none
from tracer.text.numbers import agrees_as_written, nearly_equal, parse_typed_number, show_number
from trees.text import quote

_BOUND: Final = re.compile(r"([<>≤≥]\s?=?|=\s?<)\s*=?\s*(\S.*)", re.DOTALL)


class Bound(float):
    """A number that was written as a bound, such as ≤ 2."""

    at_least: bool

    def __new__(cls, value: float, *, at_least: bool) -> Bound:
        """Make a number with its direction."""
        made = super().__new__(cls, value)
        made.at_least = at_least
        return made

    def __eq__(self, other: object) -> bool:
        # Not equal to the plain number: claims serve as keys of caches.
        return isinstance(other, Bound) and (float(self), self.at_least) == (
            float(other),
            other.at_least,
        )

    def __hash__(self) -> int:
        return hash((float(self), self.at_least))

    @property
    def shown(self) -> str:
        """The bound as text."""
        return f"{'≥' if self.at_least else '≤'} {show_number(float(self))}"


def shown_value(said: NodeValue) -> str:
    """Return a claimed value as text."""
    if isinstance(said, Shares):
        return f"({', '.join(map(shown_value, said))})"
    return said.shown if isinstance(said, Bound) else show_number(said)


def said_number(given: Any) -> float:
    """Return a claimed value as a number or a bound."""
    if type(given) is not str:
        return parse_typed_number(given)
    bound = _BOUND.fullmatch(given.strip()) if given[:1] in "<>≤≥= " else None
    if bound is None:
        return parse_typed_number(given.lstrip("= "))
    return Bound(parse_typed_number(bound[2]), at_least=bound[1][0] in ">≥")


def said_shares(given: Any, count: int) -> NodeValue | None:
    """Return a claimed vector, or a bound of the share of the player to move; None if neither."""
    if isinstance(given, str) and given[:1] + given[-1:] in ("()", "[]"):
        given = given[1:-1].split(",")  # a cell of a trace
    if isinstance(given, list | tuple):
        return Shares(map(said_number, given)) if len(given) == count else None
    said = said_number(given)
    return said if isinstance(said, Bound) else None


def plain_shares(said: Shares) -> Shares | None:
    """Return a claimed vector as a wrong one; None if a share is only a bound."""
    if any(isinstance(one, Bound) for one in said):
        return None
    return said


def shares_agree(said: Any, right: Shares, tolerance: float | None) -> bool:
    """Return whether a claimed vector or bound agrees with a node's vector.

    After a shallow cutoff, the player to move has at least its share, and the others at most what
    is left; these bounds are right as well.
    """
    known = right.known
    if isinstance(said, Bound):
        if known is None or not said.at_least:
            return False
        return agrees_as_written(said, right[known.mover], tolerance)
    if not isinstance(said, Shares) or len(said) != len(right):
        return False
    for place, (mine, share) in enumerate(zip(said, right, strict=True)):
        if isinstance(mine, Bound):
            if known is None or mine.at_least != (place == known.mover):
                return False
            share = share if place == known.mover else known.rest
        if not agrees_as_written(mine, share, tolerance):
            return False
    return True


def same_said(one: NodeValue, other: NodeValue) -> bool:
    """Return whether two claimed values of a node are the same, in number and in direction."""
    if isinstance(one, Shares) and isinstance(other, Shares):
        return all(map(same_said, one, other))
    if isinstance(one, Shares) or isinstance(other, Shares):
        return False
    directions = [one.at_least if isinstance(one, Bound) else None for one in (one, other)]
    return directions[0] == directions[1] and nearly_equal(float(one), float(other))


# A claimed cutoff, and how files store it.

#: Fields of a trace's JSON that sheets need not answer.
_IGNORED: Final = frozenset({"alpha_after", "beta_after", "pass"})


@dataclass(frozen=True, slots=True)
class ClaimedCut:
    """A claimed cutoff; fields that are not given are None."""

    at: str
    alpha: float | None = None
    beta: float | None = None
    skipped: tuple[str, ...] | None = None
    after: str | None = None
    value: float | None = None
    tests_beta: bool | None = None
    #: Whether it refers to the window of the node's entry, which is an answer of its own.
    has_entry_window: bool | None = None


def is_no_cut(given: Mapping[Any, Any], rules: Rules) -> bool:
    """Return whether a mapping, such as a row of a form, is blank or says "none"."""
    fields = {FIELDS.get(str(key).strip().lower()): value for key, value in given.items()}
    at = fields.pop("at", None)
    if at is not None and rules.names.names_node(str(at)):
        skipped = fields.get("skipped", "")
        if skipped not in ("", None):
            return _says_none(skipped)
        others = [value for value in fields.values() if value not in ("", None)]
        return bool(others) and all(_says_none(value) for value in others)
    return _says_none(at) and all(map(_says_none, fields.values()))


def _says_none(value: Any) -> bool:
    if isinstance(value, str):
        return not value.strip() or is_none(value)
    return value is None or value == []


def cut_of_map(given: Mapping[Any, Any], rules: Rules) -> ClaimedCut:
    """Return the cutoff in a mapping, such as one of a trace's JSON."""
    fields: dict[str, Any] = {}
    for key, value in given.items():
        plain = str(key).strip().lower()
        if plain in _IGNORED or value in ("", None):
            continue
        if plain not in FIELDS:
            raise InvalidInput(
                f"a cutoff has no field {quote(str(key))}",
                expected="at, alpha, beta, skipped, after, value or why",
            )
        fields[FIELDS[plain]] = value
    window = fields.get("window")
    if isinstance(window, list) and len(window) == 2:
        fields["alpha"], fields["beta"] = window
    at = fields.get("at")
    if at is None or isinstance(at, list | Mapping) or not rules.names.resembles_node(str(at)):
        raise InvalidInput("a cutoff has no node", expected="at: and the node's name")
    return ClaimedCut(
        rules.names.node(at),
        _number(fields.get("alpha")),
        _number(fields.get("beta")),
        _skipped_of(fields["skipped"], rules) if "skipped" in fields else None,
        rules.names.node(fields["after"]) if "after" in fields else None,
        _number(fields.get("value")),
        bound_named(str(fields["why"])) if "why" in fields and "because" not in given else None,
    )


def _skipped_of(given: Any, rules: Rules) -> tuple[str, ...]:
    """Return the nodes in a field."""
    if _says_none(given):
        return ()
    if isinstance(given, list) and all(map(rules.names.names_node, map(str, given))):
        return highest([rules.names.node(one) for one in given], rules)
    text = ", ".join(map(str, given)) if isinstance(given, list | tuple) else str(given)
    names, unread = order_entries(text, rules.names)
    if unread:
        raise InvalidInput(f"{quote(unread[0].text)} is not a list of nodes")
    return highest(names, rules)


def highest(names: list[str], rules: Rules) -> tuple[str, ...]:
    """Return nodes without their descendants: skipping a node skips everything below it."""
    named = {*names}
    if len(named) == len(names) and all(rules.parents.get(name) not in named for name in names):
        return tuple(names)
    return tuple(name for name in dict.fromkeys(names) if rules.parents.get(name) not in named)


def leaves_below(names: Iterable[str], rules: Rules) -> list[str]:
    """Return the leaves below nodes, in the order of the tree; a leaf is below itself."""
    listed = [*names]
    if rules.inner.isdisjoint(listed):
        return listed
    nodes = {*listed}
    below = []
    for leaf in rules.leaves:
        above: str | None = leaf
        while above is not None and above not in nodes:
            above = rules.parents.get(above)
        below += [leaf] if above is not None else []
    return [*below, *(name for name in listed if name not in rules.complete)]


def _number(given: Any) -> float | None:
    if given is None or (isinstance(given, str) and not given.strip(" -–—_?.")):
        return None
    return said_number(given)


def bound_named(why: str) -> bool | None:
    """Return whether a reason names β alone (True) or α alone (False)."""
    plain = why.casefold()
    alpha = "alpha" in plain or "α" in plain
    beta = "beta" in plain or "β" in plain
    return None if alpha == beta else beta
