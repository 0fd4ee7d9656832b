"""What a problem states where the instructor does not say it: what is given, what is to be done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.game import Player
from engine.matrix.game import NormalForm, Side
from engine.mcts.hand_run import Problem as HandRun
from engine.mcts.hand_run import Selection
from engine.ordering import ORDERS
from tracer.values import show_number, show_window
from tracer.worksheet.given import Given, GivenSearch
from tracer.worksheet.spec import ProblemSpec
from tracer.worksheet.wording import md_text, rules_of

__all__ = ["statement_of", "table_of"]

#: What the searches are called in a sentence.
_SEARCHES: Final = {
    "alphabeta": "minimax search with alpha-beta pruning",
    "minimax": "minimax search",
    "negamax": "negamax search with alpha-beta pruning",
    "pvs": "principal variation search",
    "transposition": "alpha-beta search with a transposition table",
    "deepening": "iterative deepening",
    "expectimax": "expectimax search, in which MIN moves at random",
    "expectiminimax": "expectiminimax search",
    "single": "a search in which MAX alone moves",
    "mcts": "Monte Carlo tree search",
}

#: What comes first by the static rank of a game's moves.
_RANKS: Final = {
    "tic-tac-toe": "the centre, then the corners, then the edges",
    "mnk": "the cells on most lines first",
    "connect-four": "the middle column first, then by the distance from it",
    "reversi": "corners first, and the cells beside them last",
    "chess": "captures and promotions by what they win, then checks, then all others",
}


def statement_of(spec: ProblemSpec, given: Given, *, drawn: bool) -> str:
    """What is given and what is to be done, in Markdown.

    Args:
        spec: the problem of the spec, whose own text stands in the place of ours.
        given: what is given in it.
        drawn: whether there is a figure of it.
    """
    if spec.text:
        if spec.is_apart and isinstance(given, GivenSearch):
            return f"{spec.text}\n\n{_rules(spec, given)}"
        return spec.text
    if isinstance(given, NormalForm):
        return _of_matrix(given)
    if isinstance(given, HandRun):
        return _of_run(given)
    return " ".join(_of_search(spec, given, drawn=drawn))


def table_of(given: Given) -> tuple[tuple[str, ...], ...]:
    """What is given as a table, the headings first; empty where it is drawn."""
    if isinstance(given, NormalForm):
        rows, columns = given.chooser(Side.ROWS), given.chooser(Side.COLUMNS)
        table = [(f"{rows.name} \\ {columns.name}", *columns.strategies)]
        for name, pairs in zip(rows.strategies, given.pairs, strict=True):
            cells = (", ".join(str(pair[side]) for side in given.order) for pair in pairs)
            table.append((name, *cells))
        return tuple(table)
    if isinstance(given, HandRun):
        rewards = sorted(given.rewards.items(), key=lambda one: one[0][1])
        return (
            ("node (x, y)", "depth", "reward"),
            *(
                (f"({x}, {y})", str(depth), show_number(float(reward)))
                for ((x, y), depth), reward in rewards
            ),
        )
    return ()


def _of_search(spec: ProblemSpec, given: GivenSearch, *, drawn: bool) -> Iterator[str]:
    game, options = given.game, given.options
    turn = game.to_move(game.initial)
    mover = game.labels.get(turn, turn.name)
    if given.is_tree:
        yield "Consider the tree of the figure." if drawn else "Consider the tree that is given."
    else:
        shown = "the tree of the figure" if spec.drawn == "tree" else "the position of the figure"
        what = shown if drawn else "the position that is given"
        yield f"Consider {what}, in {md_text(str(game))}."
    if turn is Player.CHANCE:
        yield "At the root, chance moves."
    else:
        own = "" if mover.upper() == turn.name else f" ({md_text(mover)})"
        yield f"{turn.name}{own} moves at the root."
    yield f"Work it by {_SEARCHES.get(given.kind.name, given.kind.name)}{_limits(given)}."
    if "window" in options:
        yield f"At the root, the window is {show_window(*options['window'])}."
    order = options.get("order", "given")
    if order != "given":
        yield _in_order(order, given)
    if given.evaluation is not None and (_is_limited(given) or order == "evaluation"):
        if _is_limited(given) and drawn and spec.drawn == "tree":
            yield "The evaluations stand in the figure."
        else:
            yield _of_evaluation(given)
    if "win" in options:
        win = options["win"]
        yield f"A win is worth {win} − depth, a loss −{win} + depth, a draw 0."
    if "opponent" in options:
        yield f"The random player's weights are {md_text(str(options['opponent']))}."
    for key, what in (("iterations", "Iterations"), ("exploration", "C"), ("seed", "Seed")):
        if key in options:
            yield f"{what}: {options[key]}."
    if spec.is_apart:
        yield _rules(spec, given)


def _rules(spec: ProblemSpec, given: GivenSearch) -> str:
    """The convention of a problem that has another than the set."""
    return rules_of(spec.convention, windowed=given.kind.has_window)


def _limits(given: GivenSearch) -> str:
    """How deep it goes, and how positions are evaluated there."""
    depth, rounds = given.options.get("depth"), given.options.get("rounds")
    if depth is None and rounds is None:
        return ""
    count, what = (depth, "ply") if rounds is None else (rounds, "round")
    plural = {"ply": "plies", "round": "rounds"}[what] if count != 1 else what
    return f", to a depth of {count} {plural}, where positions are evaluated"


def _is_limited(given: GivenSearch) -> bool:
    return "depth" in given.options or "rounds" in given.options


def _in_order(order: str, given: GivenSearch) -> str:
    """In which order moves are searched."""
    if order == "right-to-left":
        if given.is_tree:
            return "Children are visited from right to left, the last one first."
        return "Moves are searched in the reverse of the order in which the game lists them."
    if order == "static":
        told = _RANKS.get(given.game.name, "by the game's own rank of moves")
    else:
        told = ORDERS[order].summary
    return f"Moves are searched in this order: {md_text(told)}."


def _of_evaluation(given: GivenSearch) -> str:
    """What an evaluation comes to, so that it can be worked by hand."""
    assert given.evaluation is not None, "one to tell of"
    named = str(given.options.get("evaluation", ""))
    name = f" {md_text(named)}" if named in given.game.evaluations else ""
    turned = ", with its sign turned, since MAX is the second player" if given.is_turned else ""
    rule = given.evaluation.rule or given.evaluation.summary
    return f"The evaluation{name} is {md_text(rule)}{turned}."


def _of_matrix(game: NormalForm) -> str:
    rows, columns = (md_text(game.chooser(side).name) for side in Side)
    first, second = (md_text(game.chooser(side).name) for side in game.order)
    return (
        f"{rows} chooses a row and {columns} a column of the table, at the same time. In each pair "
        f"the first number is the payoff of {first}, the second that of {second}."
    )


def _of_run(run: HandRun) -> str:
    x, y = run.start
    directions = " ".join(direction.name for direction in run.directions)
    rule = (
        f"by UCB1, the mean reward + C · √(ln N / n) with C = {show_number(run.c)}"
        if run.selection is Selection.UCB1
        else "by the largest mean reward"
    )
    north = "y + 1" if run.axis.value == "up" else "y − 1"
    nodes = (
        "A cell at a depth is one node, however it was reached."
        if run.identity.value == "states"
        else "Every way to a cell is a node of its own."
    )
    return (
        f"Run Monte Carlo tree search by hand from ({x}, {y}), for {len(run.directions)} "
        f"iterations, with the rewards of the table. The directions of the iterations are "
        f"{directions}; where a direction leads to a node that has been simulated, the next one "
        f"counterclockwise is taken that has not. Among the children of a node that are all "
        f"simulated, one is selected {rule}. North is {north}. {nodes}"
    )
