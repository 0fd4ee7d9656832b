"""Generated trees meet every constraint, by independent checks."""

from __future__ import annotations

import pytest

from engine.conventions import PRESETS
from engine.errors import InvalidInput
from tests.tracer.generate.test_constraints import assert_as_ordered
from tracer.generate import NotFound, Order, generate
from tracer.generate.tree_sketch import Dice
from tracer.generate.tree_writers import WRITERS


def random_order(number: int) -> dict[str, object]:
    """An order that may be possible or not."""
    dice = Dice(f"fuzz {number}")
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
        "whole": not chance or dice.below(4) > 0,
        "children": maybe(dice.pick(["best-first", "worst-first"]), ""),
    }


@pytest.mark.parametrize("numbers", [range(5_000)])
def test_random_requests_are_met_refused_or_abandoned(numbers):
    ends = {"met": 0, "refused": 0, "given up": 0}
    for number in numbers:
        try:
            order = Order(**random_order(number))
            made = generate(order, f"fuzz {number}", tries=60)
        except InvalidInput:
            ends["refused"] += 1
        except NotFound:
            ends["given up"] += 1
        else:
            if order.search != "pvs":
                assert_as_ordered(order, WRITERS["yaml"](made))
            ends["met"] += 1
    assert min(ends.values()) > len(numbers) // 20, ends
