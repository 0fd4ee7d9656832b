"""CS 188's agents as students write them, and the modules of the project that they use."""

import pytest

from tests.support.cases import over
from tests.support.program_files import read_program
from tests.support.programs_agents import AGENTS, HEADS
from tests.support.programs_project import judged
from tests.support.programs_run import changed, record_of
from tests.support.programs_slips import trees
from tests.support.programs_trials import is_right, key_with_trees, marked
from tests.support.tables import table
from tests.tracer.programs.test_cs188 import MULTI_AGENTS, TEST_FILE, strict

AGENT_OF = {
    "minimax": "MinimaxAgent",
    "alphabeta": "AlphaBetaAgent",
    "expectimax": "ExpectimaxAgent",
}
TREES = (
    [[[[3, 17], [2, 12]], [[15], [25, 0]]], [[[2, 5], [3]], [[2, 14]]]],
    [[0, 4, 0], [[0, 0], 4], [[-1, 0], [0]]],
    *trees(22, 3),
)


def records_of(code, search, folder):
    """The records of a program over trees and a test of the project's form with two ghosts."""
    text = TEST_FILE.format(alg=AGENT_OF[search])
    text = text.replace('lose_states: "l1"', 'lose_states: "l1 g1b g2b h1b h2b i1b"')
    for state in ("G", "H", "I"):  # where a limit of one round stops
        text = text.replace('evaluation: """', f'evaluation: """\n{state} {ord(state)}.0', 1)
    file = folder / "small.test"
    file.write_text(text, encoding="utf-8")
    keys = [{"tree": tree} for tree in TREES]
    keys += [{"source": str(file), "rounds": rounds} for rounds in (1, 3)]
    for key in keys:
        yield record_of(code, key | {"search": search, "accept": ["cs188"]}, folder)


@over("name", AGENTS, ms=45)
def test_right_agent_gets_full_marks_in_any_form(name, tmp_path):
    one = AGENTS[name]
    for record in records_of(one.right, one.search, tmp_path):
        assert is_right(record), record
        assert record["misconceptions"] == []


@over("name", AGENTS, ms=45)
def test_wrong_agent_does_not_get_full_marks(name, tmp_path):
    one = AGENTS[name]
    records = [*records_of(one.wrong, one.search, tmp_path)]
    assert not any("error" in record for record in records)
    assert not all(map(is_right, records))


@over("source", ["lecture", "ghosts"], ms=60)
@over("name", AGENTS, ms=60)
def test_depth_of_agents_shows_although_no_leaf_of_the_key_is_so_deep(name, source, tmp_path):
    agent = AGENTS[name]
    text = (
        f"source: {source}\nsearch: {agent.search}\naccept: [cs188]\nrounds: 2\n"
        "parts: {visits: 4, move: 1}\n"
    )
    key, _ = key_with_trees(text)
    for tree in key.programs.trees:
        record = marked(tmp_path, agent.right, tree, "cs188")
        assert is_right(record), (tree.programs.tree_text, record)


@over("search", AGENT_OF, ms=60)
@over("change", ["depth > self.depth", "depth + 2 > self.depth"])
def test_agent_with_another_depth_loses_marks(search, change, tmp_path):
    text = f"source: lecture\nsearch: {search}\nrounds: 2\naccept: [cs188]\n"
    key, _ = key_with_trees(text + "parts: {visits: 4, move: 1}\n")
    code = MULTI_AGENTS.replace("depth == self.depth", change)
    assert code != MULTI_AGENTS
    records = [marked(tmp_path, code, tree, "cs188") for tree in key.programs.trees]
    assert not all(map(is_right, records))


# What counts -------------------------------------------------------------------------------------

#: A head that needs no module but the project's.
HEAD = (
    "import copy, math\nfrom collections import namedtuple\nfrom functools import partial, reduce\n"
    f"from game import *\nfrom pacman import GameState\n{HEADS['2014']}"
)
#: The project's trees have no copies, and the names of one version.
ON_TREES = [
    name for name in AGENTS if name not in ("a copy of the state", "names of another version")
]


@over("name", ON_TREES, ms=90)
@over("tree", trees(37, 40))
def test_verdict_is_that_of_the_projects_grader(name, tree, tmp_path):
    agent = AGENTS[name]
    right, right_move = judged(MULTI_AGENTS, AGENT_OF[agent.search], tree)
    for code in (agent.code, changed(agent.code, agent.mistake)):
        states, move = judged(HEAD + code, AGENT_OF[agent.search], tree)
        key = strict(str(tree), agent.search)
        record = marked(tmp_path, HEAD + code, key, "cs188")
        visits, chosen = record["parts"]
        assert visits["ok"] == (states == right)
        # The project's grader does not ask what a right move rests on.
        by_luck = "did not read the leaves" in chosen["message"]
        assert (chosen["ok"] or by_luck) == (move == right_move)
        assert not (by_luck and visits["ok"])


@over("name, remark", table(__file__, "cs188-remarks"))
def test_what_costs_nothing_is_noted(name, remark, tmp_path):
    agent = AGENTS[name]
    key = strict("[[4, 7], [5, 6], [0, 9]]", agent.search)
    notes = marked(tmp_path, HEAD + agent.code, key, "cs188").get("notes", [])
    assert notes == [f"the program: {remark}"]


def test_alpha_beta_that_generates_pruned_states_loses_marks(tmp_path):
    code = HEAD + read_program("cs188/successors-ahead")
    assert is_right(marked(tmp_path, code, strict("[[4, 7], [5, 6]]"), "cs188"))
    record = marked(tmp_path, code, strict("lecture"), "cs188")
    assert [one["ok"] for one in record["parts"]] == [False, True]
    assert any(
        one.startswith("the program: it generates C2 (and 1 more)") for one in record["notes"]
    )


def test_agent_that_caches_positions_is_noted(tmp_path):
    code = HEAD + read_program("cs188/memoised")
    record = marked(tmp_path, code, strict("tic-tac-toe@xox|o..|...", "minimax"), "cs188")
    assert [one["ok"] for one in record["parts"]] == [False, True]
    assert any("it caches the positions that it searches" in one for one in record["notes"])


def test_agent_without_cutoffs_may_search_its_moves_in_any_order(tmp_path):
    code = HEAD + AGENTS["actions from the end of a list"].code
    assert is_right(marked(tmp_path, code, strict("lecture", "minimax"), "cs188"))


# The project's modules ---------------------------------------------------------------------------

#: Looks into what the project's modules and states have, with the types that they have there.
PROBE = read_program("cs188/probe")
LECTURE = {"source": "lecture", "search": "minimax", "shape": "cs188"}


def test_projects_modules_and_states_have_its_names_and_types(tmp_path):
    record = record_of(PROBE, LECTURE, tmp_path)
    assert "error" not in record, record["error"]
    assert [one for one in record["notes"] if "is not installed" not in one] == []


@pytest.mark.parametrize(
    "line", ["import pandas as pd", "from turtle import *", "from tkinter import W, ttk"]
)
def test_module_that_is_missing_or_refused_stands_aside(line, tmp_path):
    code = f"{line}\n{HEADS['star']}{AGENTS['plies that are counted down'].code}"
    record = record_of(code, LECTURE, tmp_path)
    assert is_right(record), record


MINIMAX = AGENTS["depth counted at the last ghost"]


@over(("old", "new", "reason"), table(__file__, "cs188-failures"))
def test_program_that_cannot_run_says_why_once(old, new, reason, tmp_path):
    program = changed(HEADS["today"] + MINIMAX.code, (old, new))
    record = record_of(program, LECTURE, tmp_path)
    assert record["error"].count(reason) == 1, record["error"]
    assert record["score"] == 0


def test_stray_imports_are_noted_once_and_change_nothing(tmp_path):
    record = record_of(HEADS["today"] + MINIMAX.code, LECTURE, tmp_path)
    assert is_right(record), record
    assert len(record["notes"]) == len(set(record["notes"]))
    assert any(
        "it imports sqlalchemy, which is not installed here" in one for one in record["notes"]
    )


def test_agent_keeps_the_attributes_that_its_class_sets(tmp_path):
    code = read_program("cs188/own-attributes")
    key = {
        "tree": [
            [{"eval": 3, "children": [1, 2]}, {"eval": 8, "children": [5, 6]}],
            [{"eval": 4, "children": [9, 9]}, {"eval": 6, "children": [0, 1]}],
        ],
        "search": "minimax",
        "rounds": 1,
    }
    record = record_of(HEADS["2014"] + code, key, tmp_path)
    assert is_right(record), record
