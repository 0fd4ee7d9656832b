"""The project's tree tests are searched as the project's agents search them."""

from __future__ import annotations

import random

import pytest

from engine.errors import InvalidInput
from tracer import trace
from trees.cs188 import read_cs188
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
        successors = [
            f"{state}  {move} {child}"
            for state, moves in self.moves.items()
            for move, child in moves.items()
        ]
        values = [f"{state} {float(value)}" for state, value in self.values.items()]
        random_.shuffle(values)
        won, lost = (
            " ".join(s for s, how in self.over.items() if how == h) for h in ("win", "lose")
        )
        note = "  # a comment" if random_.random() < 0.5 else ""
        return "\n".join(
            [
                f'class: "GraphGameTreeTest"{note}',
                f'alg: "{alg}"',
                f'depth: "{self.depth}"',
                "# a tree",
                'diagram: """',
                "   root   / # \\   : no picture",
                '"""',
                f'num_agents: "{self.agents}"',
                "",
                'start_state: "root"',
                f'win_states: "{won}"',
                f'  lose_states: "{lost}"{note}',
                'successors: """',
                *successors,
                '"""',
                'evaluation: """',
                *values,
                '"""',
                "",
            ]
        )

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


@pytest.mark.parametrize("search", AGENTS)
@pytest.mark.parametrize("seed", range(40))
def test_searches_make_the_states_that_the_projects_agents_make(seed, search):
    problem = Problem(seed)
    game = read_cs188(problem.text(random.Random(seed), AGENTS[search]), "x.test")
    t = trace(game, search, convention="cs188", rounds=problem.depth)
    value, made = problem.value(search)
    assert t.value == pytest.approx(value)
    assert [visit.id for visit in t.visits] == made
    first = {"minimax": "-a minimax", "alphabeta": "-a alphabeta -c cs188"}
    asked = f"{first.get(search, '-a expectimax')} --rounds {problem.depth}"
    assert game.warnings == (f"as the test has it: {asked}",)


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


def test_moves_values_estimates_and_ends(tmp_path):
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


def test_what_the_file_leaves_open_is_not_asked_for():
    text = TEST.replace('alg: "MinimaxAgent"\n', "").replace('depth: "3"\n', "")
    assert read_cs188(text, "x.test").warnings == ()
    only = TEST.replace('lose_states: ""\n', "").replace("MinimaxAgent", "MyAgent")
    assert read_cs188(only, "x.test").warnings == ("as the test has it: --rounds 3",)


def changed(old, new):
    assert old in TEST
    return TEST.replace(old, new, 1)


MANY = changed("A Left B\n", "".join(f"A m{n} s{n}\n" for n in range(30_000)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "x.test:1:1: no class in this test; expected class:"),
        ("tree: [1]", "x.test:1:1: 'tree: [1]'; expected a line such as"),
        (changed("GraphGameTreeTest", "EvalAgentTest"), "x.test:1:9: a test of the class 'Eval"),
        (changed("start_state", "start"), "no start_state in this test"),
        (changed("start_state", "start_stat"), "Did you mean start_stat?"),
        (changed('"A"', '"Z"'), "x.test:5:15: no state 'Z' in successors"),
        (changed('"A"', '"A B"'), "x.test:5:1: 2 words as start_state"),
        (changed('"2"', '"two"'), "x.test:4:14: 'two' as num_agents; expected a number from 1"),
        (changed('"2"', '"0"'), "x.test:4:14: '0' as num_agents"),
        (changed('"3"', '"-1"'), "x.test:3:9: '-1' as depth"),
        (changed('"3"', '"3'), "x.test:3:1: 'depth: \"3'"),
        (changed("B Down D", "B Down"), "x.test:12:1: 2 words; expected a state, a move"),
        (changed("B Down D", "B Do,wn D"), "x.test:12:3: a move with a space or a comma"),
        (changed("B Down D", "A Left D"), "x.test:12:3: a second move Left of A"),
        (changed("B Down D", "B Down A"), "x.test:9:8: B is its own descendant"),
        (
            changed("B Down D", "B Down F"),
            "x.test:12:8: the state 'F' has no successors, and has no",
        ),
        (changed("C 1.0", ""), "x.test:10:9: the state 'C' is won or lost, and has no line in"),
        (
            changed('win_states: "C D"', 'win_states: "B C D"').replace("B 7.5", ""),
            "x.test:9:8: the state 'B' is won or lost, and has no line in evaluation; expected its",
        ),
        (
            changed('lose_states: ""', 'lose_states: "E D"'),
            "x.test:7:17: the state 'D' is both won and lost; expected it in win_states or",
        ),
        (changed("B 7.5", "B seven"), "x.test:16:3: 'seven' is not a number"),
        (changed("B 7.5", "B"), "x.test:16:1: 1 words; expected a state and its value"),
        (changed("B 7.5", "B inf"), "x.test:16:3: 'inf' is not a number"),
        (changed("C 1.0", "B 1.0"), "x.test:17:1: a second value of 'B'"),
        (changed("depth", "alg"), "x.test:3:1: 'alg' for the second time"),
        (TEST.rstrip().removesuffix('"""'), "x.test:15:1: 'evaluation' that no"),
        (MANY, "more than 25,000 states"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text, said):
    with pytest.raises(InvalidInput) as caught:
        read_cs188(text, "x.test")
    assert said in str(caught.value)
    assert str(caught.value).startswith("x.test:")
    assert len(str(caught.value)) < 300


def test_a_state_that_two_ways_lead_to_is_one_node_if_its_turn_is_one():
    game = read_cs188(changed("C Down E", "A Again B"), "x.test")
    assert len(game) == 4
    assert [visit.id for visit in trace(game, "minimax").visits] == ["A", "B", "D", "C", "B", "D"]
    with pytest.raises(InvalidInput, match="B is shared, and by different paths"):
        read_cs188(changed("B Down D", "B Down D\nA Up F\nF Up B"), "x.test")


@pytest.mark.parametrize("seed", range(200))
def test_whatever_is_changed_there_is_a_tree_or_one_message(seed):
    random_ = random.Random(seed)
    signs = list(TEST)
    for _ in range(random_.randint(1, 4)):
        signs[random_.randrange(len(signs))] = random_.choice('"#: \n019ABC,.-\\\0é')
    said = ""
    try:
        assert len(read_cs188("".join(signs), "x.test")) >= 1
    except InvalidInput as error:
        said = str(error)
    assert not said or said.startswith("x.test:")
