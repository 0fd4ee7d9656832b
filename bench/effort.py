"""How much is measured: what a person asks of a run."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Effort"]


@dataclass(frozen=True)
class Effort:
    """How much is measured.

    Args:
        rounds: how often each competitor has its turn, at least 1.
        plain_visits: a plain search is stopped after so many visits.
        only: of the lines of a section, those whose names contain this.
        quiet: say nothing meanwhile.
    """

    rounds: int = 5
    plain_visits: int = 300_000
    only: str = ""
    quiet: bool = False

    def wants(self, label: str) -> bool:
        """Whether a line is asked for."""
        return self.only in label

    def tell(self, what: str) -> None:
        """Say on standard error what is being done."""
        if not self.quiet:
            print(what, file=sys.stderr, flush=True)

    def rounds_of(self, label: str, rounds: int | None = None) -> Callable[[int], None]:
        """What tells the rounds of a line, if they are others than those that are asked for."""
        return lambda number: self.tell(f"{label}: round {number} of {rounds or self.rounds}")
