"""The searches that can be worked by hand, why the others cannot, and the problems of keys."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from pathlib import Path, PurePath
from typing import Final

from engine.errors import PlytraceError, UsageError
from engine.game import VectorGame
from engine.log.visit_log import LEAF
from engine.searches.ordering import make_order
from tracer.drawing.tree.game_tree import game_tree
from tracer.marking.keys.problem import Problem
from tracer.marking.keys.problem_file import is_problem
from tracer.marking.keys.problem_set import ProblemSet, read_key_text, read_mapping
from tracer.questions.cutoffs import Cutoffs, Windows
from tracer.questions.nodes import Values
from tracer.questions.one_value import Move
from tracer.questions.visits import Visits
from tracer.recording.recording import Recording
from tracer.runs.run import trace
from tracer.runs.search_trace import Trace
from trees.files import printable_name, read_text

#: The parts of a sheet that a work answers.
PARTS: Final = tuple(part.name for part in (Visits, Values, Windows, Cutoffs, Move))
#: Most nodes of a tree that is worked by hand, down to its depth limit.
MOST_NODES: Final = 160

#: Visits after which a search is surely too large to be worked.
MOST_VISITS: Final = 5_000

_KINDS: Final = "minimax, alphabeta, negamax, expectimax, expectiminimax, single or paranoid"

#: Tests of a search that has no form by hand, each with the reason; the first that holds is given.
_REASONS: Final[tuple[tuple[Callable[[Recording], bool], str], ...]] = (
    (lambda search: search.uses_playouts, "its playouts are random"),
    (lambda search: isinstance(search.game, VectorGame), "its leaves have a value for each player"),
    (lambda search: search.best_first, "it keeps a list of open nodes instead of a path"),
    (lambda search: search.has_passes, "it searches the whole tree several times"),
    (lambda search: search.searches_again, "it searches some nodes again"),
    (lambda search: search.keeps_positions, "it answers positions that it knows from a table"),
    (lambda search: search.keeps_bounds, "it answers positions that it knows from a table"),
    (
        lambda search: search.has_window and search.game.has_chance,
        "chance nodes have an interval for each outcome",
    ),
)


def check_suitable(right: Trace) -> None:
    """Refuse a search that cannot be worked by hand."""
    game, settings = right.game, right.settings
    why = next((reason for holds, reason in _REASONS if holds(right)), "")
    if why:
        raise UsageError(
            f"{right.search} cannot be worked by hand: {why}",
            expected=_KINDS,
            hint="plytrace step shows the search",
        )
    limit = settings.depth_limit(game)
    if make_order(settings.order, game, limit).learns_from:
        raise UsageError(
            f"the order {settings.order} cannot be worked by hand: it depends on earlier cutoffs",
            expected="--order given, or an order by evaluation",
        )
    if right.log.flags[0] & LEAF:
        raise UsageError(
            f"there is nothing to work in {right.source}: the search stops at the root",
            expected="a larger depth, or a position that is not over",
        )
    if game_tree(game, limit, most=MOST_NODES) is None:
        raise UsageError(
            f"{right.source} has more than {MOST_NODES} nodes, too many to work by hand",
            expected="a smaller tree, or a depth (--depth 2)",
        )
    if right.stopped:
        raise UsageError(
            f"the search of {right.source} was stopped after {len(right.log)} visits",
            expected="no limit of visits, seconds or memory",
        )


# The problems of a key that can be worked by hand.


def search_problem(problem: Problem, name: str) -> Trace:
    """Run the search of a problem, under the first convention that it accepts."""
    if problem.kind != "search":
        raise UsageError(f"{name} is not about a search", expected="a problem about a search")
    options = {"max_visits": MOST_VISITS, **problem.search.options}
    right = trace(problem.source, problem.search.name, problem.accept[0], **options)
    check_suitable(right)
    return right


def read_key_file(source: str) -> Problem | ProblemSet | None:
    """Return the key that a file has; None if it is not a file, or has something else."""
    path = Path(source)
    if path.suffix not in (".yaml", ".yml", ".json") or not path.is_file():
        return None
    text, name = read_text(path), printable_name(path)
    file = read_mapping(text, name)
    if file is None or not (is_problem(file.entries) or "problems" in file.entries):
        return None
    return read_key_text(text, str(path), name)


def parts_note(problem: Problem) -> str:
    """Return which parts of a problem a work does not answer, as a sentence; empty if none."""
    others = [part for part in problem.parts or () if part not in PARTS]
    return f"Add these parts to the sheet yourself: {', '.join(others)}." if others else ""


def commands_of_file(source: str) -> dict[str, str]:
    """Return the commands that work the problems of a key file by hand; see `commands_by_hand`."""
    key = read_key_file(source)
    if key is None:
        return {}
    return commands_by_hand({"": key} if isinstance(key, Problem) else key.problems, source)


def commands_by_hand(problems: Mapping[str, Problem], key: str) -> dict[str, str]:
    """Return the commands that work the problems of a key by hand, by number.

    A problem has none if its search has no form by hand, or if no part of it would be answered.
    """
    commands = {}
    for number, problem in problems.items():
        if problem.parts is not None and not {*problem.parts} & {*PARTS}:
            continue
        try:
            search_problem(problem, key)
        except PlytraceError:
            continue
        words = ["plytrace", "work", PurePath(key).name]
        words += ["--problem", number] if number else []
        commands[number] = shlex.join([*words, "--sheet", "NAME.yaml"])
    return commands
