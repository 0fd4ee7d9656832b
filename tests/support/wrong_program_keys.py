"""Keys in which wrong programs are to lose marks, and which of them do.

A program loses marks in a key if its visits or its result differ from those of the right one on the
key's tree or a fresh one. Only a program that differs on any of many random trees is wrong.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from engine.conventions import PRESETS
from tests.support.program_files import read_program, variants
from tests.support.programs_trials import problem
from tests.support.tables import table
from tests.support.wrong_programs import (
    WITH_CUTOFFS,
    WITHOUT_CUTOFFS,
    listed_mistakes,
    mutants,
    search,
    strict,
)
from tracer.generate.fresh import add_fresh_trees
from tracer.marking.keys.problem import Problem
from trees.hand_tree import HandTree
from trees.sources import open_source

#: The keys by name: source, search and convention.
KEYS = dict(table(__file__, "wrong_program_keys"))
HOMEWORK = KEYS["the homework of the docs"][0]


def key_of(name: str, seed: str = "", fresh: int | None = None) -> Problem:
    """A key with its fresh trees."""
    source, searched, convention = KEYS[name]
    key = problem(source, searched)
    programs = replace(key.programs, fresh_seed=seed, fresh=fresh)
    key = replace(key, accept=(PRESETS[convention],), programs=programs)
    return add_fresh_trees(key.for_programs())


def right_programs(name: str) -> dict[str, str]:
    """The right programs for a key."""
    _, searched, convention = KEYS[name]
    names = WITHOUT_CUTOFFS if searched == "minimax" else WITH_CUTOFFS
    change = strict if PRESETS[convention].cutoff == ">" else str
    programs = {program: change(read_program(program)) for program in names}
    if name.startswith("MIN"):
        del programs["aima/right"]  # it lets MAX begin
    return programs


@cache
def wrong_programs(name: str, right: str) -> dict[str, str]:
    """The programs that differ from a right one in one place, by what is wrong."""
    change = strict if name in WITH_CUTOFFS and right != read_program(name) else str
    listed = {one: change(code) for one, code in listed_mistakes(name).items()}
    return {**listed, **mutants(right)}


def _random_lists(dice: random.Random, plies: int, depth: int = 0) -> Any:
    if depth == plies or (depth > 1 and dice.random() < 0.1):
        far = dice.choice((-1, 1)) * dice.randint(1001, 1003)
        return dice.choice([dice.randint(-2, 2)] * 5 + [dice.randint(-25, 25)] * 4 + [far])
    width = dice.choice((2, 2, 3, 2, 4) if plies < 5 else (2, 2, 3))
    return [_random_lists(dice, plies, depth + 1) for _ in range(width)]


@cache
def reference_trees(count: int, seed: int = 1) -> tuple[HandTree, ...]:
    """Random trees, with MAX or MIN at the root."""
    dice = random.Random(seed)
    texts = [str(_random_lists(dice, dice.choice((3, 4, 5, 5, 6)))) for _ in range(count)]
    min_first = "{{players: [min, max], tree: {}}}"
    texts = [min_first.format(text) if dice.random() < 0.4 else text for text in texts]
    return tuple(open_source(text).game for text in texts)  # type: ignore[misc]


def list_missed(
    key: Problem, program: str, right: str, codes: Mapping[str, str], references: Sequence[HandTree]
) -> list[str]:
    """The wrong programs that lose no marks in a key, though they differ on a reference tree."""
    trees = [open_source(key.source).game, *(fresh.source for fresh in key.programs.trees)]
    root = trees[0].to_move(trees[0].initial)
    references = [tree for tree in references if tree.to_move(tree.initial) is root]
    expected: dict[int, Any] = {}

    def differs(code: str, tree: HandTree) -> bool:
        if id(tree) not in expected:
            expected[id(tree)] = search(program, right, tree)
        return bool(search(program, code, tree) != expected[id(tree)])

    return [
        f"{program}: {name}"
        for name, code in codes.items()
        if not any(differs(code, tree) for tree in trees)
        and any(differs(code, tree) for tree in references)
    ]


#: Keys of other shapes, in which programs with one step changed at some places lose marks.
PLACE_KEYS = dict(table(__file__, "place_keys"))


def changed_at_places() -> dict[str, str]:
    """The programs of `wrong_places.yaml`, by their changed text."""
    code = read_program("aima/plies")
    return {
        f"{old} → {new}": code.replace(old, new)
        for old, changes in variants("wrong_places").items()
        for new in changes
    }
