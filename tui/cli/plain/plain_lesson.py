"""A lesson on a plain terminal: lines and prompts, without motion or colour."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Final

from engine.errors import PlytraceError, UsageError
from tracer.lesson.feedback import AnswerFeedback
from tracer.lesson.plain_text import figure_lines, prose_lines, solution_lines
from tracer.lesson.session import LessonSession
from tracer.text.printable_text import cell_width, to_ascii
from trees.text import quote
from tui.cli.plain.plain_work import PlainWork

_COMMANDS: Final = (
    ("again", "show the page again"),
    ("back", "go to the previous page; in a sheet, to the previous part"),
    ("skip", "go to the next page without answering"),
    ("show", "show the answer; in an exercise, the tree then does not count"),
    ("play", "show the search of the last tree, step by step"),
    ("help", "show this list"),
    ("quit", "leave; the lesson continues from here next time"),
)


class PlainLesson:
    """Show the pages, ask the questions, and show the feedback."""

    def __init__(
        self,
        session: LessonSession,
        ask: Callable[[str], str | None],
        write: Callable[[str], None],
        keep: Callable[[LessonSession], str],
        *,
        width: int = 80,
        ascii: bool = False,
    ) -> None:
        self.session = session
        self._ask = ask
        self._write = write
        self._keep = keep
        self._width = width
        self._ascii = ascii
        self._warned = False

    def run(self) -> None:
        """Run the lesson until it is finished or left."""
        lesson = self.session.lesson
        self._say(f"{lesson.title}, about {lesson.minutes} minutes.")
        for goal in lesson.goals:
            self._wrapped(f"- You will learn to {goal}.")
        self._say("Press Enter to continue, or type help for the commands.")
        self._do_again()
        while self._turn():
            self._kept()
        self._kept()

    def _turn(self) -> bool:
        """Handle one typed line; return False when the lesson is left or finished."""
        view = self.session.view
        asks_in_words = bool(view.question) and not view.is_by_hand
        line = self._ask("Answer> " if asks_in_words else "Enter to continue> ")
        if line is None:
            self._say("")
            return False
        word = line.strip()
        command = getattr(self, f"_do_{word.casefold()}", None) if word.isalpha() else None
        if command is not None and word.casefold() in dict(_COMMANDS):
            return command() is not False
        if not asks_in_words:
            if word:
                self._say("There is no question here. Press Enter to continue.")
                return True
            if view.is_by_hand:
                self._work_by_hand()
                return True
            return self._on(self.session.forward())
        if not word:
            self._say("Type an answer. Type show to see it, or skip to skip it.")
            return True
        try:
            feedback = self.session.answer(word)
            if view.scene is None:  # the question is about a typed tree
                self._figure()
            self._tell(feedback)
        except UsageError as error:
            self._say(f"{error}.")
        except PlytraceError as error:
            self._say(f"This costs no try: {error}")
        return True

    def _work_by_hand(self) -> None:
        """Work the search of the exercise, and judge it when it has ended."""
        hands = self.session.hands
        assert hands is not None, "the page has a search by hand"
        PlainWork(hands, None, self._ask, self._write, is_exercise=True).run()
        feedback = self.session.take_hand_work()
        if feedback is None:
            self._say("The tree is not finished. Press Enter to continue it.")
        else:
            self._tell(feedback)

    # Commands --------------------------------------------------------------------------------

    def _do_back(self) -> None:
        if not self.session.back():
            self._say("This is the first page.")
        else:
            self._do_again()

    def _do_skip(self) -> bool:
        return self._on(self.session.skip())

    def _do_show(self) -> None:
        try:
            self._tell(self.session.give_up())
        except PlytraceError as error:
            asks = bool(self.session.view.question)
            self._say("There is no answer to show." if asks else "This page asks nothing.")
            if self.session.view.question:
                self._say(f"Type {error.expected}, or skip to leave the exercise.")
            else:
                self._say(self._next_text() or "Press Enter to continue.")

    def _do_play(self) -> None:
        scene = self.session.view.scene
        if scene is None or not scene.plays:
            self._say("You can play a search after you have solved its tree.")
            return
        most = len(scene.trace.replay) if scene.trace else 0
        self._say(*solution_lines(scene, most, width=self._width, ascii=self._ascii))

    def _do_help(self) -> None:
        self._say(*(f"  {name:<6}{about}" for name, about in _COMMANDS))

    def _do_quit(self) -> bool:
        return False

    # Saying -----------------------------------------------------------------------------------

    def _on(self, is_there: bool) -> bool:
        """Show the current page, or the end of the lesson."""
        if is_there:
            self._do_again()
            return True
        self._say("")
        self._wrapped(self.session.result_text.replace("*", ""))
        self._say(self.session.score_text)
        for mistake in self.session.list_mistakes():
            self._wrapped(mistake)
        return False

    def _do_again(self) -> None:
        view = self.session.view
        self._say("")
        self._say(
            f"Page {view.page} of {view.pages}"
            + (f", {view.progress_text}" if view.progress_text else "")
        )
        self._say(*prose_lines(view.text, self._width))
        self._figure()
        self._question()

    def _figure(self) -> None:
        scene = self.session.view.scene
        if scene is not None:
            self._say("")
            self._say(*figure_lines(scene, self._width, ascii=self._ascii))

    def _question(self) -> None:
        view = self.session.view
        if not view.question:
            return
        self._say("")
        for part, answer in view.handed_in:
            self._say(f"Your answer for {part}: {answer}")
        self._say(*prose_lines(view.question, self._width))
        for letter, text in view.choices:
            lines = prose_lines(f"{'✗ ' * (letter in view.tried)}{text}", self._width - 4)
            self._say(f"  {letter} {lines[0]}", *(f"    {line}" for line in lines[1:]))
        if view.is_by_hand:
            self._say("(Enter begins. Here you type a word for each step; help lists them.)")
        else:
            self._say(f"({view.hint})")
        if view.draft:
            self._say(f"Your earlier answer: {view.draft}")

    def _tell(self, message: AnswerFeedback | None) -> None:
        view = self.session.view
        if message is not None:
            self._say("")
            if not message.was_asked_for:
                self._say("Right." if message.is_right else "No.")
            self._say(*prose_lines(message.text, self._width))
            scene = view.scene
            if scene is not None and scene.plays:
                if scene.trace is None:
                    self._say("")
                else:
                    begins = "from the first wrong step" if scene.step else "from its start"
                    self._say(f"The search {begins} (type play to see all of it):")
                self._say(*solution_lines(scene, width=self._width, ascii=self._ascii))
        if view.progress_text:
            self._say(f"({view.progress_text})")
        if view.question:
            if message is None or message.is_right or view.progress_text:
                self._question()
                if message is not None and message.was_asked_for:
                    self._say("Type your answer, or skip to leave the exercise.")
            else:
                self._say("Try again, or type show to see the answer.")
        elif text := self._next_text():
            self._say(text)

    def _next_text(self) -> str:
        """Return what to type after a finished tree; empty if the next page comes."""
        noun = self.session.view.next_topic
        if not noun:
            return ""
        return f"Press Enter for the next {noun}, or type skip to leave the exercise."

    def _kept(self) -> None:
        text = self._keep(self.session)
        if text and not self._warned:
            self._warned = True
            self._say(text)

    def _wrapped(self, text: str) -> None:
        self._say(*textwrap.wrap(text, self._width, subsequent_indent="  "))

    def _say(self, *lines: str) -> None:
        """Show lines, wrapped if too long, with control characters escaped."""
        for line in lines:
            shown = "".join(sign if sign.isprintable() else quote(sign)[1:-1] for sign in line)
            for part in _parted(to_ascii(shown) if self._ascii else shown, self._width):
                self._write(part)


def _parted(line: str, width: int) -> list[str]:
    """Return a line in pieces that fit, all but the first indented."""
    if cell_width(line) <= width:
        return [line]
    inset = " " * min(len(line) - len(line.lstrip()) + 2, width // 2)
    pieces = textwrap.wrap(line, width, subsequent_indent=inset, break_on_hyphens=False)
    return pieces or [""]
