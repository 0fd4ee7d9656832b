"""Make the transcript in docs/tutorial.md by sitting through a lesson.

`python docs/make_tutorial.py` writes it; with `--check` it fails where the lesson says something
else by now.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tracer.lesson import Sitting
from tui.cli.plain_lesson import PlainLesson
from tui.course import open_lesson

PAGE = Path(__file__).parent / "tutorial.md"
BEGIN, END = "<!-- transcript: made by docs/make_tutorial.py -->", "<!-- /transcript -->"
LESSON, SEED = "worked-example", "transcript"
#: Questions that the student of the transcript gets wrong, by their number from 1, and how.
SLIPS = {2: "B", 5: "no"}


def transcript() -> str:
    """The lesson from its first line to its last, answered by somebody who slips now and then."""
    sitting = Sitting(open_lesson(LESSON), SEED)
    lines: list[str] = []
    asked = 0

    def answers() -> Iterator[str]:
        nonlocal asked
        while True:
            view = sitting.view
            if not view.question:
                yield ""
                continue
            asked += 1
            if asked in SLIPS and not view.standing:
                yield SLIPS[asked]
                continue
            exercise, question = sitting._exercise, sitting._asked
            yield exercise.right if exercise is not None else question.right if question else ""

    typed = answers()

    def ask(prompt: str) -> str:
        line = next(typed)
        lines.append(f"{prompt}{line}".rstrip())
        return line

    PlainLesson(sitting, ask, lines.append, lambda _: "").run()
    return "\n".join(line.rstrip() for line in lines)


def main() -> int:
    """Write the page, or see whether it is still right; the exit code."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    made = f"{before}{BEGIN}\n\n```text\n{transcript()}\n```\n\n{END}{after}"
    if "--check" in sys.argv[1:]:
        if made != text:
            print("docs/tutorial.md is not what the lesson says: python docs/make_tutorial.py")
            return 1
        return 0
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
