"""A payoff matrix as steps: best responses, elimination by rounds, equilibria worked out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import ClassVar, Final

from engine.matrix.dominance import Dominance, Removal, dominated_strategies
from engine.matrix.equilibria import Profile, support
from engine.matrix.game import NormalForm, Side
from tracer.drawing.terminal.tree_chart import Rows
from tracer.matrix.analysis import MatrixAnalysis, analyse
from tracer.matrix.report import (
    dominance,
    format_number,
    introduce_matrix,
    list_sections,
    payoffs,
    profile,
    strategies,
)
from tracer.questions.forms import Names, Numbers, names_by_spelling
from tracer.questions.leaves import Pruned
from tracer.questions.question import ExpectedAnswer, Question
from tracer.questions.rules import Rules
from tracer.text.printable_text import join_names
from tracer.worked.matrix_drawing import MatrixState, draw_matrix
from tracer.worked.worked_run import WorkedRun, WorkedStep

_BEST: Final = "Best responses"
_PURE: Final = "Pure equilibria"
_ELIMINATION: Final = "Elimination"
_MIXED: Final = "Mixed equilibria"
_LEGEND: Final = (
    "* marks a best response.",
    "[ ] marks a pure equilibrium.",
    "× marks a strictly dominated strategy.",
)
#: Strategies of a mixed equilibrium that one sentence can name.
_MOST_NAMED: Final = 4


class WorkedMatrix(WorkedRun):
    """A payoff matrix."""

    PHASES: ClassVar[tuple[str, ...]] = (_BEST, _PURE, _ELIMINATION, _MIXED)

    def __init__(self, source: str, game: NormalForm | MatrixAnalysis) -> None:
        self.analysis = game if isinstance(game, MatrixAnalysis) else analyse(game)
        self.game = self.analysis.game
        # Two names that differ only by case, or with a separator in them, cannot be typed safely.
        self._askable = {
            side: len({name.casefold() for name in self._names(side)}) == len(self._names(side))
            and not any(sign in name for name in self._names(side) for sign in ",;&()[]{}")
            for side in Side
        }
        super().__init__(source, self.game.name or "Payoff matrix", [*self._list_steps()])

    @property
    def marked_step(self) -> int:
        """The step that shows all best responses and the pure equilibria."""
        return next(n for n, one in enumerate(self.steps) if one.part == "Equilibria")

    def complete(self) -> WorkedMatrix:
        """Return the run with mixed equilibria, if they have not been computed."""
        skipped = self.analysis.extreme is None and not self.analysis.unsolved
        return WorkedMatrix(self.source, self.game) if skipped else self

    def draw(self, step: int, width: int, height: int = 0) -> Rows:
        """Draw the matrix with its marks."""
        return draw_matrix(self.game, self.steps[step].state, width, height)

    def _names(self, side: Side) -> tuple[str, ...]:
        return self.game.chooser(side).strategies

    def _who(self, side: Side) -> str:
        return self.game.chooser(side).name

    def _list_steps(self) -> Iterator[WorkedStep]:
        game = self.game
        # No description of the game here: it may give answers away.
        text, _, more = introduce_matrix(self.analysis).partition(". ")
        lines = (*filter(None, (more,)), *_LEGEND)
        state = MatrixState()
        yield WorkedStep("Start", "", f"{text.rstrip('.')}.", lines, state=state)
        for side in game.order:
            for other in range(game.size(side.other)):
                step = self._best_responses(side, other, state)
                state = step.state
                yield step
        pure = frozenset(_cells(self.analysis.pure))
        state = replace(state, compared=frozenset(), equilibria=pure)
        yield self._pure(state)
        for step in self._elimination(state):
            state = step.state
            yield step
        yield from self._weak(state)
        state = replace(state, dominated=frozenset(), deleted=frozenset())
        yield from self._value(state)
        yield from self._mixed(state)

    # Best responses and pure equilibria -------------------------------------------------------

    def _best_responses(self, side: Side, other: int, state: MatrixState) -> WorkedStep:
        """Return the step that marks the best responses to one strategy."""
        game, who = self.game, self._who(side)
        rival, played = self._who(side.other), self._names(side.other)[other]
        best = self.analysis.best[side][other]
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
                f"{who}'s payoffs are {join_names([*map(format_number, paid)])}; the largest is "
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
        return WorkedStep(part, _BEST, sentence, tuple(lines), questions, after)

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

    def _pure(self, state: MatrixState) -> WorkedStep:
        """Return the step that reads the pure equilibria off the marks."""
        game, pure = self.game, self.analysis.pure
        named = join_names([profile(game, played) for played in pure])
        if not pure:
            sentence = "No pair has both marks, so there is no pure equilibrium."
        elif len(pure) == 1:
            sentence = f"One pair has both marks, so {named} is the only pure equilibrium."
        else:
            sentence = (
                f"{len(pure)} pairs have both marks, so they are the pure equilibria: {named}."
            )
        lines = [f"{profile(game, played)} pays {payoffs(game, played)}." for played in pure]
        return WorkedStep("Equilibria", _PURE, sentence, tuple(lines), state=state)

    # Elimination ------------------------------------------------------------------------------

    def _elimination(self, state: MatrixState) -> Iterator[WorkedStep]:
        """Yield the rounds of elimination, up to the one that finds nothing."""
        game = self.game
        rounds = {
            number: list(removals)
            for number, removals in groupby(
                self.analysis.elimination.removals, key=lambda one: one.round
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
                    yield replace(self._round(part, side, own, left), state=state)
            if not removals:
                continue
            left = [
                tuple(own for own in left[side] if (side, own) not in state.dominated)
                for side in Side
            ]
            state = replace(state, deleted=state.deleted | state.dominated, dominated=frozenset())
            yield replace(self._deleted(part, removals, left), state=state)

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
        game, who = self.game, self._who(side)
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
        payoffs = self.game.payoffs(side)
        lines = []
        for own in left[side]:
            against = [
                other
                for other in left[side.other]
                if payoffs[own][other] == max(payoffs[one][other] for one in left[side])
            ]
            if against:
                others = strategies(self.game, side.other, against)
                lines.append(f"{self._names(side)[own]} is best against {others}.")
        return lines

    def _deleted(
        self, part: str, removals: Sequence[Removal], left: Sequence[Sequence[int]]
    ) -> WorkedStep:
        """Return the step that deletes the dominated strategies of a round."""
        game = self.game
        named = [
            f"{strategies(game, side, going)} of {self._who(side)}"
            for side in game.order
            if (going := [one.reason.dominated for one in removals if one.side is side])
        ]
        lines = [
            f"{self._who(side)} keeps {strategies(game, side, left[side])}." for side in game.order
        ]
        return WorkedStep(part, _ELIMINATION, f"Delete {join_names(named)}.", tuple(lines))

    def _weak(self, state: MatrixState) -> Iterator[WorkedStep]:
        """Yield the weakly dominated strategies in the remaining matrix."""
        game, left = self.game, self.analysis.elimination.left
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
            yield replace(step, state=state)

    # Value and mixed equilibria ---------------------------------------------------------------

    def _value(self, state: MatrixState) -> Iterator[WorkedStep]:
        """Yield what both players secure without mixing, in a constant-sum game."""
        solved = self.analysis.constant_sum
        if solved is None:
            return
        game = self.game
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
        yield WorkedStep("Value without mixing", _PURE, sentence, lines, state=state)

    def _mixed(self, state: MatrixState) -> Iterator[WorkedStep]:
        """Yield the mixed equilibria, each with its equations."""
        analysis, game = self.analysis, self.game
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
            yield WorkedStep(part, _MIXED, sentence, tuple(lines), tuple(questions), after)
        if analysis.extreme is None:
            text = "Mixed equilibria are not computed."
            yield WorkedStep(
                "Mixed equilibria", _MIXED, text, (f"{analysis.unsolved}.",), state=state
            )
        elif analysis.degenerate:
            text = "The game is degenerate: some mix has too many best responses."
            sentences = list_sections(analysis)["Degenerate"]
            lines = [line for sentence in sentences for line in (sentence, "")]
            yield WorkedStep("All equilibria", _MIXED, text, tuple(lines), state=state)
        elif not mixed:
            text = "No equilibrium is mixed: the pure ones are all."
            yield WorkedStep("All equilibria", _MIXED, text, state=state)

    def _equations(self, side: Side, played: Profile) -> tuple[list[str], Question | None]:
        """Work out a player's mix: it makes the other's best responses equally good."""
        game, other = self.game, side.other
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
