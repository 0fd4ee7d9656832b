"""A person's way through a search by hand: what is judged, said, counted and asked next."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Final

from engine.game import Player
from engine.log.visit_log import NO_PARENT
from tracer.hands.events import Back, Enter, Event, Move, Need, Returned, Value, Window
from tracer.hands.hand_work import HandWork
from tracer.hands.judging import (
    RULE_OF_RETURN,
    FirstWrong,
    explained_slips,
    find_first_wrong,
    hand_task,
    judge_event,
    named_misconception,
    right_event,
    rule_of_value,
)
from tracer.hands.next_tree import PRACTISED
from tracer.hands.sheets import list_answers
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.problem import Problem, SearchRules
from tracer.marking.reading.sheet import Sheet
from tracer.marking.results.record import MarkedSheet
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.base import HandTask
from tracer.runs.search_trace import Trace
from tracer.steps.result_words import show_result
from tracer.text.numbers import nearly_equal, show_number, show_window


class Level(StrEnum):
    """How a search by hand is judged."""

    GUIDED = "guided"  #: each step at once
    FREE = "free"  #: at the end
    EXAM = "exam"  #: not here: plytrace check marks the sheet

    @property
    def promise(self) -> str:
        """What is judged, as a sentence."""
        return _PROMISES[self]


_PROMISES: Final = {
    Level.GUIDED: "Each step is judged at once.",
    Level.FREE: "Nothing is judged before the end.",
    Level.EXAM: "Your work is written to a sheet, and nothing is judged here.",
}


class Tone(StrEnum):
    """What kind of message a reply is."""

    RIGHT = "right"
    WRONG = "wrong"
    NOTE = "note"  #: not judged


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a gesture."""

    text: str
    tone: Tone = Tone.NOTE
    is_taken: bool = False
    #: Whether brief feedback leaves its text out.
    is_routine: bool = False


class HandSession:
    """A search that a person works, one gesture at a time.

    The steps `before` the others were made by plytrace; nobody is judged by them.
    """

    def __init__(
        self,
        right: Trace,
        level: Level = Level.GUIDED,
        events: Iterable[Event] = (),
        slips: Iterable[int] = (),
        before: Iterable[Event] = (),
        *,
        covers_leaves: bool = True,
    ) -> None:
        self.right = right
        self.level = level
        first = [*before]
        self.work = HandWork(right, [*first, *events], covers_leaves=covers_leaves)
        #: The steps that plytrace did, by number.
        self.shown: set[int] = set()
        #: The numbers of the steps that were not right at once; guided only.
        self.slips: set[int] = set(slips)
        #: The first wrong event at each of these, as far as this session saw it.
        self.refused: dict[int, Event] = {}
        self._judged: set[int] = set()
        if level is Level.GUIDED:
            self._judged.update(range(len(first), len(self.work.events)))
        self._tries = 0  # wrong tries at the current step
        self._warned = -1  # the number of events at which a forgotten value was pointed out

    # Gestures -----------------------------------------------------------------------------------

    def visit(self, action: int) -> Reply:
        """Visit a child of the current node."""
        return self._go_on(Enter(action))

    def go_up(self) -> Reply:
        """Return to the parent if no child is left; a return before is a cut, another gesture."""
        work = self.work
        if work.need in (Need.VALUE, Need.STEP) and work.frame.children_left:
            names = work.child_names(work.frame.children_left)
            are, it = ("is", "it") if len(work.frame.children_left) == 1 else ("are", "the next")
            can_cut = work.windowed and bool(work.frame.visited)
            cut = ", or cut" if can_cut else ""
            return Reply(f"{names} {are} left at {work.name}: visit {it}{cut}.")
        return self._go_on(Back())

    def cut(self) -> Reply:
        """Return to the parent with children left."""
        work = self.work
        if work.need in (Need.VALUE, Need.STEP) and not work.frame.children_left:
            return Reply(f"Nothing is left to cut at {work.name}: return instead.")
        return self._go_on(Back())

    def take_up(self) -> Reply:
        """Take the value up that the last child returned: it becomes v."""
        work = self.work
        if work.need is not Need.VALUE:
            return Reply(work.refusal(Value(0.0)) or "Nothing came up.")
        if work.frame.player is Player.CHANCE:
            return Reply("A chance node adds probability times value: type the new sum.")
        return self.write_value(work.came)

    def write_value(self, v: float) -> Reply:
        """Write v of the node to which a child has just returned."""
        work = self.work
        if refused := work.refusal(Value(v)):
            return Reply(refused)
        if nearly_equal(v, work.frame.v):
            return Reply(self._describe_equal(v))
        return self._do(Value(v))

    def write_window(self, alpha: float | None, beta: float | None) -> Reply:
        """Write the window that the current node is entered with; None for an infinite end."""
        if refused := self.work.refusal(Window(0.0, 0.0)):
            return Reply(refused)
        if alpha is None and beta is None:
            return Reply("Both ends are empty. At least one of them is a number here.")
        window = Window(-math.inf if alpha is None else alpha, math.inf if beta is None else beta)
        return self._do(window)

    def write_returned(self, x: float) -> Reply:
        """Write the value that the current node returns, in fail-hard."""
        return self._do(Returned(x))

    def choose_move(self, action: int) -> Reply:
        """Choose the move at the root."""
        return self._do(Move(action))

    def undo(self) -> Reply:
        """Take the last step back; its judgement stays.

        After free work, return to the first difference.
        """
        first = self.first_wrong() if self.is_over and self.level is Level.FREE else None
        if first is not None:
            self.work = first.before
            return Reply(f"You are back at your step {first.number + 1}.", is_taken=True)
        event = self.work.undo()
        if event is None:
            return Reply("There is nothing to take back.")
        self._tries = 0
        noun, *_ = _describe(self.work, event)
        return Reply(f"Taken back: {noun} at {self.work.name}.", is_taken=True)

    def hint(self) -> Reply:
        """Return the rule that applies now, without numbers; it costs nothing."""
        work, convention = self.work, self.right.settings.convention
        if work.need is Need.NOTHING:
            return Reply("The search is over.")
        if work.need is Need.WINDOW:
            return Reply("A node is entered with the window that the node above it has now.")
        if work.need is Need.RETURN:
            return Reply(RULE_OF_RETURN)
        if work.need is Need.MOVE:
            return Reply(f"The move leads to the child that gave {work.name} its value.")
        player = work.frame.player
        rule = rule_of_value(work.name, player)
        if work.windowed and player is not Player.CHANCE:
            other, bound = ("MIN", "β") if player is Player.MAX else ("MAX", "α")
            reaches = "passes" if convention.cutoff == ">" else "reaches"
            rule += f" It is cut when v {reaches} {bound}, {other}'s bound."
        return Reply(rule)

    def show(self) -> Reply:
        """Do the next step for the student, who then did not do it right at once."""
        if self.level is not Level.GUIDED:
            return Reply("Steps are shown only in guided work.")
        if self.work.need is Need.NOTHING:
            return Reply("The search is over.")
        number = len(self.work.events)
        self._judged.add(number)
        self.shown.add(number)
        self.slips.add(number)
        return replace(
            self._do(right_event(self.right, self.work)), tone=Tone.NOTE, is_routine=False
        )

    # One step -----------------------------------------------------------------------------------

    def _go_on(self, event: Event) -> Reply:
        """Leave the value that came as it is, and go on."""
        work = self.work
        if refused := work.refusal(event):
            return Reply(refused)
        forgets = work.need is Need.VALUE and math.isinf(work.frame.v)
        number = len(work.events)
        if forgets and self.level is not Level.GUIDED and self._warned != number:
            self._warned = number
            came = f"{work.short_name(work.returned)} returned {show_number(work.came)}"
            return Reply(
                f"{came}, and {work.name} has no value yet. Take it up, or go on once more."
            )
        return self._do(event)

    def _do(self, event: Event) -> Reply:
        work = self.work
        if refused := work.refusal(event):
            return Reply(refused)
        if self.level is not Level.GUIDED:
            work.add(event)
            return Reply("", is_taken=True)
        number = len(work.events)
        ruling = judge_event(self.right, work, event)
        if ruling.is_right:
            is_cut = isinstance(event, Back) and bool(work.frame.children_left)
            self._judged.add(number)
            work.add(right_event(self.right, work))
            self._tries = 0
            return Reply(ruling.reason, Tone.RIGHT, is_taken=True, is_routine=not is_cut)
        self._tries += 1
        if number not in self._judged:
            self._judged.add(number)
            self.slips.add(number)
            self.refused[number] = event
        text = f"{ruling.rule} Try again." if self._tries == 1 else ruling.reason
        _, question, _ = _describe(work, event)
        return Reply(f"{question} {text}", Tone.WRONG)

    def _describe_equal(self, v: float) -> str:
        """Return what a value means that equals v; nobody judges it."""
        work, frame = self.work, self.work.frame
        shown, best = show_number(v), frame.claims[-1].best
        if frame.player is Player.CHANCE or best == NO_PARENT:
            return f"v is {shown} already."
        child = work.short_name(best)
        if best == work.returned:
            return f"v is {shown} already, and ties go to the later child: v comes from {child}."
        side = "larger" if frame.player is Player.MAX else "smaller"
        return (
            f"{shown} is not {side} than v = {shown}: v stays, and so does the child that it "
            f"comes from ({child})."
        )

    # The start and the end ----------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The name of the tree or the game; a typed tree is not shown, since it has its leaves."""
        source = self.right.source
        return self.right.title or ("your tree" if source.startswith(("[", "{")) else source)

    @property
    def welcome(self) -> str:
        """What the student is, and what is judged."""
        search = "alpha-beta" if self.right.search == "alphabeta" else self.right.search
        return f"You are the search ({search}). {self.level.promise}"

    @property
    def next_refusal(self) -> str:
        """Why no other tree follows now, as a sentence; empty if one does."""
        if self.level is Level.EXAM:
            return "An exam has one tree."
        if self.right.search not in PRACTISED:
            return f"No trees are made for {self.right.search}."
        return "" if self.is_over else "Another tree follows at the end of this one."

    @property
    def is_over(self) -> bool:
        """Whether the search has ended."""
        return self.work.need is Need.NOTHING

    @property
    def right_at_once(self) -> tuple[int, int]:
        """How many judged steps were right at once, and how many were judged; guided only."""
        return len(self._judged - self.slips), len(self._judged)

    @property
    def score_text(self) -> str:
        """The score so far in a few words."""
        if self.level is not Level.GUIDED:
            return f"step {len(self.work.events)}"
        right, judged = self.right_at_once
        return f"{right} of {judged} right at once"

    @cached_property
    def _task(self) -> HandTask:
        return hand_task(self.right)

    def count_explained(self) -> dict[str, int]:
        """Return the misconceptions that explain slips, with how many: see `explained_slips`."""
        if self.level is Level.EXAM:
            return {}
        if self.level is Level.GUIDED:
            return explained_slips(self._task, self.work, self.refused)
        return explained_slips(self._task, self.work)

    def misconception(self) -> str | None:
        """Return the misconception that the slips are evidence of, by its slug, or None."""
        return named_misconception(self.count_explained())

    def first_wrong(self) -> FirstWrong | None:
        """Return the first wrong step, or None."""
        return find_first_wrong(self.right, self.work)

    def marks(self) -> MarkedSheet:
        """Return the work as `plytrace check` marks its sheet: one point for each part."""
        answers = list_answers(self.work)
        settings = self.right.settings
        options = {
            name: value for name, value in settings.non_defaults().items() if name != "convention"
        }
        problem = Problem(
            self.title,
            self.right.game,
            SearchRules(self.right.search, options),
            (settings.convention,),
            dict.fromkeys(answers, 1.0),
        )
        return grader_of(problem).mark(Sheet("your work", answers=answers))

    def summary(self) -> list[str]:
        """Return the end of the work, as sentences; nothing in an exam."""
        if self.level is Level.EXAM:
            return ["The search is over. Your sheet has every step."]
        slug = self.misconception()
        named = [f"Common mistake: {MISCONCEPTIONS[slug].title}."] if slug else []
        if self.level is Level.GUIDED:
            right, judged = self.right_at_once
            places = self._slip_places()
            except_at = f", not at {', '.join(places)}" if places else ""
            return [f"Done: {right} of {judged} steps right at once{except_at}.", *named]
        first = self.first_wrong()
        if first is None:
            return ["All right, from the first step to the move."]
        number, ruling, before = first
        *_, did = _describe(before, self.work.events[number])
        marked = self.marks()
        right_parts = sum(part.ok for part in marked.parts)
        work = self.work
        yours = show_number(work.trace.log.value[0])
        yours += "" if work.move is None else f" by {work.child_name(work.move)}"
        return [
            f"Right: {show_result(self.right)}. Yours: {yours}.",
            f"First difference, at your step {number + 1}: {did} {ruling.reason}",
            f"As a sheet: {right_parts} of {len(marked.parts)} parts right.",
            *named,
        ]

    def _slip_places(self) -> list[str]:
        """Return the nodes at which a step was not right at once, in order and each once."""
        replay, places = HandWork(self.right), []
        for number, event in enumerate(self.work.events):
            if number in self.slips:
                places.append("the move" if replay.need is Need.MOVE else replay.name)
            replay.add(event)
        return list(dict.fromkeys(places))


#: What an event is, what the student did as a question, and as a sentence.
_WORDS: Final[Mapping[type[Event], tuple[str, str, str]]] = {
    Enter: ("a visit", "{}?", "you visited {}."),
    Window: ("the window", "{}?", "you entered {at} with {}."),
    Value: ("v", "v = {}?", "you wrote v = {} at {at}."),
    Back: ("a return", "Return?", "you returned from {at}."),
    Returned: ("the value returned", "{}?", "you returned {} from {at}."),
    Move: ("the move", "{}?", "you chose {}."),
}
_CUT: Final = ("a return", "A cut here?", "you cut {at}.")


def _describe(before: HandWork, event: Event) -> tuple[str, ...]:
    """Return what an event after a work is, as a noun, as a question and as a sentence."""
    shown = ""
    match event:
        case Value(number) | Returned(number):
            shown = show_number(number)
        case Window(alpha, beta):
            shown = show_window(alpha, beta)
        case Enter(action) | Move(action):
            shown = before.child_name(action)
    is_cut = isinstance(event, Back) and bool(before.frame.children_left)
    words = _CUT if is_cut else _WORDS[type(event)]
    return tuple(text.format(shown, at=before.name) for text in words)
