"""The lines of pseudocode that run at a step, in order."""

from __future__ import annotations

from engine.log.visit_log import Flag
from tracer.recording.recording import Recording
from tracer.steps.pseudocode import Listing
from tracer.steps.snapshot import EventKind, Snapshot

#: Roles of the lines that run when a node is entered, up to the line that returns a value.
_ENTRY = ("head", "terminal", "limit", "table", "playout", "keep", "init")
#: Roles of the lines that test whose turn it is, if all players share one function.
_TURNS = ("max", "min", "chance")
#: Roles of the lines that return a value at an entry.
_ANSWERED = {
    EventKind.TERMINAL: "terminal",
    EventKind.EVALUATED: "limit",
    EventKind.REPEAT: "table",
    EventKind.PLAYOUT: "playout",
}
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
    answered = _ANSWERED.get(snapshot.event.kind)
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
