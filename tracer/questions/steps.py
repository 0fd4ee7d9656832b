"""The questions about the next step of a search, one row of a table each.

The web player and lessons ask them. A step that only reads a leaf, or enters a first child, decides
nothing, and has no question.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from engine.game import Player
from engine.log.visit_log import NO_PARENT, Flag
from tracer.mcts.rewards import mcts_rewards
from tracer.questions.forms import (
    AnyForm,
    Choice,
    Names,
    Numbers,
    NumbersAndName,
    Vector,
    Window,
)
from tracer.questions.question import Question
from tracer.questions.search_names import SearchNames, move_rules, search_rules
from tracer.recording.fold import Fold, fold
from tracer.recording.recording import Recording
from tracer.steps.narration import value_reason
from tracer.steps.replay import Replay
from tracer.steps.snapshot import Event, EventKind, Snapshot, StackFrame
from tracer.steps.visit_values import shown_value
from tracer.text.numbers import show_number, show_window

_MAX_RULE: Final = "MAX keeps the largest value, and MIN the smallest."
VECTOR_RULE: Final = "The player to move takes the child with its own largest value, as a vector."
_YES_OR_NO: Final = Choice({"no": ("no", "n"), "yes": ("yes", "y")}, "yes or no")


@dataclass(frozen=True)
class StepQuestion(Question):
    """A question about a step that is still hidden."""

    #: The node that is asked about.
    row: int = NO_PARENT
    #: The numbers of the right answer before the step; empty if there were none.
    before: tuple[float, ...] = ()
    #: Whether its reason is another one than the sentence of the step.
    has_own_reason: bool = False


@dataclass(frozen=True)
class Moment:
    """A step for a possible question."""

    trace: Recording
    now: Snapshot
    then: Snapshot

    @property
    def event(self) -> Event:
        """The step's event."""
        return self.then.event

    @cached_property
    def frame(self) -> StackFrame:
        """The node that receives a value, after the step."""
        return self.then.stack[-1]

    @property
    def returns(self) -> bool:
        """Whether a value returns to a node and is used there."""
        passing = (EventKind.FINISHED, EventKind.BACKED_UP, EventKind.SCOUTED)
        if self.event.entering or self.event.kind in passing:
            return False
        # A probe has the value of its only visited child, and gives the chance node only a bound.
        flags = self.trace.log.flags
        return not (flags[self.event.row] | flags[self.event.parent]) & Flag.PROBE

    @property
    def has_bounds(self) -> bool:
        """Whether the value returns to a node with a window."""
        return self.returns and self.trace.has_window and self.frame.player is not Player.CHANCE

    @cached_property
    def limit(self) -> float:
        """The bound of the cutoff test."""
        return self.frame.alpha if self.frame.player is Player.MIN else self.frame.beta

    @cached_property
    def is_about_cutoff(self) -> bool:
        """Whether a question about a cutoff is the most relevant.

        It is also asked after every other better value, so the question does not reveal a cutoff.
        """
        if self.event.kind is EventKind.CUT:
            return True
        may_hold = self.event.kind is EventKind.KEPT or self.event.row % 2 == 0
        return math.isfinite(self.limit) and may_hold

    @cached_property
    def earlier(self) -> Fold:
        """The node's value and bounds before the value returned."""
        return fold(self.trace, self.event.parent, self.frame.returns - 1)

    @property
    def x(self) -> float:
        """The value that returned."""
        return float(self.trace.log.value[self.event.row])

    @property
    def parent(self) -> str:
        """The name of the node that receives the value."""
        return self.trace.name(self.event.parent)

    @property
    def came(self) -> str:
        """A sentence about the returned value."""
        if self.trace.vectors is not None:
            mover = self.trace.player_name(self.event.parent)
            value = shown_value(self.trace, self.event.row)
            verb = "returns" if value.startswith("(") else "returns early with"
            return f"{self.event.name} {verb} {value} to {self.parent}, where {mover} moves."
        player = self.frame.player
        kind = "chance" if player is Player.CHANCE else player.name
        return f"{self.event.name} returns {show_number(self.x)} to {self.parent}, a {kind} node."

    def question(
        self,
        kind: str,
        text: str,
        form: AnyForm,
        right: Any,
        reminder: str = "",
        why: str = "",
        row: int | None = None,
        before: tuple[float, ...] = (),
    ) -> StepQuestion:
        """Make the question about this step; by default about the node that receives a value.

        Without a reason, the sentence of the step explains the answer.
        """
        row = self.event.parent if row is None else row
        about = why or self.then.sentence, self.then.step, reminder
        question = StepQuestion(kind, text, form, (right,), *about, row=row, before=before)
        return replace(question, has_own_reason=bool(why))


@dataclass(frozen=True)
class StepKind:
    """A kind of question about the next step."""

    #: Its relevance at a step; the highest is asked. 0 if it does not apply.
    relevance: Callable[[Moment], int]
    #: Its question; None if nothing is decided.
    ask: Callable[[Moment], StepQuestion | None]


def ask_step(
    trace: Recording, replay: Replay, step: int, kinds: Collection[str] | None = None
) -> StepQuestion | None:
    """Return the question about the step after this one; None if nothing is decided there."""
    if step + 1 >= len(replay):
        return None
    moment = Moment(trace, replay.at(step), replay.at(step + 1))
    candidates = STEP_KINDS if kinds is None else kinds
    relevance = {name: STEP_KINDS[name].relevance(moment) for name in candidates}
    best = max(relevance, key=relevance.__getitem__, default="")
    return STEP_KINDS[best].ask(moment) if relevance.get(best, 0) > 0 else None


# The next node --------------------------------------------------------------------------------


def _ask_next_node(moment: Moment) -> StepQuestion | None:
    """Return the question; None for a first child, and for a leaf after a leaf."""
    trace, left, event = moment.trace, moment.now.event, moment.event
    whole = not left.entering and trace.log.size[left.row] > 1
    if not whole or left.kind is EventKind.FINISHED:
        return None
    parent = trace.log.parent[event.row]
    why = ""
    if trace.probes and trace.log.flags[event.row] & Flag.RESEARCH:
        why = f"{trace.name(parent)} searches its outcomes after the probes."
    elif parent != NO_PARENT:
        why = f"It is the next child of {trace.name(parent)}."
        if skipped := trace.skipped(left.row):
            why = f"{why} The cutoff at {left.name} skips {', '.join(skipped)}."
    reminder = "A node's children are visited from left to right, unless a cutoff skips them."
    if trace.probes and parent != NO_PARENT and trace.log.player[parent] == Player.CHANCE:
        reminder = (
            "Outcomes at which MAX or MIN moves are probed once, from left to right. Then all "
            "outcomes are searched, unless the chance node returns early."
        )
    form = Names(move_rules(trace, parent), "the name of a node")
    text = f"{left.name} has returned. Which node is visited next?"
    return moment.question("next node", text, form, (event.name,), reminder, why, event.row)


# Values and windows ---------------------------------------------------------------------------


def _rank_value(moment: Moment) -> int:
    """Return more if v is kept and no cutoff is relevant."""
    if moment.event.kind is EventKind.BACKED_UP:
        return 10
    if not moment.returns:
        return 0
    is_kept = moment.has_bounds and moment.event.kind is not EventKind.BETTER
    return 20 if is_kept and not moment.is_about_cutoff else 10


def _ask_value(moment: Moment) -> StepQuestion | None:
    """Return the question for v, a chance node's sum, a vector, or a mean of playouts."""
    if moment.event.kind is EventKind.BACKED_UP:
        return _ask_mean(moment)
    if moment.trace.vectors is not None:
        return _ask_vector(moment)
    frame, name = moment.frame, moment.parent
    before = () if frame.searched == 1 else (moment.earlier.v,)
    if frame.player is Player.CHANCE:
        last = "It was the last outcome. " if frame.searched == frame.actions else ""
        rule = "Each outcome adds its probability times its value."
        what = f"{last}{rule} What is the sum at {name} now?"
        reminder = ""
    else:
        what, reminder = f"What is v of {name} now?", _MAX_RULE
    text = f"{moment.came} {what}"
    form = Numbers(labels=(name,), names=search_rules(moment.trace).names)
    return moment.question("value", text, form, (frame.v,), reminder, before=before)


def _ask_mean(moment: Moment) -> StepQuestion | None:
    """Return the question for a mean; None for a node's first reward, which equals its mean."""
    trace, event, step = moment.trace, moment.event, moment.then.step
    rewards = mcts_rewards(trace)
    node = rewards.find_number(event.parent)
    before, now = rewards.measure_node(node, step - 1), rewards.measure_node(node, step)
    if before.visits == 0 or now.visits == before.visits:
        return None
    reward, was = show_number(moment.x), show_number(before.mean)
    visits = "1 visit" if before.visits == 1 else f"{before.visits:,} visits"
    text = (
        f"The reward {reward} passes from {event.name} up to {moment.parent}, whose mean was "
        f"{was} after {visits}. What is its mean now?"
    )
    why = f"Each of the {now.visits:,} rewards counts once: {before.visits:,} · {was} + {reward}, "
    why += f"divided by {now.visits:,}."
    form = Numbers(
        1, "a number, to two places", labels=(moment.parent,), names=search_rules(trace).names
    )
    return moment.question("value", text, form, (now.mean,), why=why, before=(before.mean,))


def _ask_vector(moment: Moment) -> StepQuestion | None:
    """Return the question; None after a first child, whose vector is taken."""
    trace, parent, count = moment.trace, moment.event.parent, moment.frame.returns
    game = trace.vectors
    if count == 1 or game is None:
        return None
    now, before = (_vector_after(trace, parent, some) for some in (count, count - 1))
    form = Vector(len(now), labels=game.share_names)
    text = f"{moment.came} What is the vector of {moment.parent} now?"
    return moment.question("value", text, form, now, VECTOR_RULE, before=before)


def _vector_after(trace: Recording, row: int, children: int) -> tuple[float, ...]:
    """Return the vector of a node after some of its children have returned."""
    best = fold(trace, row, children).best
    shares = trace.shares(best) if best != NO_PARENT else None
    return tuple(map(float, shares or ()))


def _rank_window(moment: Moment) -> int:
    """Return more if v is better; 0 at a cutoff, where courses differ on the window."""
    if not moment.has_bounds or moment.event.kind is EventKind.CUT:
        return 0
    if moment.trace.vectors is not None:
        return 5  # courses do not define α and β for several players
    return 30 if moment.event.kind is EventKind.BETTER else 15


def _ask_window(moment: Moment) -> StepQuestion:
    """Return the question for α and β."""
    frame, before = moment.frame, (moment.earlier.alpha, moment.earlier.beta)
    reminder = "MAX can only raise α, and MIN can only lower β."
    if moment.trace.vectors is not None:
        reminder = "α is what the player to move has; the value at which it returns stays."
    text = f"{moment.came} What is the window of {moment.parent} now?"
    right = frame.alpha, frame.beta
    form = Window(labels=(moment.parent,), names=search_rules(moment.trace).names)
    return moment.question("window", text, form, right, reminder, before=before)


# Cutoffs and scouts ---------------------------------------------------------------------------


def _rank_cutoff(moment: Moment) -> int:
    """Return the most if a cutoff is relevant; 0 without a finite bound in the test."""
    if not moment.has_bounds:
        return 0
    if moment.is_about_cutoff:
        return 40
    return 25 if math.isfinite(moment.limit) else 0


def _ask_cutoff(moment: Moment) -> StepQuestion:
    """Return the question for the bound; with several players for yes or no."""
    frame, is_cut = moment.frame, moment.event.kind is EventKind.CUT
    is_last = frame.tried == frame.actions  # it returns now in any case
    what = f"Does {frame.name} return now"
    if is_last:
        what = f"It was the last child. Does the cutoff test of {frame.name} succeed"
    goes_on = "no" if is_last else "no, it continues"
    if moment.trace.vectors is not None:
        form = Choice({"no": (goes_on, "n"), "yes": ("yes", "y")}, "yes or no")
        right, text = "yes" if is_cut else "no", f"{moment.came} {what}?"
        reminder = "Compare what is left for the player directly above with what it has already."
        return moment.question("cutoff", text, form, right, reminder)
    bound = "α" if frame.player is Player.MIN else "β"
    options = {
        "no": (goes_on, "n", "none", "nein", "-"),
        "α": ("yes, by α", "alpha", "a", "max"),
        "β": ("yes, by β", "beta", "b", "min"),
    }
    return moment.question(
        "cutoff",
        f"{moment.came} {what}, and because of which bound?",
        Choice(options, "no, or the bound: α (a) or β (b)"),
        bound if is_cut else "no",
        "Compare v with the other player's bound.",
    )


def _rank_second_search(moment: Moment) -> int:
    """Return the most if a child with a null window returns."""
    if moment.event.kind is EventKind.SCOUTED:
        return 0 if moment.trace.probes else 50
    return 50 if moment.returns and moment.trace.is_null_window(moment.event.row) else 0


def _ask_second_search(moment: Moment) -> StepQuestion:
    """Return the question whether a scout is repeated with the full window."""
    trace, before, row = moment.trace, moment.earlier, moment.event.row
    at_max, x = moment.frame.player is Player.MAX, moment.x
    is_repeated = moment.event.kind is EventKind.SCOUTED
    own, held, more = ("α", before.alpha, "more") if at_max else ("β", before.beta, "less")
    value, than = show_number(x), f"{more} than {own} = {show_number(held)}"
    low, high = trace.log.alpha[row], trace.log.beta[row]
    why = ""
    if not is_repeated and not (x > held if at_max else x < held):
        why = f"{value} is not {than}: the null window is enough."
    elif not is_repeated and low < x < high:  # it is one wide; numbers may be fractions
        why = f"{value} is inside the null window {show_window(low, high)}: it is already exact."
    elif not is_repeated:
        window = show_window(before.alpha, before.beta)
        why = f"{value} is {than}, but not inside {window}: the bound is enough."
    text = f"{moment.came} Is it searched again, with the full window?"
    right = "yes" if is_repeated else "no"
    return moment.question("search again", text, _YES_OR_NO, right, why=why, row=row)


# The result -----------------------------------------------------------------------------------


def _ask_result(moment: Moment) -> StepQuestion | None:
    """Return the question; None if no move is chosen yet."""
    trace, row = moment.trace, moment.event.row
    best, log = find_played(trace, row), trace.log
    if best is None or log.player[row] == Player.CHANCE or log.parent[row] != NO_PARENT:
        return None
    is_last = trace.pass_at(row) >= len(trace.roots)
    if trace.uses_playouts and not is_last:
        return None  # an iteration decides nothing: the most visited move is played at the end
    ends, played = "The search is over.", "is played"
    if trace.deepens and not is_last:
        ends = f"Pass {trace.pass_at(row)} is over, and a deeper one follows."
        played = "would be played now"
    text = f"{ends} What is {moment.event.name} worth, and which move {played}?"
    shares, value = trace.shares(row), trace.value if trace.uses_playouts else log.value[row]
    numbers = (value,) if shares is None else tuple(map(float, shares))
    worth = Numbers() if trace.vectors is None else Vector(len(numbers))
    hint = "a number and a move" if trace.vectors is None else "a value for each player and a move"
    names = SearchNames(trace, row)
    moves = {node: move for move, node in names.children.items()}
    form = NumbersAndName(worth, Names(move_rules(trace, row), "a move", labels=moves), hint)
    why = "" if trace.uses_playouts else value_reason(trace, row)
    reminder = "Compare the values that the root's children have returned."
    right = numbers, (trace.name(best),)
    return moment.question("result", text, form, right, reminder, why and f"{why}.", row)


def find_played(trace: Recording, root: int) -> int | None:
    """Return the row of the child that a root plays; in MCTS that of the whole search."""
    if trace.uses_playouts:
        return next(iter(trace.best_rows[1:]), None)
    return trace.best_child(root)


#: The kinds of question; of equally relevant ones the first is asked.
STEP_KINDS: Final[dict[str, StepKind]] = {
    "next node": StepKind(lambda moment: 10 * moment.event.entering, _ask_next_node),
    "value": StepKind(_rank_value, _ask_value),
    "window": StepKind(_rank_window, _ask_window),
    "cutoff": StepKind(_rank_cutoff, _ask_cutoff),
    "search again": StepKind(_rank_second_search, _ask_second_search),
    "result": StepKind(lambda moment: 10 * (moment.event.kind is EventKind.FINISHED), _ask_result),
}
