"""The data of each step for the page; the script only displays it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, product
from typing import Any, Final

from engine.errors import UsageError
from engine.log.visit_log import CHILDLESS, NO_PARENT
from engine.match.position import list_spellings, part_words
from tracer.drawing.print.diagram_model import player_labels
from tracer.drawing.tree.nodes import sign_of
from tracer.mcts.rewards import mcts_rewards
from tracer.mistakes import MISTAKES
from tracer.mistakes.engine import Mistakes, recorded_task
from tracer.questions.forms import Choice, Names, Numbers, NumbersAndName, Vector, Window
from tracer.questions.game_paths import ROOT
from tracer.questions.question import Verdict, judge_claim
from tracer.questions.search_names import SearchNames, hand_tree
from tracer.questions.single_entries import OTHER_PLAYER
from tracer.questions.steps import StepQuestion, ask_step
from tracer.recording.recording import Recording
from tracer.steps.pseudocode import executed_lines, listing
from tracer.steps.replay import Replay
from tracer.steps.snapshot import StackFrame
from tracer.text.numbers import json_number, show_number
from tracer.text.printable_text import printable_text
from tracer.web.pass_figures import page_size_advice

# The questions about the next step, with the verdicts on all distinct answers.

#: The entry of `answers` for every other answer.
ELSE: Final = None

#: The fields that the page shows for a form; a number for any other.
_FIELDS: Final[dict[type, str]] = {
    Names: "name",
    Window: "window",
    Choice: "choice",
    NumbersAndName: "result",
}

#: A name that no node has, since names have no control characters.
_NO_NAME: Final = "\0"


def question_data(
    trace: Recording, question: StepQuestion, mistakes: Mistakes | None = None
) -> dict[str, Any]:
    """Return a question about the next step, as data for the page's script.

    The script only looks up an answer; it is judged here.
    """
    form = question.form
    data: dict[str, Any] = {
        "asks": question.item,
        "text": question.text,
        "hint": question.hint,
        "right": question.answer,
        "field": _FIELDS.get(type(form), "number"),
    }
    if isinstance(form, Names | NumbersAndName):
        row = _row_of_moves(trace, question)
        data["at"] = "" if row == NO_PARENT else trace.name(row)
    # With several players, each number has a field of its own.
    data["labels"] = []
    if isinstance(form, Numbers) and not isinstance(form, Vector):
        data["labels"] += form.labels
    if trace.log.parent[question.row] == NO_PARENT:
        data["labels"].append(ROOT)
    if trace.vectors is not None:
        data["players"] = list(trace.vectors.share_names)

    def verdict_on(claim: Any) -> list[Any]:
        behind = partial(mistakes.behind_step, question) if mistakes is not None else None
        return _verdict_record(question, judge_claim(question, claim, behind))

    if isinstance(form, Choice):
        data["choices"] = [*form.labels.items()]
        data["answers"] = [[option, verdict_on(option)] for option in form.options]
        return data
    *listed, (_, no_answer) = _answers(trace, question)
    other = verdict_on(no_answer)
    seen: dict[str, Any] = {}
    for key, claim in listed:
        verdict = verdict_on(claim)
        if verdict != other:
            seen.setdefault(repr(key), [key, verdict])
    data["answers"] = [*seen.values(), [ELSE, other]]
    return data


def _verdict_record(question: StepQuestion, verdict: Verdict) -> list[Any]:
    """Return a verdict without the sentence of the step, which the page shows beside it."""
    reason = verdict.reason if question.has_own_reason else ""
    if verdict.is_right:
        return [1, reason, ""]
    mistake = MISTAKES[verdict.mistake].title if verdict.mistake else ""
    return [0, f"The answer is {question.answer}. {reason}".strip(), mistake]


def _answers(trace: Recording, question: StepQuestion) -> list[tuple[Any, Any]]:
    """Return answers with different verdicts, as keys and as claims; the last is any other one."""
    form, (right,) = question.form, question.right
    if isinstance(form, Names):
        return [*_names(trace, question), (ELSE, (_NO_NAME,))]
    if isinstance(form, NumbersAndName):
        numbers, (child,) = right
        worth, move = list(map(json_number, numbers)), child
        other = (_distant_number(numbers),) * len(numbers)
        return [
            ([*worth, move], right),
            ([*worth, ELSE], (numbers, (_NO_NAME,))),
            ([*[ELSE] * len(worth), move], (other, (child,))),
            (ELSE, (other, (_NO_NAME,))),
        ]
    others = _vectors if isinstance(form, Vector) else _numbers
    claims = dict.fromkeys(others(trace, question))
    keyed: list[tuple[Any, Any]] = [(list(map(json_number, claim)), claim) for claim in claims]
    return [*keyed, (ELSE, (_distant_number([*chain(*claims)]),) * len(right))]


def _vectors(trace: Recording, question: StepQuestion) -> Iterator[tuple[float, ...]]:
    """Yield the vectors of likely answers: the right one, those of children, and a mixed one."""
    yield question.right[0]
    seen = [
        tuple(map(float, trace.shares(row) or ()))
        for row in trace.log.children(question.row)
        if trace.tour.left_at(row) <= (question.step or 0)
    ]
    yield from seen
    yield tuple(map(max, *seen)) if len(seen) > 1 else seen[0]


def _numbers(trace: Recording, question: StepQuestion) -> Iterator[tuple[float, ...]]:
    """Yield the numbers of likely answers: the right ones, the old ones and common mistakes."""
    (right,) = question.right
    numbers = [*right, *question.before, trace.log.value[trace.tour.row_at(question.step or 0)[0]]]
    if len(right) > 1:
        numbers += [-math.inf, math.inf]
        numbers += [trace.log.alpha[question.row], trace.log.beta[question.row]]
    known = [number for number in dict.fromkeys(numbers) if not math.isnan(number)]
    yield from product(known, repeat=len(right))


def _names(trace: Recording, question: StepQuestion) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the right name, and the names of skipped nodes and of the parent."""
    row, ((right,),) = question.row, question.right
    yield right, (right,)
    for above in trace.rows_to(max(0, row - 1)):
        for name, _ in trace.skipped_children(above):
            yield name, (name,)
    parent = trace.log.parent[row]
    if parent != NO_PARENT:
        yield trace.name(parent), (trace.name(parent),)


def _distant_number(numbers: Iterable[float]) -> float:
    """Return a number that is far from all given ones."""
    return 3 * max((abs(number) for number in numbers if math.isfinite(number)), default=0) + 12_345


def _row_of_moves(trace: Recording, question: StepQuestion) -> int:
    """Return the row of the node whose move is the answer."""
    is_result = isinstance(question.form, NumbersAndName)
    return question.row if is_result else trace.log.parent[question.row]


def _spell_moves(trace: Recording, row: int) -> dict[str, Any]:
    """Return the spellings of the moves at a node, each with the child that it means.

    Case does not matter in the folded ones, nor do signs in the parted ones. A spelling that two
    moves share is empty.
    """
    children = SearchNames(trace, row).children
    exact, folded, parted = dict(children), dict[str, str](), dict[str, str]()
    is_tree = row == NO_PARENT or hand_tree(trace) is not None
    spelled = {} if is_tree else list_spellings(trace.game, trace.state(row))

    def add(spellings: dict[str, str], key: str, node: str) -> None:
        spellings[key] = node if spellings.get(key, node) == node else ""

    for move, node in children.items():
        for text in (move, *spelled.get(move, ())):
            exact.setdefault(text, node)
            add(folded, text.casefold(), node)
            if not is_tree:
                add(parted, part_words(text), node)
    chooser = "" if row == NO_PARENT else trace.player_name(row)
    other = OTHER_PLAYER.get(chooser, "")
    return {"exact": exact, "folded": folded, "parted": parted, "other": other}


#: Largest number of steps; a page with more is slow to open and to read.
MOST_STEPS: Final = 4_000


def frame_fields(trace: Recording) -> tuple[str, ...]:
    """Return the columns of the stack; a search by playouts has visits and a mean instead of v."""
    if trace.uses_playouts:
        return ("node", "player", "visits", "mean")
    return ("node", "player", "v", *(("α", "β") if trace.has_window else ()), "children")


def page_replay(trace: Recording) -> Replay:
    """Return the steps of a search, if they fit on a page."""
    replay = Replay(trace)
    if not len(replay):
        raise UsageError("the search stopped before its first step, so there are no steps to show")
    if len(replay) > MOST_STEPS:
        raise UsageError(
            f"the trace has {len(replay):,} steps, too many for a page",
            where=printable_text(trace.title or trace.source),
            expected=f"at most {MOST_STEPS:,}",
            hint=page_size_advice(trace),
        )
    return replay


def step_records(
    trace: Recording, replay: Replay, on_step: Callable[[int], object] = lambda _: None
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return every step as plain data, and the moves at each node whose move is an answer."""
    labels, task = dict(player_labels(trace.game)), recorded_task(trace)
    mistakes = None if task is None else Mistakes(task, recording=trace)
    written = listing(trace)
    records, moves = [], dict[str, Any]()
    for step in range(len(replay)):
        now = replay.at(step)
        record: dict[str, Any] = {
            "kind": now.event.kind.value,
            "node": now.event.name,
            "sentence": now.sentence,
            "line": now.line,
            "run": executed_lines(trace, written, now),
            "stack": [_frame(trace, frame, labels, step) for frame in now.stack],
        }
        if now.note:
            record["note"] = now.note
        if question := ask_step(trace, replay, step):
            record["ask"] = question_data(trace, question, mistakes)
            at = record["ask"].get("at")
            if at is not None and at not in moves:
                moves[at] = _spell_moves(trace, _row_of_moves(trace, question))
        records.append(record)
        on_step(step + 1)
    return records, moves


def _frame(trace: Recording, frame: StackFrame, labels: dict[Any, str], step: int) -> list[Any]:
    label = labels.get(sign_of(frame.player, leaf=False), trace.player_name(frame.row))
    who = [frame.name, label]
    if trace.uses_playouts:
        rewards = mcts_rewards(trace)
        counted = rewards.measure_node(rewards.find_number(frame.row), step)
        return [*who, f"{counted.visits:,}", counted.shown_mean if counted.visits else "–", 0]
    leaf = bool(trace.log.flags[frame.row] & CHILDLESS)
    window = [show_number(frame.alpha), show_number(frame.beta)] if trace.has_window else []
    children = "leaf" if leaf else f"{frame.tried} of {frame.actions}"
    return [*who, show_number(frame.v), *window, children, int(frame.cut)]
