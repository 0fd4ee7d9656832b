"""The statement of a problem for which the instructor wrote none."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from math import ceil
from typing import Final

from engine.conventions import Convention
from engine.game import MAX, MIN, Number, Player, VectorGame
from engine.matrix.game import NormalForm, Side
from engine.mcts.hand_run import HandRunSetup, Selection
from engine.searches.ordering import ORDERS
from engine.wrappers.changed import worth_of_win
from tracer.questions.base import join_names
from tracer.steps.pseudocode import listing_for
from tracer.text.numbers import show_number, show_window
from tracer.worksheet.contents.problem_setup import MadeProblem, ProblemSetup, SearchSetup
from tracer.worksheet.spec.spec import ProblemSpec
from trees.hand_tree import HandTree

# Sentences that several problems of a worksheet share, in Markdown.

_SIGNS: Final = "\\`*_[]<>|#~&$"


def md_text(text: str) -> str:
    """Escape the characters of a text that Markdown would interpret."""
    return "".join(f"\\{letter}" if letter in _SIGNS else letter for letter in text)


def rules_of(convention: Convention, *, windowed: bool) -> str:
    """State the rules of a convention in sentences."""
    which = "last" if convention.ties == "last" else "first"
    ties = f"Ties go to the {which} move."
    if not windowed:
        return ties
    at_max, at_min = ("v ≥ β", "v ≤ α") if convention.cutoff == ">=" else ("v > β", "v < α")
    rules = [
        f"A MAX node prunes its remaining children as soon as {at_max}, a MIN node as soon as "
        f"{at_min}; v is the node's best value so far.",
        *_in_course_words(convention, at_max, at_min),
    ]
    when = "before" if convention.update == "before-test" else "after"
    rules.append(f"A MAX node raises α to v, and a MIN node lowers β to v, {when} this test.")
    if convention.returns == "fail-soft":
        rules.append("A node returns v even if v lies outside its window (fail-soft).")
    else:
        rules.append("An internal node returns no value outside its window (fail-hard).")
    return " ".join([*rules, ties])


def _in_course_words(convention: Convention, *tests: str) -> Iterator[str]:
    """Yield how the course writes the test, if it differs from the usual one."""
    listing = listing_for("alphabeta", convention)
    words = {" ".join(listing.text_of(player, "test").split()[1:4]) for player in (MAX, MIN)}
    written = sorted(word.rstrip(":") for word in words)
    if not set(written) <= set(tests):
        yield f"Your course writes both tests as {' and '.join(written)}."


def format_points(points: float) -> str:
    """Return a number of points in words."""
    return "1 point" if points == 1 else f"{show_number(points)} points"


_WHOLE: Final = (float("-inf"), float("inf"))
#: The rows from which a given table is folded, and the most groups of columns then.
_LONG: Final = 5
_MOST_GROUPS: Final = 3
#: The most moves, or terms of an evaluation, that a statement lists.
_MOST_LISTED: Final = 12


def statement_of(made: MadeProblem, given: ProblemSetup) -> str:
    """Return the statement of a problem, in Markdown."""
    spec = made.spec
    if spec.text:
        if spec.is_apart and isinstance(given, SearchSetup):
            return f"{spec.text}\n\n{_rules(spec, given)}"
        return spec.text
    if isinstance(given, NormalForm):
        return _of_matrix(given, made.problem.parts or {})
    if isinstance(given, HandRunSetup):
        return _of_run(given)
    about = [" ".join(_about(spec, given)), " ".join(_of_search(spec, given))]
    return ("\n\n" if not given.is_tree else " ").join(about)


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
        listed = [
            (f"({x}, {y})", str(depth), show_number(float(reward)))
            for ((x, y), depth), reward in rewards
        ]
        return _folded(("node (x, y)", "depth", "reward"), listed)
    if estimates := given.inner_estimates():
        return _folded(("node", "evaluation"), [(name, _number(v)) for name, v in estimates])
    return ()


def _folded(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Return a narrow table as groups of columns side by side, so that it is not long."""
    groups = min(_MOST_GROUPS, ceil(len(rows) / _LONG))
    height = ceil(len(rows) / groups)
    padded = [*rows, *[("",) * len(heads)] * (height * groups - len(rows))]
    return (
        heads * groups,
        *(
            tuple(cell for group in range(groups) for cell in padded[group * height + place])
            for place in range(height)
        ),
    )


def _about(spec: ProblemSpec, given: SearchSetup) -> Iterator[str]:
    """State what is given: a tree, or a position and the rules of its game."""
    game = given.game
    if given.players:
        names = join_names(given.players)
        yield f"In this tree, each leaf has a value for each player, in the order {md_text(names)}."
    elif given.is_tree:
        yield "In this tree, each leaf has its value for MAX."
        if isinstance(given.opened, HandTree) and given.opened.unknowns:
            letters = " and ".join(given.opened.unknowns)
            yield f"The value {letters} is unknown."
    else:
        shown = "tree" if spec.drawn == "tree" else "position"
        yield f"Consider the {shown} of {md_text(str(game))} in the figure."
        yield spec.rules or md_text(given.opened.rules)
        if game.move_naming and not spec.rules:
            yield md_text(game.move_naming)


def _of_search(spec: ProblemSpec, given: SearchSetup) -> Iterator[str]:
    """State the search and its settings."""
    options = given.options
    yield from _players(given)
    yield f"Run {given.kind.phrase or given.kind.name}{_limits(given)}."
    if given.kind.rules:
        yield md_text(given.kind.rules)
    if given.kind.deepens and not given.is_limited:
        yield "The last pass reaches all leaves."
    yield from _of_windows(given)
    yield from _of_sums(given)
    if given.prunes and not given.kind.narrows and not given.players:
        window = options.get("window") or _leaf_bounds(given)
        yield f"At the root, the window is {show_window(*window)}."
    yield from _order(spec, given)
    if given.needs_evaluation and not given.is_tree:
        if given.has_drawn_estimates(spec.drawn):
            yield "The evaluations are in the figure."
        elif given.evaluation is not None:
            yield _of_evaluation(given)
            yield from _worked(given)
    elif given.is_tree and given.inner_estimates():
        yield "The evaluations of internal nodes are in the table."
    elif given.is_tree and given.is_limited:
        yield "The evaluations are in the figure."
    if given.is_limited and not given.has_evaluated_ends and not given.is_tree:
        yield "A position in which the game is over has the worth of its end, not an estimate."
    if given.has_evaluated_ends:
        yield "The evaluation also values terminal positions."
    if "win" in options:
        yield worth_of_win(options["win"])
    yield from _of_chance(given)
    for key, what in (("iterations", "Iterations"), ("exploration", "C"), ("seed", "Seed")):
        if key in options:
            yield f"{what}: {options[key]}."
    if spec.is_apart:
        yield _rules(spec, given)


def _of_windows(given: SearchSetup) -> Iterator[str]:
    """State the settings of passes, second searches and known bounds."""
    options, kind = given.options, given.kind
    if "guess" in kind.takes:
        yield f"The first guess is {show_number(options.get('guess') or 0)}."
    for key, what in (("gap", "δ"), ("margin", "m")):
        if key in kind.takes:
            yield f"{what} is {show_number(options.get(key) or 1)}."
    second = options.get("research") or next(iter(kind.second_windows), "")
    yield from filter(None, [_SECOND_WINDOWS.get((kind.name, second), "")])
    low, high = _leaf_bounds(given)
    if (low, high) != _WHOLE:
        yield f"Every leaf is worth from {show_number(low)} to {show_number(high)}."


def _of_sums(given: SearchSetup) -> Iterator[str]:
    """State the bound of the players' sums, and what may be pruned by it."""
    whole, near = given.settings.sum, given.settings.near
    if whole is None and near is None:
        return
    is_strict = given.settings.convention.cutoff == ">"
    less = "less than" if is_strict else "no more than"
    rest = f"as soon as it leaves the player directly above {less} that player has there already"
    if near is not None:
        low, high = show_number(-near), show_number(near)
        yield f"The two values of a leaf sum to a number from {low} to {high}."
    elif whole is not None:
        most = show_number(whole)
        yield f"All values are at least 0, and those of a leaf sum to at most {most}."
        if not is_strict:
            yield f"A node returns as soon as its player has {most}."
    yield f"A node returns {rest}."


def _leaf_bounds(given: SearchSetup) -> tuple[float, float]:
    """Return the bounds of the leaves that the search uses."""
    if "bounds" not in given.kind.takes:
        return _WHOLE
    low, high = given.options.get("bounds") or given.game.bounds_of(given.game.initial)
    return float(low), float(high)


#: The windows of second searches and passes that the search's rules leave open.
_SECOND_WINDOWS: Final = {
    ("pvs", "value"): "In the second search of a child, the value of the first replaces α at a MAX "
    "node, and β at a MIN node.",
    ("aspiration", "value"): "The second pass has the window (−∞, v) after v ≤ f − m, and (v, +∞) "
    "after v ≥ f + m.",
    ("aspiration", "bound"): "The second pass has the window (−∞, f + m) after v ≤ f − m, and "
    "(f − m, +∞) after v ≥ f + m.",
    ("aspiration", "full"): "The second pass has the window (−∞, +∞).",
}


def _players(given: SearchSetup) -> Iterator[str]:
    """State who the players are and whose move it is."""
    game = given.game
    if isinstance(game, VectorGame):
        yield f"{md_text(game.player_name(game.initial))} moves at the root."
        return
    names = {player: game.labels.get(player, player.name) for player in (Player.MAX, Player.MIN)}
    if any(name.upper() != player.name for player, name in names.items()):
        first, second = (
            f"the {name} player" if name.islower() else md_text(name) for name in names.values()
        )
        yield f"{first[0].upper()}{first[1:]} is MAX, {second} is MIN."
    turn = game.to_move(game.initial)
    yield (
        "At the root, chance moves." if turn is Player.CHANCE else f"{turn.name} moves at the root."
    )


def _of_chance(given: SearchSetup) -> Iterator[str]:
    """State the value of nodes at which chance moves."""
    if "opponent" in given.options:
        yield f"The random player's weights are {md_text(str(given.options['opponent']))}."
    elif given.kind.name == "expectimax" and not given.opened.has_chance:
        yield "MIN takes each of its moves with the same probability."
    if given.game.has_chance:
        yield (
            "A chance node is worth the mean of its children's values, weighted by their "
            "probabilities."
        )


def _rules(spec: ProblemSpec, given: SearchSetup) -> str:
    """State the convention of a problem that differs from the set's."""
    return rules_of(spec.convention, windowed=given.prunes and not given.players)


def _limits(given: SearchSetup) -> str:
    """State the depth limit."""
    depth, rounds = given.options.get("depth"), given.options.get("rounds")
    if depth is None and rounds is None:
        return ""
    count, what = (depth, "ply") if rounds is None else (rounds, "round")
    plural = {"ply": "plies", "round": "rounds"}[what] if count != 1 else what
    return f", to a depth of {count} {plural}, at which positions are evaluated"


def _order(spec: ProblemSpec, given: SearchSetup) -> Iterator[str]:
    """State the order in which moves are searched."""
    order = given.options.get("order", "given")
    if given.is_tree:
        if order == "right-to-left":
            yield "Children are visited from right to left."
        elif order != "given":
            yield (
                f"Moves are searched in this order: {md_text(_rule_of(order))}. Moves that "
                "this order does not distinguish are searched from left to right."
            )
        return
    if spec.drawn == "tree":
        listed = "from left to right in the figure"
    else:
        listed = md_text(given.opened.given_order)
    if not listed:
        yield from _listed_at_root(given)
        listed = "as the game lists them"
    if order == "given":
        yield f"Moves are searched in this order: {listed}."
    elif order == "right-to-left":
        yield f"Moves are searched in the reverse of this order: {listed}."
    else:
        static = given.game.static_order or "by the game's own ranking of moves"
        rule = static if order == "static" else _rule_of(order)
        yield (
            f"Moves are searched in this order: {md_text(rule)}. Moves that this order does not "
            f"distinguish keep this order: {listed}."
        )


def _rule_of(order: str) -> str:
    """Return how to find an order by hand, as a clause."""
    return ORDERS[order].rule or ORDERS[order].summary


def _listed_at_root(given: SearchSetup) -> Iterator[str]:
    """List the first moves at the root, if the game does not say in which order they come."""
    game = given.game
    root = game.initial
    if not game.is_terminal(root):
        moves = game.moves(root)
        names = ", ".join(md_text(game.name_of(move)) for move in moves[:_MOST_LISTED])
        more = ", …" if len(moves) > _MOST_LISTED else ""
        yield f"At the root, the game lists the moves in this order: {names}{more}."


def _of_evaluation(given: SearchSetup) -> str:
    """State the rule of an evaluation, so that it can be computed by hand."""
    assert given.evaluation is not None, "an evaluation to describe"
    named = str(given.options.get("evaluation", ""))
    name = f" {md_text(named)}" if named in given.game.evaluations else ""
    turned = ", with its sign reversed, since MAX is the second player" if given.is_turned else ""
    rule = given.evaluation.rule or given.evaluation.summary
    return f"The evaluation{name} is {md_text(rule)}{turned}."


def _worked(given: SearchSetup) -> Iterator[str]:
    """Work the evaluation out at the root, unless that would answer the problem."""
    game, known = given.opened, given.evaluation
    root = game.initial
    if known is None or given.limit == 0 or game.is_terminal(root):
        return
    value = known.value(root)
    terms = [term for term in known.terms(root) if term.amount] if known.terms else []
    work = " + ".join(
        f"{_number(term.weight)} · {_number(term.amount)} ({md_text(term.feature)})"
        for term in terms[:_MOST_LISTED]
    )
    if given.is_turned:
        value, work = -value, work and f"−({work})"
    is_whole = bool(work) and len(terms) <= _MOST_LISTED
    yield f"For example, at the root it is {f'{work} = ' if is_whole else ''}{_number(value)}."


def _number(value: Number) -> str:
    """Return a number in text, a fraction as a fraction."""
    if isinstance(value, Fraction):
        return str(value).replace("-", "−")
    return show_number(value)


def _of_matrix(game: NormalForm, parts: Collection[str]) -> str:
    """State how to read a payoff matrix, and the terms that its questions use."""
    rows, columns = (md_text(game.chooser(side).name) for side in Side)
    first, second = (md_text(game.chooser(side).name) for side in game.order)
    terms = []
    if {"dominance", "dominant"} & {*parts}:
        terms.append(
            "A strategy dominates another strictly if it always pays more. It dominates the other "
            "weakly if it never pays less and sometimes more, and very weakly if it never pays "
            "less. A dominant strategy dominates every other strategy of its player."
        )
    if "equilibria" in parts:
        terms.append(f"In a pair of strategies, write that of {first} first.")
    if {"dominance", "equilibria"} & {*parts}:
        terms.append("Write a mixed strategy with its probabilities, as in 1/4 of s + 3/4 of t.")
    read = (
        f"{rows} chooses a row and {columns} a column of the table, at the same time. In each pair "
        f"the first number is the payoff of {first}, the second that of {second}."
    )
    return "\n\n".join([read, " ".join(terms)]).rstrip()


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
    score = (
        " N counts the visits of the node, n those of the child."
        if run.selection is Selection.UCB1
        else ""
    )
    return (
        f"Run Monte Carlo tree search by hand from ({x}, {y}), for {len(run.directions)} "
        "iterations, with the rewards of the table. Each iteration begins at the root and adds one "
        "node, which is then simulated: its reward is the table's for its cell and its depth. The "
        "root has depth 0.\n\n"
        f"The directions of the iterations are {directions}. At a node, add the child in the "
        "iteration's direction. If that child is simulated already, take the next direction "
        "counterclockwise (N, W, S, E) whose child is not. If all four children of a node are "
        f"simulated, select one {rule}, and continue there. Ties go to the first of N, W, S, E."
        f"{score} North is {north}. {nodes}\n\n"
        "The reward counts as a visit for every node on the path of the iteration, from the root "
        "to the new node. The mean reward of a node is the sum of its rewards by its visits. The "
        "action that the same rule would select at the root next is the predicted one."
    )
