"""Slips are blamed on nothing that does not make them, and right answers refute mistakes."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

from engine.conventions import parse_convention
from tests.support.cases import over, scaled
from tests.support.pupils import Pupil, paths
from tests.support.tables import table
from tests.tracer.mistakes.test_misconceptions import (
    Case,
    chance_cases,
    plain_cases,
)
from tracer.answers.answers import Answers
from tracer.marking.grading.grader import Grader
from tracer.marking.grading.problem_grader import common_findings
from tracer.marking.keys.problem import Problem, SearchRules
from tracer.marking.reading.formats import sheet_of
from tracer.marking.results.record import MarkedSheet
from tracer.mistakes import MISCONCEPTIONS

Sheet = dict[str, Any]

#: Sheets of each kind: a few in every run.
FEW = 8
#: How the text of the first mistake ends if it has no misconception.
UNEXPLAINED = "No common mistake explains this."
UNFINISHED = "Nothing that you wrote is wrong; your answer may simply be unfinished."


def written(answers: Answers, *parts: str) -> Sheet:
    """A sheet with some answers."""
    sheet = {
        "visits": list(answers.visits),
        "values": {name: value for name, value in answers.values.items()
                   if name in answers.interior},
        "windows": {name: list(answers.windows[name]) for name in answers.windows
                    if name in answers.interior},
        "cutoffs": [
            {"at": cut.at, "alpha": cut.before[0], "beta": cut.before[1], "skipped": [*cut.skipped]}
            for cut in answers.cuts if cut.skipped
        ],
        "move": answers.moves[0] if answers.moves else "",
        "utility": answers.utility,
        "counts": {"visited": answers.counts["visited"]},
        "minimax": {name: value for name, value in (answers.complete or {}).items()
                    if name in answers.interior},
    }  # fmt: skip
    return {part: sheet[part] for part in parts}


def record_of(grader: Grader, sheet: Sheet) -> dict[str, Any]:
    return grader.mark(sheet_of(sheet, "s")).record()


def named(record: dict[str, Any]) -> list[str]:
    return [one["id"] for one in record["misconceptions"]]


def makes(slug: str, sheet: Sheet, grader: Grader) -> bool:
    """Whether a search with a misconception writes exactly this sheet."""
    readings = MISCONCEPTIONS[slug].readings(grader.preferred.task)
    return any(written(one.answers, *sheet) == sheet for one in readings)


# Slips are blamed on nothing that does not make them ------------------------------------------

#: Mistakes that show on many trees.
MISTAKES = ("refuses-cutoff/all", "window-reset/", "max-min-swapped/", "alpha-replaced/both")


def slip_in_visits(dice: random.Random, sheet: Sheet, case: Case) -> Sheet:
    """Swap two neighbours, forget or double a node after the root, or forget the last subtree."""
    order, tops = sheet["visits"], {case.names[0], *top_names(case)}
    at = dice.randrange(1, len(order))
    swapped = [*order[: at - 1], order[at], order[at - 1], *order[at + 1 :]]
    last = max(place for place, name in enumerate(order) if name in tops)
    ways = swapped, [*order[:at], *order[at + 1 :]], [*order[: at + 1], *order[at:]], order[:last]
    return {**sheet, "visits": dice.choice(ways)}


def top_names(case: Case) -> list[str]:
    """The names of the root's children."""
    placed = zip(paths(case.tree), case.names, strict=True)
    return [name for path, name in placed if len(path) == 1]


def slip_in_values(dice: random.Random, sheet: Sheet, case: Case) -> Sheet:
    """Negate a value, transpose its digits, or copy it from another node."""
    values = sheet["values"]
    at = dice.choice([*values])
    transposed = float(f"{abs(int(values[at])):02d}"[::-1]) * (-1 if values[at] < 0 else 1)
    new = dice.choice([-values[at], transposed, dice.choice([*values.values()])])
    return {**sheet, "values": {**values, at: new}}


def slip_in_windows(dice: random.Random, sheet: Sheet, case: Case) -> Sheet:
    """Turn a window round, or copy it from another node."""
    windows = sheet["windows"]
    at = dice.choice([*windows])
    new = dice.choice([windows[at][::-1], dice.choice([*windows.values()])])
    return {**sheet, "windows": {**windows, at: new}}


def slip_in_cutoffs(dice: random.Random, sheet: Sheet, case: Case) -> Sheet | None:
    """Change β or the skipped nodes of a cutoff, forget it, or invent one."""
    cuts = [*sheet["cutoffs"]]
    if not cuts or dice.random() < 0.2:
        at = dice.choice([name for name in sheet["values"] if name not in {c["at"] for c in cuts}])
        below = [name for name in case.names if name.startswith(at) and name != at]
        invented = {"at": at, "alpha": 1.0, "beta": 5.0, "skipped": below[-1:]}
        return {**sheet, "cutoffs": [*cuts, invented]} if below else None
    at = dice.randrange(len(cuts))
    cut = cuts[at]
    fewer, more = (
        cut["skipped"][:-1] or [cut["at"]],
        [*cut["skipped"], dice.choice(sheet["visits"])],
    )
    beta = dice.choice([*sheet["windows"].values()])[1]
    ways = [{**cut, "beta": beta}], [{**cut, "skipped": fewer}], [{**cut, "skipped": more}], []
    cuts[at : at + 1] = dice.choice(ways)
    return {**sheet, "cutoffs": cuts}


def misread_leaves(dice: random.Random, sheet: Sheet, case: Case) -> Sheet:
    """The right sheet of the tree with another value at a leaf, or at all of them."""
    leaves = leaf_names(case)
    chosen = dice.choice([[dice.choice(leaves)], leaves])
    values = {leaf: dice.randint(-9, 9) for leaf in chosen}
    other = Pupil(with_leaves(case, values), case.names).sheet()
    return {part: other[part] for part in sheet}


def with_leaves(case: Case, values: dict[str, float]) -> Any:
    """A plain tree with other values at some leaves."""
    names = dict(zip(paths(case.tree), case.names, strict=True))

    def copied(node: Any, path: tuple[int, ...]) -> Any:
        if isinstance(node, list):
            return [copied(child, (*path, place)) for place, child in enumerate(node)]
        return values.get(names[path], node)

    return copied(case.tree, ())


def slip_before_a_misconception(dice: random.Random, sheet: Sheet, case: Case) -> Sheet | None:
    made = worked(case, dice.choice(MISTAKES))
    first = right_of(case)[1]
    first = [name for name in first if name in sheet["values"]]
    if len(made["values"]) < 3 or made["values"] == sheet["values"]:
        return None
    return {"values": {**made["values"], first[0]: 77}}


def carry_a_value_beside_swapped_windows(
    dice: random.Random, sheet: Sheet, case: Case
) -> Sheet | None:
    """The value of the root's worst child is its best, and goes up to the root."""
    values, tops = sheet["values"], [name for name in top_names(case) if name in sheet["values"]]
    if len(tops) < 2:
        return None
    at = min(tops, key=lambda name: values[name])
    windows = {name: window[::-1] for name, window in sheet["windows"].items()}
    carried = {**values, at: 77, case.names[0]: 77}
    return {**sheet, "values": carried, "windows": windows, "move": at}


SLIPS = {
    "values that are carried beside swapped windows": carry_a_value_beside_swapped_windows,
    "a misconception after an earlier slip": slip_before_a_misconception,
    "visits": slip_in_visits,
    "values": slip_in_values,
    "windows": slip_in_windows,
    "cutoffs": slip_in_cutoffs,
    "another move": lambda dice, sheet, case: {**sheet, "move": dice.choice(top_names(case))},
    "leaves misread": misread_leaves,
}


def first_differences(sheet: Sheet, right: Sheet, returned: list[str]) -> dict[str, Any]:
    """For each part, the place at which a sheet first differs from the right one."""
    found: dict[str, Any] = {}
    for part, said in sheet.items():
        if said == right[part]:
            continue
        if part == "visits":
            pairs = enumerate(zip(said, right[part], strict=False))
            short = min(len(said), len(right[part]))
            found[part] = next((at for at, (mine, one) in pairs if mine != one), short)
        elif part in ("values", "windows"):
            order = right["visits"] if part == "windows" else returned
            nodes = [name for name in order if said.get(name) != right[part].get(name)]
            found[part] = nodes[0] if nodes else next(iter({*said} - {*order}))
        elif part == "cutoffs":
            nodes = [name for name in returned if cuts_at(said, name) != cuts_at(right[part], name)]
            found[part] = nodes[0] if nodes else next(c["at"] for c in said if c not in right[part])
        else:
            found[part] = None
    return found


def cuts_at(cuts: list[Sheet], name: str) -> list[Any]:
    return [(cut["alpha"], cut["beta"], {*cut["skipped"]}) for cut in cuts if cut["at"] == name]


def is_written_by(answers: Answers, part: str, place: Any, said: Any) -> bool:
    """Whether a search writes what a sheet says at a place."""
    if part == "visits":
        until = place + 1
        return [*answers.visits[:until]] == said[:until]
    if part == "values":
        return answers.values.get(place) == said.get(place)
    if part == "windows":
        window = answers.windows.get(place)
        return (None if window is None else [*window]) == said.get(place)
    if part == "cutoffs":
        here = [cut for cut in answers.cuts if cut.at == place and cut.skipped]
        ways = [
            [(*getattr(cut, side), {*cut.skipped}) for cut in here] for side in ("before", "then")
        ]
        return cuts_at(said, place) in ways
    return {"move": answers.moves[0], "utility": answers.utility}[part] == said


def searches_of(finding: dict[str, Any], case: Case, grader: Grader) -> Iterator[Answers]:
    """The answers of searches with a misconception; a slip is worked as the feedback says it."""
    task = grader.preferred.task
    if finding["id"] != "arithmetic-slip":
        for one in grader.preferred.both_updates:  # either order is accepted beside a mistake
            yield from (each.answers for each in MISCONCEPTIONS[finding["id"]].readings(one))
        return
    said = r"\(at (\S+), taken as (\S+)\)|If (\S+) were (\S+), "
    found = re.search(said, finding["message"])
    assert found, finding
    node, shown = filter(None, found.groups())
    value = float(shown.replace("−", "-"))
    right = Pupil(case.tree, case.names)
    if node in right.values:
        slip: Any = value - right.values[node]
        made = Pupil(case.tree, case.names, "arithmetic-slip/", at=node, slip=slip)
    else:
        made = Pupil(with_leaves(case, {node: value}), case.names)
    yield pupils_answers(made, task.right)


def leaf_names(case: Case) -> list[str]:
    placed = dict(zip(paths(case.tree), case.names, strict=True))
    return [name for path, name in placed.items() if (*path, 0) not in placed]


def pupils_answers(pupil: Pupil, right: Answers) -> Answers:
    """The answers of a pupil, in the form of the package."""
    like = right.cuts[0] if right.cuts else None
    cuts = tuple(
        replace(like, at=cut["at"], skipped=tuple(cut["skipped"]), before=cut["windows"][0],
                then=cut["windows"][1])
        for cut in pupil.cutoffs if like
    )  # fmt: skip
    sheet = pupil.sheet()
    return right.changed(
        visits=tuple(sheet["visits"]), values=dict(sheet["values"]), cuts=cuts,
        windows={name: tuple(pair) for name, pair in sheet["windows"].items()},
        moves=(sheet["move"],), utility=sheet["utility"],
    )  # fmt: skip


def worked(case: Case, mistake: str = "") -> Sheet:
    sheet = Pupil(case.tree, case.names, mistake).sheet()
    return {part: sheet[part] for part in ("visits", "values", "windows", "cutoffs", "move")}


@cache
def right_of(case: Case) -> tuple[Sheet, list[str]]:
    return worked(case), Pupil(case.tree, case.names).returned


@over("kind", SLIPS, ms=45)
def test_a_slip_is_blamed_on_nothing_that_does_not_make_the_mistake_that_is_shown_first(kind):
    sheets = scaled(FEW, 150)
    found = 0
    for number, case in enumerate(plain_cases()):
        right, returned = right_of(case)
        sheet = SLIPS[kind](random.Random(number), right, case)
        if sheet is None or sheet == right:
            continue
        if number % 2:  # fewer parts, which leave more to chance
            parts = [part for part in sheet if sheet[part] != right[part]]
            sheet = {part: sheet[part] for part in (parts if number % 4 > 1 else parts[:2])}
        marked = case.grader("aima").mark(sheet_of(sheet, "s"))
        if marked.ok or any(part.pending for part in marked.parts):
            continue  # such as a β that the cutoff has after the update, or C skips C
        assert_explains_first(marked, sheet, right, returned, case)
        found += 1
        if found == sheets:
            return
    pytest.fail(f"only {found} trees show {kind}")


def assert_explains_first(
    marked: MarkedSheet, sheet: Sheet, right: Sheet, returned: list[str], case: Case
) -> None:
    record, shown = marked.record(), marked.departure
    assert shown
    part = shown.part
    by_node = part in ("values", "windows", "cutoffs")
    place = shown.node if by_node else first_differences(sheet, right, returned)[part]
    for finding in record["misconceptions"]:
        assert any(
            is_written_by(answers, part, place, sheet[part])
            for answers in searches_of(finding, case, case.grader("aima"))
        ), (finding["message"], case.source, shown, sheet)
    if not record["misconceptions"]:
        assert record["departure"]["message"].endswith((UNEXPLAINED, UNFINISHED))


def test_an_arithmetic_slip_at_a_chance_node_is_blamed_on_nothing_else():
    for number, case in enumerate(chance_cases()[: scaled(FEW, 50)]):
        dice = random.Random(number)
        right = Pupil(case.tree, case.names, windowed=False).sheet()
        values = dict(right["values"])
        at = dice.choice([*values])
        values[at] = dice.randint(10, 20)
        record = record_of(case.grader("aima"), {"visits": right["visits"], "values": values})
        task = case.grader("aima").preferred.task
        for slug in named(record):
            readings = [] if slug == "arithmetic-slip" else MISCONCEPTIONS[slug].readings(task)
            assert slug == "arithmetic-slip" or any(
                one.answers.values.get(at) == values[at] for one in readings
            )


# What is only missing, and what right answers refute ------------------------------------------

POINTS = {"visits": 4.0, "values": 3.0, "windows": 3.0, "cutoffs": 4.0, "move": 1.0}
SEEDS = range(50)


def whole_grader(case: Case) -> Grader:
    """A grader whose key asks for every part, so that what is missing counts."""
    rules = (parse_convention("aima"),)
    return Grader(Problem("key", case.source, accept=rules, parts=POINTS))


def begun(dice: random.Random, sheet: Sheet) -> Sheet:
    """A sheet with less in some of its parts, all of it right."""
    return {
        "visits": sheet["visits"][: dice.randint(1, len(sheet["visits"]))],
        "values": {
            name: one for name, one in sheet["values"].items() if dice.random() < 0.7
        },
        "windows": {
            name: one for name, one in sheet["windows"].items() if dice.random() < 0.7
        },
        "cutoffs": sheet["cutoffs"][: dice.randint(1, 3)],
        "move": sheet["move"],
    }  # fmt: skip


@over("seed", SEEDS, ms=45)
def test_sheet_on_which_nothing_is_wrong_is_called_unfinished_and_accused_of_nothing(seed):
    dice, case = random.Random(seed), plain_cases()[seed]
    grader, right = whole_grader(case), right_of(case)[0]
    for _ in range(5):
        sheet = begun(dice, right)
        for part in dice.sample([*sheet], dice.randint(0, 2)):
            del sheet[part]
        record = record_of(grader, {part: said for part, said in sheet.items() if said})
        assert record["misconceptions"] == []
        if record["departure"]:
            assert record["departure"]["message"].endswith(UNFINISHED)
        else:
            assert all(one["ok"] or not sheet.get(one["part"]) for one in record["parts"])


@over("seed", SEEDS, ms=45)
def test_cutoffs_that_are_denied_beside_right_visits_have_no_misconception(seed):
    with_cutoffs = (one for one in plain_cases() if right_of(one)[0]["cutoffs"])
    case = next(islice(with_cutoffs, seed, None))
    right = right_of(case)[0]
    record = record_of(whole_grader(case), {**right, "cutoffs": "none"})
    assert record["read"]["cutoffs"] == "none"
    assert record["misconceptions"] == []
    assert record["departure"]["message"].endswith(UNEXPLAINED)


@over("seed", SEEDS, ms=45)
def test_value_from_which_nothing_follows_has_no_misconception(seed):
    dice, case = random.Random(seed), plain_cases()[seed]
    right = right_of(case)[0]
    sheet = {**right, "values": {**right["values"], dice.choice([*right["values"]]): 77}}
    record = record_of(whole_grader(case), sheet)
    assert record["misconceptions"] == []
    assert record["departure"]["message"].endswith(UNEXPLAINED)


@over("seed", SEEDS, ms=45)
@over("mistake", MISTAKES)
def test_part_that_was_corrected_refutes_a_misconception_that_would_change_it(mistake, seed):
    case = plain_cases()[seed]
    right, made = right_of(case)[0], worked(case, mistake)
    changed = [part for part in right if made[part] != right[part]]
    for part in changed[:1]:
        record = record_of(whole_grader(case), {**made, part: right[part]})
        slug = mistake.split("/")[0]
        task = whole_grader(case).preferred.task
        readings = [one.answers for one in MISCONCEPTIONS[slug].readings(task)]
        if all(written(one, part)[part] != right[part] for one in readings):
            assert slug not in {*named(record), *record["indistinguishable"]}


# Several trees --------------------------------------------------------------------------------


def common(sheets: list[tuple[Case, Sheet]]) -> set[str]:
    graders = {str(number): case.grader("aima") for number, (case, _) in enumerate(sheets)}
    marks = {
        str(number): case.grader("aima").mark(sheet_of(sheet, "s"))
        for number, (case, sheet) in enumerate(sheets)
    }
    return {one.slug for one in common_findings(graders, marks)}


def showing(mistake: str, count: int, *, shows: bool = True) -> Iterator[Case]:
    cases = (one for one in plain_cases() if (worked(one, mistake) != worked(one)) == shows)
    return islice(cases, count)


@over("mistake", MISTAKES)
def test_what_all_wrong_answers_bear_is_named_unless_a_right_answer_refutes_it(mistake):
    slug, (one, *others) = mistake.split("/")[0], showing(mistake, 3)
    made = [(case, worked(case, mistake)) for case in (one, *others)]
    assert slug in common(made)
    assert slug not in common([*made[:1], (others[0], worked(others[0]))])


@over("mistake", ["refuses-cutoff/all", "alpha-replaced/both"])
def test_a_right_answer_that_a_misconception_leaves_alone_refutes_nothing(mistake):
    slug = mistake.split("/")[0]
    (one,) = showing(mistake, 1)
    searched = plain_cases()[:150]
    idle = next(
        case
        for case in showing(mistake, 100, shows=False)
        if case in searched
        and makes(
            slug,
            written(case.grader("aima").preferred.task.right, "visits"),
            case.grader("aima"),
        )
    )
    assert slug in common([(one, worked(one, mistake)), (idle, worked(idle))])


@over("seed", SEEDS, ms=45)
def test_nothing_is_named_that_some_wrong_answer_lacks_or_some_right_answer_refutes(seed):
    dice = random.Random(seed)
    cases = dice.sample(plain_cases()[:150], 3)
    pairs = [(case, worked(case, dice.choice(("", *MISTAKES)))) for case in cases]
    for slug in common(pairs):
        for case, sheet in pairs:
            right, returned = worked(case), right_of(case)[1]
            places = first_differences(sheet, right, returned)
            if slug == "arithmetic-slip":
                continue
            task = case.grader("aima").preferred.task
            readings = [one.answers for one in MISCONCEPTIONS[slug].readings(task)]
            if not places:
                assert any(written(one, *sheet) == sheet for one in readings)
                continue
            can_show = any(written(one, *sheet) != right for one in readings)
            assert not can_show or any(
                is_written_by(one, part, place, sheet[part])
                for one in readings
                for part, place in places.items()
            )


@pytest.mark.parametrize(("tree", "answers", "slug"), table(__file__, "whole-sheets"))
def test_mistake_that_is_made_at_every_node_explains_the_whole_sheet(tree, answers, slug):
    accept = (parse_convention("aima"),)
    problem = Problem(
        "t", tree, SearchRules("alphabeta"), parts=dict.fromkeys(answers, 1), accept=accept
    )
    record = Grader(problem).mark(sheet_of(answers, "s")).record()
    assert [(one["id"], one["fit"]) for one in record["misconceptions"]] == [(slug, 1)]
