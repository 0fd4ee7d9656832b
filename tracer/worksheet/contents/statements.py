"""The statement of a problem for which the instructor wrote none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil
from typing import Any, Final, TypeVar

from engine.conventions import Convention
from engine.game import MAX, MIN, Number, Player, VectorGame
from engine.matrix.game import NormalForm, Side
from engine.mcts.hand_run import HandRunSetup, Selection
from engine.searches.ordering import ORDERS
from engine.wrappers.changed import worth_of_win
from tracer.steps.pseudocode import listing_for
from tracer.text.numbers import show_number, show_window
from tracer.text.printable_text import join_names
from tracer.worksheet.contents.problem_setup import MadeProblem, ProblemSetup, SearchSetup
from tracer.worksheet.rendering import Prose, call_macro, md_text
from tracer.worksheet.spec import ProblemSpec
from trees.hand_tree import HandTree

_Cell = TypeVar("_Cell")

_TEMPLATE: Final = "statement.md"
_PARAGRAPH: Final = "\n\n"
#: A line break in the instructor's own rules, while the sentences are joined.
_NEW_LINE: Final = "\0"
_WHOLE: Final = (float("-inf"), float("inf"))
#: The rows from which a given table is folded, and the most groups of columns then.
_LONG: Final = 5
_MOST_GROUPS: Final = 3
#: The most moves, or terms of an evaluation, that a statement lists.
_MOST_LISTED: Final = 12


def rules_of(convention: Convention, *, windowed: bool) -> str:
    """State the rules of a convention in sentences."""
    words = _course_words(convention) if windowed else ""
    return _join_sentences(call_macro(_TEMPLATE, "rules", convention, windowed, words))


def _course_words(convention: Convention) -> str:
    """Return how the course writes the tests, if it differs from the usual way."""
    listing = listing_for("alphabeta", convention)
    words = {" ".join(listing.text_of(player, "test").split()[1:4]) for player in (MAX, MIN)}
    written = sorted(word.rstrip(":") for word in words)
    usual = ("v ≥ β", "v ≤ α") if convention.cutoff == ">=" else ("v > β", "v < α")
    return "" if {*written} <= {*usual} else " and ".join(written)


def _join_sentences(text: str) -> str:
    """Return the sentences of a template, one on each line, as paragraphs."""
    paragraphs = text.split("\n//")
    return "\n\n".join(
        " ".join(filter(None, paragraph.split("\n"))) for paragraph in paragraphs
    ).strip()


def statement_of(made: MadeProblem) -> str:
    """Return the statement of a problem, in Markdown."""
    spec, given = made.spec, made.setup
    if spec.text:
        if spec.is_apart and isinstance(given, SearchSetup):
            return f"{spec.text}\n\n{_rules(spec, given)}"
        return spec.text
    if isinstance(given, NormalForm):
        names = [given.chooser(side).name for side in (*Side, *given.order)]
        parts = made.problem.parts or {}
        return _join_sentences(call_macro(_TEMPLATE, "of_matrix", *names, parts))
    if isinstance(given, HandRunSetup):
        is_ucb1 = given.selection is Selection.UCB1
        return _join_sentences(call_macro(_TEMPLATE, "of_run", given, is_ucb1))
    facts = _facts(spec, given)
    about, search = (
        _join_sentences(call_macro(_TEMPLATE, name, given, spec, facts))
        for name in ("about", "of_search")
    )
    text = f"{about}{' ' if given.is_tree else _PARAGRAPH}{search}"
    if spec.is_apart:
        text += f" {_rules(spec, given)}"
    return text.replace(_NEW_LINE, "\n")


def _facts(spec: ProblemSpec, given: SearchSetup) -> dict[str, Any]:
    """Return what the sentences about a search need to know beside its setup."""
    options, order = given.options, given.options.get("order", "given")
    listed = "" if given.is_tree else given.opened.given_order
    if spec.drawn == "tree":
        listed = "from left to right in the figure"
    by_hand = ORDERS[order].rule or ORDERS[order].summary
    if order == "static" and not given.is_tree:
        by_hand = given.game.static_order or "by the game's own ranking of moves"
    letters = given.opened.unknowns if isinstance(given.opened, HandTree) else ()
    bounds = _leaf_bounds(given)
    return {
        "names": join_names(given.players) if given.players else "",
        "unknowns": " and ".join(letters),
        "rules": Prose(spec.rules.replace("\n", _NEW_LINE)),
        "players": " ".join(_players(given)),
        "limits": _limits(given),
        "bounds": () if bounds == _WHOLE else bounds,
        "window": show_window(*(options.get("window") or bounds)),
        "by_hand": by_hand,
        "listed": listed or "as the game lists them",
        "at_root": "" if listed or given.is_tree else _moves_at_root(given),
        "example": _work_out(given),
        "win": worth_of_win(options["win"]) if "win" in options else "",
    }


def _moves_at_root(given: SearchSetup) -> str:
    """Return the first moves at the root, which tell in which order the game lists them."""
    game = given.game
    root = game.initial
    moves = () if game.is_terminal(root) else game.moves(root)
    names = ", ".join(md_text(game.name_of(move)) for move in moves[:_MOST_LISTED])
    return f"{names}{', …' if len(moves) > _MOST_LISTED else ''}"


def _rules(spec: ProblemSpec, given: SearchSetup) -> str:
    """State the convention of a problem that differs from the set's."""
    return rules_of(spec.convention, windowed=given.prunes and not given.players)


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


def _limits(given: SearchSetup) -> str:
    """State the depth limit."""
    depth, rounds = given.options.get("depth"), given.options.get("rounds")
    if depth is None and rounds is None:
        return ""
    count, what = (depth, "ply") if rounds is None else (rounds, "round")
    plural = {"ply": "plies", "round": "rounds"}[what] if count != 1 else what
    return f", to a depth of {count} {plural}, at which positions are evaluated"


def _leaf_bounds(given: SearchSetup) -> tuple[float, float]:
    """Return the bounds of the leaves that the search uses."""
    if "bounds" not in given.kind.takes:
        return _WHOLE
    low, high = given.options.get("bounds") or given.game.bounds_of(given.game.initial)
    return float(low), float(high)


def _work_out(given: SearchSetup) -> str:
    """Work the evaluation out at the root, unless that would answer the problem."""
    game, known = given.opened, given.evaluation
    root = game.initial
    if known is None or given.limit == 0 or game.is_terminal(root):
        return ""
    value = known.value(root)
    terms = [term for term in known.terms(root) if term.amount] if known.terms else []
    work = " + ".join(
        f"{_number(term.weight)} · {_number(term.amount)} ({md_text(term.feature)})"
        for term in terms[:_MOST_LISTED]
    )
    if given.is_turned:
        value, work = -value, work and f"−({work})"
    is_whole = bool(work) and len(terms) <= _MOST_LISTED
    return f"{f'{work} = ' if is_whole else ''}{_number(value)}"


def _number(value: Number) -> str:
    """Return a number in text, a fraction as a fraction."""
    if isinstance(value, Fraction):
        return str(value).replace("-", "−")
    return show_number(value)


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
    return heads * groups, *fold_rows(rows, groups, ("",) * len(heads))


def fold_rows(
    rows: Sequence[tuple[_Cell, ...]], groups: int, blank: tuple[_Cell, ...]
) -> tuple[tuple[_Cell, ...], ...]:
    """Arrange rows as several tables side by side, column by column, with blank rows at the end."""
    height = ceil(len(rows) / groups)
    padded = [*rows, *[blank] * (height * groups - len(rows))]
    return tuple(
        tuple(cell for group in range(groups) for cell in padded[group * height + place])
        for place in range(height)
    )
