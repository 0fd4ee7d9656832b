"""The pseudocode of each convention, and the line of each event.

The listings are in `engine.conventions`; a search that is the same in every course has its own.
`engine.conventions.convention.Course` documents their format.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from engine.conventions import AIMA, COURSES, Convention
from engine.game import Player
from engine.log.visit_log import LEAF, NO_PARENT, Flag
from engine.search import find_search
from tracer.recording.recording import Recording
from tracer.steps.snapshot import Event, EventKind

#: The roles of an event's line; the first one in the listing is used.
_ROLES: dict[EventKind, tuple[str, ...]] = {
    EventKind.ENTER: ("init",),
    EventKind.TERMINAL: ("terminal",),
    EventKind.EVALUATED: ("limit",),
    EventKind.REPEAT: ("table",),
    EventKind.PLAYOUT: ("playout",),
    EventKind.SCOUTED: ("again",),
    EventKind.BACKED_UP: ("take",),
    EventKind.BETTER: ("take",),
    EventKind.KEPT: ("better", "take"),
    EventKind.AVERAGED: ("take",),
    EventKind.CUT: ("test",),
    EventKind.FINISHED: ("return",),
}

#: A root that is a leaf returns from the line that values it.
_LEAVES = {Flag.TERMINAL: EventKind.TERMINAL, Flag.EVALUATED: EventKind.EVALUATED}


@dataclass(frozen=True, slots=True)
class Listing:
    """The pseudocode of a search, as a course writes it."""

    lines: tuple[str, ...]
    roles: tuple[str, ...]

    def text_of(self, player: Player, role: str) -> str:
        """Return the line with a role in a player's function, or in the shared function."""
        own = f"{player.name.lower()}.{role}"
        return self.lines[self.roles.index(own if own in self.roles else f"any.{role}")].strip()

    def line_of(self, trace: Recording, event: Event) -> int:
        """Return the number, from 0, of an event's line.

        An entry is in the function of the entered node, a return in that of the parent.
        """
        row = event.row if event.parent == NO_PARENT else event.parent
        kind = event.kind
        leaf = Flag(trace.log.flags[row]) & LEAF
        if kind is EventKind.FINISHED and leaf:
            kind = EventKind.PLAYOUT if trace.uses_playouts else _LEAVES[leaf]
        function = self.function_of(trace, row)
        stops = kind is EventKind.CUT and trace.log.flags[event.row] & Flag.PROBE
        for role in ("stop",) if stops else _ROLES[kind]:
            for who in (function, "any"):
                if f"{who}.{role}" in self.roles:
                    return self.roles.index(f"{who}.{role}")
        raise AssertionError(f"no line for {kind} in the function {function}")

    def function_of(self, trace: Recording, row: int) -> str:
        """Return the function that a visit calls: its player, or `probe` for a probe."""
        if trace.log.flags[row] & Flag.PROBE:
            return "probe"
        player = Player(trace.log.player[row]).name.lower()
        # A search of one player has one function, also for leaves at which MIN would move.
        return "max" if player == "min" and "min.head" not in self.roles else player


def listing(trace: Recording) -> Listing:
    """Return the listing of a trace's search under its convention."""
    settings = trace.settings
    limited = trace.limit_at(0) is not None
    turns = trace.game.plies_per_round == 2
    return listing_for(
        trace.search,
        settings.convention,
        limited=limited,
        turns=turns,
        second=trace.second,
        sums="sum" if settings.sum is not None else "near" if settings.near is not None else "",
        prunes=trace.has_window,
    )


@lru_cache(maxsize=64)
def listing_for(
    search: str,
    convention: Convention,
    *,
    limited: bool = False,
    turns: bool = True,
    second: str = "",
    sums: str = "",
    prunes: bool = True,
) -> Listing:
    """Return the listing of a search under a convention."""
    kind = find_search(search)
    has_window = kind.has_window and prunes
    facts = {
        "window" if has_window else "no-window",
        "min" if kind.has_min else "no-min",
        "passes" if kind.deepens else "one-pass",
        "chance" if kind.takes_chance else "no-chance",
        convention.update,
        convention.returns,
        "turns" if turns else "no-turns",
        *(["depth"] if limited else []),
        "from-value" if second == "value" else "from-bound",
        sums,
        "no-near" if sums != "near" else "",
    }
    preset = convention.name.partition(",")[0]
    # A custom convention uses AIMA's listing.
    text = kind.listing or COURSES.get(preset, COURSES[AIMA.name]).listing
    lines, roles = [], []
    for line in text.splitlines():
        role, _, rest = line.partition("|")
        written, _, conditions = rest.partition("@")
        if all(condition in facts for condition in conditions.split(",") if condition):
            lines.append(_fill_braces(written[1:].rstrip(), has_window, convention))
            roles.append(role.strip())
    return Listing(tuple(lines), tuple(roles))


def _fill_braces(text: str, has_window: bool, convention: Convention) -> str:
    """Fill in the braces of a line."""
    strict, last = convention.cutoff == ">", convention.ties == "last"
    clipped = has_window and convention.returns == "fail-hard"
    signs = {
        "≥": ">" if strict else "≥",
        "≤": "<" if strict else "≤",
        ">": "≥" if last else ">",
        "<": "≤" if last else "<",
        "first": "last" if last else "first",
    }

    def fill(match: re.Match[str]) -> str:
        inside = match.group(1)
        if inside.startswith(","):
            return inside if has_window else ""
        if inside in signs:
            return signs[inside]
        return f"CLIP({inside}, α₀, β₀)" if clipped else inside

    return re.sub(r"\{([^}]*)\}", fill, text)
