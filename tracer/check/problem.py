"""What is asked: the source, the search, the parts and their points, the conventions accepted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Final, Literal

from engine.conventions import PRESETS, Convention
from engine.errors import UsageError
from tracer.check.parts import WindowWanted

__all__ = ["ANY", "Problem", "every_convention"]


def every_convention() -> tuple[Convention, ...]:
    """The presets, and after them every other pair of rules that goes together."""
    found = dict(PRESETS)
    rules = product((">=", ">"), ("before-test", "after-test"), ("fail-soft", "fail-hard"))
    for cutoff, update, returns in rules:
        base = PRESETS["cs188" if cutoff == ">" else "aima"]
        for ties in ("first", "last"):
            changes = [
                f"{name}={value}"
                for name, value in (
                    ("cutoff", cutoff),
                    ("update", update),
                    ("returns", returns),
                    ("ties", ties),
                )
                if value != getattr(base, name)
            ]
            name = ",".join([base.name, *changes])
            try:
                one = Convention(name, cutoff, update, returns, ties, base.count)  # type: ignore[arg-type]
            except UsageError:  # two rules that do not go together
                continue
            found.setdefault(name, one)
    return tuple(found.values())


#: Whatever any course does.
ANY: Final = every_convention()


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem, and how answers to it are marked.

    Args:
        label: what to call it.
        source: what is searched: any SOURCE, or a game.
        search: the search's name; None for the usual one.
        accept: the conventions that are accepted, the first preferred.
        parts: the points of each part that is asked for; None for a point for whatever is answered.
        window: which window of a cutoff is wanted.
        options: further arguments of `tracer.trace`.
        kind: a search, a payoff matrix, or an MCTS run by hand.
        shape: the shape of the programs that are checked; None for whichever they have.
        function: the function of theirs that is called; None for the usual names.
        seconds: the processor time in which the part `time` wants a program to be done; None
            where it is not asked for.
        of_programs: whether programs answer it, and not people.
    """

    label: str
    source: Any
    search: str | None = None
    accept: tuple[Convention, ...] = ANY
    parts: Mapping[str, float] | None = None
    window: WindowWanted = "either"
    options: Mapping[str, Any] = field(default_factory=dict)
    kind: Literal["search", "matrix", "mcts"] = "search"
    shape: str | None = None
    function: str | None = None
    seconds: float | None = None
    of_programs: bool = False

    def for_programs(self) -> Problem:
        """The problem as programs answer it."""
        return replace(self, of_programs=True)

    def versions(self, *, windowed: bool) -> Iterator[Convention]:
        """The accepted conventions that can lead to different answers.

        Args:
            windowed: whether the search passes a window; otherwise only ties and counts differ.
        """
        seen = set()
        for one in self.accept:
            rules: tuple[str, ...] = (one.ties, str("below_root" in one.count))
            if windowed:
                # The order of update changes no answer: of a cutoff both windows are known.
                rules += (one.cutoff, one.returns)
            if rules not in seen:
                seen.add(rules)
                yield one
