"""The slips that a sheet itself shows: values that it states wrongly, and cutoffs not made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tracer.answers.answers import NodeValue
from tracer.answers.shares import Shares
from tracer.marking.grading.accepted_conventions import Mixture
from tracer.mistakes.slips import Followed, Slip
from tracer.questions import PARTS, Tally
from tracer.questions.claims import Bound, plain_shares, same_said
from tracer.questions.nodes import CompleteValues, Values
from tracer.questions.one_value import Utility

#: The most slips of a sheet that are tried: a sheet with more wrong values follows none of them.
_MOST_SLIPS: Final = 100


def find_slips(
    claims: Mapping[str, Any], tallies: Mapping[str, Tally], mixture: Mixture
) -> list[Slip]:
    """Return the slips that a sheet shows, in the order of the search."""
    slips = dict.fromkeys([*_wrong_values(claims, tallies, mixture), *_missed(claims, mixture)])
    visits = mixture.first.answers.visits
    place = {name: number for number, name in reversed([*enumerate(visits)])}
    ordered = sorted(slips, key=lambda slip: place.get(slip.node, len(visits)))
    return ordered[:_MOST_SLIPS]


def _wrong_values(
    claims: Mapping[str, Any], tallies: Mapping[str, Tally], mixture: Mixture
) -> Iterator[Slip]:
    """Yield the values that are stated wrongly; two different numbers for a node are none."""
    stated: dict[tuple[str, bool], list[NodeValue]] = {}
    wrong: dict[tuple[str, bool], None] = {}
    root = mixture.first.answers.path[0]
    for part, claim in claims.items():
        entries = claim.items() if isinstance(PARTS[part], Values) else ()
        if part == Utility.name:
            entries = [(root, claim)]
        is_complete = isinstance(PARTS[part], CompleteValues)
        for node, value in entries:
            stated.setdefault((node, is_complete), []).append(value)
        if entries:
            places = {said.place for said in tallies[part].wrong}
            wrong |= {
                (node, is_complete): None
                for node, _ in entries
                if node in places or (part == Utility.name and places)
            }
    for node, is_complete in wrong:
        value, *others = stated[node, is_complete]
        followed = _followed_in(node, mixture, is_complete=is_complete)
        is_one_number = _is_number(value) and all(same_said(value, other) for other in others)
        if is_one_number and mixture.has_node(node):
            yield Slip(node, value, followed)


def _is_number(value: NodeValue) -> bool:
    """Return whether a value can be used as one: neither it nor a share of it is only a bound."""
    return (
        plain_shares(value) is not None if isinstance(value, Shares) else type(value) is not Bound
    )


def _followed_in(node: str, mixture: Mixture, *, is_complete: bool) -> Followed:
    """Return the searches in which a value is followed.

    Both, if the node has the same value whether the search prunes or not.
    """
    version = mixture.first
    pruned, whole = version.answers.values.get(node), version.rules.complete.get(node)
    if pruned is not None and whole is not None and same_said(pruned, whole):
        return "both"
    return "complete" if is_complete else "search"


def _missed(claims: Mapping[str, Any], mixture: Mixture) -> Iterator[Slip]:
    """Yield the due cutoffs of which the sheet shows a skipped node."""
    shown = {*claims.get("visits", ()), *claims.get("leaves", ())}
    for part, claim in claims.items():
        if type(PARTS[part]) is Values:
            shown |= claim.keys()
    if not shown:
        return
    parents = mixture.rules.parents
    ancestors: set[str] = set()
    for name in shown:
        while name and name not in ancestors:
            ancestors.add(name)
            name = parents.get(name, "")
    for cut in mixture.first.answers.cuts:
        if not ancestors.isdisjoint(cut.skipped):
            yield Slip(cut.at)
