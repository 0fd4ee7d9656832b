"""The laws of marking, each for random trees, conventions, keys and sheets."""

from __future__ import annotations

from tests.support.cases import over

NEAR = 1e-9
#: Seeds that share keys; most of the time is spent on making one.
every_run = over("seeds", [range(start, start + 10) for start in range(0, 2_000, 10)], ms=150)
