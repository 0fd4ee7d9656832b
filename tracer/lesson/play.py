"""A game on the tree of the page: the student moves, and minimax or max^n replies.

Its search can be shown in the words of a game, for students who have not seen a search yet.
"""

from __future__ import annotations

import re
from copy import copy
from typing import Final

from engine.errors import InvalidInput
from engine.game import Player
from tracer.lesson.feedback import AnswerFeedback, join_texts
from tracer.lesson.figures import LessonScene, PageFigure
from tracer.lesson.page_questions import LessonQuestion, QuestionSpec
from tracer.runs.search_trace import Trace
from tracer.steps.snapshot import EventKind
from tracer.steps.visit_values import value_text
from tracer.text.numbers import show_number
from tracer.text.printable_text import begin_sentence
from trees.hand_tree import HandTree
from trees.text import quote

_SIDES: Final = (Player.MAX.name, Player.MIN.name)
#: Most moves of a node: each has a digit.
_MOST_MOVES: Final = 9


class PlayQuestion(LessonQuestion):
    """A game against minimax or max^n; it is right to reach the value of the tree, or better."""

    key = "play"
    needs = "search"
    no_slips = ("which is judged by its result", "because: alone")
    hint = "a move, or its number"

    def __init__(self, spec: QuestionSpec, scene: LessonScene | None, step: int | None) -> None:
        super().__init__(spec, scene, step)
        trace = self._about.trace
        game, log = trace.game, trace.log
        if not isinstance(game, HandTree) or game.has_chance:
            raise InvalidInput("play: needs a tree without chance", where=self._about.problem.label)
        self._trace, self._vectors = trace, trace.vectors
        self._words = GameWords(trace, spec.subject)
        sides = _SIDES if self._vectors is None else self._vectors.share_names
        if spec.subject not in sides:
            raise InvalidInput(
                f"play: cannot be {quote(spec.subject)}", expected=" or ".join(sides)
            )
        for row in range(len(log.value)):
            moves = list(log.children(row))
            if len(moves) != len(game.actions(trace.state(row))) or len(moves) > _MOST_MOVES:
                raise InvalidInput(
                    "play: needs every node visited, with at most nine moves",
                    where=self._about.problem.label,
                    expected="search: minimax" if self._vectors is None else "no sum: or near:",
                )
            if any(self._words.name(move).isdecimal() for move in moves):
                raise InvalidInput(
                    "play: cannot use moves that are numbers", expected="moves with other names"
                )
        self._asked, self.right = self.text, self._list_best_moves()
        self._last: tuple[int, ...] = ()
        self._mistakes: set[int] = set()
        self._start()

    def _list_best_moves(self) -> str:
        """Return the student's moves in the best line of play."""
        row, mine = 0, []
        while moves := list(self._trace.log.children(row)):
            is_mine = self._is_mine(row)
            row = self._best(moves, is_mine=is_mine)
            if is_mine:
                mine.append(self._words.name(row))
        return ", ".join(mine)

    @property
    def solution(self) -> str:
        """The best moves."""
        return f"Best play for you: {self.right}. It reaches {show_number(self._value(0))}."

    def judge(self, typed: str) -> AnswerFeedback | None:
        """Play one move, or several; return the feedback if the game is over."""
        for word in filter(None, re.split(r"\s*,\s*", typed.strip())):
            mine = self._move(word)
            self._path.append(mine)
            self._reply(f"You play {self._label(mine)}.")
            if not self._moves():
                return self._result()
        return None

    def hide_answer(self, figure: PageFigure) -> PageFigure:
        """Return the tree with the moves of the current game; before its first move, the last."""
        path = tuple(self._path) if self._message else self._last
        states = tuple(self._trace.state(row) for row in path)
        return PageFigure(self._about.unsearched, path=states)

    def show_answer(self, figure: PageFigure) -> PageFigure:
        """Return the search from its start, in the words of a game."""
        return game_figure(self._trace, self.spec.subject)

    # The game ---------------------------------------------------------------------------------

    def _start(self) -> None:
        """Set up the tree; if the opponent moves first, it does."""
        self._path, self._message = [0], ""
        self._reply("")

    def _reply(self, message: str) -> None:
        """Let the opponent move until the student moves, or the game is over."""
        while self._moves() and not self._is_mine(self._path[-1]):
            row = self._best(self._moves(), is_mine=False)
            self._path.append(row)
            message = f"{message} {self._replies(self._path[-2])} **{self._label(row)}**.".strip()
        self._message = f"{message} What do you play now?" if message else ""
        # The question, or the last moves of the game; and the moves, each with a digit.
        self.text = self._message or self._asked
        moves = [(str(place), row) for place, row in enumerate(self._moves(), 1)]
        self.choices = tuple((digit, self._label(row)) for digit, row in moves)
        self.tried = tuple(digit for digit, row in moves if row in self._mistakes)

    def _result(self) -> AnswerFeedback:
        """Return the feedback on a finished game, and set up the next."""
        path = self._path
        reached, possible = self._value(path[-1]), self._value(0)
        moves = ", ".join(self._words.name(row) for row in path[1:])
        is_min = self.spec.subject == Player.MIN.name and self._vectors is None
        is_right = reached <= possible if is_min else reached >= possible
        end = value_text(self._trace, path[-1])
        texts = [f"The game was {moves}. It ends with **{end}**."]
        if not is_right:
            # The student's first move after which the value of the tree is out of reach.
            lost = next(at for at, row in enumerate(path) if at and self._value(row) != possible)
            self._mistakes.add(path[lost])
            texts[0] += f" You could have reached {show_number(possible)}."
            replies = (
                list(self._trace.log.children(path[lost])) if not self._is_mine(path[lost]) else []
            )
            if replies:
                worth = ", ".join(
                    f"{self._words.name(row)} {self._words.leaves(row)}" for row in replies
                )
                saw = "the opponent"
                if self._vectors is not None:
                    saw = self._trace.player_name(path[lost])
                texts.append(f"What {saw} saw after {self._words.name(path[lost])}: {worth}.")
            else:
                texts.append(f"The mistake was {self._words.name(path[lost])}.")
        self._last = tuple(path)
        self._start()
        if is_right:
            return AnswerFeedback(True, join_texts(*texts, self.because))
        text = join_texts(*texts)
        return AnswerFeedback(False, text, reason=text)

    def _move(self, typed: str) -> int:
        """Return the row of a move, by its number, its name or its node."""
        for place, row in enumerate(self._moves(), 1):
            spellings = (str(place), self._words.name(row), self._trace.name(row))
            if " ".join(typed.split()).casefold() in map(str.casefold, spellings):
                return row
        names = " or ".join(self._words.name(row) for row in self._moves())
        raise InvalidInput(f"{quote(typed)} is not one of the moves", expected=names)

    def _moves(self) -> list[int]:
        return list(self._trace.log.children(self._path[-1]))

    def _is_mine(self, row: int) -> bool:
        return self._trace.player_name(row) == self.spec.subject

    def _value(self, row: int) -> float:
        """Return a node's value; of a vector, the student's share."""
        shares = self._trace.shares(row)
        if self._vectors is None or shares is None:
            return float(self._trace.log.value[row])
        return float(shares[list(self._vectors.share_names).index(self.spec.subject)])

    def _replies(self, row: int) -> str:
        """Return who moves at another player's node, with a verb."""
        if self._vectors is None:
            return "The opponent replies"
        return f"{self._trace.player_name(row)} plays"

    def _best(self, rows: list[int], *, is_mine: bool) -> int:
        """Return the best of the rows for the student or the opponent, the first of equal ones.

        With vectors it is the search's choice, since a tie decides what the others get.
        """
        if self._vectors is not None:
            return self._trace.best_child(self._trace.log.parent[rows[0]]) or rows[0]
        is_max = (self.spec.subject == Player.MAX.name) is is_mine
        return (max if is_max else min)(rows, key=self._trace.log.value.__getitem__)

    def _label(self, row: int) -> str:
        """Return a move with the node that it leads to, and the value of a leaf."""
        name, node = self._words.name(row), self._trace.name(row)
        text = name if name == node else f"{name}, to {node}"
        leaf = not any(True for _ in self._trace.log.children(row))
        return f"{text} (worth {value_text(self._trace, row)})" if leaf else text


# The words of a game ---------------------------------------------------------------------------


def game_figure(trace: Trace, me: str, step: int = 0) -> PageFigure:
    """Return a figure that steps and shows no bound, no v and no term of a search."""
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
            return f"So {who} {play} {self.name(best)}, which {self.leaves(best)}."
        if event.entering and not trace.log.actions[event.row]:
            return f"{event.name} {self.leaves(event.row)}."
        if event.entering:
            return self._begin(f"{' '.join(self._chooses(event.row))} at {event.name}.", event.row)
        node = now.stack[-1]
        rows = trace.log.children(node.row)
        chosen = next(row for row in rows if trace.name(row) == node.best)
        name, leaves = self.name(chosen), self.leaves(chosen)
        who, verb = self._chooses(node.row)
        if node.returns == node.actions:
            return self._begin(f"{who} {verb} {name} at {node.name}, which {leaves}.", node.row)
        whose = "your" if who == "you" else f"{who}'s"
        return self._begin(
            f"{whose} best so far at {node.name} is {name}, which {leaves}.", node.row
        )

    def _begin(self, text: str, row: int) -> str:
        """Return a sentence that may begin with the name of who moves at a node."""
        return begin_sentence(text, self._trace.player_name(row))

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

    def name(self, row: int) -> str:
        """Return the name of the move to a node, or of the node if moves have no names."""
        return self._trace.move_name(row) or self._trace.name(row)
