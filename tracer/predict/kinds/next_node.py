"""The question about the node that is visited next."""

from __future__ import annotations

import re
from typing import Final

from engine.errors import InvalidInput
from engine.game import Player
from engine.log.visit_log import NO_PARENT, Flag
from tracer.predict.kinds.base import Moment, Question, QuestionKind, Verdict
from tracer.predict.typed.answers import NONE
from tracer.predict.typed.names import is_in_tree, is_move_to, move_of, name_of, plain, skipped_at
from tracer.recording.recording import Recording
from tracer.steps.snapshot import EventKind
from trees.text import quote

__all__ = ["NextNode"]

_A_NODE: Final = re.compile(r"^\s*(?:the )?(?:node|child|leaf|move)\s+(?=\S)", re.IGNORECASE)
#: A window, which answers another question.
_WINDOW: Final = re.compile(r"(?:∞|\binf\w*\b)\s*[)\]]|[(\[]\s*[-−]\s*(?:∞|inf)", re.IGNORECASE)


class NextNode(QuestionKind):
    """Asks which node is visited after a subtree or a cutoff."""

    id = "next node"
    field = "name"
    rank = 10

    def fits(self, moment: Moment) -> int:
        """Return 10 if a node is entered."""
        return 10 if moment.event.entering else 0

    def ask(self, moment: Moment) -> Question | None:
        """Return the question; None for a first child, and for a leaf after a leaf."""
        left, event = moment.now.event, moment.event
        whole = not left.entering and moment.trace.log.size[left.row] > 1
        if not whole or event.parent == left.row or left.kind is EventKind.FINISHED:
            return None
        text = f"{left.name} has returned. Which node is visited next?"
        return Question(moment.then.step, self, text, "its name", event.name, event.row)

    def judge(self, trace: Recording, question: Question, answer: str) -> Verdict:
        """Judge the name of a node, or of the move to it."""
        if _WINDOW.search(answer):
            raise InvalidInput(
                f"{quote(answer.strip())} is a window", expected="the name of a node"
            )
        names = (name_of(trace, question.node), move_of(trace, question.node))
        text = f"{question.right} is visited next."
        if not any(name.is_meant_by(answer) for name in names):
            answer = _A_NODE.sub("", answer)
        is_meant = any(name.is_meant_by(answer) for name in names)
        if is_meant or is_move_to(trace, question.node, answer):
            return Verdict(True, text)
        parent = trace.log.parent[question.node]
        skipped = [
            name
            for row in range(max(0, question.node - 1), question.node)
            for above in trace.rows_to(row)
            for name in skipped_at(trace, above)
        ]
        if any(name.is_meant_by(answer) for name in skipped):
            why = f"{answer.strip()} was skipped by a cutoff. {text}"
            what = "continued after a cutoff"
            return Verdict(False, why, what, "refuses-cutoff", is_certain=True)
        if plain(answer) not in NONE and not is_in_tree(trace, answer):
            raise InvalidInput(
                f"{quote(answer.strip())} is not a node of this tree",
                expected="the name of a node",
            )
        if parent != NO_PARENT and (
            plain(answer) in NONE or name_of(trace, parent).is_meant_by(answer)
        ):
            more = "has more children"
            if trace.probes and trace.log.flags[question.node] & Flag.RESEARCH:
                more = "searches its outcomes after the probes"
            why = f"{trace.name(parent)} {more}. {text}"
            return Verdict(False, why, "returned too early")
        return Verdict(False, text, "another order of nodes", "other-traversal")

    def reminder(self, trace: Recording, question: Question) -> str:
        """Return the rule to apply."""
        parent = trace.log.parent[question.node]
        if trace.probes and parent != NO_PARENT and trace.log.player[parent] == Player.CHANCE:
            return (
                "Outcomes at which MAX or MIN moves are probed once, from left to right. Then all "
                "outcomes are searched, unless the chance node returns early."
            )
        return "A node's children are visited from left to right, unless a cutoff skips them."
