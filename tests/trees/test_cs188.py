"""The project's tree tests are searched as the project's agents search them."""

import random

import pytest

from engine.errors import InvalidInput
from tests.support.cases import over
from tests.support.tables import table
from tracer import trace
from trees.formats.cs188 import read_cs188
from trees.sources import open_source

AGENTS = {"minimax": "MinimaxAgent", "alphabeta": "AlphaBetaAgent", "expectimax": "ExpectimaxAgent"}


class Problem:
    """A random problem of the project: states by name, and an agent that walks over them."""

    def __init__(self, seed):
        random_ = random.Random(seed)
        self.agents = random_.choice([2, 2, 3, 4])
        self.depth = random_.randint(1, 3)
        self.moves, self.values, self.over = {}, {}, {}
        self._grow(random_, "root", random_.randint(1, 5))

    def _grow(self, random_, state, plies):
        self.values[state] = random_.choice([0, 1, 2, 3, -1.5, 10.0, -7.25])
        if plies == 0 or (random_.random() < 0.1 and state != "root"):
            if random_.random() < 0.7:
                self.over[state] = random_.choice(["win", "lose"])
            return
        names = random_.sample(["Left", "Right", "Center", "Stop"], random_.randint(1, 3))
        self.moves[state] = {move: f"{state}/{move[0]}" for move in names}
        for child in self.moves[state].values():
            self._grow(random_, child, plies - 1)

    def text(self, random_, alg):
        successors = "\n".join(
            f"{state}  {move} {child}"
            for state, moves in self.moves.items()
            for move, child in moves.items()
        )
        lines = [f"{state} {float(value)}" for state, value in self.values.items()]
        values = "\n".join(random_.sample(lines, len(lines)))
        won, lost = (
            " ".join(s for s, how in self.over.items() if how == h) for h in ("win", "lose")
        )
        note = "  # a comment" if random_.random() < 0.5 else ""
        return f'''class: "GraphGameTreeTest"{note}
alg: "{alg}"
depth: "{self.depth}"
# a tree
diagram: \"\"\"
   root   / # \\   : no picture
\"\"\"
num_agents: "{self.agents}"

start_state: "root"
win_states: "{won}"
  lose_states: "{lost}"{note}
successors: \"\"\"
{successors}
\"\"\"
evaluation: \"\"\"
{values}
\"\"\"
'''

    def value(self, search, state="root", agent=0, rounds=0, low=-1e9, high=1e9, made=None):
        """A state's value as an agent of the project finds it, and the states that it makes."""
        if made is None:
            made = ["root"]
        moves = self.moves.get(state)
        if rounds == self.depth or state in self.over or not moves:
            return self.values[state], made
        after = (agent + 1) % self.agents
        found = []
        for child in moves.values():
            made.append(child)
            v, _ = self.value(search, child, after, rounds + (after == 0), low, high, made)
            found.append(v)
            if search == "alphabeta":
                best = max(found) if agent == 0 else min(found)
                if best > high if agent == 0 else best < low:
                    return best, made
                low, high = (max(low, best), high) if agent == 0 else (low, min(high, best))
        if agent == 0:
            return max(found), made
        return (sum(found) / len(found) if search == "expectimax" else min(found)), made


@over("search", AGENTS, ms=45)
@over("seed", range(40))
def test_searches_visit_the_states_that_the_projects_agents_visit(seed, search):
    problem = Problem(seed)
    game = read_cs188(problem.text(random.Random(seed), AGENTS[search]), "x.test")
    t = trace(game, search, convention="cs188", rounds=problem.depth)
    value, made = problem.value(search)
    assert t.value == pytest.approx(value)
    assert [visit.id for visit in t.visits] == made
    first = {"minimax": "-a minimax", "alphabeta": "-a alphabeta -c cs188"}
    asked = f"{first.get(search, '-a expectimax')} --rounds {problem.depth}"
    assert game.warnings == (f"the test uses: {asked}",)


TEST = """\
class: "GraphGameTreeTest"
alg: "MinimaxAgent"
depth: "3"
num_agents: "2"
start_state: "A"
win_states: "C D"
lose_states: ""
successors: \"\"\"
A Left B
A Right C

B Down D
C Down E
\"\"\"
evaluation: \"\"\"
B 7.5
C 1.0
D -2.0
E 4.0
\"\"\"
"""


def test_moves_values_estimates_and_terminal_states_are_read(tmp_path):
    path = tmp_path / "one.test"
    path.write_text(TEST, encoding="utf-8")
    opened = open_source(str(path))
    game = opened.game
    assert (opened.kind, opened.title) == ("tree", "one")
    assert game.ids == ["A", "B", "C", "D"]  # the game is over at C: nothing comes after it
    assert [game.name_of(edge) for edge in game.moves(0)] == ["Left", "Right"]
    assert list(game.evals) == [None, 7.5, None, None]
    assert list(game.values) == [None, None, 1.0, -2.0]
    assert trace(path, "minimax").value == 1
    assert trace(path, "minimax", rounds=1).value == 1
    assert trace(path, "minimax", depth=1).value == 7.5


def test_missing_optional_parts_are_not_required():
    text = TEST.replace('alg: "MinimaxAgent"\n', "").replace('depth: "3"\n', "")
    assert read_cs188(text, "x.test").warnings == ()
    only = TEST.replace('lose_states: ""\n', "").replace("MinimaxAgent", "MyAgent")
    assert read_cs188(only, "x.test").warnings == ("the test uses: --rounds 3",)


def changed(old, new):
    assert old in TEST
    return TEST.replace(old, new, 1)


MANY = changed("A Left B\n", "".join(f"A m{n} s{n}\n" for n in range(30_000)))


@over(
    ("text", "message"),
    [
        *((changed(old, new), message) for old, new, message in table(__file__, "cs188_errors")),
        ("", "x.test:1:1: this test has no class; expected class:"),
        ("tree: [1]", "x.test:1:1: the line 'tree: [1]' cannot be read; expected a line such as"),
        (
            changed('win_states: "C D"', 'win_states: "B C D"').replace("B 7.5", ""),
            "x.test:9:8: the state 'B' is won or lost, but has no line in evaluation; expected its",
        ),
        (TEST.rstrip().removesuffix('"""'), "x.test:15:1: 'evaluation' has no closing"),
        (MANY, "more than 25,000 states"),
    ],
    ms=45,
)
def test_errors_are_reported_with_their_place(text, message):
    with pytest.raises(InvalidInput) as caught:
        read_cs188(text, "x.test")
    assert message in str(caught.value)
    assert str(caught.value).startswith("x.test:")
    assert len(str(caught.value)) < 300


def test_state_reached_by_two_paths_is_one_node_if_its_player_is_the_same():
    game = read_cs188(changed("C Down E", "A Again B"), "x.test")
    assert len(game) == 4
    assert [visit.id for visit in trace(game, "minimax").visits] == ["A", "B", "D", "C", "B", "D"]
    with pytest.raises(InvalidInput, match="B is shared, but different paths"):
        read_cs188(changed("B Down D", "B Down D\nA Up F\nF Up B"), "x.test")


@pytest.mark.parametrize(("text", "warned"), table(__file__, "cs188_warnings"))
def test_finished_or_unreachable_states_give_a_warning(text, warned):
    (found,) = (one for one in read_cs188(text, "x.test").warnings if "names" in one)
    assert found.startswith(warned)
    assert not any("names" in one for one in read_cs188(TEST, "x.test").warnings)
