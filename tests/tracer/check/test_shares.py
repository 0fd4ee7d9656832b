"""Sheets about trees of several players: vectors, ties, cutoffs and the mistakes of their own."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from engine.conventions import parse_convention
from engine.errors import UsageError
from tests.support import naive_maxn as naive
from tracer import trace
from tracer.check.blank_forms import form
from tracer.check.grading.grader import Grader
from tracer.check.keys.problem import ANY, Problem
from tracer.check.reading.formats import sheet_of, sheet_of_text
from tracer.check.results.record import MarkedSheet
from tracer.misconceptions import MISCONCEPTIONS

AIMA = (parse_convention("aima"),)
#: The second move of A is cut: B has 8 there, so A gets at most 2, and has 3.
CUT = "[[[(3,2,5),(4,2,3)],[(1,1,2),(7,1,1)]],[(1,8,1),(1,7,1)]]"
RIGHT = (
    "visits: A B D D1 D2 E E1 E2 C C1\n"
    "values: A=(3,2,5), B=(3,2,5), C=(1,8,1), D=(3,2,5), E=(1,1,2)\n"
    "cutoffs: C skips C2\nmove: B\nline: B D D1\nutility: (3,2,5)"
)
PARTS = {"visits": 4.0, "values": 5.0, "cutoffs": 2.0, "move": 1.0, "line": 1.0, "utility": 1.0}


def problem(source: Any = CUT, accept: Any = AIMA, **more: Any) -> Problem:
    return Problem("key", source, "maxn", accept, **{"options": {"sum": 10}, **more})


def marked(text: str, key: Problem, suffix: str = "") -> MarkedSheet:
    return Grader(key).mark(sheet_of_text(text, "sheet", suffix))


# Vectors and cutoffs --------------------------------------------------------------------------


def test_right_sheet_has_full_marks_without_windows():
    found = marked(RIGHT, problem(parts=PARTS))
    assert found.ok
    assert not found.unread


@pytest.mark.parametrize(
    ("value", "is_right"),
    [
        ("(1, 8, 1)", True),
        ("≥ 8", True),
        (">= 8", True),
        ("B ≥ 8", True),
        ("(≤2, ≥8, ≤2)", True),
        ("(1, ≥8, 1)", True),
        ("≤ 8", False),
        ("≥ 7", False),
        ("(≥2, ≥8, ≤2)", False),
        ("(2, 8, 2)", False),
        ("(1, 7, 1)", False),
    ],
)
def test_node_with_a_shallow_cutoff_has_its_best_vector_or_bounds(value, is_right):
    key = problem(parts=PARTS)
    found = marked(RIGHT.replace("C=(1,8,1)", f"C = {value}"), key)
    assert found.ok == is_right
    assert not found.unread


@pytest.mark.parametrize("value", ["8", "A ≥ 8", "(1, 8)", "(1, 8, 1, 0)", "1/8/1", "(1, 8, ?)"])
def test_what_is_not_a_vector_of_the_tree_is_unread(value):
    found = marked(RIGHT.replace("C=(1,8,1)", f"C = {value}"), problem(parts=PARTS))
    assert [one.text for one in found.unread]
    assert {part.part: part.score for part in found.parts}["values"] == 4


@pytest.mark.parametrize("value", ["≥ 3", "(3, ≥2, 5)"])
def test_a_bound_at_a_node_without_a_cutoff_is_wrong(value):
    found = marked(RIGHT.replace("A=(3,2,5)", f"A = {value}"), problem(parts=PARTS))
    assert {part.part: part.score for part in found.parts}["values"] == 4


def test_windows_of_cutoffs_may_be_given():
    key = problem(parts=PARTS)
    assert marked(RIGHT.replace("C skips", "C alpha=0 beta=7 skips"), key).ok
    found = marked(RIGHT.replace("C skips", "C alpha=3 beta=7 skips"), key)
    assert {part.part: part.score for part in found.parts}["cutoffs"] == 1.5
    assert "α is 0, not 3" in found.record()["parts"][2]["message"]


def test_vectors_and_windows_in_braces_of_yaml_need_no_quotes():
    text = "values: {A: (3, 2, 5), B: [3, 2, 5], C: (1, 8, 1), D: (3,2,5), E: (1, 1, 2)}\nmove: B\n"
    assert marked(text, problem(), ".yaml").ok
    windows = "windows: {A: (-inf, inf), B: (-inf, inf), C: (3, inf), D: (3, inf)}\n"
    assert (
        Grader(Problem("key", "lecture", parts={"windows": 1}))
        .mark(sheet_of_text(windows, "sheet", ".yaml"))
        .ok
    )


def test_an_answer_in_brackets_that_is_no_entry_stays_as_it_is_in_yaml():
    found = sheet_of_text("line: (B, D), D1\nvisits: [(0,0), (0,1)]\n", "sheet", ".yaml")
    assert found.answers == {"line": "(B, D), D1", "visits": ["(0", "0)", "(0", "1)"]}


def test_the_trace_itself_is_a_sheet():
    given = trace(CUT, sum=10).export("json")
    found = marked(given, problem(parts={"visits": 1, "values": 1, "line": 1}), ".json")
    assert found.ok


@pytest.mark.parametrize("part", ["minimax", "expectiminimax"])
def test_parts_about_one_value_per_leaf_are_refused(part):
    with pytest.raises(UsageError, match=f"the part {part} needs one value per leaf"):
        Grader(problem(parts={part: 1.0}))


def test_paranoid_has_numbers():
    key = Problem("key", "three-players", "paranoid", AIMA)
    text = "visits: A B D D1 D2 E E1 E2 C F F1 F2\nvalues: A=1 B=1 D=1 E=6 C=1 F=1\nmove: B"
    assert marked(text, key).ok


@pytest.mark.parametrize("format_name", ["yaml", "text", "json", "csv", "md"])
def test_blank_form_asks_for_vectors_and_not_for_windows(format_name):
    grader = Grader(problem(parts=PARTS))
    text = form(grader, format_name)
    assert "alpha" not in text
    if format_name in ("yaml", "md"):
        assert "the vector that each internal node returns, such as P=(0, 2, 4)" in text
    blank = sheet_of_text(text, "form", f".{format_name}" if format_name != "text" else ".txt")
    if format_name in ("yaml", "text", "json"):
        assert grader.mark(blank).score == 0


# Ties -----------------------------------------------------------------------------------------


def sheet(values: dict[str, Any], line: list[str]) -> dict[str, Any]:
    return {
        "values": {name: list(map(str, vector)) for name, vector in values.items()},
        "line": line,
        "move": line[0],
        "utility": f"({', '.join(map(str, values['A']))})",
    }


@pytest.mark.parametrize("seed", range(12))
def test_every_equilibrium_is_right_if_the_key_leaves_ties_open(seed):
    """Each one, found by trying all strategies, is right; with a convention only its own."""
    dice = random.Random(seed)
    while isinstance(tree := naive.random_tree(dice, 3, 3, 3), dict):
        pass
    source = naive.as_source(tree, 3)
    free = Grader(Problem("key", source, "maxn", ANY, options={}))
    first = Grader(Problem("key", source, "maxn", AIMA, options={}))
    names = dict(zip(_paths(tree, ()), free.trace.names(), strict=True))
    rights = 0
    equilibria = naive.all_equilibria(tree)
    for _, plan in equilibria[:40]:
        vectors = {
            names[path]: [_follow(tree, path, plan)[name] for name in naive.PLAYERS[:3]]
            for path in plan
        }
        line, path = [], ()
        while path in plan:
            path = (*path, plan[path])
            line.append(names[path])
        made = sheet(vectors, line)
        assert free.mark(sheet_of(made, "s")).ok, (source, made)
        rights += first.mark(sheet_of(made, "s")).ok
    assert rights >= 1 or len(equilibria) > 40


def _paths(tree: Any, path: tuple[int, ...]) -> Any:
    yield path
    if not isinstance(tree, dict):
        for place, child in enumerate(tree[1]):
            yield from _paths(child, (*path, place))


def _follow(tree: Any, path: tuple[int, ...], plan: dict[tuple[int, ...], int]) -> dict[str, Any]:
    at = tree
    for place in path:
        at = at[1][place]
    return naive._play(at, path, plan)


def test_choices_between_ties_are_not_mixed():
    key = Problem("key", "three-players", "maxn")
    values = "A=(1,2,6) B=(1,2,6) C=(1,5,2) D=(1,2,6) E=(6,1,2) F=(1,5,2) G=(5,4,5)"
    assert marked(f"values: {values}\nmove: B", key).ok
    other = values.replace("A=(1,2,6)", "A=(1,5,2)")
    assert marked(f"values: {other}\nmove: C", key).ok
    assert not marked(f"values: {other}\nmove: B", key).ok


@pytest.mark.slow
def test_a_note_says_that_there_are_too_many_choices():
    leaves = ", ".join(["[(1, 0), (2, 0)]"] * 8)
    grader = Grader(Problem("key", f"[{leaves}]", "maxn"))
    found = grader.mark(sheet_of_text("values: A=(7,7)\nmove: B", "s"))
    assert any("only 100 of the choices between equal moves" in note for note in found.notes)


# Slips ----------------------------------------------------------------------------------------


def test_what_follows_from_one_wrong_vector_counts():
    """F is (1, 3, 2), so C takes G and A takes C."""
    text = (
        "values: A=(5,4,5) B=(1,2,6) C=(5,4,5) D=(1,2,6) E=(6,1,2) F=(1,3,2) G=(5,4,5)\n"
        "move: C\nline: C G G2\nutility: (5,4,5)"
    )
    parts = {"values": 7.0, "move": 1.0, "line": 1.0, "utility": 1.0}
    key = Problem("key", "three-players", "maxn", AIMA, parts=parts)
    found = marked(text, key)
    assert found.score == 9
    assert [one.slug for one in found.findings] == ["arithmetic-slip"]
    assert "at F, taken as (1, 3, 2)" in found.findings[0].message
    assert (
        marked(text, Problem("key", "three-players", "maxn", AIMA, parts, follows=False)).score < 6
    )


# Mistakes, worked by plain programs -----------------------------------------------------------

Vector = dict[str, Fraction]


def plain(
    tree: Any, choose: Callable[[list[Vector], str], Vector]
) -> dict[tuple[int, ...], Vector]:
    """The vector of each internal node if a node has what `choose` makes of its children's."""
    found: dict[tuple[int, ...], Vector] = {}

    def work(tree: Any, path: tuple[int, ...]) -> Vector:
        if isinstance(tree, dict):
            return tree
        mover, children = tree
        vectors = [work(child, (*path, place)) for place, child in enumerate(children)]
        found[path] = choose(vectors, mover)
        return found[path]

    work(tree, ())
    return found


def _best(vectors: list[Vector], worth: Callable[[Vector], Any]) -> Vector:
    return max(vectors, key=worth)


def _mixed(vectors: list[Vector], _: str) -> Vector:
    return {name: max(vector[name] for vector in vectors) for name in vectors[0]}


def _next(mover: str, shift: int, players: int) -> str:
    return naive.PLAYERS[(naive.PLAYERS.index(mover) + shift) % players]


MISTAKES: dict[str, Callable[[str, int], list[Callable[[list[Vector], str], Vector]]]] = {
    "first-player-only": lambda first, _: [lambda each, mover: _best(each, lambda v: v[first])],
    "others-minimize": lambda first, _: [
        lambda each, mover: _best(each, lambda v: v[first] if mover == first else -v[first])
    ],
    "wrong-share": lambda first, count: [
        lambda each, mover, shift=shift: _best(each, lambda v: v[_next(mover, shift, count)])
        for shift in range(1, count)
    ],
    "largest-sum": lambda *_: [lambda each, mover: _best(each, lambda v: sum(v.values()))],
    "mixed-vector": lambda *_: [_mixed],
}


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("slug", MISTAKES)
def test_mistake_without_pruning_leads_to_the_vectors_of_a_plain_program(slug):
    named = 0
    for seed in range(30):
        dice = random.Random(f"{slug} {seed}")
        count = dice.choice((2, 3, 4))
        while isinstance(tree := naive.random_tree(dice, count, 3, None), dict):
            pass
        grader = Grader(Problem("key", naive.as_source(tree, count), "maxn", AIMA))
        names = dict(zip(_paths(tree, ()), grader.trace.names(), strict=True))
        task = grader.preferred.task
        readings = [one.answers for one in MISCONCEPTIONS[slug].readings(task)]
        for choose in MISTAKES[slug](tree[0], count):
            expected = {
                names[path]: tuple(map(float, vector.values()))
                for path, vector in plain(tree, choose).items()
            }
            made = [
                {name: tuple(answers.values[name]) for name in expected}
                for answers in readings
                if {*expected} <= {*answers.values}
            ]
            assert expected in made, (slug, seed)
            found = grader.mark_answers(readings[made.index(expected)], ["values", "utility"])
            if not found.ok:
                assert slug in {one.slug for one in (*found.findings, *found.others)}, (slug, seed)
                named += slug in {one.slug for one in found.findings}
    assert named >= 10


class Deep(naive.Shallow):
    """Max^n that passes the bounds of all players down, not only of the one above."""

    def search(self, tree, path, bound, above=()):
        visit = [path, bound, None, 0]
        self.visits.append(visit)
        if isinstance(tree, dict):
            visit[2] = tree
            return tree
        mover, children = tree
        best = None
        for place, child in enumerate(children):
            visit[3] += 1
            mine = self.least if best is None else best[mover]
            known = (*above, (mover, mine))
            whose = naive._mover(child)
            rest = min(self.most - (self.least if who == whose else has) for who, has in known)
            found = self.search(child, (*path, place), rest, known)
            if best is None or found[mover] > best[mover]:
                best = found
            if best[mover] >= bound:
                break
        visit[2] = best
        return best


class Forgotten(naive.Shallow):
    """Max^n that compares a player's share with that of the player above."""

    def search(self, tree, path, bound):
        visit = [path, bound, None, 0]
        self.visits.append(visit)
        if isinstance(tree, dict):
            visit[2] = tree
            return tree
        mover, children = tree
        best = None
        for place, child in enumerate(children):
            visit[3] += 1
            has = self.least if best is None or naive._mover(child) == mover else best[mover]
            found = self.search(child, (*path, place), has if has > self.least else self.most)
            if best is None or found[mover] > best[mover]:
                best = found
            if best[mover] >= bound:
                break
        visit[2] = best
        return best


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "program"), [("deep-cutoff", Deep), ("sum-forgotten", Forgotten)])
def test_mistake_in_pruning_leads_to_the_visits_of_a_plain_program(slug, program):
    shown = named = 0
    for seed in range(300):
        dice = random.Random(f"{slug} {seed}")
        while isinstance(tree := naive.random_tree(dice, 3, 4, 6), dict):
            pass
        source = naive.as_source(tree, 3)
        grader = Grader(problem(source, options={"sum": 6}))
        (reading,) = MISCONCEPTIONS[slug].readings(grader.preferred.task)
        worked = program(Fraction(6))
        worked.run(tree)
        names = dict(zip(_paths(tree, ()), trace(source, "maxn").names(), strict=True))
        assert list(reading.answers.visits) == [names[path] for path, *_ in worked.visits], seed
        found = grader.mark_answers(reading.answers, ["visits", "cutoffs"])
        if not found.ok:
            shown += 1
            named += slug in {one.slug for one in found.findings}
        if shown == 12:
            break
    assert shown >= 8
    assert named >= shown - 1


def test_mistakes_of_several_players_and_of_two_are_kept_apart():
    numbers = Grader(Problem("key", "lecture")).preferred.task
    vectors = Grader(problem()).preferred.task
    of_numbers = {slug for slug, one in MISCONCEPTIONS.items() if [*one.readings(numbers)]}
    of_vectors = {slug for slug, one in MISCONCEPTIONS.items() if [*one.readings(vectors)]}
    assert "largest-sum" in of_vectors - of_numbers
    assert "max-min-swapped" in of_numbers - of_vectors
    assert "refuses-cutoff" in of_numbers & of_vectors
