"""The facts of a search by name, for the claims, texts and questions of a lesson.

`docs/lessons.md` says what each of them is.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from engine.errors import InvalidInput, did_you_mean
from engine.log.counts import COUNT_MEANINGS
from engine.log.visit_log import Flag
from engine.running.control import StopReason
from engine.search import default_search
from tracer.answers.answers import Answers, answers_of_trace
from tracer.questions.base import Part
from tracer.questions.forms import (
    AnyForm,
    Choice,
    Count,
    Names,
    Numbers,
    ReturnedValue,
    Vector,
    Window,
)
from tracer.questions.leaves import Leaves, Pruned
from tracer.questions.node_names import NodeNames
from tracer.questions.one_value import Line
from tracer.questions.question import Question
from tracer.questions.rules import Rules
from tracer.questions.search_names import node_names, search_rules
from tracer.questions.steps import VECTOR_RULE
from tracer.questions.visits import Visits
from tracer.runs.search_trace import Trace
from tracer.steps.result_words import visit_order
from tracer.steps.snapshot import StackFrame
from tracer.steps.visit_values import Bound, bound_of

#: Largest number of visits of a search in a lesson: a page must open quickly.
MOST_VISITS: Final = 50_000

_STEP: Final = re.compile(r"(?P<what>enters|returns|cut at)\s+(?P<node>.+)")
#: A node, optionally with the number of a visit.
_VISIT: Final = re.compile(r"(?P<node>.+?)(?:\s+\((?P<visit>\d+)\))?")
_EXPECTED_STEP: Final = (
    "start, end, a number, or enters NODE, returns NODE or cut at NODE; NODE (2) for a second visit"
)
_BOUNDS: Final = {Bound.EXACT: "exact", Bound.LOWER: "at least", Bound.UPPER: "at most"}


@dataclass(frozen=True)
class FactQuestion(Question):
    """A fact of a search as a question."""

    #: Function that reads the same fact off a sheet; None if no sheet has it.
    read: Callable[[Answers], Any] | None = None


class _At(NamedTuple):
    """A search at a step."""

    trace: Trace
    step: int


@dataclass(frozen=True)
class _Kind:
    """A kind of fact."""

    form: Callable[[Trace, Any], AnyForm]
    #: Its value on a sheet; None if sheets do not have it. The second argument is the node or name.
    of_sheet: Callable[..., Any] | None = None
    #: Its value in a search at a step, if it is not that on the sheet of the search.
    of_search: Callable[..., Any] | None = None
    #: When a figure shows it: at the end, if the node has returned, always or never.
    drawn: str = "never"
    #: Whether a cutoff may make it a bound.
    may_be_bound: bool = False
    #: Other values that mean the same.
    also: Callable[[Trace], tuple[Any, ...]] = lambda _: ()


def fact_of(trace: Trace, step: int, text: str) -> FactQuestion:
    """Return a fact of a search."""
    word = " ".join(text.split())
    kind, of = _find_kind(word)
    of_sheet = kind.of_sheet
    if kind.of_search is not None:
        claim = kind.of_search(_At(trace, step), *of)
    else:
        assert of_sheet is not None, "it is a fact of a sheet or of a search"
        claim = of_sheet(answers_of_trace(trace), *of)
    form = kind.form(trace, claim)
    if isinstance(form, Numbers):
        labels = (*form.labels, *(of or (trace.name(trace.root),)))
        form = replace(form, labels=labels, names=search_rules(trace).names)
    if isinstance(form, ReturnedValue) and kind.may_be_bound:
        form = replace(form, is_lower=_find_cut_at_max(trace, *of))
    if isinstance(form, Count):
        form = replace(form, counted=of[0].replace(" ", "_"))
    return FactQuestion(
        word,
        "",
        form,
        (claim, *kind.also(trace)),
        reminder=VECTOR_RULE if isinstance(form, Vector) else "",
        read=None if of_sheet is None else lambda answers: of_sheet(answers, *of),
    )


def _find_kind(word: str) -> tuple[_Kind, tuple[str, ...]]:
    for pattern, kind in _FACTS.items():
        if match := re.fullmatch(pattern, word):
            return kind, match.groups()
    known = [pattern.replace("(.+)", "X").replace(r"(\d+)", "N") for pattern in _FACTS]
    raise InvalidInput(
        f"{word!r} is not a fact of a search",
        expected=f"one of {', '.join(known)}",
        hint=did_you_mean(word[:60], known),
    )


def is_drawn(trace: Trace, step: int, text: str) -> bool:
    """Return whether the figure of a step, or its sentence, shows a fact."""
    kind, of = _find_kind(" ".join(text.split()))
    if kind.drawn != "returned":
        return kind.drawn == "always" or (kind.drawn == "end" and step == len(trace.replay) - 1)
    try:
        return trace.replay.left_at(row_named(trace, of[0])) <= step
    except InvalidInput:  # skipped, so it has no value in the figure
        return False


def check_complete(searched: Trace) -> Trace:
    """Return a search if it finished within `MOST_VISITS`."""
    if searched.stopped is StopReason.BUDGET:
        raise InvalidInput(
            f"{searched.search} of {searched.source} makes more than {MOST_VISITS:,} visits, "
            "too many for a lesson",
            expected="a smaller depth:, or a smaller board or tree",
        )
    if searched.stopped is not None:
        raise InvalidInput(
            f"{searched.search} on {searched.source} was stopped {searched.stopped.description}",
            expected="a search that ends, such as one with a depth:",
        )
    return searched


# Names of visits and steps: `enters C`, `returns B1`, `cut at C` ----------------------------------


def row_named(trace: Trace, node: str) -> int:
    """Return the row of a visit to a node."""
    match = _VISIT.fullmatch(" ".join(node.split()))
    name, visit = (match["node"], int(match["visit"] or 1)) if match else (node, 1)
    wanted, times = name.casefold(), 0
    for place in trace.walk():
        if place.name.casefold() == wanted:
            times += 1
            if times == visit:
                return place.row
    often = ("not visited", "visited only once", "visited only twice")[min(times, 2)]
    often = f"visited only {times} times" if times > 2 else often
    raise InvalidInput(f"{name} is {often} by this search", expected="a visit of this search")


def step_at(trace: Trace, text: str) -> int:
    """Return the step of a name in a lesson."""
    word = " ".join(text.split())
    if word.startswith("before "):
        return max(0, step_at(trace, word.removeprefix("before ")) - 1)
    steps = len(trace.replay)
    if word in ("start", "end"):
        return 0 if word == "start" else steps - 1
    if word.isdecimal():
        if int(word[:9]) >= steps:
            raise InvalidInput(f"there is no step {word}", expected=f"0 to {steps - 1}")
        return int(word)
    named = _STEP.match(word)
    if not named:
        raise InvalidInput(f"{word!r} is not a step", expected=_EXPECTED_STEP)
    row = row_named(trace, named["node"])
    if named["what"] == "enters":
        return trace.replay.entered_at(row)
    if named["what"] == "returns":
        return trace.replay.left_at(row)
    if not trace.log.flags[row] & Flag.EARLY_RETURN:
        raise InvalidInput(f"{named['node']} has no cutoff", expected="a node that returns early")
    *_, last = trace.log.children(row)
    return trace.replay.left_at(last)


# Forms ----------------------------------------------------------------------------------------


def _numbers(trace: Trace, claim: tuple[float, ...]) -> AnyForm:
    if any(map(math.isnan, claim)):
        raise InvalidInput("the value is not known at this step", expected="a known value")
    if trace.vectors is None:
        return Numbers()
    hint = f"{len(claim)} numbers, one for each player"
    return Vector(len(claim), hint, trace.vectors.share_names)


def _node_value(trace: Trace, claim: tuple[float, ...]) -> AnyForm:
    form = _numbers(trace, claim)
    return ReturnedValue() if isinstance(form, Numbers) and form.count == 1 else form


def _find_cut_at_max(trace: Trace, name: str) -> bool | None:
    """Return whether the cutoff at a node is at a MAX node; None if it has no cutoff."""
    cuts = answers_of_trace(trace).cuts
    return next((cut.at_max for cut in cuts if cut.at.casefold() == name.casefold()), None)


def _rules(trace: Trace, claim: tuple[str, ...]) -> Rules:
    rules = search_rules(trace)
    if rules.parents:
        return rules
    names = NodeNames(lambda: [*node_names(trace), *claim], trace.moves_listed, spaced=True)
    return replace(rules, names=names)


def _list(trace: Trace, claim: tuple[str, ...], part: Part[Any] | None = None) -> Names:
    part = part or Visits()
    hint = "names with spaces between them" + ("" if part.is_list else ", or none")
    joiner = ", " if any(" " in name for name in claim) else " "
    return Names(_rules(trace, claim), hint, part, joiner=joiner)


def _leaves(trace: Trace, claim: tuple[str, ...]) -> Names:
    return replace(_list(trace, claim, Leaves()), hint="names or values with spaces between them")


def _values_of_leaves(trace: Trace) -> tuple[Any, ...]:
    """Return the order of the leaves by value; nothing with several players."""
    sheet = answers_of_trace(trace)
    leaves = _visited(sheet, is_inner=False)
    return () if trace.vectors is not None else (tuple(sheet.values[name] for name in leaves),)


def _line(trace: Trace, claim: tuple[str, ...]) -> Names:
    return replace(_list(trace, claim, Line()), first=trace.name(trace.root))


def _set(trace: Trace, claim: tuple[str, ...]) -> Names:
    return _list(trace, claim, Pruned())


def _name(trace: Trace, claim: tuple[str, ...]) -> Names:
    return Names(_rules(trace, claim), "a name or a word")


def _words(options: Iterable[str]) -> AnyForm:
    return Choice(dict.fromkeys(options, ()), "a name or a word")


# Values ---------------------------------------------------------------------------------------


def _returned(trace: Trace, row: int) -> tuple[float, ...]:
    """Return the value, or the vector, that a visit returned."""
    shares = trace.shares(row)
    return (trace.log.value[row],) if shares is None else tuple(map(float, shares))


@lru_cache(maxsize=32)
def _uncut(trace: Trace) -> Trace:
    """Search the same tree without cutoffs."""
    from tracer.runs.run import trace as run

    usual = default_search(trace.game)
    search = "minimax" if usual == "alphabeta" else usual
    return check_complete(
        run(trace.game, search, depth=trace.settings.depth, max_visits=MOST_VISITS)
    )


def _true_value(at: _At, name: str) -> tuple[float, ...]:
    return _returned(_uncut(at.trace), row_named(_uncut(at.trace), name))


def _frame(at: _At, name: str) -> StackFrame:
    for frame in at.trace.at(at.step).stack:
        if frame.name.casefold() == name.casefold():
            return frame
    raise InvalidInput(f"{name} is not being searched at step {at.step}", expected="an open node")


def _window_at(at: _At, name: str) -> tuple[float, float]:
    frame = _frame(at, name)
    return frame.alpha, frame.beta


def _entry_window(at: _At, name: str) -> tuple[float, float]:
    row = row_named(at.trace, name)
    return at.trace.log.alpha[row], at.trace.log.beta[row]


def _children(at: _At, name: str) -> tuple[str, ...]:
    row = row_named(at.trace, name)
    state, game = at.trace.state(row), at.trace.game
    moves = [] if game.is_terminal(state) else game.moves(state)
    return tuple(name for name, _ in at.trace.name_children(row, moves))


def _pass_value(at: _At, number: str) -> tuple[float, ...]:
    roots = at.trace.roots
    if not 0 < int(number) <= len(roots):
        raise InvalidInput(f"there is no pass {number}", expected=f"1 to {len(roots)}")
    return (at.trace.log.value[roots[int(number) - 1]],)


def _players(trace: Trace) -> list[str]:
    """Return the players, and what moves at a chance node."""
    if trace.vectors is not None:
        return [*trace.vectors.share_names]
    players = list(trace.log.player)
    rows = (players.index(player) for player in {*players})
    return [*dict.fromkeys(map(trace.player_name, rows))]


def _said_of(of_nodes: Mapping[str, Any] | None, name: str) -> Any:
    """Return what a sheet says of a node, ignoring case; None if it says nothing."""
    nodes = (of_nodes or {}).items()
    said = next((value for node, value in nodes if node.casefold() == name.casefold()), None)
    return said if isinstance(said, tuple) or said is None else (float(said),)


def _pruned(sheet: Answers, name: str = "") -> tuple[str, ...]:
    cuts = [cut for cut in sheet.cuts if not name or cut.at.casefold() == name.casefold()]
    return tuple(pruned for cut in cuts for pruned in cut.skipped)


def _visited(sheet: Answers, *, is_inner: bool) -> tuple[str, ...]:
    return tuple(name for name in sheet.visits if (name in sheet.interior) is is_inner)


def _count(sheet: Answers, name: str) -> tuple[float, ...]:
    key = name.replace(" ", "_")
    if key not in sheet.counts:
        raise InvalidInput(
            f"{name!r} is not a count", expected=f"one of {', '.join(COUNT_MEANINGS)}"
        )
    return (float(sheet.counts[key]),)


#: The facts by pattern; what the groups match is passed on.
_FACTS: Final[Mapping[str, _Kind]] = {
    "value": _Kind(_numbers, lambda sheet: _said_of({"": sheet.utility}, ""), drawn="end"),
    "move": _Kind(
        _name,
        lambda sheet: sheet.moves[:1],
        drawn="end",
        also=lambda trace: (tuple(trace.path[1:2]),),
    ),
    "line": _Kind(
        _line, lambda sheet: sheet.moves, drawn="end", also=lambda trace: (tuple(trace.path[1:]),)
    ),
    "path": _Kind(_list, lambda sheet: sheet.path, drawn="end"),
    "visits so far": _Kind(
        _list,
        of_search=lambda at: tuple(
            place.name for place in at.trace.walk(stop=at.trace.at(at.step).visited)
        ),
        drawn="always",
    ),
    Visits.name: _Kind(_list, lambda sheet: tuple(sheet.visits), drawn="end"),
    "leaves": _Kind(
        _leaves,
        lambda sheet: _visited(sheet, is_inner=False),
        drawn="end",
        also=_values_of_leaves,
    ),
    "expanded": _Kind(_list, lambda sheet: _visited(sheet, is_inner=True), drawn="end"),
    "generated": _Kind(
        _list, of_search=lambda at: tuple(visit_order(at.trace, "generated")), drawn="end"
    ),
    "skipped": _Kind(_set, _pruned, drawn="end"),
    "skipped at (.+)": _Kind(
        _set, _pruned, lambda at, name: at.trace.skipped(row_named(at.trace, name)), "returned"
    ),
    "true value of (.+)": _Kind(
        _node_value, lambda sheet, name: _said_of(sheet.complete, name), _true_value, "returned"
    ),
    "value of (.+)": _Kind(
        _node_value,
        lambda sheet, name: _said_of(sheet.values, name),
        lambda at, name: _returned(at.trace, row_named(at.trace, name)),
        "returned",
        may_be_bound=True,
    ),
    "bound of (.+)": _Kind(
        lambda _, claim: _words((*_BOUNDS.values(), claim)),
        of_search=lambda at, name: _BOUNDS.get(
            bound_of(at.trace.log.flags[row_named(at.trace, name)]), "unknown"
        ),
        drawn="returned",
    ),
    "v of (.+)": _Kind(_numbers, of_search=lambda at, name: (_frame(at, name).v,), drawn="always"),
    "entry window of (.+)": _Kind(
        lambda *_: Window(),
        lambda sheet, name: _said_of(sheet.windows, name),
        _entry_window,
        "always",
    ),
    "window of (.+)": _Kind(lambda *_: Window(), of_search=_window_at, drawn="always"),
    "children of (.+)": _Kind(_list, of_search=_children),
    "player of (.+)": _Kind(
        lambda trace, _: _words(_players(trace)),
        of_search=lambda at, name: at.trace.player_name(row_named(at.trace, name)),
    ),
    "count (.+)": _Kind(lambda *_: Count(), _count),
    r"pass value (\d+)": _Kind(_numbers, of_search=_pass_value),
}
