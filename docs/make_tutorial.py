"""Write the transcript of a lesson into docs/tutorial.md.

`python docs/make_tutorial.py` writes it; with `--check` it fails if the page is out of date.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tracer.lesson.session import LessonSession
from tui.cli.plain.plain_lesson import PlainLesson
from tui.lessons import open_lesson

PAGE = Path(__file__).parent / "tutorial.md"
BEGIN, END = "<!-- transcript: made by docs/make_tutorial.py -->", "<!-- /transcript -->"
LESSON, SEED = "worked-example", "transcript"
#: Wrong answers of the student in the transcript, by the number of the question.
WRONG_ANSWERS = {3: "B", 7: "no"}


def transcript() -> str:
    """Return the whole lesson, with the answers of a student who makes some mistakes."""
    session = LessonSession(open_lesson(LESSON), SEED)
    lines: list[str] = []
    question_number = 0

    def answers() -> Iterator[str]:
        nonlocal question_number
        while True:
            view = session.view
            if not view.question:
                yield ""
                continue
            question_number += 1
            if question_number in WRONG_ANSWERS and not view.progress_text:
                yield WRONG_ANSWERS[question_number]
                continue
            exercise, question = session._exercise, session._question
            yield exercise.right if exercise is not None else question.right if question else ""

    typed = answers()

    def ask(prompt: str) -> str:
        line = next(typed)
        lines.append(f"{prompt}{line}".rstrip())
        return line

    PlainLesson(session, ask, lines.append, lambda _: "").run()
    return "\n".join(line.rstrip() for line in lines)


def main() -> int:
    """Write the page, or check that it is up to date; return the exit code."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    made = f"{before}{BEGIN}\n\n```text\n{transcript()}\n```\n\n{END}{after}"
    if "--check" in sys.argv[1:]:
        if made != text:
            print("docs/tutorial.md is out of date: run python docs/make_tutorial.py")
            return 1
        return 0
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
