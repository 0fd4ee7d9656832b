"""Generated trees meet every constraint, by independent checks."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from engine.conventions import PRESETS, parse_convention
from engine.errors import InvalidInput
from engine.game import Player
from tests.support import naive_generated as naive
from tests.support.cases import cases, over
from tests.support.golden import check_golden
from tests.support.tables import table
from tracer import trace
from tracer.generate import NotFound, Order, generate
from tracer.generate.order import split_in
from tracer.generate.order_keys import LetterBand
from tracer.generate.tree_facts import quick_alphabeta, search_facts
from tracer.generate.tree_sketch import Dice, draw_shape, fill
from tracer.generate.tree_writers import WRITERS
from trees.formats.nested import from_nested

SEEDS = ("a", "b", "c")

#: Orders, each with something that the others have not.
ORDERS = {name: Order(**entries) for name, entries in table(__file__, "orders")}


def assert_as_ordered(order: Order, text: str) -> None:
    read = naive.read(text)
    tree, first = read.tree, read.max_first
    leaves = naive.leaves(tree)
    assert first is (order.root is Player.MAX)
    assert naive.depths(tree) == {order.plies}
    for depth, counts in naive.widths(tree).items():
        span = order.spans[depth]
        assert span.low <= min(counts)
        assert max(counts) <= span.high
    low, high = order.value_span
    assert all(isinstance(one, int) and low <= one <= high for one in leaves)
    ties = len(leaves) - len(set(leaves))
    assert order.ties is None or order.ties.low <= ties <= order.ties.high
    assert not (order.distinct and ties)
    if order.unique:
        ((_, moves), *_) = naive.every_choice(tree, first)
        best = max(moves) if first else min(moves)
        assert moves.count(best) == 1
    if order.children:
        for is_max, worth in naive.every_choice(tree, first):
            falls = is_max is (order.children == "best-first")
            assert worth == sorted(worth, reverse=falls)
    assert naive.chance_depths(tree) == set(order.chance)
    for outcomes in naive.every_outcomes(tree, first):
        assert len(set(outcomes)) == len(outcomes)
    for worth, shares in naive.every_chance(tree, first):
        assert sum(shares) == 1
        assert any(
            all((share * whole).denominator == 1 for share in shares) for whole in range(2, 7)
        )
        assert Fraction(worth).denominator == 1
    if order.search_name in ("minimax", "expectiminimax"):
        return
    found = naive.AlphaBeta(strict=order.convention.cutoff == ">").run(tree, first)
    skipped = Fraction(len(leaves) - found.seen)
    if order.cutoffs is not None:
        assert order.cutoffs.low <= found.cutoffs <= order.cutoffs.high
    assert order.deep is None or order.deep.low <= found.deep <= order.deep.high
    if order.skipped is not None:
        amount = skipped * 100 / len(leaves) if order.skipped.percent else skipped
        assert order.skipped.low <= amount <= order.skipped.high


@over("seed", SEEDS, ms=45)
@over("name", ORDERS)
def test_generated_tree_meets_its_constraints(name, seed):
    order = ORDERS[name]
    made = generate(order, seed)
    assert_as_ordered(order, WRITERS["yaml"](made))


@over("name", ORDERS, ms=45)
def test_reported_facts_are_true(name):
    made = generate(ORDERS[name], "facts")
    read = naive.read(WRITERS["yaml"](made))
    assert made.facts.value == naive.value(read.tree, read.max_first)
    assert made.facts.leaves == len(naive.leaves(read.tree))
    if not made.order.chance and made.order.search != "minimax":
        strict = made.order.convention.cutoff == ">"
        found = naive.AlphaBeta(strict).run(read.tree, read.max_first)
        played = made.facts.played
        assert (played.cutoffs, played.deep) == (found.cutoffs, found.deep)
        assert played.skipped == made.facts.leaves - found.seen


def test_cutoffs_of_another_search_are_those_of_its_trace():
    made = generate(Order(plies=4, branching=2, search="pvs", cutoffs=4), "pvs")
    assert trace(made.tree, "pvs").counts.cutoffs == 4


@pytest.mark.parametrize("convention", ["aima", "cs188", "aima,returns=fail-hard"])
def test_quick_search_and_real_search_agree(convention):
    for number in range(60):
        dice = Dice(f"same {number}")
        order = Order(
            plies=dice.between(1, 5),
            branching=(1, 3),
            root=dice.pick(["max", "min"]),
            values=(0, dice.between(1, 30)),
            convention=convention,
        )
        sketch = fill(draw_shape(order, dice), order, dice)
        quick = quick_alphabeta(sketch, order.convention)
        assert quick == search_facts(sketch.build(order.players), "alphabeta", order.convention)


@pytest.mark.parametrize(
    "name", ["exact cutoffs", "chance between", "strict", "distinct in as few"]
)
def test_the_same_seed_gives_the_same_bytes(name):
    made = generate(ORDERS[name], "golden")
    check_golden(f"generate/{name}.yaml", WRITERS["yaml"](made).rstrip("\n"))


def test_another_seed_gives_another_tree():
    texts = {WRITERS["inline"](generate(Order(), str(seed))) for seed in range(20)}
    assert len(texts) == 20


def test_search_for_a_tree_can_be_stopped():
    seen = []

    def on_try(tally):
        seen.append(tally.tries)
        return tally.tries < 7

    order = replace(Order(plies=3, branching=3, values=(0, 1), cutoffs=6), unique=True)
    with pytest.raises(NotFound, match="stopped after 7 tries") as error:
        generate(order, "hard", on_try=on_try)
    assert error.value.stopped
    assert seen == [1, 2, 3, 4, 5, 6, 7]


def test_best_first_tree_without_cutoffs_is_found_with_equal_values():
    order = Order(convention="cs188", cutoffs=0, children="best-first")
    made = generate(order, "1")
    assert_as_ordered(order, WRITERS["yaml"](made))
    assert made.tries < 10_000


def test_tidy_probabilities_are_complete():
    for count in (2, 3, 4):
        for whole in range(2, 7):
            parts = [Fraction(part, whole) for part in range(1, whole)]
            right = {shares for shares in product(parts, repeat=count) if sum(shares) == 1}
            assert {*split_in(whole, count)} == right


@pytest.mark.parametrize(
    ("values", "is_within"),
    [((3, 9), True), ((-9, 3), True), ((4, 9), False), ((-9, 2), False)],
)
def test_answer_about_a_letter_may_end_at_an_end_of_the_values(values, is_within):
    band = LetterBand("C1", "pruned", "C2")
    tree = from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    answer = band.answer(tree, "alphabeta", parse_convention("aima"), values)
    assert (answer.text if answer else None) == ("x ≤ 3" if is_within else None)


# Requests that no tree meets end with the nearest tree; sorted children give known counts ---------


#: An order, the constraint that is not met, and the nearest tree.
UNMET = table(__file__, "unmet")

#: An order, and what the nearest tree does not tell apart.
NEVER_APART = table(__file__, "never_apart")


@over(("entries", "asked", "found"), UNMET, ms=45)
def test_unmet_request_reports_the_nearest_tree(entries, asked, found):
    with pytest.raises(NotFound) as error:
        generate(Order(**entries), "never", tries=500)
    message, _, nearest = str(error.value).partition(", but ")
    assert message.startswith("no tree found after 500 tries; asked for ")
    assert asked in message
    assert found in nearest
    assert "Relax the constraints" in nearest
    assert not error.value.stopped


@over(("entries", "found"), NEVER_APART)
def test_misconceptions_that_no_tree_distinguishes_are_reported_as_looking_the_same(entries, found):
    with pytest.raises(NotFound) as error:
        generate(Order(**entries), "never", tries=20)
    asked = f"asked for different answers for {', '.join(entries['apart'])}"
    assert f"{asked}, but in the nearest tree" in str(error.value)
    assert found in str(error.value)


def test_worst_first_with_distinct_values_makes_deep_cutoffs_or_none():
    order = Order(plies=5, branching=(1, 3), distinct=True, children="worst-first")
    played = [generate(order, seed).facts.played for seed in "abcdefgh"]
    assert all(one.cutoffs == one.deep for one in played)
    assert any(one.deep for one in played)


def test_best_first_is_the_minimal_tree_however_deep():
    for number in range(60):
        dice = Dice(f"best {number}")
        widths = [dice.between(1, 3) for _ in range(dice.between(1, 6))]
        order = Order(
            plies=len(widths),
            branching=[[width] for width in widths],
            children="best-first",
            values=(0, 9),
        )
        played = generate(order, f"best {number}").facts.played
        # Knuth and Moore (1975): every leaf on an odd, or on an even, path.
        seen = prod(widths[::2]) + prod(widths[1::2]) - 1
        assert played.skipped == prod(widths) - seen


def random_order(dice: Dice) -> dict[str, object]:
    """An order that may be possible or not."""
    plies = dice.between(1, 5)
    low = dice.between(-5, 5)

    def maybe(value: object, usual: object = None) -> object:
        return value if dice.below(3) == 0 else usual

    narrow = dice.between(1, 3)
    chance = [at for at in range(plies) if dice.below(3) == 0] if dice.below(3) == 0 else []
    percent = dice.between(0, 60)
    return {
        "plies": plies,
        "branching": dice.pick([2, (1, 3), (2, 3), [(1, narrow)] * plies]),
        "root": dice.pick(["max", "min"]),
        "values": maybe((low, low + dice.pick([0, 1, 4, 30]))),
        "distinct": maybe(True, False),
        "ties": maybe((dice.between(1, 4), dice.between(5, 9)), None),
        "search": maybe(dice.pick(["alphabeta", "minimax", "pvs", "expectiminimax"])),
        "convention": dice.pick([*PRESETS]),
        "cutoffs": maybe(dice.between(0, 8)),
        "deep": maybe((dice.between(1, 2), 9), None),
        "unique": maybe(True, False),
        "skipped": maybe(dice.pick([dice.between(0, 20), f"{percent}%..{percent + 15}%"])),
        "chance": chance,
        "children": maybe(dice.pick(["best-first", "worst-first"]), ""),
    }


def test_random_requests_are_met_refused_or_abandoned():
    for draw in cases(ms=60):
        seed = str(draw.random())
        try:
            order = Order(**random_order(Dice(seed)))
            made = generate(order, seed, tries=60)
        except (InvalidInput, NotFound):
            continue
        if order.search != "pvs":
            assert_as_ordered(order, WRITERS["yaml"](made))
