"""The result and the counts in words, as text and Markdown give them."""

from __future__ import annotations

from engine.conventions import Count
from engine.game import Player
from tracer.compare import Comparison
from tracer.playouts import root_moves
from tracer.recording import Recording
from tracer.values import show_number, show_window
from tracer.views import Bound, bound_of

__all__ = ["count_lines", "depth_table", "heading", "result_lines", "which_pass"]


def heading(found: Recording | Comparison) -> str:
    """What was searched: the source, and its title where that says more."""
    named = found.title and found.title not in found.source
    return f"{found.source}: {found.title}" if named else found.source


def result_lines(trace: Recording) -> list[tuple[str, str]]:
    """What was searched, how, and what came out, as pairs of a word and its text."""
    settings = trace.settings
    how = [trace.search, f"convention {settings.convention.name}"]
    for name, given in settings.given().items():
        if name not in trace.game_options:
            how.append(f"{name} {show_window(*given) if name == 'window' else given}")
    how += [f"{name} {value}" for name, value in trace.game_options.items()]
    lines = [("search", ", ".join(how))]
    if trace.stopped:
        lines.append(("stopped", f"{trace.stopped.told}; this is the part before"))
    lines.append(("value", _value(trace)))
    if trace.move is not None:
        player = Player(trace.log.player[trace.root])
        label = trace.game.labels[player]
        who = player.name if label == player.name else f"{player.name}, {label}"
        lines.append(("move", f"{trace.move} ({who})"))
    if trace.line:
        lines.append(("line", " ".join(trace.line)))
    if trace.plays_out:
        tried = (
            f"{one.move} {one.visits:,} (mean {show_number(round(one.mean, 3))})"
            for one in root_moves(trace)
        )
        lines.append(("visits", ", ".join(tried)))
    return lines


def which_pass(trace: Recording, row: int) -> str:
    """In which pass a visit was, in brackets; empty for a search of one pass."""
    return f" (pass {trace.pass_at(row)})" if trace.has_passes else ""


def count_lines(trace: Recording) -> list[tuple[str, str]]:
    """The counts as pairs of a name and a number, the convention's own headline first."""
    counts = trace.counts
    numbers = counts.as_dict() | {"below_root": counts.below_root}
    headline: tuple[Count, ...] = trace.settings.convention.count
    rest = [name for name in counts.as_dict() if name not in headline]
    return [(name.replace("_", " "), f"{numbers[name]:,}") for name in [*headline, *rest]]


def depth_table(trace: Recording) -> tuple[list[str], list[list[str]]]:
    """The counts of each depth: the head of the table, and its rows.

    A count that is 0 at every depth is left out, and the leaves where all are terminals.
    """
    records = [counts.as_dict() for counts in trace.by_depth]
    names = [name for name in records[0] if any(record[name] for record in records)]
    if all(record["evaluated"] == record["terminals"] for record in records):
        names = [name for name in names if name != "evaluated"]
    rows = [
        [str(depth), *(f"{record[name]:,}" for name in names)]
        for depth, record in enumerate(records)
    ]
    return ["depth", *(name.replace("_", " ") for name in names)], rows


def _value(trace: Recording) -> str:
    """The root's value, and where the window left it a bound, which."""
    value, bound = show_number(trace.value), bound_of(trace.log.flags[trace.root])
    if bound in (Bound.EXACT, Bound.UNKNOWN):
        return value
    end, side = ("α", "at or below") if bound is Bound.UPPER else ("β", "at or above")
    return f"{bound} {value} (only a bound: it is {side} {end})"
