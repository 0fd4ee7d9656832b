"""The pseudocode of each convention, and the line that each event stands on.

A listing is a text in `tracer/listings/`, one line of pseudocode a line:

    ROLE | TEXT @CONDITION,CONDITION

ROLE says what the line does, so that an event finds it: `max.take` is where MAX takes a better
value. A line stands in the listing only under its conditions: `window` or `no-window`, `chance` or
`no-chance`, `min` or `no-min` (nodes where MIN moves), `passes` or `one-pass`, `depth` (a depth
limit), `turns` or `no-turns` (of MAX and MIN), and the convention's `update` and `returns`. In the
text `{, α, β}` vanishes from a search without a window, `{≥}`, `{≤}`, `{>}`, `{<}` are the tests as
the convention makes them, and `{v}` is what is returned.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from engine.conventions import AIMA, PRESETS, Convention
from engine.game import Player
from engine.log import LEAF, NO_PARENT, Flag
from engine.search import find_search
from tracer.recording import Recording
from tracer.steps import Event, EventKind

__all__ = ["Listing", "listing", "listing_for"]

#: Presets that are written as another one is.
_WRITTEN_AS = {"rutgers": "aima"}

#: The roles at which an event stands, the first that the listing has.
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
    """A search in the words of a course.

    Args:
        lines: its lines.
        roles: what each of them does: a player, a dot and a role; empty for the rest.
    """

    lines: tuple[str, ...]
    roles: tuple[str, ...]

    def text_of(self, player: Player, role: str) -> str:
        """The line with a role in a player's function, or in the one that all share.

        Raises:
            ValueError: the listing has none.
        """
        own = f"{player.name.lower()}.{role}"
        return self.lines[self.roles.index(own if own in self.roles else f"any.{role}")].strip()

    def line_of(self, trace: Recording, event: Event) -> int:
        """The number, from 0, of the line that an event stands on.

        An entry stands in the function of the node that is entered, a return in that of the node
        it comes back to.
        """
        row = event.row if event.parent == NO_PARENT else event.parent
        kind = event.kind
        leaf = Flag(trace.log.flags[row]) & LEAF
        if kind is EventKind.FINISHED and leaf:
            kind = EventKind.PLAYOUT if trace.plays_out else _LEAVES[leaf]
        player = Player(trace.log.player[row]).name.lower()
        for role in _ROLES[kind]:
            for who in (player, "any"):
                if f"{who}.{role}" in self.roles:
                    return self.roles.index(f"{who}.{role}")
        raise AssertionError(f"no line for {kind} at a {player} node")


def listing(trace: Recording) -> Listing:
    """The listing of a trace's search under its convention."""
    settings = trace.settings
    limited = trace.limit_at(0) is not None
    turns = trace.game.plies_per_round == 2
    return listing_for(trace.search, settings.convention, limited=limited, turns=turns)


@lru_cache(maxsize=64)
def listing_for(
    search: str, convention: Convention, *, limited: bool = False, turns: bool = True
) -> Listing:
    """The listing of a search under a convention.

    Args:
        search: a search's name.
        convention: whose course's words are taken, and how the tests are written.
        limited: whether there is a depth limit.
        turns: whether MAX and MIN take turns, so that each can call the other's function.

    Raises:
        UsageError: there is no such search.
    """
    kind = find_search(search)
    facts = {
        "window" if kind.has_window else "no-window",
        "min" if kind.has_min else "no-min",
        "passes" if kind.deepens else "one-pass",
        "chance" if kind.takes_chance else "no-chance",
        convention.update,
        convention.returns,
        "turns" if turns else "no-turns",
        *(["depth"] if limited else []),
    }
    preset = convention.name.partition(",")[0]
    if preset not in PRESETS:
        preset = AIMA.name  # a convention of one's own is written as the book is
    # A search that no course writes has a listing of its own, which is named after it.
    listings = resources.files("tracer").joinpath("listings")
    own = listings.joinpath(f"{search}.txt")
    file = own if own.is_file() else listings.joinpath(f"{_WRITTEN_AS.get(preset, preset)}.txt")
    text = file.read_text(encoding="utf-8")
    lines, roles = [], []
    for line in text.splitlines():
        role, _, rest = line.partition("|")
        written, _, conditions = rest.partition("@")
        if all(condition in facts for condition in conditions.split(",") if condition):
            lines.append(_filled(written[1:].rstrip(), kind.has_window, convention))
            roles.append(role.strip())
    return Listing(tuple(lines), tuple(roles))


def _filled(text: str, has_window: bool, convention: Convention) -> str:
    """A line with its braces filled in."""
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
