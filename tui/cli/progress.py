"""A line on standard error that says how far something long has come."""

from __future__ import annotations

import sys
import time

import click

__all__ = ["Progress"]

#: Seconds before anything is said, and between two words.
_PATIENCE = 1.0
_INTERVAL = 0.2


class Progress:
    """Says how many visits have been done, how fast, and how long it will take where that is known.

    Args:
        doing: what is done, such as `searching`.
        total: the visits there will be, or at most; None where nobody knows.
        shown: whether anybody wants to know; nothing is said where standard error is no terminal.
        unit: what is counted.
    """

    def __init__(self, doing: str, total: int | None, *, shown: bool, unit: str = "visits") -> None:
        self._doing = doing
        self._unit = unit
        self._total = total
        self._shown = shown and sys.stderr.isatty()
        self._started = time.monotonic()
        self._due = self._started + _PATIENCE
        self._written = False

    def __call__(self, visits: int, more: str = "") -> None:
        """Say that so many visits have been done, and perhaps something more."""
        now = time.monotonic()
        if not self._shown or now < self._due:
            return
        self._due = now + _INTERVAL
        rate = max(visits, 1) / (now - self._started)
        text = f"{self._doing}: {visits:,} {self._unit}, {rate:,.0f} a second"
        if not visits and more:
            text = f"{self._doing}: {more}"  # nothing is done yet: there is no rate to tell
        elif self._total:
            text += f", {visits / self._total:.0%}, {(self._total - visits) / rate:,.0f} s to go"
        if visits and more:
            text += f", {more}"
        click.echo(f"\r{text}\x1b[K", err=True, nl=False)
        self._written = True

    def clear(self) -> None:
        """Take the line away again."""
        if self._written:
            click.echo("\r\x1b[K", err=True, nl=False)
