"""The pseudocode of a search, and the lines of it that run at a step."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from engine.conventions import AIMA, COURSES, Convention
from engine.game import Player
from engine.log.visit_log import LEAF, NO_PARENT, Flag
from engine.search import find_search
from tracer.recording.recording import Recording
from tracer.steps.snapshot import Event, EventKind, Snapshot

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
    EventKind.CUT: ("test", "return"),  # by hand, also where the search has no test
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
        leaf = trace.log.flags[row] & LEAF
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
        if player == "min" and not any(role.startswith("min.") for role in self.roles):
            return "max"  # a search of one player, at a leaf at which MIN would move
        return player


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


#: Roles of the lines that run when a node is entered, up to the line that returns a value.
_ENTRY = ("head", "terminal", "limit", "table", "playout", "keep", "init")
#: Roles of the lines that test whose turn it is, if all players share one function.
_TURNS = ("max", "min", "chance")
#: Roles of the other lines, which run when a child has returned.
_FOLD = ("again", "better", "take", "update", "test", "back")


def executed_lines(trace: Recording, listing: Listing, snapshot: Snapshot) -> tuple[int, ...]:
    """Return the numbers, from 0, of the lines that run at a step, in order.

    They are the lines of one call: of the entered node, or of the node to which a child returns. A
    test that fails runs; the lines that it guards do not. The step's own line, `Snapshot.line`, is
    one of them.
    """
    event = snapshot.event
    row = event.row if event.parent < 0 else event.parent
    player = listing.function_of(trace, row)
    mine = [
        (line, role.partition(".")[2])
        for line, role in enumerate(listing.roles)
        if role.partition(".")[0] in (player, "any")
    ]
    if event.entering:
        return tuple(_entered(trace, mine, player, snapshot))
    if event.kind is EventKind.FINISHED:
        return (snapshot.line,)
    if trace.log.flags[event.row] & Flag.PROBE:
        return tuple(_probed(trace, mine, snapshot))
    return tuple(_returned(mine, listing, snapshot))


def _entered(
    trace: Recording, mine: list[tuple[int, str]], player: str, snapshot: Snapshot
) -> list[int]:
    kind = snapshot.event.kind
    answered = None if kind is EventKind.ENTER else _ROLES[kind][0]
    end = max((line for line, role in mine if role == answered), default=snapshot.line)
    turn = max((line for line, role in mine if role == player), default=-1)
    run = [
        line
        for line, role in mine
        if (role in _ENTRY and (answered is None or line <= end))
        or (role in _TURNS and line <= min(turn, end))
    ]
    return run if answered else run + _next_call(trace, mine, snapshot.event.row + 1)


def _next_call(trace: Recording, mine: list[tuple[int, str]], row: int) -> list[int]:
    """Return the lines that lead to the next visit of a child: probes come before searches."""
    probes = row < len(trace.log) and trace.log.flags[row] & Flag.PROBE
    after = ("probes", "probe") if probes else ("probes", "loop", "call")
    return [line for line, role in mine if role in after]


def _probed(trace: Recording, mine: list[tuple[int, str]], snapshot: Snapshot) -> list[int]:
    """Return the lines that run when a probe returns to a chance node."""
    row = snapshot.event.row
    if snapshot.stack[-1].cut:
        return [line for line, role in mine if role == "again" or line == snapshot.line]
    tested = [line for line, role in mine if role in ("again", "stop")]
    return tested + _next_call(trace, mine, row + trace.log.size[row])


def _returned(mine: list[tuple[int, str]], listing: Listing, snapshot: Snapshot) -> list[int]:
    kind, frame = snapshot.event.kind, snapshot.stack[-1]
    roles = {role for _, role in mine}
    better = next((line for line, role in mine if role == "better"), None)
    inner = None if better is None else _indent(listing, better)
    run: list[int] = []
    for line, role in mine:
        if role not in _FOLD:
            continue
        if role == "again":
            if kind is EventKind.SCOUTED:
                return [line]
            continue
        guarded = (
            inner is not None and _indent(listing, line) > inner and role in ("take", "update")
        )
        if guarded and not _is_new_value(snapshot):
            continue
        run.append(line)
        if role == "test" and frame.cut:
            return run
    loop = [line for line, role in mine if role == "loop"]
    more = bool(loop) and frame.searched < frame.actions  # a probe has no loop
    call = [line for line, role in mine if role == "call"]
    if "back" in roles:
        return run
    return [*run, *loop, *(call if more else [line for line, role in mine if role == "return"])]


def _is_new_value(snapshot: Snapshot) -> bool:
    """Return whether v is now the value of the child that returned."""
    return snapshot.stack[-1].best == snapshot.event.name and snapshot.event.kind in (
        EventKind.BETTER,
        EventKind.CUT,
    )


def _indent(listing: Listing, line: int) -> int:
    text = listing.lines[line]
    return len(text) - len(text.lstrip())
