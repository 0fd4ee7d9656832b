"""What a problem says: its statement, its questions, and the space for each answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil
from typing import Any, Final, TypeVar

from engine.conventions import Convention
from engine.errors import PlytraceError, UsageError
from engine.game import MAX, MIN, AnyGame, Number, Player, VectorGame
from engine.log.counts import COUNT_MEANINGS
from engine.matrix.game import NormalForm, Side
from engine.mcts.hand_run import HandRunSetup, Selection
from engine.searches.ordering import ORDERS
from engine.wrappers.changed import worth_of_win
from tracer.marking.keys.problem import Problem
from tracer.questions import PARTS
from tracer.questions.cutoffs import state_root_window
from tracer.questions.items import Form, ItemRow, find_row, item_rows
from tracer.questions.nodes import CompleteValues
from tracer.steps.pseudocode import listing_for
from tracer.text.numbers import show_number
from tracer.text.printable_text import join_names
from tracer.worksheet.contents.model import (
    Blank,
    SheetProblem,
    SheetQuestion,
    Worksheet,
)
from tracer.worksheet.contents.problem_setup import (
    MOST_DRAWN,
    MadeProblem,
    ProblemSetup,
    SearchSetup,
    check_answerable,
    placed,
)
from tracer.worksheet.rendering import Prose, call_macro, md_text
from tracer.worksheet.spec import ProblemSpec, Spec
from trees.hand_tree import HandTree

# The statement of a problem for which the instructor wrote none.

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
            return f"{spec.text}\n\n{_state_rules(spec, given)}"
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
        text += f" {_state_rules(spec, given)}"
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
        "window": state_root_window(options.get("window") or bounds),
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


def _state_rules(spec: ProblemSpec, given: SearchSetup) -> str:
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


# The questions and the space for each answer.

#: Characters of a handwritten line.
_LINE: Final = 60
_MOST_LINES: Final = 8
#: The smallest and the largest number of rows in the table of cutoffs.
_LEAST_CUTOFFS: Final = 2
_MOST_CUTOFFS: Final = 10

#: The remark on values that are asked only because an error may follow from them.
_NO_POINTS: Final = " They have no points, but what follows from a wrong value then counts."
#: The instruction for nodes that a search skips.
LEAVE_BLANK: Final = " Leave nodes that are not visited blank."


def questions_of(made: MadeProblem) -> tuple[SheetQuestion, ...]:
    """Return the questions, one per part."""
    asked = [*made.problem.asked_parts]
    if made.search is not None and made.search.nodes is None:  # too many to ask beside cutoffs
        asked = [*(made.problem.parts or {})]
    return tuple(_question(part, made) for part in asked)


def _question(part: str, made: MadeProblem) -> SheetQuestion:
    """Return the question for a part, with the space for its answer."""
    if made.search is not None and made.problem.kind != "ask":
        _check_part(part, made.search)
    asked = _find_row(part, made.problem.kind, "this problem")
    text = _text_of(part, asked, made)
    points = (made.problem.parts or {}).get(part)
    if points is None:
        text += _NO_POINTS
    return SheetQuestion(part, points or 0.0, text, _room_for(asked, made))


def ask_about_letter(problem: Problem, tree: AnyGame) -> str:
    """Return the question about the numbers of a letter."""
    letter = problem.letter
    assert letter is not None, "a problem about a letter"
    word, _, name = letter.plain.partition(" ")
    node, _, value = name.rpartition("=")
    unknowns = ", ".join(tree.unknowns) if isinstance(tree, HandTree) else ""
    held = {
        "pruned": f"does the search prune {name}",
        "visited": f"does the search visit {name}",
        "move": f"does the search choose the move {name}",
        "value": f"does {node} return {value}",
    }[word]
    if letter.is_true:
        held = f"is {value} the minimax value of {node}"
    numbers = "whole numbers" if letter.whole else "numbers"
    return f"For which {numbers} {unknowns} {held}?"


def _find_row(part: str, kind: str, what: str) -> ItemRow:
    """Return the row of a part that worksheets ask for."""
    rows = {name: row for name, row in item_rows()[kind].items() if row.text}
    if part not in rows:
        raise UsageError(f"{what} has no part {part!r}", expected=", ".join(rows))
    return rows[part]


def counts_asked(spec: ProblemSpec) -> tuple[str, ...]:
    """Return the requested counts: the problem's, or those of its course."""
    return spec.counts or tuple(spec.convention.count)


def _check_part(part: str, given: SearchSetup) -> None:
    kind = given.kind
    row = _find_row(part, "search", "a search")
    if isinstance(PARTS[part], CompleteValues) and given.players:
        raise UsageError(
            f"a worksheet cannot ask for {part} values if leaves have vectors",
            expected="values, or other parts",
        )
    if PARTS[part].needs_window and not given.prunes:
        if given.players:
            why, what = "without a bound of the sums", "sum: or near:, or other parts"
        else:
            why, what = "which has no window", "a search such as alphabeta, or other parts"
        raise UsageError(
            f"a worksheet cannot ask for {part} of {kind.name}, {why}",
            expected=what,
        )
    if PARTS[part].has_bounds and given.options.get("cells") == "row-col":
        raise UsageError(
            f"a worksheet cannot ask for {part} if node names contain commas",
            expected="cells: number, or other parts",
        )
    if row.columns and given.nodes is None:
        raise UsageError(
            f"a worksheet cannot ask for {part} of more than {MOST_DRAWN} nodes",
            expected="a smaller tree, a depth limit, or parts such as move, utility and counts",
        )


def _text_of(part: str, asked: ItemRow, made: MadeProblem) -> str:
    given = made.search
    if given is None:
        return asked.text
    if made.problem.kind == "ask":
        text = asked.text.format(letter=ask_about_letter(made.problem, given.opened))
        return f"{text} Answer with an inequality or an interval, or write all or none."
    when = made.problem.search.window.replace("either", "before or after")
    counts = (f"`{name}` ({COUNT_MEANINGS[name]})" for name in counts_asked(made.spec))
    text = asked.vectors if given.players and asked.vectors else asked.text
    text = text.format(when=when, counts="; ".join(counts))
    # Under an instructor's own statement, the line must not give away which search is meant.
    may_skip = given.prunes or given.kind.uses_playouts or made.spec.text
    if PARTS[part].is_of_visited and may_skip:
        text += LEAVE_BLANK
    if PARTS[part].is_of_visited and given.may_revisit and not made.spec.text:
        text += " Of a node that is visited more than once, the first visit counts."
    if asked.ordered and asked.result and given.game.has_chance:
        text += " At a chance node, follow the first outcome."
    if given.game.named_by_path and part == _first_of_nodes(made):
        text += (
            " Name a node by the moves leading to it, with spaces between them; the initial "
            "position is `root`. Put commas between nodes."
        )
    return text


def _first_of_nodes(made: MadeProblem) -> str:
    """Return the first part that names nodes; its question explains the names."""
    of_nodes = (Form.LIST, Form.NODES, Form.CUTOFFS)
    rows = map(find_row, made.problem.parts or ())
    return next((row.name for row in rows if row.form in of_nodes and not row.result), "")


def _room_for(asked: ItemRow, made: MadeProblem) -> Blank:
    given, form = made.setup, asked.form
    if isinstance(given, NormalForm):
        return Blank(lines=1 if form is Form.NUMBER else 2, form=form)
    if isinstance(given, HandRunSetup):
        # Every iteration adds a node, unless the node already exists by another path.
        unnamed = ("",) * (len(given.directions) + 1) if asked.columns else ()
        return Blank(asked.columns, unnamed, form=form)
    if form is Form.COUNTS:
        return Blank(("count", "number"), counts_asked(made.spec))
    if asked.columns:
        return Blank(asked.columns, tuple(given.inner_names()))
    if form is Form.CUTOFFS:
        most = given.most_cutoffs()
        rows = _MOST_CUTOFFS if most is None else min(max(most, _LEAST_CUTOFFS), _MOST_CUTOFFS)
        columns = ("node", "pruned") if given.players else ("node", "α", "β", "pruned")
        return Blank(columns, ("",) * rows)
    lines = 1
    if asked.ordered and not asked.result:
        lines = _lines_of_all(given)
    elif asked.ordered and not given.is_tree:
        lines = 2
    return Blank(lines=lines, form=form)


def _lines_of_all(given: SearchSetup) -> int:
    """Return the number of lines that all nodes need, visited or not."""
    if given.nodes is None:
        return _MOST_LINES
    signs = sum(len(node.name) + 1 for node in given.nodes)
    return min(1 + signs // _LINE, _MOST_LINES)


# The worksheet of a spec, made without searching anything.

#: The instruction for numbers that need not be whole.
NUMBERS: Final = (
    "A number that is not whole may be written as a fraction, or rounded to two or more decimals."
)


def build_task(made: MadeProblem) -> SheetProblem:
    """Return one problem as students get it; nothing is searched."""
    spec = made.spec
    try:
        title = spec.title or spec.label
        figure = None if made.search is None else made.search.figure(spec.drawn, title)
        check_answerable(made, drawn=figure is not None)
        return SheetProblem(
            number=spec.number,
            title=spec.title,
            statement=statement_of(made),
            figure=figure,
            table=table_of(made.setup),
            questions=questions_of(made),
        )
    except PlytraceError as error:
        raise placed(error, spec) from error


def build_worksheet(
    spec: Spec, made: Sequence[MadeProblem], tasks: Sequence[SheetProblem], variant: str = ""
) -> Worksheet:
    """Return the whole set as students get it."""
    return Worksheet(
        title=spec.title,
        course=spec.course,
        date=spec.date,
        variant=variant,
        instructions=spec.instructions or _instructions(spec, made, tasks),
        tasks=tuple(tasks),
    )


def _instructions(spec: Spec, made: Sequence[MadeProblem], tasks: Sequence[SheetProblem]) -> str:
    """State the convention for all problems, and how to write numbers; empty if nothing is due."""
    searches = [one.search for one in made if one.search is not None]
    sentences = []
    as_drawn = [setup.options.get("order", "given") == "given" for setup in searches]
    if any(as_drawn):
        unless = "" if all(as_drawn) else ", unless the problem says otherwise"
        sentences.append(f"Children are visited from left to right{unless}.")
    if searches:
        # Several players have a rule of their own.
        windowed = any(one.kind.has_window and not one.kind.takes_vectors for one in searches)
        sentences.append(rules_of(spec.convention, windowed=windowed))
    parts = {question.part for task in tasks for question in task.questions} & PARTS.keys()
    if any(PARTS[part].has_bounds for part in parts):
        sentences.append("Infinity may be written as inf.")
    if any(map(_may_have_fractions, made, tasks)):
        sentences.append(NUMBERS)
    return " ".join(sentences)


def _may_have_fractions(made: MadeProblem, task: SheetProblem) -> bool:
    """Return whether answers may be numbers that are not whole, and are marked when rounded."""
    is_rounded = any(find_row(one.part).rounded for one in task.questions)
    if made.problem.tolerance is not None or not is_rounded:
        return False
    return made.search is None or made.search.game.has_chance
