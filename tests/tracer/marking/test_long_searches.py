"""Keys with long searches: the same marks, and a budget for what is too long."""

import random

import pytest

from engine.errors import InvalidInput
from engine.game import Game, Player
from tests.support.cases import over
from tests.support.keys import key_of
from tests.support.tables import table
from tracer.answers import answers, visit_names
from tracer.answers.common_order import _by_bits, _by_matches, common_in_order
from tracer.answers.visit_names import VisitNames
from tracer.marking.batch import marked
from tracer.marking.grading import accepted_conventions as versions
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.reading.formats import sheet_of
from tracer.runs import forecasts
from tracer.runs.run import trace

KEYS = table(__file__, "long-searches-keys")
PARTS = ("visits", "values", "windows", "cutoffs", "move", "line", "utility", "counts")


def sheets_about(found, dice):
    """Sheets with some of the right answers, damaged, in other spellings and with other nodes."""
    names = [place.name for place in found.walk()]
    skipped = [name for cut in found.cutoffs for name in cut.skipped] or ["zz"]
    cuts = [{"at": cut.at, "skipped": list(cut.skipped)} for cut in found.cutoffs]
    for number in range(12):
        visits = list(names)
        for _ in range(dice.randint(0, 3)):
            at = dice.randrange(len(visits) + 1)
            visits[at : at + dice.randint(0, 2)] = dice.choices([*names, *skipped, "zz"], k=1)
        visits = visits[: dice.choice([len(visits), 1, 5])]
        if dice.random() < 0.3:
            visits = [name.upper() for name in visits]
        some = dice.sample(names, min(4, len(names)))
        wrote = {
            "visits": visits,
            "values": {name: dice.choice([0, 1, 3]) for name in some},
            "windows": dict.fromkeys(some, "(-inf, inf)"),
            "cutoffs": dice.sample(cuts, min(len(cuts), 2)),
            "move": found.move,
            "line": found.line[: dice.randint(0, 3)],
            "utility": found.value,
            "counts": {"visited": len(names) + dice.randint(0, 1)},
        }
        asked = dice.sample(PARTS, dice.randint(1, 4))
        yield sheet_of({part: wrote[part] for part in asked}, f"s{number}")


@over("text", KEYS, ms=45)
def test_marks_are_the_same_if_the_search_counts_as_long(monkeypatch, text):
    problem = key_of(text)
    monkeypatch.setattr(versions, "work_tree", lambda *_given: None)  # as of every long search
    search = problem.search
    found = trace(problem.source, search.name, problem.accept[0], **search.options)
    sheets = [*sheets_about(found, random.Random(text))]
    short = [grader_of(problem).mark(one).record("full", None) for one in sheets]
    monkeypatch.setattr(visit_names, "LONG", 1)
    grader = grader_of(problem)
    assert isinstance(grader.preferred.answers.visits, VisitNames)
    long = [grader.mark(one).record("full", None) for one in sheets]
    assert long == short


class Words(Game):
    """A game whose moves have capitals, signs that are larger in small letters, and spaces."""

    initial = ""
    name = "words"

    def to_move(self, state):
        return Player.MIN if len(state) % 2 else Player.MAX

    def actions(self, state):
        return ["a", "A", "pass", "to b7", "Straße", "b7"][len(state) :]

    def result(self, state, action):
        return state + action[0]

    def is_terminal(self, state):
        return len(state) > 2

    def utility(self, state, player):
        return self.evaluate(state) * (1 if player is Player.MAX else -1)

    def evaluate(self, state):
        return sum(map(ord, state)) * 7 % 11 - 5


@over(
    "asked",
    [
        {"source": Words(), "search": "minimax"},
        {"source": Words(), "search": "pvs"},
        {"source": Words(), "search": "deepening", "depth": 3},
        {"source": "tic-tac-toe@xo.|.x.|..o", "search": "deepening", "depth": 4},
        {"source": "reversi:4", "search": "alphabeta", "depth": 4},
    ],
    ms=45,
)
def test_nodes_of_a_long_search_are_those_of_all_its_names(asked):
    found = trace(**asked)
    names = [*found.names()]
    long, folded = VisitNames.of_trace(found), [name.casefold() for name in names]
    below = {f"{name} {move}" for name in names for move in ("a", "A", "b7", "1", "zz", "")}
    for name in {*names, *map(str.upper, names), *folded, *below, "", " ", "ROOT", "to"}:
        assert long.rows(name) == [row for row, one in enumerate(names) if one == name]
        exact = name in names or name in {one for cut in found.cutoffs for one in cut.skipped}
        near = {one for one, small in zip(names, folded, strict=True) if small == name.casefold()}
        wanted = name if exact else near.pop() if len(near) == 1 else None
        assert long.spelling(name) == wanted
    assert long.spelling("1 " * 200_000) is None  # no recursion, and no time for what is not there


def by_table(one, other):
    """The table of the textbooks."""
    table = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i, left in enumerate(one):
        for j, right in enumerate(other):
            table[i + 1][j + 1] = (
                table[i][j] + 1 if left == right else max(table[i][j + 1], table[i + 1][j])
            )
    return table[-1][-1]


@over("alphabet", [1, 2, 6, 30, 400])
def test_common_part_equals_that_of_the_table_in_every_way_of_finding_it(alphabet):
    dice = random.Random(alphabet)
    for _ in range(60):
        one, other = (
            tuple(str(dice.randrange(alphabet)) for _ in range(dice.randint(0, 60)))
            for _ in range(2)
        )
        expected = by_table(one, other)
        assert common_in_order(one, other) == expected
        both = {*one} & {*other}
        ours = [name for name in one if name in both]
        theirs = [name for name in other if name in both]
        assert _by_matches(ours, theirs) == expected
        assert _by_bits(*sorted((ours, theirs), key=len)) == expected


@over(
    "asked", ["visits", "values", "windows", "cutoffs", "move", "line", "utility", "counts"], ms=45
)
def test_key_is_refused_if_a_convention_that_it_names_exceeds_the_budget(monkeypatch, asked):
    problem = key_of(f"source: nim:1,2,3\naccept: [aima, cs188]\nparts: {{{asked}: 1}}\n")
    visits = trace("nim:1,2,3", convention="aima").counts.visited
    more = trace("nim:1,2,3", convention="cs188").counts.visited
    for most, whose in ((visits, "aima"), (more, "cs188")):
        monkeypatch.setattr(forecasts, "MOST_VISITS", most - 1)
        monkeypatch.setattr(versions, "work_tree", lambda *_given: None)
        with pytest.raises(InvalidInput) as caught:
            marked(problem, [])
        assert f"the convention {whose} makes more than {most - 1:,} visits" in str(caught.value)
        assert caught.value.where.endswith(("key.yaml:1:1", "key.yaml:2:1"))
        assert "depth limit" in caught.value.hint
    monkeypatch.setattr(forecasts, "MOST_VISITS", more + 1)
    assert [*marked(problem, [])] == []


def test_key_is_refused_before_it_is_searched_if_iterations_exceed_the_budget(monkeypatch):
    text = "source: nim:1,2\nsearch: mcts\niterations: 50\nparts: {visits: 1}\n"
    problem = key_of(text)
    monkeypatch.setattr(forecasts, "MOST_VISITS", 49)
    monkeypatch.setattr(forecasts, "trace", None)
    with pytest.raises(InvalidInput, match="50 iterations makes more than 49 visits") as caught:
        marked(problem, [])
    assert caught.value.where.endswith("key.yaml:3:1")


def test_cutoff_that_skips_a_node_is_found_by_its_moves(monkeypatch):
    monkeypatch.setattr(visit_names, "LONG", 1)
    right = answers.answers_of_trace(trace("tic-tac-toe@xo.|.x.|..o"))
    assert isinstance(right.visits, VisitNames)
    skipping = {name: cut.at for cut in right.cuts for name in cut.skipped}
    assert {name: right.cut_that_skips(name) for name in skipping} == skipping != {}


def test_names_of_visits_are_not_made_for_a_sheet_that_names_no_node(monkeypatch):
    monkeypatch.setattr(visit_names, "LONG", 1)
    monkeypatch.setattr(versions, "work_tree", lambda *_given: None)
    monkeypatch.setattr(VisitNames, "of_trace", None)
    problem = key_of("source: tic-tac-toe@xo.|.x.|..o\nparts: {utility: 1}\n")
    assert grader_of(problem).mark(sheet_of({"utility": "1"}, "s")).score == 1
