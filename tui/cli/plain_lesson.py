"""A lesson on a plain terminal: lines and prompts, nothing that moves or needs colours."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Final

from engine.errors import PlytraceError, UsageError
from tracer.ascii import to_ascii
from tracer.check.misconceptions import MISCONCEPTIONS
from tracer.figure.widths import cell_width
from tracer.lesson import Sitting
from tracer.lesson.asking import Told
from tracer.lesson.plain_prose import prose_lines
from tracer.lesson.plain_scene import scene_lines, solution_lines
from trees.quoting import quoted

__all__ = ["PlainLesson"]

_COMMANDS: Final = (
    ("again", "show the page again"),
    ("back", "the page before; inside of a sheet the part before"),
    ("skip", "the next page, whatever is asked here"),
    ("show", "the answer; a tree of an exercise then does not count as right"),
    ("play", "the search of the last tree, step by step"),
    ("help", "this list"),
    ("quit", "leave; the lesson goes on from here next time"),
)


class PlainLesson:
    """Shows pages, asks, and says what is said of the answers.

    Args:
        sitting: the lesson; it goes on from where it stands.
        ask: shows a prompt and gives the line that was typed; None at the end of the input.
        write: shows a line.
        keep: keeps how far it is, and gives what is to be said of that.
        width: cells that a line may take.
        ascii: whether to do without signs beyond ASCII.
    """

    def __init__(
        self,
        sitting: Sitting,
        ask: Callable[[str], str | None],
        write: Callable[[str], None],
        keep: Callable[[Sitting], str],
        *,
        width: int = 80,
        ascii: bool = False,  # noqa: A002
    ) -> None:
        self.sitting = sitting
        self._ask = ask
        self._write = write
        self._keep = keep
        self._width = width
        self._ascii = ascii
        self._warned = False

    def run(self) -> None:
        """Go through the lesson until it is done or left."""
        lesson = self.sitting.lesson
        self._say(f"{lesson.title}, about {lesson.minutes} minutes.")
        for goal in lesson.goals:
            self._wrapped(f"- Afterwards you can {goal}.")
        self._say("Enter goes on; help lists what can be typed.")
        self._page()
        while self._turn():
            self._kept()
        self._kept()

    def _turn(self) -> bool:
        """One line of a person; False where the lesson is left or done."""
        view = self.sitting.view
        line = self._ask("Answer> " if view.question else "Enter goes on> ")
        if line is None:
            self._say("")
            return False
        word = line.strip()
        command = getattr(self, f"_do_{word.casefold()}", None) if word.isalpha() else None
        if command is not None and word.casefold() in dict(_COMMANDS):
            return bool(command())
        if not view.question:
            if word:
                self._say("Nothing is asked here: Enter alone goes on.")
                return True
            return self._on(self.sitting.forward())
        if not word:
            self._say(f"Answer with {view.hint}; show tells the answer, skip goes on.")
            return True
        try:
            told = self.sitting.answer(word)
            if view.scene is None:  # a tree was typed
                self._figure()
            self._tell(told)
        except UsageError as error:
            self._say(f"{error}.")
        except PlytraceError as error:
            self._say(f"That cannot be read: {error}")
        return True

    # What can be typed -----------------------------------------------------------------------

    def _do_again(self) -> bool:
        self._page()
        return True

    def _do_back(self) -> bool:
        if not self.sitting.back():
            self._say("This is the first page.")
        else:
            self._page()
        return True

    def _do_skip(self) -> bool:
        return self._on(self.sitting.skip())

    def _do_show(self) -> bool:
        try:
            self._tell(self.sitting.give_up())
        except PlytraceError as error:
            why = f": {error.expected}" if self.sitting.view.question else ""
            self._say(f"There is no answer to show here{why}. skip goes on to the next page.")
        return True

    def _do_play(self) -> bool:
        scene = self.sitting.view.scene
        if scene is None or not scene.plays:
            self._say("A search is played once its tree has been worked.")
            return True
        most = len(scene.trace.replay) if scene.trace else 0
        for line in solution_lines(scene, most, width=self._width, ascii=self._ascii):
            self._say(line)
        return True

    def _do_help(self) -> bool:
        for name, about in _COMMANDS:
            self._say(f"  {name:<6}{about}")
        return True

    def _do_quit(self) -> bool:
        return False

    # Saying -----------------------------------------------------------------------------------

    def _on(self, is_there: bool) -> bool:
        """Show where the lesson stands now, or that it is over."""
        if is_there:
            self._page()
            return True
        self._say("")
        self._say(f"That was the lesson. Right answers: {self.sitting.right}; wrong: "
                  f"{self.sitting.wrong}.")  # fmt: skip
        for slug, times in self.sitting.misconceptions.most_common(3):
            often = "once" if times == 1 else f"{times} times"
            self._wrapped(f"- {MISCONCEPTIONS[slug].title} ({often}): {MISCONCEPTIONS[slug].hint}")
        return False

    def _page(self) -> None:
        view = self.sitting.view
        self._say("")
        self._say(
            f"Page {view.page} of {view.pages}" + (f", {view.standing}" * bool(view.standing))
        )
        for line in prose_lines(view.text, self._width):
            self._say(line)
        self._figure()
        self._question()

    def _figure(self) -> None:
        scene = self.sitting.view.scene
        if scene is not None:
            self._say("")
            for line in scene_lines(scene, self._width, ascii=self._ascii):
                self._say(line)

    def _question(self) -> None:
        view = self.sitting.view
        if not view.question:
            return
        self._say("")
        for part, answer in view.handed_in:
            self._say(f"You have handed in for {part}: {answer}")
        for line in prose_lines(view.question, self._width):
            self._say(line)
        for letter, text in view.choices:
            lines = prose_lines(text, self._width - 4)
            self._say(f"  {letter} {lines[0]}")
            for line in lines[1:]:
                self._say(f"    {line}")
        self._say(f"({view.hint})")
        if view.draft:
            self._say(f"Before you answered: {view.draft}")

    def _tell(self, told: Told | None) -> None:
        view = self.sitting.view
        if told is not None:
            self._say("")
            if not told.was_asked_for:
                self._say("Right." if told.is_right else "No.")
            for line in prose_lines(told.text, self._width):
                self._say(line)
            scene = view.scene
            if scene is not None and scene.plays:
                if scene.trace is None:
                    self._say("")
                else:
                    self._say("The search from there, of which play shows the whole:")
                for line in solution_lines(scene, width=self._width, ascii=self._ascii):
                    self._say(line)
        if view.standing:
            self._say(f"({view.standing})")
        if view.question:
            if told is None or told.is_right or view.standing:
                self._question()
            else:
                self._say("Try again; show tells the answer.")

    def _kept(self) -> None:
        told = self._keep(self.sitting)
        if told and not self._warned:
            self._warned = True
            self._say(told)

    def _wrapped(self, text: str) -> None:
        for line in textwrap.wrap(text, self._width, subsequent_indent="  "):
            self._say(line)

    def _say(self, line: str) -> None:
        """Show a line: in several where it is too long, and with nothing that moves a cursor."""
        shown = "".join(sign if sign.isprintable() else quoted(sign)[1:-1] for sign in line)
        for part in _parted(to_ascii(shown) if self._ascii else shown, self._width):
            self._write(part)


def _parted(line: str, width: int) -> list[str]:
    """A line in pieces that fit, all but the first of them set in."""
    if cell_width(line) <= width:
        return [line]
    inset = " " * min(len(line) - len(line.lstrip()) + 2, width // 2)
    pieces = textwrap.wrap(line, width, subsequent_indent=inset, break_on_hyphens=False)
    return pieces or [""]
