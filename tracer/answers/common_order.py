"""The longest common subsequence of two orders of names.

Orders may have millions of names, so memory must not grow with the product of their lengths. Names
in only one order are dropped first. The rest is searched by the places at which names match (Hunt
and Szymanski 1977, "A fast algorithm for computing longest common subsequences"), or, if names
repeat so often that these are too many, with whole numbers as rows of bits (Hyyrö 2004,
"Bit-parallel LCS-length computation revisited").
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

#: Matching places per name, above which bit rows are faster.
_MOST_MATCHES: Final = 8
#: Most bytes of the bit rows.
_MOST_BYTES: Final = 256_000_000


def common_in_order(mine: Sequence[Any], right: Sequence[Any]) -> int:
    """Return the length of the longest common subsequence of two orders."""
    if mine == right:
        return len(mine)
    first = common_beginning(mine, right)
    wanted = {*mine[first:]}
    theirs = [name for name in _from(right, first) if name in wanted]
    if not theirs:
        return first
    there = Counter(theirs)
    ours = [name for name in _from(mine, first) if name in there]
    each = Counter(ours)
    matches = sum(number * there[name] for name, number in each.items())
    is_dense = matches > _MOST_MATCHES * (len(ours) + len(theirs))
    if is_dense and len(each) * min(len(ours), len(theirs)) <= 8 * _MOST_BYTES:
        return first + _by_bits(*sorted((ours, theirs), key=len))
    return first + _by_matches(ours, theirs)


def common_beginning(mine: Sequence[Any], right: Sequence[Any]) -> int:
    """Return the number of names that both orders begin with."""
    for at, (one, other) in enumerate(zip(mine, right, strict=False)):
        if one != other:
            return at
    return min(len(mine), len(right))


def _from(names: Sequence[Any], first: int) -> Sequence[Any]:
    return names[first:] if first else names


def _by_matches(ours: Sequence[Any], theirs: Sequence[Any]) -> int:
    """Return the length by the longest rising chain of matching places."""
    places: dict[Any, list[int]] = {}
    for at in range(len(ours) - 1, -1, -1):  # from the last: a name counts once for each of theirs
        places.setdefault(ours[at], []).append(at)
    ends: list[int] = []  # the least place at which a chain of each length ends
    for name in theirs:
        for at in places[name]:
            length = bisect_left(ends, at)
            if length == len(ends):
                ends.append(at)
            else:
                ends[length] = at
    return len(ends)


def _by_bits(shorter: Sequence[Any], longer: Sequence[Any]) -> int:
    """Return the length by rows of bits, a bit for each name of the shorter order."""
    places: dict[Any, int] = {}
    for at, name in enumerate(shorter):
        places[name] = places.get(name, 0) | 1 << at
    every = (1 << len(shorter)) - 1
    row = every
    for name in longer:
        met = row & places[name]
        row = ((row + met) | (row - met)) & every
    return len(shorter) - row.bit_count()
