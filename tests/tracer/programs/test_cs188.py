"""CS 188's agents: over hand trees, the project's own tests, several ghosts, and games."""

import json
import random
from typing import Any

import pytest

from engine.conventions import PRESETS
from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.program_files import read_program
from tests.support.programs_inside import run_inside
from tests.support.programs_marking import assert_recorded, key_in, program_of
from tests.support.programs_slips import PLAIN_SLIPS, SLIPS, program
from tests.support.programs_trials import KEYS, fresh, is_right, marked, missed, problem
from tests.support.programs_words import CS188
from tests.support.tables import table
from tracer.generate.fresh import add_fresh_trees
from tracer.marking.keys.key import read_key
from tracer.marking.keys.problem import Problem, SearchRules
from tracer.programs.shapes import find_shape
from tracer.programs.sheets import ProgramRunner
from tracer.programs.submissions import Submission

#: As students write them: the project's head, a function for each kind of agent.
MULTI_AGENTS = read_program("cs188/multi-agents")

#: A test in the form of the project's, made for plytrace.
TEST_FILE = read_program("cs188/graph.template")


def strict(source: str, search: str = "alphabeta", **options: object) -> Problem:
    """A key by the course's convention."""
    return Problem("key", source, SearchRules(search, options), accept=(PRESETS["cs188"],))


@over("search", ["minimax", "alphabeta", "expectimax"], ms=45)
@over("source", [*KEYS, "ghosts", "ties"])
def test_correct_agents_get_full_marks(search, source, tmp_path):
    if search == "expectimax" and source == "ghosts":
        source = "lecture"  # two ghosts at random belong to the project's tests below
    record = marked(tmp_path, MULTI_AGENTS, strict(source, search), "cs188")
    assert is_right(record), record


@over("source", KEYS)
def test_agents_of_another_convention_are_correct_by_that_one(source, tmp_path):
    assert is_right(marked(tmp_path, program(CS188), problem(source), "cs188"))


@over(("agent", "search"), table(__file__, "cs188-agents"))
@over("rounds", [1, 2, 3])
def test_project_test_files_are_keys(agent, search, rounds, tmp_path):
    file = tmp_path / "small.test"
    text = TEST_FILE.format(alg=agent)
    for state in ("G", "H", "I", "g1", "A"):  # where a limit of one round stops
        text = text.replace('evaluation: """', f'evaluation: """\n{state} {len(state)}.0', 1)
    if rounds == 3:  # where no limit stops, the agents stop at what the file calls won or lost
        text = text.replace('lose_states: "l1"', 'lose_states: "l1 g1b g2b h1b h2b i1b"')
    file.write_text(text, encoding="utf-8")
    folder = tmp_path / "programs"
    folder.mkdir()
    record = marked(folder, MULTI_AGENTS, strict(str(file), search, rounds=rounds), "cs188")
    assert is_right(record), record


#: An agent that records every state.
ASKING = read_program("cs188/asking")


def random_test(dice: random.Random) -> tuple[str, dict[str, list[Any]]]:
    """A tree test, and of each state whether it is won, whether it is lost, and its moves.

    Values say nothing of who wins; states are won, lost or neither, with and without successors.
    """
    lines, values, known = [], [], {}
    over: dict[str, list[str]] = {"won": [], "lost": []}

    def grow(state: str, depth: int) -> None:
        ends = dice.choice(["won", "lost", ""]) if depth else ""
        has_moves = depth == 0 or (depth < 3 and dice.random() < 0.7)
        moves = [f"m{place}" for place in range(dice.randint(1, 3))] if has_moves else []
        if ends and (dice.random() < 0.4 or not moves):
            over[ends].append(state)
        else:
            ends = ""
        lines.extend(f"{state} {move} {state}{move}" for move in moves)
        values.append(f"{state} {dice.choice([-7.5, -1, 0, 0.5, 9])}")
        known[state] = [ends == "won", ends == "lost", [] if ends else moves]
        if not ends:
            for move in moves:
                grow(f"{state}{move}", depth + 1)
        else:  # what the file says behind the end of the game is out of reach
            values.extend(f"{state}{move} 1" for move in moves)

    grow("A", 0)
    text = (
        'class: "GraphGameTreeTest"\nalg: "MinimaxAgent"\ndepth: "5"\nnum_agents: "2"\n'
        f'start_state: "A"\nwin_states: "{" ".join(over["won"])}"\n'
        f'lose_states: "{" ".join(over["lost"])}"\n'
    )
    for name, rows in (("successors", lines), ("evaluation", values)):
        text += f'{name}: """\n' + "\n".join(rows) + '\n"""\n'
    return text, known


@over("seed", range(25), ms=45)
@over("options", [{}, {"rounds": 2}, {"max_player": "to-move"}])
def test_state_is_won_or_lost_as_in_the_projects_test(seed, options, tmp_path):
    text, known = random_test(random.Random(seed))
    (tmp_path / "t.test").write_text(text, encoding="utf-8")
    folder = fresh(tmp_path)
    run = run_inside(
        folder, ASKING, strict(str(tmp_path / "t.test"), "minimax", **options), "cs188"
    )
    assert not run.failure
    assert json.loads((folder / "found.json").read_text()) == known


@over("slip", SLIPS, ms=45)
def test_misconception_is_recognised(slip, tmp_path):
    assert not missed(tmp_path, CS188, slip, "cs188")


#: Without cutoffs, only the set of generated states counts, as in the project.
@over("slip", [one for one in PLAIN_SLIPS if one != "right-to-left/"], ms=45)
def test_misconception_without_windows_is_recognised_if_visible(slip, tmp_path):
    found = missed(tmp_path, CS188, slip, "cs188", "minimax")
    assert not found


BREADTH_FIRST = MULTI_AGENTS.replace("class AlphaBetaAgent(", "class Other(") + read_program(
    "cs188/breadth-first"
)


@over("case", table(__file__, "cs188-records"))
def test_agent_gets_its_record(case, tmp_path):
    code = program_of(case, {"agents": MULTI_AGENTS, "breadth-first": BREADTH_FIRST})
    key = strict(**{"source": "lecture"} | case.get("key", {}))
    assert_recorded(marked(tmp_path, code, key, "cs188"), case)


@over("off", [1, -1])
def test_depth_off_by_a_round_is_recognised(off, tmp_path):
    tree = (
        "{tree: [{eval: 1, children: [{eval: 5, children: [{eval: 0, children: [3, 4]}, "
        "{eval: 8, children: [3, 1]}]}, {eval: 2, children: [0, 9]}]}, "
        "{eval: 6, children: [{eval: 3, children: [1, 8]}, {eval: 7, children: [2, 2]}]}]}"
    )
    code = program(CS188).replace("depth == self.depth", f"2 * depth + agent == 2 + {off}")
    record = marked(tmp_path, code, problem(tree, rounds=1), "cs188")
    assert "depth-off-by-one" in {one["id"] for one in record["misconceptions"]}, record
    assert record["misconceptions"][0]["fit"] == 1


@over("key", table(__file__, "cs188-chance-keys"), ms=60)
def test_right_agent_has_full_marks_on_chance_nodes_and_fresh_trees(key, tmp_path):
    text = (
        f"{key}\nsearch: expectimax\naccept: [cs188]\nshape: cs188\nparts: {{visits: 4, move: 1}}"
    )
    key = add_fresh_trees(key_in(tmp_path, text))
    for tree in (key, *key.programs.trees):
        record = marked(tmp_path, MULTI_AGENTS, tree, "cs188")
        assert is_right(record), record


def test_game_started_by_min_is_refused():
    asked = ProgramRunner()._request_for(problem("{root: min, tree: [[1, 2], [3, 4]]}"))
    with pytest.raises(InvalidInput, match="MAX does not begin"):
        find_shape("cs188").check(asked.game)


def test_project_folder_is_one_program_and_its_own_modules_are_used(tmp_path):
    folder = tmp_path / "ann"
    folder.mkdir()
    (folder / "multiAgents.py").write_text(MULTI_AGENTS, encoding="utf-8")
    (folder / "util.py").write_text(
        "MINE = True\ndef manhattanDistance(a, b): return 0\n"
        "def lookup(name, names): return names[name]\n",
        encoding="utf-8",
    )
    sheet = ProgramRunner().sheet(Submission("ann", folder), read_key("lecture"))
    assert not sheet.error
    assert sheet.answers["move"] == "B"
    assert len(sheet.answers["visits"]) == 11
