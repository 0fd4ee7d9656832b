"""How students go wrong: a class each, which works the tree or tells of it in another way.

Most are one line of the search that is done otherwise; see `tracer.check.hand_worker`. The slugs
are those of the grader's records.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tracer.check.misconceptions.base import Misconception, Reading, Task
from tracer.check.misconceptions.cutoff_tests import (
    OneSidedTest,
    RefusesCutoff,
    StrictnessFlipped,
    WrongBound,
    ZeroUnset,
)
from tracer.check.misconceptions.orders import DepthOffByOne, OffByOneChild, RightToLeft
from tracer.check.misconceptions.telling import OtherCount, OtherTraversal, RewrittenWindow
from tracer.check.misconceptions.values import (
    ArithmeticSlip,
    BoundAsExact,
    ChanceMisread,
    FailHardValues,
    LeafPerspective,
    MaxMinSwapped,
)
from tracer.check.misconceptions.windows import (
    AlphaReplaced,
    LeakingBounds,
    OneVariable,
    RootReset,
    ShallowOnly,
    WindowReset,
)

__all__ = ["MISCONCEPTIONS", "Misconception", "Reading", "Task"]

#: The misconceptions by slug. Where a sheet fits several equally well, the first is named first:
#: the plainest.
MISCONCEPTIONS: Final[Mapping[str, Misconception]] = MappingProxyType(
    {
        one.slug: one
        for one in (
            RefusesCutoff(),
            WindowReset(),
            RootReset(),
            ShallowOnly(),
            OneVariable(),
            WrongBound(),
            LeakingBounds(),
            ZeroUnset(),
            StrictnessFlipped(),
            BoundAsExact(),
            OneSidedTest(),
            MaxMinSwapped(),
            OffByOneChild(),
            RewrittenWindow(),
            AlphaReplaced(),
            FailHardValues(),
            DepthOffByOne(),
            LeafPerspective(),
            ChanceMisread(),
            RightToLeft(),
            OtherTraversal(),
            OtherCount(),
            ArithmeticSlip(),
        )
    }
)
