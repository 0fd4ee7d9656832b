"""Every misconception, made by a pupil who shares no code with the checker, is found out."""

import json
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

import pytest

import tracer
from engine.conventions import AIMA, Convention, parse_convention
from engine.searches.settings import Settings
from tests.support.cases import over, scaled
from tests.support.naive import random_lists
from tests.support.pupils import Pupil
from tests.support.tables import table
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import ANY, Problem, SearchRules
from tracer.marking.reading.formats import sheet_of
from tracer.mistakes import MISCONCEPTIONS
from tracer.mistakes.base import make_task
from trees.sources import open_source

#: Trees whose right sheets are marked.
RIGHT = 25

#: Both tests, and both orders of update.
CONVENTIONS = ("aima", "comp341", "cs188", "cs188,update=before-test")

#: Each reading of each misconception that a search with a window shows.
READINGS = table(__file__, "misconceptions-readings")

#: Each reading under each convention. A bound that a cut child hands up under a strict test undoes
#: the cut above it, which is more than a bound written for a value: that pair is left out.
MADE = tuple(
    (reading, convention)
    for reading in READINGS
    for convention in CONVENTIONS
    if reading != "fail-hard-values/returned" or not convention.startswith("cs188")
)


@dataclass(frozen=True)
class Case:
    """A tree, written as a pupil and as the package read it."""

    tree: Any

    @cached_property
    def source(self) -> Any:
        if isinstance(self.tree, list) and "{" not in json.dumps(self.tree):
            return self.tree
        # YAML has no fractions: a probability stands there without quotes.
        return re.sub(r'"(\d+(?:/\d+)?)"', r"\1", json.dumps({"tree": self.tree}))

    @cached_property
    def names(self) -> list[str]:
        everything = "expectiminimax" if "chance" in str(self.source) else "minimax"
        return [place.name for place in tracer.trace(self.source, everything).walk()]

    @cache  # noqa: B019 - the cases of this module live as long as it does
    def grader(self, convention: str, depth: int | None = None) -> Grader:
        options = {} if depth is None else {"depth": depth}
        accept = (parse_convention(convention),)
        return Grader(Problem("t", self.source, SearchRules(options=options), accept=accept))

    def __hash__(self) -> int:
        return id(self)


def chance_tree(chance: random.Random, plies: int, *, below_chance: bool = False) -> Any:
    if plies == 0:
        return chance.randint(-9, 9)
    if below_chance or chance.random() < 0.4:
        return [chance_tree(chance, plies - 1) for _ in range(chance.randint(2, 3))]
    weights = [chance.randint(1, 3) for _ in range(chance.randint(2, 3))]
    outcomes = [
        {
            "p": str(Fraction(weight, sum(weights))),
            "node": chance_tree(chance, plies, below_chance=True),
        }
        for weight in weights
    ]
    return {"player": "chance", "children": outcomes}


def estimated_tree(chance: random.Random, plies: int) -> Any:
    if plies == 0:
        return chance.randint(-9, 9)
    children = [estimated_tree(chance, plies - 1) for _ in range(chance.randint(2, 3))]
    return {"eval": chance.randint(-9, 9), "children": children}


@cache
def plain_cases() -> list[Case]:
    chance = random.Random(7)

    def leaf() -> int:  # many of them are small: ties and zeros are where tests differ
        return chance.choice([chance.randint(-9, 9), chance.randint(-3, 3)])

    return [Case(random_lists(chance, chance.choice([2, 3, 4, 4]), leaf)) for _ in range(600)]


@cache
def chance_cases() -> list[Case]:
    chance = random.Random(3)
    trees = [
        [chance_tree(chance, chance.choice([1, 2])) for _ in range(chance.randint(2, 3))]
        for _ in range(300)
    ]
    return [Case(tree) for tree in trees if "chance" in json.dumps(tree)]


@cache
def estimated_cases() -> list[Case]:
    chance = random.Random(5)
    return [Case(estimated_tree(chance, chance.choice([3, 4]))) for _ in range(150)]


def rules_of(convention: Convention) -> dict[str, bool]:
    return {
        "strict": convention.cutoff == ">",
        "after_test": convention.update == "after-test",
        "fail_hard": convention.returns == "fail-hard",
        "ties_last": convention.ties == "last",
    }


def is_wrong(sheet: dict[str, Any], right: dict[str, Any]) -> bool:
    """Whether anything that a sheet says is not so; what it leaves out is not asked."""
    if sheet.get("cutoffs") and "alpha" not in sheet["cutoffs"][0]:
        right = {
            **right,
            "cutoffs": [{key: cut[key] for key in ("at", "skipped")} for cut in right["cutoffs"]],
        }
    return any(said != right.get(part) for part, said in sheet.items())


def wrong_sheets(reading: str, convention: str) -> Iterator[tuple[Case, dict[str, Any]]]:
    """Sheets of a pupil with a mistake, as far as they are wrong."""
    rules = rules_of(parse_convention(convention))
    for number, case in enumerate(plain_cases()):
        chance = random.Random(number)
        right = Pupil(case.tree, case.names, **rules)
        where: dict[str, Any] = {}
        if reading == "refuses-cutoff/one":
            if not right.cutoffs:
                continue
            where["at"] = chance.choice(right.cutoffs)["at"]
        elif reading == "arithmetic-slip/":
            where = {"at": chance.choice(list(right.values)), "slip": chance.choice([-3, -1, 1, 2])}
        sheet = Pupil(case.tree, case.names, reading, **rules, **where).sheet()
        alone = reading == "arithmetic-slip/" and count_wrong(sheet, right.sheet()) < 2
        if is_wrong(sheet, right.sheet()) and not alone:
            yield case, sheet


def count_wrong(sheet: dict[str, Any], right: dict[str, Any]) -> int:
    """The number of wrong values and of other wrong parts."""
    values = sum(one != right["values"].get(name) for name, one in sheet["values"].items())
    return values + sum(sheet[part] != right[part] for part in right if part != "values")


def check_found(slug: str, made: Iterable[tuple[Case, dict[str, Any], dict[str, Any]]]) -> None:
    """Check that the records of enough wrong sheets name their mistake."""
    tried = 0
    for case, sheet, record in made:
        named = [one["id"] for one in record["misconceptions"]]
        assert named[:1] == [slug] or slug in record["indistinguishable"], (
            f"{slug} is taken for {named} on {case.source}: {sheet}"
        )
        tried += 1
        if tried == scaled(6, 50):
            return
    pytest.fail(f"only {tried} trees show {slug}")


@over(("reading", "convention"), MADE, ms=60)
def test_misconception_is_found_if_sheet_was_made_by_it(reading, convention):
    strict = parse_convention(convention).cutoff == ">"
    if reading.startswith("bound-as-exact/") and strict:
        # A child that is cut by a strict test is worth less than v: no tie is left to prefer.
        assert not list(wrong_sheets(reading, convention))
        return
    if reading == "other-count/without the root" and convention == "comp341":
        case, sheet = next(wrong_sheets(reading, convention))
        record = case.grader(convention).mark(sheet_of(sheet, "s")).record()
        assert record["score"] == record["max_score"], "this course counts so"
        return
    made = (
        (case, sheet, case.grader(convention).mark(sheet_of(sheet, "s")).record())
        for case, sheet in wrong_sheets(reading, convention)
    )
    check_found(reading.split("/")[0], made)


def test_each_misreading_of_two_coins_has_its_own_means():
    task = make_task(open_source("dice").game, Settings(), "expectiminimax")
    # Below B are 2 and 4, below C 0 and -2.
    means = {"divided again": (1.5, -0.5), "unweighted": (3, -1), "maximum": (4, 0)}
    means["minimum"] = (2, -2)
    readings = [*MISCONCEPTIONS["chance-misread"].readings(task)]
    for how, (of_b, of_c) in means.items():
        (reading,) = (one for one in readings if one.where == f"as {how}")
        assert (reading.answers.values["B"], reading.answers.values["C"]) == (of_b, of_c)


@over("misread", ["divided again", "unweighted", "maximum", "minimum", "cut"], ms=400)
def test_misconception_is_found_if_chance_nodes_are_misread(misread):
    def made():
        for case in chance_cases():
            right = Pupil(case.tree, case.names, windowed=False).sheet()
            windowed = misread == "cut"
            mistake = f"chance-misread/{misread}"
            sheet = Pupil(case.tree, case.names, mistake, windowed=windowed).sheet()
            # The form of a search without windows has no room for them.
            sheet = {part: said for part, said in sheet.items() if part in right}
            if sheet != right:
                record = case.grader("aima").mark(sheet_of(sheet, "s")).record()
                if "may simply be unfinished" not in record["departure"]["message"]:
                    yield case, sheet, record
                else:  # nothing on it is wrong
                    assert record["misconceptions"] == []

    check_found("chance-misread", made())


@over(("depth", "way"), [(1, "more"), (2, "more"), (2, "less"), (3, "less")], ms=60)
def test_misconception_is_found_if_the_depth_limit_is_a_ply_off(depth, way):
    def made():
        for case in estimated_cases():
            right = Pupil(case.tree, case.names, depth=depth).sheet()
            sheet = Pupil(case.tree, case.names, f"depth-off-by-one/{way}", depth=depth).sheet()
            if sheet != right:
                yield case, sheet, case.grader("aima", depth).mark(sheet_of(sheet, "s")).record()

    check_found("depth-off-by-one", made())


def assert_right(record: dict[str, Any]) -> None:
    assert record["misconceptions"] == []
    assert record["departure"] is None
    assert record["score"] == record["max_score"]


@over("convention", ANY, ms=45)
def test_right_sheet_has_no_misconception_under_any_convention_and_with_either_window(convention):
    for case in plain_cases()[:RIGHT]:
        grader = _lenient(case)
        pupil = Pupil(case.tree, case.names, **rules_of(convention))
        for after in (False, True):
            assert_right(grader.mark(sheet_of(pupil.sheet(after=after), "s")).record())


@cache
def _lenient(case: Case) -> Grader:
    return Grader(Problem("t", case.source))


def test_right_sheet_has_no_misconception_with_chance_or_a_depth_limit():
    for case in chance_cases()[:RIGHT]:
        sheet = Pupil(case.tree, case.names, windowed=False).sheet()
        assert_right(case.grader(AIMA.name).mark(sheet_of(sheet, "s")).record())
    for case in estimated_cases()[:RIGHT]:
        for depth in (1, 2, 3):
            sheet = Pupil(case.tree, case.names, depth=depth).sheet()
            assert_right(case.grader(AIMA.name, depth).mark(sheet_of(sheet, "s")).record())
