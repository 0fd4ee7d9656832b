"""A payoff matrix as steps: best responses, elimination by rounds, equilibria worked out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import ClassVar, Final

from engine.matrix.dominance import Dominance, Removal, dominated_strategies
from engine.matrix.equilibria import Mix, Profile, support
from engine.matrix.game import NormalForm, Side
from tracer.drawing.terminal.tree_chart import Rows, TextRun
from tracer.matrix.analysis import MatrixAnalysis, analyse
from tracer.matrix.report import (
    and_list,
    dominance,
    format_number,
    introduce_matrix,
    list_sections,
    payoffs,
    profile,
    strategies,
)
from tracer.questions.base import Rules
from tracer.questions.forms import Names, Numbers, names_by_spelling
from tracer.questions.leaves import Pruned
from tracer.questions.question import ExpectedAnswer, Question
from tracer.worked.worked_run import WorkedRun, WorkedStep, row_of

_BEST: Final = "Best responses"
_PURE: Final = "Pure equilibria"
_ELIMINATION: Final = "Elimination"
_MIXED: Final = "Mixed equilibria"
_LEGEND: Final = (
    "* marks a best response.",
    "[ ] marks a pure equilibrium.",
    "× marks a strictly dominated strategy.",
)
#: Columns of the probabilities of a mix.
_MIX: Final = 4
#: Largest room inside the boxes of a matrix.
_LARGEST_SCALE: Final = 2
#: Strategies of a mixed equilibrium that one sentence can name.
_MOST_NAMED: Final = 4


@dataclass(frozen=True)
class _MatrixState:
    """The marks on the matrix at a step."""

    #: Marked best responses: whose payoff, row and column.
    best: frozenset[tuple[Side, int, int]] = frozenset()
    #: Payoffs that this step compares, in the same form.
    compared: frozenset[tuple[Side, int, int]] = frozenset()
    equilibria: frozenset[tuple[int, int]] = frozenset()
    #: Strategies that this round deletes.
    dominated: frozenset[tuple[Side, int]] = frozenset()
    deleted: frozenset[tuple[Side, int]] = frozenset()
    mixes: tuple[Mix, Mix] | None = None


_Made = tuple[WorkedStep, _MatrixState]


class WorkedMatrix(WorkedRun):
    """A payoff matrix."""

    PHASES: ClassVar[tuple[str, ...]] = (_BEST, _PURE, _ELIMINATION, _MIXED)

    def __init__(self, source: str, game: NormalForm | MatrixAnalysis) -> None:
        self.analysis = game if isinstance(game, MatrixAnalysis) else analyse(game)
        self.game = self.analysis.game
        made = list(_Worker(self.analysis).steps())
        self._states = [state for _, state in made]
        super().__init__(source, self.game.name or "Payoff matrix", [step for step, _ in made])

    @property
    def marked_step(self) -> int:
        """The step that shows all best responses and the pure equilibria."""
        return next(n for n, one in enumerate(self.steps) if one.part == "Equilibria")

    def complete(self) -> WorkedMatrix:
        """Return the run with mixed equilibria, if they have not been computed."""
        skipped = self.analysis.extreme is None and not self.analysis.unsolved
        return WorkedMatrix(self.source, self.game) if skipped else self

    def draw(self, step: int, width: int, height: int = 0) -> Rows:
        """Draw the matrix with its marks: in boxes if they fit, else as a table."""
        state = self._states[step]
        _, sizes = _parts(self.game, state)
        rows, columns = len(self.game.rows.strategies), len(sizes) - 2
        wide = len(self.game.rows.name) + sum(sizes) + 3 + 3 * columns
        if wide > width:
            return tuple(_table_rows(self.game, state))
        scale = 0
        while (
            scale < _LARGEST_SCALE
            and wide + _MIX + 4 * columns * (scale + 1) <= width
            # The rules, the names and the probabilities of a mix.
            and rows * (2 * scale + 4) + 4 < height
        ):
            scale += 1
        return tuple(_boxed_rows(self.game, state, scale))


class _Worker:
    """Makes the steps of a matrix."""

    def __init__(self, analysis: MatrixAnalysis) -> None:
        self._analysis = analysis
        self._game = analysis.game
        # Two names that differ only by case, or with a separator in them, cannot be typed safely.
        self._askable = {
            side: len({name.casefold() for name in self._names(side)}) == len(self._names(side))
            and not any(sign in name for name in self._names(side) for sign in ",;&()[]{}")
            for side in Side
        }

    def _names(self, side: Side) -> tuple[str, ...]:
        return self._game.chooser(side).strategies

    def _who(self, side: Side) -> str:
        return self._game.chooser(side).name

    def steps(self) -> Iterator[_Made]:
        """Yield each step with the marks on the matrix."""
        game = self._game
        # No description of the game here: it may give answers away.
        text, _, more = introduce_matrix(self._analysis).partition(". ")
        lines = (*filter(None, (more,)), *_LEGEND)
        state = _MatrixState()
        yield WorkedStep("Start", "", f"{text.rstrip('.')}.", lines), state
        for side in game.order:
            for other in range(game.size(side.other)):
                step, state = self._best_responses(side, other, state)
                yield step, state
        state = replace(state, compared=frozenset())
        yield self._pure(state)
        state = replace(state, equilibria=frozenset(_cells(self._analysis.pure)))
        for step, after in self._elimination(state):
            state = after
            yield step, after
        yield from self._weak(state)
        state = replace(state, dominated=frozenset(), deleted=frozenset())
        yield from self._value(state)
        yield from self._mixed(state)

    # Best responses and pure equilibria -------------------------------------------------------

    def _best_responses(self, side: Side, other: int, state: _MatrixState) -> _Made:
        """Return the step that marks the best responses to one strategy."""
        game, who = self._game, self._who(side)
        rival, played = self._who(side.other), self._names(side.other)[other]
        best = self._analysis.best[side][other]
        paid = [row[other] for row in game.payoffs(side)]
        named = strategies(game, side, best)
        are = "is the best response" if len(best) == 1 else "are the best responses"
        sentence = f"If {rival} plays {played}, {named} {are} of {who}."
        largest = format_number(max(paid))
        lines = [
            f"{name}: {format_number(value)}" + ("  ← largest" if place in best else "")
            for place, (name, value) in enumerate(zip(self._names(side), paid, strict=True))
        ]
        lines = [f"Payoffs of {who} if {rival} plays {played}:", "", *lines]
        questions: tuple[Question, ...] = ()
        if len(paid) > 1:
            questions = self._names_questions(
                side,
                "best response",
                f"{rival} plays {played}. What are {who}'s best responses?",
                best,
                f"{who}'s payoffs are {and_list([*map(format_number, paid)])}; the largest is "
                f"{largest}.",
            )
        cells = {_cell(side, own, other) for own in range(game.size(side))}
        marked = {(side, *_cell(side, own, other)) for own in best}
        after = replace(
            state,
            best=state.best | marked,
            compared=frozenset((side, row, column) for row, column in cells),
        )
        part = f"Best responses of {who}"
        return WorkedStep(part, _BEST, sentence, tuple(lines), questions), after

    def _names_questions(
        self, side: Side, item: str, text: str, right: Sequence[int], why: str
    ) -> tuple[Question, ...]:
        """Return the question for strategies of a player; none if they cannot be typed safely."""
        if not self._askable[side]:
            return ()
        names = self._names(side)
        hint = "strategies with commas between them"
        if item != "best response":  # which there always is
            hint += ", or none"
        form = Names(Rules(names_by_spelling(dict.fromkeys(names, ()))), hint, Pruned())
        return (Question(item, text, form, (tuple(names[own] for own in right),), why),)

    def _pure(self, state: _MatrixState) -> _Made:
        """Return the step that reads the pure equilibria off the marks."""
        game, pure = self._game, self._analysis.pure
        named = and_list([profile(game, played) for played in pure])
        if not pure:
            sentence = "No pair has both marks, so there is no pure equilibrium."
        elif len(pure) == 1:
            sentence = f"One pair has both marks, so {named} is the only pure equilibrium."
        else:
            sentence = (
                f"{len(pure)} pairs have both marks, so they are the pure equilibria: {named}."
            )
        lines = [f"{profile(game, played)} pays {payoffs(game, played)}." for played in pure]
        after = replace(state, equilibria=frozenset(_cells(pure)))
        return WorkedStep("Equilibria", _PURE, sentence, tuple(lines)), after

    # Elimination ------------------------------------------------------------------------------

    def _elimination(self, state: _MatrixState) -> Iterator[_Made]:
        """Yield the rounds of elimination, up to the one that finds nothing."""
        game = self._game
        rounds = {
            number: list(removals)
            for number, removals in groupby(
                self._analysis.elimination.removals, key=lambda one: one.round
            )
        }
        left = [tuple(range(game.size(side))) for side in Side]
        for number in range(1, len(rounds) + 2):
            removals = rounds.get(number, [])
            part = f"Elimination, round {number}"
            state = replace(state, dominated=frozenset())
            for side in game.order:
                if len(left[side]) > 1:
                    own = [one for one in removals if one.side is side]
                    state = replace(
                        state,
                        dominated=state.dominated | {(side, one.reason.dominated) for one in own},
                    )
                    yield self._round(part, side, own, left), state
            if not removals:
                continue
            left = [
                tuple(own for own in left[side] if (side, own) not in state.dominated)
                for side in Side
            ]
            state = replace(state, deleted=state.deleted | state.dominated, dominated=frozenset())
            yield self._deleted(part, removals, left), state

    def _round(
        self, part: str, side: Side, removals: Sequence[Removal], left: Sequence[Sequence[int]]
    ) -> WorkedStep:
        """Return the step that finds a player's dominated strategies in a round."""
        who = self._who(side)
        return self._dominance_step(
            part,
            side,
            [(removal.reason, removal.against) for removal in removals],
            "strictly",
            "strictly dominated: another choice always pays more.",
            "dominated strategy",
            f"{part}. Which strategies of {who} are strictly dominated? Use the matrix as it is "
            "before the deletions of this round.",
            () if removals else self._not_dominated(side, left),
        )

    def _dominance_step(
        self,
        part: str,
        side: Side,
        reasons: Sequence[tuple[Dominance, Sequence[int]]],
        how: str,
        quality: str,
        item: str,
        text: str,
        more: Sequence[str] = (),
    ) -> WorkedStep:
        """Return the step that finds a player's dominated strategies."""
        game, who = self._game, self._who(side)
        dominated = [reason.dominated for reason, _ in reasons]
        explained = [dominance(game, side, reason, against) for reason, against in reasons]
        lines: list[str] = []
        for explanation in explained:
            head, _, compared = explanation.partition(": ")
            lines += [f"{head}:", *(f"   {line}" for line in compared.split(", ")), ""]
        are = "is" if len(dominated) == 1 else "are"
        sentence = f"{strategies(game, side, dominated)} of {who} {are} {quality}"
        if not dominated:
            sentence = f"No strategy of {who} is {how} dominated."
        why = " ".join(f"{explanation}." for explanation in explained) or sentence
        questions = self._names_questions(side, item, text, dominated, why)
        return WorkedStep(part, _ELIMINATION, sentence, (*lines, *more), questions)

    def _not_dominated(self, side: Side, left: Sequence[Sequence[int]]) -> list[str]:
        """Return why strategies are not dominated: each is best against something."""
        payoffs = self._game.payoffs(side)
        lines = []
        for own in left[side]:
            against = [
                other
                for other in left[side.other]
                if payoffs[own][other] == max(payoffs[one][other] for one in left[side])
            ]
            if against:
                others = strategies(self._game, side.other, against)
                lines.append(f"{self._names(side)[own]} is best against {others}.")
        return lines

    def _deleted(
        self, part: str, removals: Sequence[Removal], left: Sequence[Sequence[int]]
    ) -> WorkedStep:
        """Return the step that deletes the dominated strategies of a round."""
        game = self._game
        named = [
            f"{strategies(game, side, going)} of {self._who(side)}"
            for side in game.order
            if (going := [one.reason.dominated for one in removals if one.side is side])
        ]
        lines = [
            f"{self._who(side)} keeps {strategies(game, side, left[side])}." for side in game.order
        ]
        return WorkedStep(part, _ELIMINATION, f"Delete {and_list(named)}.", tuple(lines))

    def _weak(self, state: _MatrixState) -> Iterator[_Made]:
        """Yield the weakly dominated strategies in the remaining matrix."""
        game, left = self._game, self._analysis.elimination.left
        for side in game.order:
            if len(left[side]) < 2:
                continue
            who, against = self._who(side), left[side.other]
            weak = dominated_strategies(game.payoffs(side), left[side], against, weak=True)
            step = self._dominance_step(
                "Weak dominance",
                side,
                [(reason, against) for reason in weak],
                "weakly",
                "only weakly dominated, so a deletion could lose equilibria.",
                "weakly dominated strategy",
                f"Which remaining strategies of {who} are weakly dominated?",
            )
            yield step, state

    # Value and mixed equilibria ---------------------------------------------------------------

    def _value(self, state: _MatrixState) -> Iterator[_Made]:
        """Yield what both players secure without mixing, in a constant-sum game."""
        solved = self._analysis.constant_sum
        if solved is None:
            return
        game = self._game
        first, second = game.order
        one, two = self._who(first), self._who(second)
        payoffs = game.payoffs(first)
        least = [
            f"{n}: {format_number(min(p))}"
            for n, p in zip(self._names(first), payoffs, strict=True)
        ]
        most = [
            f"{n}: {format_number(max(p))}"
            for n, p in zip(self._names(second), zip(*payoffs, strict=True), strict=True)
        ]
        low, high = format_number(solved.maximin), format_number(solved.minimax)
        if low == high:
            sentence = f"{one} secures {low} without mixing, and {two} holds {one} down to it."
        else:
            sentence = f"Without mixing {one} secures {low}, and {two} holds {one} down to {high}."
        lines = (
            *(f"Least payoff of {one} from each strategy:", *least, f"max min = {low}", ""),
            *(f"Largest payoff that {two} allows:", *most, f"min max = {high}"),
        )
        yield WorkedStep("Value without mixing", _PURE, sentence, lines), state

    def _mixed(self, state: _MatrixState) -> Iterator[_Made]:
        """Yield the mixed equilibria, each with its equations."""
        analysis, game = self._analysis, self._game
        mixed = [played for played in analysis.extreme or () if not played.is_pure]
        for number, played in enumerate(mixed, 1):
            part = f"Mixed equilibrium {number} of {len(mixed)}"
            lines: list[str] = []
            questions: list[Question] = []
            for side in game.order:
                worked, question = self._equations(side, played)
                lines += [*worked, ""]
                questions += [question] if question is not None else []
            lines.append(f"This pays {payoffs(game, played)}.")
            after = replace(state, mixes=played.mixes, equilibria=frozenset(), best=frozenset())
            sentence = f"{profile(game, played)}."
            if sum(len(support(mix)) for mix in played.mixes) > _MOST_NAMED:
                sentence = "Each mix makes the other player's strategies in use equally good."
            yield WorkedStep(part, _MIXED, sentence, tuple(lines), tuple(questions)), after
        if analysis.extreme is None:
            text = "Mixed equilibria are not computed."
            yield WorkedStep("Mixed equilibria", _MIXED, text, (f"{analysis.unsolved}.",)), state
        elif analysis.degenerate:
            section = next(one for one in list_sections(analysis) if one.title == "Degenerate")
            text = "The game is degenerate: some mix has too many best responses."
            lines = [line for text in section.lines for line in (text, "")]
            yield WorkedStep("All equilibria", _MIXED, text, tuple(lines)), state
        elif not mixed:
            text = "No equilibrium is mixed: the pure ones are all."
            yield WorkedStep("All equilibria", _MIXED, text), state

    def _equations(self, side: Side, played: Profile) -> tuple[list[str], Question | None]:
        """Work out a player's mix: it makes the other's best responses equally good."""
        game, other = self._game, side.other
        who, rival = self._who(side), self._who(other)
        used, ties = support(played.mixes[side]), played.best[other]
        names = self._names(side)
        weights = [played.mixes[side][own] for own in used]
        tied = strategies(game, other, ties)
        if len(used) == 1:
            return [f"{who} plays {names[used[0]]}."], None
        if len(used) == 2:
            letters = ["p", "(1 − p)"]
            head = f"{who}: {names[used[0]]} with p, {names[used[1]]} with 1 − p."
            solution = f"p = {format_number(weights[0])}"
        else:
            letters = [f"p{place}" for place in range(1, len(used) + 1)]
            listed = ", ".join(
                f"{names[own]} with {letter}" for own, letter in zip(used, letters, strict=True)
            )
            head = f"{who}: {listed}; their sum is 1."
            solution = ", ".join(
                f"{letter} = {format_number(weight)}"
                for letter, weight in zip(letters, weights, strict=True)
            )
        payoffs = game.payoffs(other)
        lines = [head]
        if len(ties) > 1:
            lines += [
                f"   {rival} by {self._names(other)[tie]}: "
                + _linear([payoffs[tie][own] for own in used], letters)
                for tie in ties
            ]
            both = "both are" if len(ties) == 2 else "all are"
            paid = format_number(played.payoffs[other])
            lines.append(f"   Equal for {solution}: {both} {paid}.")
        else:
            lines.append(f"   {solution}.")
            return lines, None
        if len(used) == 2:
            text = (
                f"{who} plays {names[used[0]]} with probability p and {names[used[1]]} with 1 − p. "
                f"For which p are {tied} worth the same to {rival}?"
            )
        else:
            text = (
                f"{who} mixes {strategies(game, side, used)}. {tied} are then worth the "
                f"same to {rival}. With which probability does {who} play {names[used[0]]}?"
            )
        other_weight = ExpectedAnswer(
            (float(weights[1]),), mistake="the other strategy's probability"
        )
        question = Question(
            f"mix of {who}",
            text,
            Numbers(hint="a fraction, or a number with two decimals"),
            ((float(weights[0]),),),
            "; ".join(line.strip() for line in lines[1:-1]) + f". Equal for {solution}.",
            hidden=(format_number(weights[0]),),
            expected=(other_weight,) if len(used) == 2 else (),
        )
        return lines, question


def _linear(factors: Sequence[Fraction], letters: Sequence[str]) -> str:
    """Format a sum of products: 3p − (1 − p)."""
    text = ""
    for factor, letter in zip(factors, letters, strict=True):
        if factor:
            times = "" if letter == "p" or letter.startswith("(") else " · "
            amount = "" if abs(factor) == 1 else f"{format_number(abs(factor))}{times}"
            sign = "−" if factor < 0 else "+" if text else ""
            text += f" {sign} {amount}{letter}" if text else f"{sign}{amount}{letter}"
    return text or "0"


def _cell(side: Side, own: int, other: int) -> tuple[int, int]:
    """Return the row and the column of a player's strategy against another."""
    return (own, other) if side is Side.ROWS else (other, own)


def _cells(profiles: Sequence[Profile]) -> Iterator[tuple[int, int]]:
    for played in profiles:
        yield support(played.mixes[Side.ROWS])[0], support(played.mixes[Side.COLUMNS])[0]


# Drawing ------------------------------------------------------------------------------------

_Piece = tuple[str, str]


def _pair(game: NormalForm, state: _MatrixState, row: int, column: int) -> list[_Piece]:
    """Return the payoffs of a cell with their marks."""
    gone = (Side.ROWS, row) in state.deleted or (Side.COLUMNS, column) in state.deleted
    pieces: list[_Piece] = []
    for side in game.order:
        is_best = (side, row, column) in state.best
        text = format_number(game.pairs[row][column][side]) + ("*" if is_best else "")
        if gone:
            style = "skipped"
        elif (side, row, column) in state.compared:
            style = "best current" if is_best else "current"
        else:
            style = ("max" if side is game.first else "min") + (" best" if is_best else "")
        pieces += [(", ", "skipped" if gone else "edge")] * bool(pieces) + [(text, style)]
    return pieces


def _name(game: NormalForm, state: _MatrixState, side: Side, own: int) -> list[_Piece]:
    """Return a strategy's name with its mark."""
    name = game.chooser(side).strategies[own]
    style = "max" if side is game.first else "min"
    if (side, own) in state.deleted:
        return [(name, "skipped")]
    if (side, own) in state.dominated:
        return [("× ", "cut"), (name, "cut")]
    return [(name, f"{style} best")]


def _weight(state: _MatrixState, side: Side, own: int) -> list[_Piece]:
    """Return a strategy's probability; nothing if it is 0."""
    weight = state.mixes[side][own] if state.mixes else Fraction()
    return [(format_number(weight), "pending best")] if weight else []


def _width(pieces: Sequence[_Piece]) -> int:
    return sum(len(text) for text, _ in pieces)


def _parts(game: NormalForm, state: _MatrixState) -> tuple[list[list[list[_Piece]]], list[int]]:
    """Return the cells by row, headed by names and probabilities, and the widths of the columns.

    The first column has the names of the rows, and the second one their probabilities.
    """
    rows, columns = range(game.size(Side.ROWS)), range(game.size(Side.COLUMNS))
    table: list[list[list[_Piece]]] = [
        [[], [], *(_name(game, state, Side.COLUMNS, column) for column in columns)]
    ]
    if state.mixes:
        table.append([[], [], *(_weight(state, Side.COLUMNS, column) for column in columns)])
    for row in rows:
        name, weight = _name(game, state, Side.ROWS, row), _weight(state, Side.ROWS, row)
        table.append([name, weight, *(_pair(game, state, row, column) for column in columns)])
    sizes = [max(map(_width, column)) for column in zip(*table, strict=True)]
    # The same columns at every step: with all marks, and with the mark of a dominated strategy.
    sizes[0] = max(len(own) + 2 for own in game.rows.strategies)
    for column, strategy in enumerate(game.columns.strategies):
        pairs = (game.pairs[row][column] for row in rows)
        full = max(len(f"{a}, {b}") for a, b in pairs) + 2
        sizes[column + 2] = max(sizes[column + 2], full, len(strategy) + 2)
    return table, sizes


def _head(game: NormalForm, indent: str) -> tuple[TextRun, ...]:
    style = "min" if game.first is Side.ROWS else "max"
    return row_of((f"{indent} {game.columns.name}", f"{style} best"))


def _margin(
    game: NormalForm, is_first: bool, cells: list[list[_Piece]], sizes: list[int]
) -> list[_Piece]:
    """Return what precedes the cells of a row: player, strategy and probability."""
    style = "max" if game.first is Side.ROWS else "min"
    pieces: list[_Piece] = [
        (f"{game.rows.name if is_first else '':<{len(game.rows.name) + 1}}", f"{style} best")
    ]
    pieces += _padded(cells[0], sizes[0])
    return [*pieces, *_padded(cells[1], sizes[1])] if sizes[1] else pieces


def _boxed_rows(game: NormalForm, state: _MatrixState, scale: int) -> Iterator[tuple[TextRun, ...]]:
    """Yield the matrix with a box for each cell; a larger scale adds room inside the boxes."""
    table, sizes = _parts(game, state)
    indent = " " * (len(game.rows.name) + 1 + sizes[0] + sizes[1] + 1)
    aside = " " * (2 * scale)
    inner = [size + 2 + 4 * scale for size in sizes[2:]]
    yield _head(game, indent + aside)
    first = 2 if state.mixes else 1
    for line in table[:first]:
        head: list[_Piece] = [(indent, "")]
        for cell, size in zip(line[2:], inner, strict=True):
            head += [(" ", ""), *_padded([(f" {aside}", ""), *cell], size)]
        yield row_of(*head)
    blank = row_of((f"{indent}│{'│'.join(' ' * size for size in inner)}│", "edge"))
    for place, line in enumerate(table[first:]):
        yield row_of((indent + _rule("├┼┤" if place else "┌┬┐", inner), "edge"))
        yield from [blank] * scale
        pieces: list[_Piece] = [*_margin(game, place == 0, line, sizes), (" ", ""), ("│", "edge")]
        for column, (cell, size) in enumerate(zip(line[2:], inner, strict=True)):
            marked = _marked(cell, (place, column) in state.equilibria)
            pieces += _padded([(aside, ""), *marked], size)
            pieces.append(("│", "edge"))
        yield row_of(*pieces)
        yield from [blank] * scale
    yield row_of((indent + _rule("└┴┘", inner), "edge"))


def _table_rows(game: NormalForm, state: _MatrixState) -> Iterator[tuple[TextRun, ...]]:
    """Yield the matrix without boxes, for narrow screens."""
    table, sizes = _parts(game, state)
    yield _head(game, " " * (len(game.rows.name) + 1 + sizes[0] + sizes[1]))
    first = 2 if state.mixes else 1
    for place, line in enumerate(table, -first):
        pieces = _margin(game, place == 0, line, sizes)
        for column, (cell, size) in enumerate(zip(line[2:], sizes[2:], strict=True)):
            pieces += _padded(_marked(cell, (place, column) in state.equilibria), size + 2)
        yield row_of(*pieces[:-1])  # no padding at the end


def _marked(cell: list[_Piece], is_equilibrium: bool) -> list[_Piece]:
    left, right = ("[", "]") if is_equilibrium else (" ", "")
    return [(left, "pending best"), *cell, (right, "pending best")]


def _padded(pieces: Sequence[_Piece], size: int) -> list[_Piece]:
    return [*pieces, (" " * (size - _width(pieces)), "")]


def _rule(joints: str, sizes: Sequence[int]) -> str:
    left, middle, right = tuple(joints)
    return left + middle.join("─" * size for size in sizes) + right
