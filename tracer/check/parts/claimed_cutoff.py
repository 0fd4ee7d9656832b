"""A claimed cutoff, and how files store it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.check.parts.base import Rules
from tracer.check.parts.claimed_value import said_number
from tracer.check.parts.entries import order_entries
from tracer.check.parts.typed_text import FIELDS, is_none
from trees.text.quoting import quote


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
