"""Bands of a letter against an independent program that is run at many numbers."""

import random
from fractions import Fraction
from itertools import pairwise
from math import inf

import pytest

from engine.errors import SearchRefused, UsageError
from tests.support import naive
from tests.support.cases import over
from tests.support.naive import names as names_of
from tests.support.tables import table
from tracer import ask, trace
from trees.formats.tree_yaml import read_tree

LECTURE = [[3, 12, 8], ["x", 4, 6], [14, 5, 2]]


# The worked figures of the lecture tree ---------------------------------------------------------


@over(("tree", "question", "convention", "expected"), table(__file__, "band_ends"))
def test_the_answer_has_the_ends_that_the_convention_makes(tree, question, convention, expected):
    assert ask(tree, question, convention=convention).text == expected


@over(("tree", "question", "options", "expected"), table(__file__, "answers"))
def test_the_answer_is_that_of_the_options(tree, question, options, expected):
    assert ask(tree, question, **options).text == expected


@over("row", table(__file__, "bands"))
def test_bands_are_those_of_the_table(row):
    bands = ask(row["tree"], "bands", **row.get("options", {})).as_json()["bands"]
    found = [[band[key] for key in ("from", "to", "value", "move")] for band in bands]
    assert found == row["bands"]


def test_the_bands_of_the_lecture_tree():
    found = ask(LECTURE).as_json()
    assert found["schema"] == "plytrace.ask/1"
    assert "answer" not in found
    first = found["bands"][0]
    assert first["visits"] == ["A", "B", "B1", "B2", "B3", "C", "C1", "D", "D1", "D2", "D3"]
    assert first["cutoffs"] == [{"node": "C", "after": "C1", "skipped": ["C2", "C3"]}]
    assert (first["from_closed"], first["to_closed"]) == (False, True)


def test_the_table_of_bands_has_one_minus_sign():
    table = ask([[-3, 2], ["x", -2]], "bands").text.splitlines()
    assert table[0].split() == ["x", "value", "move", "skipped"]
    assert table[1] == "x ≤ −3       −3     B     C2"
    assert table[2] == "    visits A B B1 B2 C C1"
    assert "-" not in "".join(table)


@pytest.mark.parametrize(("shares", "other", "form"), table(__file__, "band_forms"))
def test_form_has_only_decimals_or_only_fractions(shares, other, form):
    p, q = shares.split()
    both = f"[{{p: {p}, node: x}}, {{p: {q}, node: {other}}}]"
    found = ask(f"[-99, {{player: chance, children: {both}}}]", "bands", search="expectiminimax")
    assert found.as_json()["bands"][-1]["value"] == form


def test_answers_as_json_and_as_a_set():
    always, never = ask(LECTURE, "visited B"), ask(LECTURE, "pruned B")
    assert always.as_json()["answer"] == [
        {"from": "-inf", "to": "inf", "from_closed": False, "to_closed": False}
    ]
    assert never.as_json()["answer"] == []
    answer = ask(LECTURE, "pruned C2")
    assert 3 in answer
    assert Fraction(301, 100) not in answer
    assert 2.5 in answer
    assert 2.5 not in ask(LECTURE, "pruned C2", whole=True)
    third = ask([[Fraction(1, 3), 2], ["x", 1]], "pruned C2").as_json()
    assert third["answer"][0]["to"] == "1/3"
    assert ask([[0.1, 2], ["x", 1]], "pruned C2").as_json()["answer"][0]["to"] == 0.1


# Against brute force ------------------------------------------------------------------------------


class Plain:
    """Alpha-beta with a cutoff test, a return and ties; expectiminimax if a node has weights.

    A node is a number, `x`, a list, or a tuple of (weight, node) pairs of a chance node.
    """

    def __init__(self, tree, x=None, *, strict=False, hard=False, last=False, window=(-inf, inf)):
        self.x, self.strict, self.hard, self.last = x, strict, hard, last
        self.visits, self.values, self.skipped = [], {}, set()
        self.move = None
        self.value = self.search(tree, (), True, *window)

    def search(self, node, path, is_max, alpha, beta):
        self.visits.append(path)
        self.values[path] = value = self.worth(node, path, is_max, alpha, beta)
        return value

    def worth(self, node, path, is_max, alpha, beta):
        if node == "x":
            return self.x
        if isinstance(node, tuple):
            return sum(
                weight * self.search(child, (*path, place), is_max, -inf, inf)
                for place, (weight, child) in enumerate(node)
            )
        if not isinstance(node, list):
            return node
        entered = alpha, beta
        v, best = (-inf if is_max else inf), None
        for place, child in enumerate(node):
            y = self.search(child, (*path, place), not is_max, alpha, beta)
            better = y > v if is_max else y < v
            if better or (self.last and y == v):
                v, best = y, place
            if self.cuts(v, is_max, alpha, beta):
                self.skipped |= {(*path, later) for later in range(place + 1, len(node))}
                break
            alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
        if not path:
            self.move = best
        return min(max(v, entered[0]), entered[1]) if self.hard else v

    def cuts(self, v, is_max, alpha, beta):
        if is_max:
            return v > beta if self.strict else v >= beta
        return v < alpha if self.strict else v <= alpha


def random_lists(rng, plies, fewest, most):
    """A tree with a number of leaves in a range, which are small, so that ties are common."""
    while True:
        tree = naive.random_lists(rng, rng.choice(plies), (0, 6), (1, 3), 0.15)
        if fewest <= len(leaf_paths(tree)) <= most:
            return tree


def leaf_paths(node, path=()):
    if not isinstance(node, list):
        return [path]
    return [one for at, child in enumerate(node) for one in leaf_paths(child, (*path, at))]


def with_letter(rng, tree, places):
    """The tree with x at some leaves."""
    paths = leaf_paths(tree)
    for path in rng.sample(paths, min(places, len(paths))):
        node = tree
        for place in path[:-1]:
            node = node[place]
        node[path[-1]] = "x"
    return tree


#: All places where small whole values can be equal to x, and places between them.
NUMBERS = [Fraction(number, 4) for number in range(-8, 41)]
CONVENTIONS = table(__file__, "plain_conventions")


@over("seed", range(1_000), ms=90)
def test_answers_agree_with_a_plain_search_at_many_numbers(seed):
    rng = random.Random(seed)
    tree = with_letter(rng, random_lists(rng, [2, 3, 4], 2, 24), rng.choice([1, 1, 2]))
    names = names_of(tree)
    if (
        len(set(names.values())) < len(names)
        or len([n for n in names.values() if n.isalpha()]) > 26
    ):
        return
    convention, rules = CONVENTIONS[seed % len(CONVENTIONS)]
    plain = {x: Plain(tree, x, **rules) for x in NUMBERS}
    bands = ask(tree, convention=convention).bands
    check_partition(bands)
    for x, run in plain.items():
        (band,) = [one for one in bands if x in one.interval]
        found = band.as_json("x")
        assert found["visits"] == [names[path] for path in run.visits], (tree, x)
        assert band.value.evaluate(x) == run.value, (tree, x)
        assert found["move"] == names[run.move,], (tree, x)
        skipped = {name for cut in found["cutoffs"] for name in cut["skipped"]}
        assert skipped == {names[path] for path in run.skipped}, (tree, x)
    for before, after in pairwise(bands):
        one, other = before.as_json("x"), after.as_json("x")
        assert [one[key] for key in ("visits", "cutoffs", "value", "move")] != [
            other[key] for key in ("visits", "cutoffs", "value", "move")
        ]
    path = rng.choice([*names])
    goal = rng.choice(NUMBERS[8:33:4])
    questions = {
        f"pruned {names[path]}": lambda run: path not in run.visits,
        f"visited {names[path]}": lambda run: path in run.visits,
        f"value {names[path]}={goal}": lambda run: run.values.get(path) == goal,
        f"move {names[0,]}": lambda run: run.move == 0,
    }
    for question, holds in questions.items():
        answer = ask(tree, question, convention=convention)
        whole = ask(tree, question, convention=convention, whole=True)
        for x, run in plain.items():
            assert (x in answer) == holds(run), (tree, question, x)
            assert (x in whole) == (holds(run) and x.denominator == 1), (tree, question, x)
    exact = ask(tree, f"value {names[path]}={goal}", convention=convention, true=True)
    for x in NUMBERS:
        assert (x in exact) == (naive.values_by_path(at_number(tree, x))[path] == goal), (
            tree,
            path,
            x,
        )


def check_partition(bands):
    assert bands[0].interval.low == -inf
    assert bands[-1].interval.high == inf
    for before, after in pairwise(bands):
        assert before.interval.high == after.interval.low
        assert before.interval.high_closed is not after.interval.low_closed


SHARES = {2: ["1/2 1/2", "1/3 2/3", "1/4 3/4"], 3: ["1/3 1/3 1/3", "1/2 1/4 1/4"]}


def dice_tree(rng):
    """MAX over chance over MIN over leaves, one of which is x: nodes for `Plain`, and YAML."""
    rows, texts = [], []
    at = (rng.randrange(2), 0, 0)
    for place in range(2):
        shares = rng.choice(SHARES[rng.choice([2, 3])]).split()
        pairs, written = [], []
        for outcome, share in enumerate(shares):
            leaves = [rng.randint(0, 6) for _ in range(rng.randint(1, 3))]
            if (place, outcome, 0) == at:
                leaves[0] = "x"
            pairs.append((Fraction(share), leaves))
            written.append(f"{{p: {share}, node: {str(leaves).replace(chr(39), '')}}}")
        rows.append(tuple(pairs))
        texts.append(f"{{player: chance, children: [{', '.join(written)}]}}")
    return rows, f"{{tree: [{', '.join(texts)}]}}"


class Dice(Plain):
    """Expectiminimax: no cutoffs."""

    def cuts(self, v, is_max, alpha, beta):
        return False

    def search(self, node, path, is_max, alpha, beta):
        # Below the root and chance, MIN moves.
        return super().search(node, path, not path, alpha, beta)


@over("seed", range(500), ms=60)
def test_chance_agrees_with_exact_expectiminimax(seed):
    rng = random.Random(seed)
    tree, text = dice_tree(rng)
    bands = ask(text).bands
    check_partition(bands)
    for x in [*NUMBERS, *(end for band in bands[1:] for end in [band.interval.low])]:
        run = Dice(tree, x)
        (band,) = [one for one in bands if x in one.interval]
        assert band.value.evaluate(x) == run.value, (text, x)
        assert band.as_json("x")["move"] == "BC"[run.move], (text, x)
    for before, after in pairwise(bands):
        assert (before.value, before.as_json("x")["move"]) != (
            after.value,
            after.as_json("x")["move"],
        )


@over("seed", range(6), ms=45)
@over(("search", "options"), table(__file__, "band_searches"))
def test_every_search_agrees_with_its_own_run_at_each_number(search, options, seed):
    rng = random.Random(seed)
    tree = with_letter(rng, random_lists(rng, [3], 4, 16), 1)
    bands = ask(tree, "bands", search, **options).bands
    check_partition(bands)
    for x in NUMBERS:
        run = trace(at_number(tree, x), search, **options)
        (band,) = [one for one in bands if x in one.interval]
        found = band.as_json("x")
        assert found["visits"] == [*run.names()], (tree, x)
        cuts = [(cut.at, cut.after, [*cut.skipped]) for cut in run.cutoffs if cut.skipped]
        assert sorted(map(list, cuts)) == sorted([*cut.values()] for cut in found["cutoffs"])
        assert found["move"] == run.move, (tree, x)
        assert float(band.value.evaluate(x)) == pytest.approx(run.value), (tree, x)


@over("seed", range(20), ms=45)
def test_tables_of_shared_nodes_agree_with_their_own_run(seed):
    rng = random.Random(seed)
    leaves = [str(rng.randint(0, 6)) for _ in range(9)]
    leaves[rng.randrange(4)] = "x"
    a, b, c, d, e, f, g, h, i = leaves
    text = f"tree: [[&s [{a}, {b}], [{c}, {d}]], [[{e}, {f}], *s], [[{g}, {h}], *s, [{i}]]]"
    if seed % 2:
        text = (
            f"tree: [[[&s [{a}, {b}], {c}], [{d}, *s]], [[*s, {e}], [{f}, {g}]], [[{h}, *s], {i}]]"
        )
    bands = ask(read_tree(text, "f"), "bands", "transposition").bands
    check_partition(bands)
    for x in NUMBERS:
        run = trace(read_tree(text, "f").replace_letters({"x": x}), "transposition")
        (band,) = [one for one in bands if x in one.interval]
        assert band.as_json("x")["visits"] == [*run.names()], (text, x)
        assert band.value.evaluate(x) == run.value, (text, x)


@pytest.mark.parametrize("large", [10**6, 10**12, 2**50, -(10**15), 2**53 - 8])
def test_large_values_keep_their_bands(large):
    tree = [[large, large + 4], ["x", large + 2], [large - 3, large + 5]]
    assert ask(tree, "pruned C2").intervals[0].high == large
    found = ask(tree).as_json()["bands"]
    assert [(band["to"], band["value"]) for band in found] == [
        (large, large),
        (large + 2, "x"),
        ("inf", large + 2),
    ]


def at_number(tree, x):
    if isinstance(tree, list):
        return [at_number(child, x) for child in tree]
    return x if tree == "x" else tree


# Refusals -----------------------------------------------------------------------------------------


@over(("tree", "question", "message"), table(__file__, "bands_refused"))
def test_bad_questions_are_refused(tree, question, message):
    with pytest.raises(UsageError, match=message):
        ask(tree, question)


def test_unsuitable_searches_are_refused():
    with pytest.raises(SearchRefused, match="mcts plays at random"):
        ask(LECTURE, "pruned C2", "mcts")
    with pytest.raises(SearchRefused, match=r"C2 has the value \?, but the search visits it for"):
        ask([[3, 12], ["x", "?"]], "pruned C2")
    with pytest.raises(UsageError, match="true values cannot be combined with pruned"):
        ask(LECTURE, "pruned C2", true=True)
