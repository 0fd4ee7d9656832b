"""All text of a sheet is read rightly, or listed as unread and pending."""

import random
import re
from functools import cache
from itertools import permutations, product
from pathlib import Path

import pytest
import yaml

from tests.support.cases import over
from tests.tracer.marking import test_corpus as corpus
from tracer.marking.grading.grader import Grader
from tracer.marking.grading.make_grader import AnyGrader, grader_of
from tracer.marking.keys.problem import Problem, SearchRules
from tracer.marking.reading.formats import sheet_of_text

HERE = Path(__file__).parent
DATA = yaml.safe_load((HERE / "tables" / "nothing-dropped.yaml").read_text(encoding="utf-8"))
#: A tree whose values are no other numbers of a sheet.
TREE = {"tree": [[31, 124, 85], [26, 47, 68], [149, 52, 27]], "root": "max"}
VISITS = ("A", "B", "B1", "B2", "B3", "C", "C1", "D", "D1", "D2", "D3")
WINDOWS = {"A": ("-inf", "inf"), "B": ("-inf", "inf"), "C": ("31", "inf"), "D": ("31", "inf")}
VALUES = dict(zip(VISITS, (31, 31, 31, 124, 85, 26, 26, 27, 149, 52, 27), strict=True))
ANSWERS = {
    "visits": " ".join(VISITS),
    "values": "A=31 B=31 C=26 D=27",
    "windows": "A (-inf, inf) B (-inf, inf) C (31, inf) D (31, inf)",
    "cutoffs": "C (31, inf) skips C2 C3",
    "move": "B",
    "line": "B B1",
    "utility": "31",
    "counts": "11",
}
#: The answers to all parts, of which two share their labels.
ALL_ANSWERS = {**ANSWERS, "pruned": "C2 C3"}

#: The parts that records of nodes answer.
RECORDED = {"windows", "values"}
#: The parts that columns answer.
STATED = {"order": "visits", "value": "values", "pruned": "cutoffs"}


@cache
def grader(asked: frozenset[str] = frozenset(ANSWERS)) -> AnyGrader:
    parts = {part: 1.0 for part in ALL_ANSWERS if part in asked}
    return grader_of(Problem("tree", TREE, SearchRules("alphabeta"), parts=parts), diagnoses=False)


def lost(text: str, stated: set[str], asked: frozenset[str] = frozenset(ANSWERS)) -> dict[str, str]:
    """The parts of a right sheet that neither have full marks nor wait for a person."""
    marked = grader(asked).mark(sheet_of_text(text, "sheet", ".md"))
    assert not marked.error, marked.error
    return {
        part.part: f"{part.read or part.message}; unread: {[line[1] for line in marked.unread]}"
        for part in marked.parts
        if not (part.ok or part.pending) and (part.part in stated or not part.unread)
    }


def tables() -> list[tuple[str, dict[str, str], str]]:
    return [*product(DATA["headings"], DATA["headers"], DATA["formats"])]


def table_of(heading: str, header: dict[str, str], form: str) -> str:
    """The text of a table with right answers, one row for each visited or inner node."""
    rows = [[*header.values()]]
    for node in VISITS if "order" in header else WINDOWS:
        window = WINDOWS.get(node, ("", ""))
        cells = {
            "node": node,
            "order": str(VISITS.index(node) + 1),
            "alpha": window[0],
            "beta": window[1],
            "window": f"({window[0]}, {window[1]})" if window[0] else "",
            "value": str(VALUES[node]),
            "pruned": "C2 C3" if node == "C" else "",
        }
        rows.append([cells[kind] for kind in header])
    if "{}" in form:
        rows.insert(1, ["---"] * len(header))
        return heading + "\n".join(form.format(" | ".join(row)) for row in rows)
    if form == ",":
        rows = [[cell.replace(", ", " ") for cell in row] for row in rows]
    return heading + "\n".join(form.join(row) for row in rows)


@over(("heading", "header", "form"), tables(), ms=120)
def test_cells_of_a_table_are_read_rightly_or_pending(
    heading: str, header: dict[str, str], form: str
):
    has_window = bool({"window", "beta"} & {*header})
    stated = {part for kind, part in STATED.items() if kind in header}
    text = table_of(heading, header, form)
    missed = lost(text, stated | ({"windows"} if has_window else set()))
    if "isits" in heading and "order" not in header:
        missed.pop("visits", None)  # it says that these are the visits
    if not has_window:
        missed.pop("cutoffs", None)  # their windows are missing
    assert not missed, f"{text}\n{missed}"


def lines() -> list[tuple[tuple[str, str], str, str]]:
    return [*product(permutations(DATA["labels"], 2), DATA["styles"], DATA["between"])]


@over(("parts", "style", "between"), lines(), ms=120)
def test_two_answers_on_a_line_are_read_rightly_or_pending(
    parts: tuple[str, str], style: str, between: str
):
    both = (style.format(label=DATA["labels"][part], answer=ANSWERS[part]) for part in parts)
    others = (f"{part}: {answer}" for part, answer in ANSWERS.items() if part not in parts)
    text = "\n".join([between.join(both), *others])
    assert not lost(text, {*ANSWERS}), text


def emphasized(text: str, dice: random.Random) -> str:
    """A text, its label or its answer in bold, italics or code, or all of it without emphasis."""
    sign = dice.choice(DATA["emphasis"])
    label, colon, answer = re.fullmatch("(?:([^:=]+)([:=]) ?)?(.*)", text).groups("")
    return dice.choice(
        [
            text,
            f"{sign}{text}{sign}",
            f"{sign}{label}{colon}{sign} {answer}" if label else text,
            f"{sign}{label}{sign}{colon} {answer}" if label else text,
            f"{label}{colon} {sign}{answer}{sign}" if label else text,
        ]
    )


def make_sheet(dice: random.Random) -> tuple[str, frozenset[str]]:
    """A right sheet with two sentences on a line, and the parts that it answers."""
    pair = dice.sample([*ALL_ANSWERS], 2)
    joint = dice.choice(DATA["joints"])
    said = [dice.choice(DATA["sentences"][part]) for part in pair]
    if dice.randrange(2):
        said = [emphasized(one, dice) for one in said]
    asked = frozenset(dice.choice([pair, ANSWERS, ALL_ANSWERS])) | {*pair}
    alone = asked - {*pair}
    records = [dice.choice(DATA["records"])] if alone >= RECORDED and dice.randrange(2) else []
    alone -= RECORDED if records else set()
    others = [*records, *(f"{part}: {ALL_ANSWERS[part]}" for part in sorted(alone))]
    dice.shuffle(others)
    blank = [""] * dice.randrange(2)
    place = dice.randrange(len(others) + 1)
    line = joint.join(said) + ")" * joint.count("(")
    return "\n".join([*others[:place], *blank, line, *blank, *others[place:]]), asked


@over("seeds", [range(start, start + 5) for start in range(0, 40_000, 5)], ms=150)
def test_two_sentences_on_a_line_are_read_rightly_or_pending(seeds: range):
    for seed in seeds:
        text, asked = make_sheet(random.Random(seed))
        assert not lost(text, {*asked}, asked), f"{seed}: {text}"


#: Nodes and numbers, and others for them.
TOKEN = re.compile(r"(?<![\w.])(?:\d+|[A-D]\d?)(?![\w)])")
OTHERS = ("777", "B2", "D3")


@over("seed", range(40_000), ms=150)
def test_each_node_and_number_is_read_or_listed(seed: int):
    text, asked = make_sheet(random.Random(seed))
    tokens = [*TOKEN.finditer(text)]
    token = random.Random(seed).choice(tokens)
    others = [f"{text[: token.start()]}{other}{text[token.end() :]}" for other in OTHERS]
    before, *after = [
        grader(asked).mark(sheet_of_text(sheet, "sheet", ".md")) for sheet in (text, *others)
    ]
    shown = (before.record()["read"], before.unread)
    changed = [one for one in after if (one.record()["read"], one.unread) != shown]
    assert changed, f"{text}\n{token}"


#: A line that answers nothing.
STRAY = "The zebra has 77 stripes"


#: The corpus's sheets in plain text.
TEXTS = dict.fromkeys(
    (case.values[0]["on"], case.values[1])
    for case in corpus.CASES
    if "suffix" not in case.values[0]
)


@over(("problem", "text"), TEXTS, ms=120)
def test_line_that_answers_nothing_is_listed_and_changes_no_answer(problem: str, text: str):
    one = corpus.grader(problem)
    if not isinstance(one, Grader):
        pytest.skip("no search")
    before = one.mark(sheet_of_text(text, "sheet", ".txt"))
    after = one.mark(sheet_of_text(f"{text}\n\n{STRAY}\n", "sheet", ".txt"))
    assert STRAY in [line[1] for line in after.unread]
    scores = {part.part: part.score for part in before.parts}
    assert all(part.pending or part.score == scores[part.part] for part in after.parts)


@over(("first", "parts"), [*DATA["first lines"].items()])
def test_first_line_that_is_an_answer_is_no_title(first: str, parts: list[str]):
    others = (f"{part}: {answer}" for part, answer in ANSWERS.items() if part not in parts)
    assert not lost("\n".join([first, *others]), {*ANSWERS})


@over("title", DATA["titles"])
def test_title_is_no_unread_line(title: str):
    others = (f"{part}: {answer}" for part, answer in ANSWERS.items())
    marked = grader().mark(sheet_of_text("\n".join([title, *others]), "sheet", ".txt"))
    assert marked.ok
    assert not marked.unread
