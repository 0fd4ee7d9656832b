"""Damaged answer sheets: cells, lines and bytes are missing, doubled or swapped."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.support.tables import table
from tracer.marking.blank_forms import FORMS, form
from tracer.marking.grading.make_grader import AnyGrader

_SHEETS = Path(__file__).parents[1] / "tracer" / "check" / "sheets"

#: Tables in Markdown, of each kind that the reader knows.
_TABLES = table(__file__, "torn-tables")
_SUFFIXES = (".md", ".txt", ".yaml", ".json", ".jsonl", ".csv", "")
_ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1", "cp1252", "utf-32")
_JUNK = ("|", "||", "|-|", "\t", "\x00", "---", "[", "{", ":", "none", "- ", "#", "Problem 1", "²")


def whole_files(grader: AnyGrader) -> list[tuple[str, str]]:
    """Return the text of each sheet to damage, with the ending of its file's name."""
    files = [(one.read_text(encoding="utf-8"), one.suffix) for one in sorted(_SHEETS.iterdir())]
    files += [(form(grader, kind), f".{'txt' if kind == 'text' else kind}") for kind in FORMS]
    return files + [(text, ".md") for text in _TABLES]


def torn_files(
    files: list[tuple[str, str]], many: int, seed: int
) -> Iterator[tuple[bytes, str, int]]:
    """Yield damaged files: their bytes, how their names end, and their number."""
    for number in range(many):
        dice = random.Random(seed * 1_000_003 + number)
        text, suffix = dice.choice(files)
        for _ in range(dice.randint(1, 4)):
            text = dice.choice(_DAMAGES)(text, dice)
        data = text.encode(dice.choice(_ENCODINGS) if dice.random() < 0.3 else "utf-8", "replace")
        if dice.random() < 0.3:
            data = _without_bytes(data, dice)
        yield data, dice.choice(_SUFFIXES) if dice.random() < 0.4 else suffix, number


def _without_bytes(data: bytes, dice: random.Random) -> bytes:
    at = dice.randint(0, len(data))
    junk = bytes(dice.randrange(256) for _ in range(dice.randint(0, 3)))
    return data[:at] + junk + data[at + dice.randint(0, 5) :]


def _lines(change: Callable[[list[str], random.Random], None]) -> Callable[..., str]:
    def damaged(text: str, dice: random.Random) -> str:
        lines = text.split("\n") or [""]
        change(lines, dice)
        return "\n".join(lines)

    return damaged


@_lines
def _drop_a_cell(lines: list[str], dice: random.Random) -> None:
    at = dice.randrange(len(lines))
    sign = dice.choice("|,:")
    cells = lines[at].split(sign)
    del cells[dice.randrange(len(cells))]
    lines[at] = sign.join(cells)


@_lines
def _add_a_cell(lines: list[str], dice: random.Random) -> None:
    at = dice.randrange(len(lines))
    lines[at] += dice.choice((" | C |", ",C", " | ", ": C", "|||"))


@_lines
def _empty_a_cell(lines: list[str], dice: random.Random) -> None:
    at = dice.randrange(len(lines))
    cells = lines[at].split("|")
    cells[dice.randrange(len(cells))] = dice.choice(("", " ", "-", "none"))
    lines[at] = "|".join(cells)


@_lines
def _drop_lines(lines: list[str], dice: random.Random) -> None:
    at = dice.randrange(len(lines))
    del lines[at : at + dice.randint(1, 3)]


@_lines
def _double_a_line(lines: list[str], dice: random.Random) -> None:
    lines.insert(dice.randint(0, len(lines)), dice.choice(lines))


@_lines
def _cut_a_line(lines: list[str], dice: random.Random) -> None:
    at = dice.randrange(len(lines))
    lines[at] = lines[at][: dice.randint(0, len(lines[at]))]


@_lines
def _put_in_a_table(lines: list[str], dice: random.Random) -> None:
    lines[dice.randint(0, len(lines)) :] = dice.choice(_TABLES).split("\n")


def _put_in_junk(text: str, dice: random.Random) -> str:
    at = dice.randint(0, len(text))
    return text[:at] + dice.choice(_JUNK) + text[at:]


_DAMAGES: tuple[Callable[[str, random.Random], str], ...] = (
    *(_drop_a_cell, _add_a_cell, _empty_a_cell, _drop_lines, _double_a_line, _cut_a_line),
    *(_put_in_a_table, _put_in_junk),
)
