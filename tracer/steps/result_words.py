"""The result, the counts and the order of visits in words, for text and Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.conventions import Count
from engine.errors import PlytraceError, UsageError
from engine.game import AnyGame, Player
from engine.log.visit_log import LEAF
from engine.running.control import PartialResult, StopReason
from engine.search import default_search, find_search
from tracer.mcts.rewards import root_moves
from tracer.recording.recording import Recording
from tracer.steps.visit_values import Bound, bound_of, value_text
from tracer.text.numbers import show_number, show_window


def best_so_far(now: PartialResult) -> str:
    """Describe the best move so far and its value; empty if the search chooses no move."""
    if not now.chooses:
        return ""
    if now.value is None:
        return "no move at the root has been searched completely yet"
    if now.times:
        return f"{now.move}, {now.times:,} visits, mean {show_number(round(now.value, 3))}"
    return f"{now.move}, worth {show_number(now.value)}"


#: Seconds after which the progress of a search says that a depth can be chosen.
LONG: Final = 5.0
#: A depth to suggest for a game without a usual one.
_SUGGESTED: Final = 8


def heading(source: str, title: str) -> str:
    """Return a source, and its title if it adds something."""
    return f"{source}: {title}" if title and title not in source else source


def depth_advice(game: AnyGame, search: str | None, way: str = "--depth {}") -> str:
    """Return the advice to limit a search's depth; empty if that is impossible."""
    try:
        game.evaluate(game.initial)
    except PlytraceError:
        return ""
    if "depth" not in find_search(search or default_search(game)).takes:
        return ""
    return f"choose a depth ({way.format(game.usual_depth or _SUGGESTED)})"


def search_words(trace: Recording) -> list[str]:
    """Return the search, its convention, and any order and limit, for the title of a screen."""
    settings = trace.settings
    words = [trace.search, settings.convention.name]
    if settings.order != "given":
        words.append(settings.order)
    limits = {"depth": settings.depth, "rounds": settings.rounds}
    words += [f"{name} {limit}" for name, limit in limits.items() if limit is not None]
    if trace.stopped is StopReason.MEMORY:
        advice = depth_advice(trace.game, trace.search, "c")
        words.append(f"stopped at {trace.counts.visited:,} visits{': ' * bool(advice)}{advice}")
    elif trace.stopped:
        words.append("stopped")
    return words


def show_result(trace: Recording) -> str:
    """Return the value of a search and its move: `3 by B`."""
    value = show_number(trace.value)
    return value if trace.move is None else f"{value} by {trace.move}"


def result_lines(trace: Recording) -> list[tuple[str, str]]:
    """Return the search, its settings and its result, as pairs of a word and its text."""
    settings = trace.settings
    how = [trace.search, f"convention {settings.convention.name}"]
    for name, given in settings.non_defaults().items():
        if name not in trace.game_options:
            how.append(f"{name} {_setting(given)}")
    how += [f"{name} {value}" for name, value in trace.game_options.items()]
    lines = [("search", ", ".join(how))]
    if trace.stopped:
        covered = "the results cover only the visits before that"
        lines.append(("stopped", f"{trace.stopped.description}; {covered}"))
    lines.append(("value", _value(trace)))
    if trace.move is not None:
        player = trace.player_name(trace.root)
        label = trace.game.labels[Player(trace.log.player[trace.root])]
        who = player if label == player or trace.vectors else f"{player}, {label}"
        lines.append(("move", f"{trace.move} ({who})"))
    if trace.line:
        lines.append(("line", " ".join(trace.line)))
    if trace.uses_playouts:
        tried = (
            f"{one.move} {one.visits:,} (mean {show_number(round(one.mean, 3))})"
            for one in root_moves(trace)
        )
        lines.append(("visits", ", ".join(tried)))
    return lines


def _setting(given: Any) -> str:
    if isinstance(given, tuple):
        return show_window(*given)
    return show_number(given) if isinstance(given, float) else str(given)


def which_pass(trace: Recording, row: int) -> str:
    """Return the pass of a visit, in brackets; empty for a search of one pass."""
    return f" (pass {trace.pass_at(row)})" if trace.has_passes else ""


def count_lines(trace: Recording) -> list[tuple[str, str]]:
    """Return the counts as pairs of a name and a number, the convention's own headline first."""
    counts = trace.counts
    numbers = counts.as_dict() | {"below_root": counts.below_root}
    headline: tuple[Count, ...] = trace.settings.convention.count
    rest = [name for name in counts.as_dict() if name not in headline]
    return [(name.replace("_", " "), f"{numbers[name]:,}") for name in [*headline, *rest]]


def depth_table(trace: Recording) -> tuple[list[str], list[list[str]]]:
    """Return the counts of each depth: the head of the table, and its rows.

    A count that is 0 at every depth is omitted, and so are the leaves if all are terminals.
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
    """Format the root's value, and say if it is only a bound."""
    if trace.vectors is not None:
        return value_text(trace, trace.root)
    value, bound = show_number(trace.value), bound_of(trace.value_flags)
    if bound in (Bound.EXACT, Bound.UNKNOWN):
        return value
    end, side = ("α", "at or below") if bound is Bound.UPPER else ("β", "at or above")
    return f"{bound} {value} (only a bound: it is {side} {end})"


# The names of nodes in order.


def visit_order(trace: Recording, kind: str = "visited") -> Iterator[str]:
    """Return the names of the nodes that a search reached, in order."""
    if kind == "visited":
        return (place.name for place in trace.walk())
    if kind == "leaves":
        return (place.name for place in trace.walk() if trace.log.flags[place.row] & LEAF)
    if kind == "expanded":
        return (place.name for place in trace.walk() if trace.log.actions[place.row])
    if kind == "generated":
        return _generated(trace)
    raise UsageError(
        f"there is no visit order {kind!r}", expected="visited, leaves, expanded or generated"
    )


def _generated(trace: Recording) -> Iterator[str]:
    game, log = trace.game, trace.log
    path: list[str] = []
    for place in trace.walk():
        depth = log.depth[place.row]
        del path[max(0, depth - 1) :]
        if place.move is None:
            yield place.name
        else:
            path.append(place.move)
        if not log.actions[place.row]:
            continue
        moves = game.moves(place.state)
        for at in trace.places(place.row, place.state, moves):
            successor = game.result(place.state, moves[at])
            yield game.node_name(successor, [*path, game.name_of(moves[at])])


def separator(trace: Recording) -> str:
    """Return the separator of node names: a comma if the names contain spaces."""
    return ", " if trace.game.named_by_path else " "
