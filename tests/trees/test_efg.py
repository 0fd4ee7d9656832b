"""Gambit's files are read as Gambit reads them; what minimax cannot search is refused."""

import io
import random
from collections import Counter
from fractions import Fraction

import pytest

from engine.errors import InvalidInput, SearchRefused
from engine.game import Player
from tests.support.cases import over
from tests.support.tables import table
from tracer import trace
from trees.formats.efg import read_efg
from trees.formats.tree_yaml import MAX_NODES
from trees.hand_tree import VectorTree
from trees.sources import open_source

HEAD = 'EFG 2 R "Title" { "Ann" "Ben" }\n""\n'


class Drawn:
    """A random game: as a file, in the many ways in which one can be written, and as a tree.

    A node of the tree is (payoffs or None, who, [(share, child)]); who is 0 for chance.
    """

    def __init__(self, draw, players):
        self.draw, self.players = draw, players
        self.has_constant_sum = players == 1 or (players == 2 and draw.random() < 0.8)
        self.lines, self.outcomes, self.sets, self.impossible = [], {}, Counter(), 0
        self.tree = self.node(4)
        names = " ".join(f'"P{number}"' for number in range(1, players + 1))
        between = draw.choice(["\n", " \t\n"])
        self.text = f'EFG 2 R "drawn" {{ {names} }}\n""\n{between.join(self.lines)}\n'

    def payoffs(self):
        first = Fraction(self.draw.randint(-20, 20), self.draw.choice([1, 1, 2, 3]))
        if self.players == 2 and self.has_constant_sum:
            return first, -first
        return (first, *(self.draw.randint(-9, 9) for _ in range(self.players - 1)))

    def outcome(self, pays):
        if pays is None:
            return "0"
        is_known = pays in self.outcomes
        number = self.outcomes.setdefault(pays, len(self.outcomes) + 1)
        if is_known and self.draw.random() < 0.5:
            return f"{number}"
        joined = self.draw.choice([" ", ", ", "\n  "]).join(map(str, pays))
        return f'{number} "outcome {number}" {{ {joined} }}'

    def node(self, plies):
        if not plies or (plies < 4 and self.draw.random() < 0.15):
            pays = self.payoffs()
            self.lines.append(f't "" {self.outcome(pays)}')
            return pays, None, []
        pays = self.payoffs() if self.draw.random() < 0.25 else None
        who = self.draw.choice([*range(not self.has_constant_sum, self.players + 1)])
        self.sets[who] += 1
        many = self.draw.randint(1, 3)
        shares = [self.draw.randint(0, 2) for _ in range(many)] if not who else [1] * many
        shares = shares if any(shares) else [1] * many
        self.impossible += shares.count(0)
        actions = [
            f'"a{place}"' + ("" if who else f" {share}/{sum(shares)}")
            for place, share in enumerate(shares)
        ]
        kind = f'p "" {who}' if who else 'c ""'
        name = self.draw.choice(["", f"({who},{self.sets[who]})"])
        known = f'{kind} {self.sets[who]} "{name}" {{ {" ".join(actions)} }}'
        self.lines.append(f"{known} {self.outcome(pays)}")
        below = [(Fraction(share, sum(shares)), self.node(plies - 1)) for share in shares]
        return pays, who, below


def compare(tree, game, node=0, paid=0):
    """See that a tree of ours is the drawn one; return its means at random, and its value."""
    pays, who, children = tree
    paid = [sum(both) for both in zip(paid, pays, strict=True)] if pays else paid
    if not children:
        assert game.is_terminal(node)
        shares = game.shares(node) if isinstance(game, VectorTree) else paid
        assert list(shares) == paid
        assert game.values[node] in (paid[0], *paid)
        return paid, paid[0]
    kept = [(place, *child) for place, child in enumerate(children) if child[0]]
    edges = list(game.moves(node))
    assert [game.name_of(edge) for edge in edges] == [f"a{place}" for place, _, _ in kept]
    if isinstance(game, VectorTree):
        assert game.mover(node) == who - 1
        assert (game.against_all().to_move(node) is Player.MAX) == (who - 1 == game.mover(0))
    else:
        assert game.to_move(node) is {0: Player.CHANCE, 1: Player.MAX, 2: Player.MIN}[who]
    shares = [share for _, share, _ in kept]
    if not who:
        assert [share for _, share in game.chances(node)] == shares
    found = [
        compare(child, game, game.result(node, edge), paid)
        for (_, _, child), edge in zip(kept, edges, strict=True)
    ]
    *means, values = zip(*([*mean, value] for mean, value in found), strict=True)
    *means, expected = [
        sum(share * each for share, each in zip(shares, column, strict=True))
        for column in (*means, values)
    ]
    return means, {0: expected, 1: max(values)}.get(who, min(values))


@over("players", [1, 2, 2, 3, 4])
@over("seed", range(60), ms=180)
def test_random_games_read_as_in_gambit(players, seed):
    """Gambit and plytrace read the same text, and the text that Gambit writes from it."""
    pygambit = pytest.importorskip("pygambit")
    draw = random.Random(f"{players} {seed}")
    drawn = Drawn(draw, players)
    while not all(drawn.sets[who] for who in range(1, players + 1)):
        drawn = Drawn(draw, players)  # Gambit values profiles of decisions
    theirs = pygambit.read_efg(io.StringIO(drawn.text))
    profile = theirs.mixed_behavior_profile(rational=True).payoffs
    for version in (drawn.text, theirs.to_efg()):
        game = read_efg(version, "x.efg")
        assert isinstance(game, VectorTree) is (not drawn.has_constant_sum)
        means, value = compare(drawn.tree, game, paid=[0] * players)
        assert means == [Fraction(str(profile[f"P{who}"])) for who in range(1, players + 1)]
        assert len(game.warnings) == drawn.impossible
        if drawn.has_constant_sum:
            t = trace(game)
            assert (t.exact(t.root) or Fraction(t.value)) == value


NIM = (
    HEAD
    + """p "start" 2 1 "first" { "TAKE 1" "TAKE 2" } 0
p "one left" 1 1 "second" { "TAKE 1" } 0
t "" 1 "Ann" { 1.50, -1.50 }
t "over" 2 "Ben" { -1/3 1/3 }
"""
)


def test_names_labels_and_values_are_read():
    game = read_efg(NIM, "nim.efg")
    assert game.name == "Title"
    assert game.ids == ["start", "A", "over", "A1"]
    assert [game.name_of(edge) for edge in game.moves(0)] == ["TAKE_1", "TAKE_2"]
    assert list(game.values) == [None, None, Fraction(-1, 3), 1.5]
    assert [game.to_move(node).name for node in (0, 1)] == ["MIN", "MAX"]
    assert game.notes[1] == "one left"
    assert [type(value) for value in game.values[2:]] == [Fraction, float]


def test_suffix_makes_a_file_a_source(tmp_path):
    path = tmp_path / "nim.EFG"
    path.write_text(NIM, encoding="utf-8")
    opened = open_source(str(path))
    assert (opened.kind, opened.title) == ("tree", "Title")
    assert trace(path).value == pytest.approx(-1 / 3)
    assert trace(path).exact(0) == Fraction(-1, 3)


@over("actions, moves, message", table(__file__, "efg_actions"))
def test_actions_keep_their_names_if_possible_and_others_are_reported(actions, moves, message):
    text = HEAD + f'p "" 1 1 {{ {actions} }} 0\nt "" 1 {{ 1 -1 }}\nt "" 2 {{ 2 -2 }}'
    game = read_efg(text, "x.efg")
    assert [game.name_of(edge) for edge in game.moves(0)] == moves
    assert message in " ".join(game.warnings)
    assert bool(message) == bool(game.warnings)


def test_only_some_of_many_renamed_actions_are_listed():
    count = 40
    text = HEAD + 'p "" 1 1 { ' + '"a" ' * count + "} 0\n" + 't "" 0\n' * count
    game = read_efg(text, "x.efg")
    assert len({game.name_of(edge) for edge in game.moves(0)}) == count
    assert "'a' is a_6; and 34 more" in game.warnings[0]


def test_quotes_line_breaks_and_repeated_chance_sets_are_read():
    text = r"""EFG 2 D "Say \"hello\"
 twice" { "Ann" "Ben" } "a comment"
c "" 1 "dice" { "up" .25 "down" .75 } 0
p "" 1 1 { "l" } 0 c "" 1 0 t "" 1 { 4 -4 } t "" 2 { 8 -8 } t "" 0"""
    game = read_efg(text, "x.efg")
    assert game.name == 'Say "hello" twice'
    assert trace(game).value == 0.25 * (0.25 * 4 + 0.75 * 8)


@pytest.mark.parametrize("constant", [0, 1, 10])
def test_any_constant_sum_is_accepted(constant):
    text = (
        HEAD
        + f'p "" 1 1 {{ "l" "r" }} 0\nt "" 1 {{ 3 {constant - 3} }}\n'
        + (f't "" 2 {{ 4 {constant - 4} }}')
    )
    assert trace(read_efg(text, "x.efg")).value == 4


def test_action_of_probability_0_is_named_in_a_note():
    text = HEAD + 'c "" 1 "" { "rain" 0 "sun" 1 } 0\nt "" 1 "" { 9 9 }\nt "x" 2 "" { 2 -2 }'
    game = read_efg(text, "x.efg")
    assert (game.ids, trace(game).value) == (["A", "x"], 2)
    assert game.warnings == (
        "line 3: the action rain has probability 0 and is left out with everything below it",
    )


TWO = 'p "" 1 1 { "l" "r" } 0\n'
MANY = HEAD + 'p "" 1 1 { ' + '"a" ' * 30_000 + "} 0\n" + 't "" 0\n' * 30_000
DEEP = HEAD + "".join(f'p "" 1 {n} {{ "a" }} 0\n' for n in range(1, 3000)) + 't "" 0'


@over(
    ("text", "message"),
    [
        *table(__file__, "efg_errors"),
        (MANY, f"more than {MAX_NODES:,} nodes"),
        (DEEP, "the tree is deeper than 1,000 levels"),
    ],
    ms=45,
)
def test_errors_are_reported_with_their_place(text, message):
    with pytest.raises(InvalidInput) as caught:
        read_efg(text, "x.efg")
    assert message in str(caught.value)
    assert str(caught.value).startswith("x.efg:")
    assert len(str(caught.value)) < 300


def test_a_sum_that_changes_gives_vectors_and_the_same_tree_as_yaml():
    text = HEAD + TWO + 't "" 1 { 1 -1 }\nt "" 2 { 1.5 0 }'
    tree = read_efg(text, "x.efg")
    assert isinstance(tree, VectorTree)
    assert tree.share_names == ("Ann", "Ben")
    assert [*filter(None, tree.vectors)] == [(1, -1), (1.5, 0)]
    assert trace(tree, search="paranoid").value == 1.5
    with pytest.raises(SearchRefused, match="Use maxn or paranoid"):
        trace(tree, search="alphabeta")
    unnamed = read_efg(text.replace('"Ann" "Ben"', '"" ""'), "x.efg")
    assert unnamed.share_names == ("A", "B")


def test_truncated_file_is_refused_without_a_traceback():
    for end in range(len(NIM.rstrip())):
        with pytest.raises(InvalidInput):
            read_efg(NIM[:end], "x.efg")
