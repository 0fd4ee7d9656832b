"""The figure of a search in the words of a game, for students who have not seen a search yet."""

from __future__ import annotations

from copy import copy

from tracer.lesson.questions.lesson_scene import PageFigure
from tracer.runs.search_trace import Trace
from tracer.steps.snapshot import EventKind
from tracer.steps.visit_views import value_text


def game_figure(trace: Trace, me: str, step: int = 0) -> PageFigure:
    """Return a figure that steps and shows no bound, no v and no term of a search.

    Args:
        trace: search of every node.
        me: label of the student's player.
        step: first step.
    """
    shown = copy(trace)
    shown.hides_v = True
    return PageFigure(shown, step, plays=True, tell=GameWords(shown, me).tell)


class GameWords:
    """The words for the steps of a search: who chooses where, and what that leaves."""

    def __init__(self, trace: Trace, me: str) -> None:
        self._trace = trace
        self._me = me

    def tell(self, step: int) -> str:
        """Return what the player at a step's node does."""
        trace, now = self._trace, self._trace.at(step)
        event = now.event
        if event.kind is EventKind.FINISHED:
            best = trace.best_child(event.row)
            assert best is not None, "the root has moves"
            who, verb = self._chooses(event.row)
            play = verb.replace("choose", "play")
            return f"So {who} {play} {self._name(best)}, which {self.leaves(best)}."
        if event.entering and not trace.log.actions[event.row]:
            return f"{event.name} {self.leaves(event.row)}."
        if event.entering:
            return _capital(f"{' '.join(self._chooses(event.row))} at {event.name}.")
        node = now.stack[-1]
        rows = trace.log.children(node.row)
        chosen = next(row for row in rows if trace.name(row) == node.best)
        name, leaves = self._name(chosen), self.leaves(chosen)
        who, verb = self._chooses(node.row)
        if node.returns == node.actions:
            return _capital(f"{who} {verb} {name} at {node.name}, which {leaves}.")
        whose = "your" if who == "you" else f"{who}'s"
        return _capital(f"{whose} best so far at {node.name} is {name}, which {leaves}.")

    def leaves(self, row: int) -> str:
        """Return what a node is worth, with a verb."""
        worth = value_text(self._trace, row)
        return f"leaves you {worth}" if self._trace.vectors is None else f"is worth {worth}"

    def _chooses(self, row: int) -> tuple[str, str]:
        """Return who moves at a node, with the verb."""
        player = self._trace.player_name(row)
        if player == self._me:
            return "you", "choose"
        return "the opponent" if self._trace.vectors is None else player, "chooses"

    def _name(self, row: int) -> str:
        return self._trace.move_name(row) or self._trace.name(row)


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
