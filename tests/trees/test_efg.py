"""Gambit's files are read as Gambit reads them; what minimax cannot search is refused."""

import io
import random
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


def random_tree(random_, plies, fewest=1):
    """(payoff on arriving or None, who, children); at a leaf there are none."""
    pays = random_.choice([None, None, None, Fraction(random_.randint(-9, 9), 3)])
    if plies == 0 or random_.random() < 0.15:
        return (Fraction(random_.randint(-20, 20), random_.choice([1, 1, 2, 3])), None, [])
    who = random_.choice([0, 1, 1, 2, 2])
    return (
        pays,
        who,
        [random_tree(random_, plies - 1, fewest) for _ in range(random_.randint(fewest, 3))],
    )


def written(tree, random_):
    """The same tree as a file, in the many ways in which one can be written."""
    sets = {0: 0, 1: 0, 2: 0}
    outcomes = {}
    lines = []

    def outcome(pays):
        if pays is None:
            return "0"
        known = pays in outcomes
        number = outcomes.setdefault(pays, len(outcomes) + 1)
        if known and random_.random() < 0.5:
            return f"{number}"
        between = random_.choice([" ", ", ", "\n  "])
        return f'{number} "outcome {number}" {{ {pays}{between}{-pays} }}'

    def node(pays, who, children):
        if not children:
            lines.append(f't "" {outcome(pays)}')
            return
        sets[who] += 1
        actions = [f'"a{n}"' for n in range(len(children))]
        if who == 0:
            actions = [f"{action} 1/{len(children)}" for action in actions]
        kind = f'p "" {who}' if who else 'c ""'
        name = random_.choice(["", f"({who},{sets[who]})"])
        lines.append(f'{kind} {sets[who]} "{name}" {{ {" ".join(actions)} }} {outcome(pays)}')
        for child in children:
            node(*child)

    node(*tree)
    return HEAD + random_.choice(["\n", " \t\n"]).join(lines) + "\n"


def minimax(tree, paid=0):
    pays, who, children = tree
    paid += pays or 0
    if not children:
        return paid
    values = [minimax(child, paid) for child in children]
    return {0: sum(values) / len(values), 1: max(values), 2: min(values)}[who]


def movers(tree):
    return {tree[1]}.union(*map(movers, tree[2])) - {None}


def drawn(tree, game, node=0):
    """Whether a tree of ours is the tree that was written."""
    _, who, children = tree
    edges = list(game.moves(node))
    if not children:
        return game.is_terminal(node)
    assert game.to_move(node) is {0: Player.CHANCE, 1: Player.MAX, 2: Player.MIN}[who]
    assert [game.name_of(edge) for edge in edges] == [f"a{n}" for n in range(len(children))]
    return all(
        drawn(child, game, game.result(node, edge))
        for child, edge in zip(children, edges, strict=True)
    )


def at_random(game, node=0):
    """What a tree of ours is worth where everybody moves at random."""
    if game.is_terminal(node):
        return Fraction(game.values[node])
    if game.to_move(node) is Player.CHANCE:
        shares = dict(game.chances(node))
    else:
        shares = dict.fromkeys(game.moves(node), Fraction(1, len(game.moves(node))))
    return sum(share * at_random(game, game.result(node, edge)) for edge, share in shares.items())


@over("seed", range(80), ms=45)
def test_random_trees_read_as_in_gambit(seed):
    """Gambit and plytrace read the same text, and the text that Gambit writes from it."""
    pygambit = pytest.importorskip("pygambit")
    random_ = random.Random(seed)
    tree = random_tree(random_, 4)
    while not {1, 2} <= movers(tree):  # Gambit values profiles of decisions
        tree = random_tree(random_, 4)
    text = written(tree, random_)
    theirs = pygambit.read_efg(io.StringIO(text))
    uniform = theirs.mixed_behavior_profile(rational=True).payoffs["Ann"]
    for version in (text, theirs.to_efg()):
        game = read_efg(version, "x.efg")
        assert drawn(tree, game)
        assert at_random(game) == Fraction(str(uniform))
        t = trace(game)
        assert (t.exact(t.root) or Fraction(t.value)) == minimax(tree)


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


@over("seed", range(20), ms=45)
@over("players", [1, 2])
def test_single_player_and_probability_0_read_as_in_gambit(players, seed):
    """What is below probability 0 adds nothing, whatever its payoffs are; Gambit keeps it."""
    pygambit = pytest.importorskip("pygambit")
    random_ = random.Random(seed)
    lines, sets, left_out, kept = [], [0] * 3, [0], [0]

    def node(plies, possible):
        kept[0] += possible
        who = random_.randint(0, players) if plies < 3 else 1
        if not plies:
            pays = random_.randint(-9, 9)
            lines.append(f't "" {len(lines) + 1} "" {{ {pays} {-pays if players == 2 else ""} }}')
            return Fraction(pays)
        sets[who] += 1
        shares = random_.choice(([1, 0, 1], [0, 3, 0], [1, 1])) if not who else [1, 1]
        left_out[0] += shares.count(0)
        actions = [
            f'"a{place}"' + ("" if who else f" {share}/{sum(shares)}")
            for place, share in enumerate(shares)
        ]
        kind = f'p "" {who}' if who else 'c ""'
        lines.append(f'{kind} {sets[who]} "" {{ {" ".join(actions)} }} 0')
        values = [node(plies - 1, possible and share > 0) for share in shares]
        return sum(value * share for value, share in zip(values, shares, strict=True)) / sum(shares)

    expected = node(3, True)
    names = " ".join(['"Ann"', '"Ben"'][:players])
    text = f'EFG 2 R "x" {{ {names} }}\n' + "\n".join(lines)
    theirs = pygambit.read_efg(io.StringIO(text))
    for version in (text, theirs.to_efg()):
        game = read_efg(version, "x.efg")
        assert len(game) == kept[0]
        assert at_random(game) == expected
        assert len(game.warnings) == left_out[0]
        movers = {game.to_move(node) for node in range(len(game)) if not game.is_terminal(node)}
        assert players == 2 or movers <= {Player.MAX, Player.CHANCE}
    if players == 1 or all(sets[1:]):
        paid = theirs.mixed_behavior_profile(rational=True).payoffs["Ann"]
        assert Fraction(str(paid)) == expected


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


@over("seed", range(40), ms=45)
def test_games_of_several_players_read_as_in_gambit(seed):
    """Each player's payoff under random play is that of Gambit, and each decision its player's."""
    pygambit = pytest.importorskip("pygambit")
    random_ = random.Random(seed)
    players = random_.randint(2, 4)
    sets, outcomes, lines, deciders = [0] * players, [0], [], []

    def outcome():
        outcomes[0] += 1
        pays = " ".join(str(random_.randint(-9, 9)) for _ in range(players))
        return f'{outcomes[0]} "" {{ {pays} }}'

    def node(depth):
        if not depth:
            lines.append(f't "" {outcome()}')
            return
        who = len(deciders) if len(deciders) < players else random_.randrange(players)
        sets[who] += 1
        deciders.append(who)
        paid = outcome() if random_.random() < 0.3 else "0"
        lines.append(f'p "" {who + 1} {sets[who]} "" {{ "l" "r" }} {paid}')
        for _ in "lr":
            node(depth - 1)

    node(3)
    names = " ".join(f'"P{number}"' for number in range(players))
    text = f'EFG 2 R "several" {{ {names} }}\n' + "\n".join(lines) + "\n"
    theirs = pygambit.read_efg(io.StringIO(text)).mixed_behavior_profile(rational=True).payoffs
    tree = read_efg(text, "x.efg")
    assert isinstance(tree, VectorTree)

    def mean(state):
        if tree.is_terminal(state):
            return [Fraction(share) for share in tree.shares(state)]
        below = [mean(tree.result(state, edge)) for edge in tree.actions(state)]
        return [sum(shares) / len(below) for shares in zip(*below, strict=True)]

    assert mean(0) == [Fraction(str(theirs[f"P{number}"])) for number in range(players)]
    movers = []

    def listed(state):
        if not tree.is_terminal(state):
            movers.append(tree.mover(state))
            for edge in tree.actions(state):
                listed(tree.result(state, edge))

    listed(0)
    assert movers == deciders
    first = tree.against_all()
    for state in range(len(tree)):
        if not tree.is_terminal(state):
            is_first = tree.mover(state) == tree.mover(0)
            assert (first.to_move(state) is Player.MAX) is is_first


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
