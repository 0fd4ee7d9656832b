"""Which cases of a test are run each time; CI runs the others after them.

@pytest.mark.sampled(every=4)               one case of four, the first among them
@pytest.mark.sampled(each="page")           one case for each value of the parameter `page`
@pytest.mark.sampled(each="page", every=3)  of these values, one of three
@pytest.mark.sampled(keep=("a", "b"))       the cases with these names
@pytest.mark.sampled(either="page")         the cases with one of the two values of `page`
@pytest.mark.sampled(every=4, then=3)       of the others, one of three is slow, the rest exhaustive
pytestmark = pytest.mark.sampled(every=2)   one of two tests of a file, and of the cases of each
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from zlib import crc32

__all__ = ["is_kept"]


def is_kept(
    item: Any,
    seen: dict[str, dict[object, int]],
    *,
    every: int = 1,
    each: str | None = None,
    keep: Collection[str] | None = None,
    either: str | None = None,
) -> bool:
    """Return whether a case of a test is run each time.

    Args:
        item: the case, as pytest has it.
        seen: the cases of each test so far; added to.
        every: number of cases, or of values of `each`, of which one is kept.
        each: the parameter; of all cases with one value the first is kept.
        keep: the names of the cases to keep, as they appear between brackets.
        either: a parameter with two values; which one is kept differs from test to test.
    """
    call = getattr(item, "callspec", None)
    if call is None:  # a test of a file with the mark
        group, value = item.nodeid.partition("::")[0], item.nodeid
    else:
        if keep is not None:
            return call.id in keep
        if either is not None:
            return call.indices[either] == crc32(item.originalname.encode()) % 2
        group = item.nodeid.partition("[")[0]
        value = call.id if each is None else repr(call.params[each])
    values = seen.setdefault(group, {})
    is_first = value not in values
    return is_first and values.setdefault(value, len(values)) % every == 0
