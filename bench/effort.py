"""The size of a run, as requested on the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """The size of a run."""

    rounds: int = 5
    plain_visits: int = 300_000
    only: str = ""
    quiet: bool = False

    def wants(self, label: str) -> bool:
        """Whether a line is measured."""
        return self.only in label

    def report(self, message: str) -> None:
        """Print progress to standard error."""
        if not self.quiet:
            print(message, file=sys.stderr, flush=True)

    def rounds_of(self, label: str, rounds: int | None = None) -> Callable[[int], None]:
        """Return a function that reports the number of a line's round."""
        return lambda number: self.report(f"{label}: round {number} of {rounds or self.rounds}")
