"""What is asked in a problem, and the room for each answer, both from what is given alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.counts import COUNT_MEANINGS
from engine.errors import UsageError
from engine.matrix.game import NormalForm
from engine.mcts.hand_run import Problem as HandRun
from tracer.check.parts import PARTS
from tracer.worksheet.given import MOST_DRAWN, Given, GivenSearch
from tracer.worksheet.making import Made
from tracer.worksheet.model import Blank, Question
from tracer.worksheet.spec import ProblemSpec

__all__ = ["NODE_COLUMNS", "counts_asked", "questions_of"]

#: Signs of a handwritten line.
_LINE: Final = 60
_MOST_LINES: Final = 8
#: Rows of the table of cutoffs: there may be fewer cutoffs, and a full table has more.
_MOST_CUTOFFS: Final = 10

#: The columns of tables that have a row for each inner node.
NODE_COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "values": ("node", "value"),
    "windows": ("node", "α", "β"),
    "minimax": ("node", "value"),
    "expectiminimax": ("node", "value"),
}

_TEXTS: Final[Mapping[str, str]] = {
    "visits": "Write down the nodes in the order in which the search visits them, the root first.",
    "values": "Which value does each inner node return? Leave nodes that are not visited blank.",
    "windows": "With which window (α, β) is each inner node entered? Leave nodes that are not "
    "visited blank.",
    "move": "Which move is best at the root?",
    "line": "What is the line of best play, from the root on?",
    "utility": "What is the value of the root?",
    "minimax": "What is the minimax value of each inner node, visited or not?",
    "expectiminimax": "What is the expectiminimax value of each inner node, visited or not?",
}
_WINDOWS: Final = {
    "before": "α and β are those before the value of the last child is taken into them.",
    "after": "α and β are those after the value of the last child is taken into them.",
    "either": "α and β may be those before or after the value of the last child is taken into "
    "them.",
}
_OF_MATRIX: Final[Mapping[str, str]] = {
    "dominance": "Which strategies of each player are dominated, strictly or weakly?",
    "dominant": "Which strategies of each player are dominant, and how: strictly, weakly or very "
    "weakly?",
    "equilibria": "What are the Nash equilibria? Name those in pure strategies as pairs; where "
    "there are finitely many, those in mixed strategies too.",
    "utility": "What is the value of the game for the player who chooses a row?",
}
_OF_RUN: Final[Mapping[str, str]] = {
    "mcts": "Which nodes are there after the last iteration, with how many visits and which mean "
    "reward? Name a node by the way to it, such as `NE`, or `root`.",
    "added": "Which node does each iteration add to the tree? Write down the nodes in order, each "
    "by its cell, such as `(2,3)`, or by the way to it, such as `NE`.",
    "expanded": "In which direction does each iteration expand? Write down the directions in "
    "order.",
    "move": "Which action is predicted for the next iteration at the root: N, W, S or E?",
}


def questions_of(made: Made, given: Given) -> tuple[Question, ...]:
    """What is asked, part by part.

    Raises:
        UsageError: a part that makes no sense for what is given.
    """
    parts = made.problem.parts or {}
    ask: Callable[[str], tuple[str, Blank]]
    if isinstance(given, GivenSearch):
        of_search = given

        def ask(part: str) -> tuple[str, Blank]:
            _refuse_idle(part, of_search)
            return _text_of(part, made, of_search), _room_for(part, made.spec, of_search)

    elif isinstance(given, NormalForm):

        def ask(part: str) -> tuple[str, Blank]:
            return _known(_OF_MATRIX, part), Blank(lines=1 if part == "utility" else 2)

    else:
        run = given

        def ask(part: str) -> tuple[str, Blank]:
            return _known(_OF_RUN, part), _room_of_run(part, run)

    return tuple(Question(part, part, points, *ask(part)) for part, points in parts.items())


def counts_asked(spec: ProblemSpec) -> tuple[str, ...]:
    """The counts that are asked for: the problem's own, or those of the course."""
    return spec.counts or tuple(spec.convention.count)


def _refuse_idle(part: str, given: GivenSearch) -> None:
    kind = given.kind
    if part not in PARTS:
        raise UsageError(f"a search has no part {part!r}", expected=", ".join(PARTS))
    if part in ("windows", "cutoffs") and not kind.has_window:
        raise UsageError(
            f"{part} of {kind.name}, which has no window",
            expected="a search such as alphabeta, or other parts",
        )
    if part in ("windows", "cutoffs") and given.options.get("cells") == "row-col":
        raise UsageError(
            f"{part} of nodes whose names have commas in them",
            expected="cells: number, or other parts",
        )
    if part in NODE_COLUMNS and given.nodes is None:
        raise UsageError(
            f"{part} of a tree of more than {MOST_DRAWN} nodes",
            expected="a smaller tree, a limit of depth, or parts such as move, utility and counts",
        )


def _known(texts: Mapping[str, str], part: str) -> str:
    if part not in texts:
        raise UsageError(f"there is no part {part!r} here", expected=", ".join(texts))
    return texts[part]


def _text_of(part: str, made: Made, given: GivenSearch) -> str:
    if part == "counts":
        asked = (f"`{name}` ({COUNT_MEANINGS[name]})" for name in counts_asked(made.spec))
        return f"Count, over the whole search: {'; '.join(asked)}."
    if part == "cutoffs":
        text = (
            "Where are children left out? For each such node write down the node, α and β there, "
            f"and the children that are left out. {_WINDOWS[made.problem.window]} The table may "
            "have more rows than are needed; where nothing is left out, write none."
        )
    else:
        text = _TEXTS[part]
    if part == "line" and given.game.has_chance:
        text += " Where chance moves, go on with its first outcome."
    if given.game.named_by_path and part == _first_of_nodes(made):
        text += " A node is called by the moves that lead to it, the first position `root`."
    return text


def _first_of_nodes(made: Made) -> str:
    """The first part that names nodes, with which it is said how they are called."""
    named = ("visits", "cutoffs", *NODE_COLUMNS)
    return next((part for part in made.problem.parts or () if part in named), "")


def _room_for(part: str, spec: ProblemSpec, given: GivenSearch) -> Blank:
    if part == "counts":
        return Blank(("count", "number"), counts_asked(spec))
    if part in NODE_COLUMNS:
        return Blank(NODE_COLUMNS[part], tuple(given.inner_names()))
    if part == "cutoffs":
        inner = len(given.inner_names()) if given.nodes is not None else _MOST_CUTOFFS
        rows = min(max(inner, 1), _MOST_CUTOFFS)
        return Blank(("node", "α", "β", "left out"), ("",) * rows)
    if part == "visits":
        return Blank(lines=_lines_of_all(given))
    return Blank(lines=2 if part == "line" and not given.is_tree else 1)


def _lines_of_all(given: GivenSearch) -> int:
    """Lines on which all nodes have room, visited or not."""
    if given.nodes is None:
        return _MOST_LINES
    signs = sum(len(node.name) + 1 for node in given.nodes)
    return min(1 + signs // _LINE, _MOST_LINES)


def _room_of_run(part: str, run: HandRun) -> Blank:
    if part == "mcts":
        # Every iteration adds a node, unless it comes to one that is there by another way.
        return Blank(("node", "visits", "mean"), ("",) * (len(run.directions) + 1))
    return Blank()
