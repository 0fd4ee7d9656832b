"""The statement of a problem for which the instructor wrote none."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import InvalidInput
from engine.game import Player
from engine.matrix.game import NormalForm, Side
from engine.mcts.hand_run import HandRunSetup, Selection
from engine.searches.ordering import ORDERS
from tracer.text.numbers import show_number, show_window
from tracer.worksheet.contents.problem_setup import ProblemSetup, SearchSetup
from tracer.worksheet.contents.wording import md_text, rules_of
from tracer.worksheet.spec.spec import ProblemSpec

__all__ = ["statement_of", "table_of"]


def statement_of(spec: ProblemSpec, given: ProblemSetup, *, drawn: bool) -> str:
    """Return the statement of a problem, in Markdown.

    Args:
        spec: the problem of the spec; its own text replaces the statement.
        given: the setup of the problem.
        drawn: whether the problem has a figure.
    """
    if spec.text:
        if spec.is_apart and isinstance(given, SearchSetup):
            return f"{spec.text}\n\n{_rules(spec, given)}"
        return spec.text
    if isinstance(given, NormalForm):
        return _of_matrix(given)
    if isinstance(given, HandRunSetup):
        return _of_run(given)
    _check_answerable(given)
    return " ".join(_of_search(spec, given, drawn=drawn))


def _check_answerable(given: SearchSetup) -> None:
    """Check that the statement of a game says all that its answers need.

    Raises:
        InvalidInput: the rules, the evaluation or the order of moves are not described.
    """
    game = given.game
    order = given.options.get("order", "given")
    described = {
        "rules": given.is_tree or game.rules,
        "move_names": given.is_tree or game.move_names,
        "move_order": given.is_tree or given.kind.plays_out or game.move_order,
        "static_order": order != "static" or game.static_order,
        "evaluations": given.evaluation is not None or not _is_limited(given),
    }
    missing = [name for name, is_there in described.items() if not is_there]
    if missing:
        raise InvalidInput(
            f"a sheet with {game} cannot be answered: the game does not describe "
            f"its {', '.join(missing)}",
            expected=f"a class with {', '.join(missing)}",
            hint="Or write the problem's statement yourself, with text:",
        )


def table_of(given: ProblemSetup) -> tuple[tuple[str, ...], ...]:
    """Return the given table, the headings first; empty if a figure is drawn instead."""
    if isinstance(given, NormalForm):
        rows, columns = given.chooser(Side.ROWS), given.chooser(Side.COLUMNS)
        table = [(f"{rows.name} \\ {columns.name}", *columns.strategies)]
        for name, pairs in zip(rows.strategies, given.pairs, strict=True):
            cells = (", ".join(str(pair[side]) for side in given.order) for pair in pairs)
            table.append((name, *cells))
        return tuple(table)
    if isinstance(given, HandRunSetup):
        rewards = sorted(given.rewards.items(), key=lambda one: one[0][1])
        return (
            ("node (x, y)", "depth", "reward"),
            *(
                (f"({x}, {y})", str(depth), show_number(float(reward)))
                for ((x, y), depth), reward in rewards
            ),
        )
    return ()


def _of_search(spec: ProblemSpec, given: SearchSetup, *, drawn: bool) -> Iterator[str]:
    game, options = given.game, given.options
    turn = game.to_move(game.initial)
    mover = game.labels.get(turn, turn.name)
    if given.is_tree:
        yield "Consider the tree in the figure." if drawn else "Consider the given tree."
    else:
        shown = "the tree in the figure" if spec.drawn == "tree" else "the position in the figure"
        what = shown if drawn else "the given position"
        yield f"Consider {what}, of {md_text(str(game))}."
    if not given.is_tree:
        yield from map(md_text, (game.rules, game.move_names))
    if turn is Player.CHANCE:
        yield "At the root, chance moves."
    else:
        own = "" if mover.upper() == turn.name else f" ({md_text(mover)})"
        yield f"{turn.name}{own} moves at the root."
    yield f"Run {given.kind.phrase or given.kind.name}{_limits(given)}."
    if "window" in options:
        yield f"At the root, the window is {show_window(*options['window'])}."
    order = options.get("order", "given")
    if order != "given":
        yield _in_order(order, given)
    elif not given.is_tree and not given.kind.plays_out:
        yield f"Moves are searched in this order: {md_text(game.move_order)}."
    ends = options.get("terminal") == "evaluation"
    if given.evaluation is not None and (_is_limited(given) or ends or order == "evaluation"):
        if _is_limited(given) and not ends and drawn and spec.drawn == "tree":
            yield "The evaluations are in the figure."
        else:
            yield _of_evaluation(given)
    if ends:
        yield "The evaluation also values terminal positions."
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


def _rules(spec: ProblemSpec, given: SearchSetup) -> str:
    """State the convention of a problem that differs from the set's."""
    return rules_of(spec.convention, windowed=given.kind.has_window)


def _limits(given: SearchSetup) -> str:
    """State the depth limit."""
    depth, rounds = given.options.get("depth"), given.options.get("rounds")
    if depth is None and rounds is None:
        return ""
    count, what = (depth, "ply") if rounds is None else (rounds, "round")
    plural = {"ply": "plies", "round": "rounds"}[what] if count != 1 else what
    return f", to a depth of {count} {plural}, at which positions are evaluated"


def _is_limited(given: SearchSetup) -> bool:
    return "depth" in given.options or "rounds" in given.options


def _in_order(order: str, given: SearchSetup) -> str:
    """State the order in which moves are searched."""
    if order == "right-to-left":
        if given.is_tree:
            return "Children are visited from right to left."
        listed = md_text(given.game.move_order)
        return f"Moves are searched in the reverse of this order: {listed}."
    if order == "static":
        rule = given.game.static_order or "by the game's own ranking of moves"
    else:
        rule = ORDERS[order].summary
    return f"Moves are searched in this order: {md_text(rule)}."


def _of_evaluation(given: SearchSetup) -> str:
    """State the rule of an evaluation, so that it can be computed by hand."""
    assert given.evaluation is not None, "an evaluation to describe"
    named = str(given.options.get("evaluation", ""))
    name = f" {md_text(named)}" if named in given.game.evaluations else ""
    turned = ", with its sign reversed, since MAX is the second player" if given.is_turned else ""
    rule = given.evaluation.rule or given.evaluation.summary
    text = f"The evaluation{name} is {md_text(rule)}{turned}."
    if given.game.is_terminal(given.game.initial):
        return text
    here = show_number(float(given.game.evaluate(given.game.initial)))
    return f"{text} For the given position it is {here}."


def _of_matrix(game: NormalForm) -> str:
    rows, columns = (md_text(game.chooser(side).name) for side in Side)
    first, second = (md_text(game.chooser(side).name) for side in game.order)
    return (
        f"{rows} chooses a row and {columns} a column of the table, at the same time. In each pair "
        f"the first number is the payoff of {first}, the second that of {second}."
    )


def _of_run(run: HandRunSetup) -> str:
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
        else "Every path to a cell is a separate node."
    )
    return (
        f"Run Monte Carlo tree search by hand from ({x}, {y}), for {len(run.directions)} "
        f"iterations, with the rewards of the table. The directions of the iterations are "
        f"{directions}; if a direction leads to a simulated node, take the next direction "
        f"counterclockwise whose node is not simulated. If all children of a node are simulated, "
        f"select one {rule}. North is {north}. {nodes}"
    )
