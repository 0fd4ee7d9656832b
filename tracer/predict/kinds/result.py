"""The question about the root's value and its move."""

from __future__ import annotations

from engine.errors import InvalidInput
from engine.game import Player
from engine.log.visit_log import NO_PARENT
from tracer.predict.kinds.base import Moment, Question, QuestionKind, Verdict
from tracer.predict.typed.answers import move_texts, readings, vector_readings
from tracer.predict.typed.names import is_known_move, is_move_to, move_of
from tracer.recording.recording import Recording
from tracer.steps.snapshot import EventKind
from tracer.text.numbers import NUMBER, nearly_equal, show_number, show_vector
from trees.text import quote

__all__ = ["Result", "best_at"]


class Result(QuestionKind):
    """Asks for the root's value and its move."""

    id = "result"
    field = "result"
    rank = 60

    def fits(self, moment: Moment) -> int:
        """Return 10 if a root returns."""
        return 10 if moment.event.kind is EventKind.FINISHED else 0

    def ask(self, moment: Moment) -> Question | None:
        """Return the question; None if no move is chosen yet."""
        trace, row = moment.trace, moment.event.row
        best, log = best_at(trace, row), trace.log
        if best is None or log.player[row] == Player.CHANCE or log.parent[row] != NO_PARENT:
            return None
        is_last = trace.pass_at(row) >= len(trace.roots)
        if trace.uses_playouts and not is_last:
            return None  # an iteration decides nothing: the most visited move is played at the end
        value = trace.value if trace.uses_playouts else log.value[row]
        move = trace.move_name(best) or ""
        ends, played = "The search is over.", "is played"
        if trace.deepens and not is_last:
            ends = f"Pass {trace.pass_at(row)} is over, and a deeper one follows."
            played = "would be played now"
        text = f"{ends} What is {moment.event.name} worth, and which move {played}?"
        hint, shares = f"{_worth_of(trace)} and a move", trace.shares(row)
        numbers = (value,) if shares is None else tuple(map(float, shares))
        right = f"{_shown(numbers)} {move}"
        return Question(moment.then.step, self, text, hint, right, row, numbers)

    def judge(self, trace: Recording, question: Question, answer: str) -> Verdict:
        """Judge a number and a move, or with several players a vector and a move."""
        expected = f"{_worth_of(trace)} and a move"
        read = _read(trace, question, answer)
        if not read:
            lacks = "move" if NUMBER.search(answer) and trace.vectors is None else "value"
            raise InvalidInput(f"{quote(answer.strip())} has no {lacks}", expected=expected)
        best = best_at(trace, question.node)
        assert best is not None, "the question needs a move"
        move, worth = move_of(trace, best), _shown(question.numbers)
        text = f"{trace.name(question.node)} is worth {worth} by {move.text}."
        is_value, is_played = False, False
        for value, rest in read:
            is_value = all(map(nearly_equal, value, question.numbers))
            is_played = any(
                move.is_meant_by(one) or is_move_to(trace, best, one) for one in move_texts(rest)
            )
            if is_value and is_played:
                return Verdict(True, text)
        if not any(
            is_known_move(trace, question.node, one) for _, rest in read for one in move_texts(rest)
        ):
            raise InvalidInput(f"{quote(answer.strip())} has no known move", expected=expected)
        # If there are several readings, the last one counts: in it the move comes first.
        return Verdict(False, text, "the move" if is_value else "the value of the root")

    def reminder(self, trace: Recording, question: Question) -> str:
        """Return the rule to apply."""
        return "Compare the values that the root's children have returned."


def _worth_of(trace: Recording) -> str:
    """Name what a node is worth: a number, or a vector."""
    return "a number" if trace.vectors is None else "a value for each player"


def _shown(numbers: tuple[float, ...]) -> str:
    return show_number(numbers[0]) if len(numbers) == 1 else show_vector(numbers)


def _read(trace: Recording, question: Question, answer: str) -> list[tuple[tuple[float, ...], str]]:
    """Return the ways to read an answer: its numbers, and the rest."""
    if trace.vectors is None:
        return [((value,), rest) for value, rest in readings(answer)]
    return [*vector_readings(answer, len(question.numbers))]


def best_at(trace: Recording, root: int) -> int | None:
    """Return the row of the child that a root plays; in MCTS that of the whole search."""
    if trace.uses_playouts:
        return next(iter(trace.best_rows[1:]), None)
    return trace.best_child(root)
