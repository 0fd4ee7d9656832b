"""The marks of random sheets by a second way: see `plain_marker`."""

import random

import pytest

from engine.conventions import parse_convention
from tests.support.cases import over
from tests.tracer.marking.laws.plain_marker import (
    Claims,
    Marker,
    Node,
    Rules,
    Said,
    Slip,
    named,
    search,
)
from tracer.marking.grading.grader import Grader
from tracer.marking.keys.problem import Problem
from tracer.marking.reading.formats import sheet_of_text

POINTS = {
    "visits": 4.0,
    "windows": 2.0,
    "cutoffs": 4.0,
    "pruned": 3.0,
    "values": 2.0,
    "move": 1.0,
    "utility": 1.0,
}
#: Accepted conventions that make the same visits.
ACCEPTED = {
    "aima": [Rules()],
    "cs188": [Rules(is_strict=True)],
    "aima aima,returns=fail-hard": [Rules(), Rules(is_hard=True)],
}


def make_tree(dice: random.Random) -> list:
    """Return a tree of two or three plies, often with equal leaves and zeros."""
    leaves = [dice.randint(-4, 9) for _ in range(dice.choice([3, 6, 30]))] + [0]
    plies = dice.choice([2, 2, 3])

    def tree(depth: int) -> object:
        if depth == 0:
            return dice.choice(leaves)
        return [tree(depth - 1) for _ in range(dice.randint(2, 3))]

    return tree(plies)  # type: ignore[return-value]


def as_claims(run: Said) -> Claims:
    """Return a sheet that says what a search found."""
    cuts = [(name, *cut.before, cut.skipped) for name, cut in run.cuts.items()]
    values = {name: run.stated[name] for name in run.windows}
    pruned = [name for cut in run.cuts.values() for name in cut.skipped]
    return Claims([*run.visits], values, dict(run.windows), cuts, run.move, run.stated["A"], pruned)


def make_sheet(dice: random.Random, nodes: dict[str, Node], rules: Rules) -> Claims:
    """Return what a right student says, or one with a slip, with some changes."""
    right = search(nodes, rules)
    slip = None
    if dice.random() < 0.6:
        slip = Slip(dice.choice(right.visits), float(dice.randint(-5, 12)))
    elif right.cuts and dice.random() < 0.7:
        slip = Slip(dice.choice([*right.cuts]))
    claims = as_claims(search(nodes, rules, slip))
    if slip and slip.value is not None and dice.random() < 0.5:
        claims.values[slip.node] = slip.value  # a leaf's value too
    for _ in range(dice.randint(0, 3)):
        claims = change(dice, nodes, claims)
    return claims


def change(dice: random.Random, nodes: dict[str, Node], claims: Claims) -> Claims:
    """Return a sheet with one change."""
    inner = [name for name, node in nodes.items() if node.children]
    name = dice.choice(inner)
    children = tuple(nodes[name].children)
    match dice.randrange(9):
        case 0:
            cut = (name, float(dice.randint(-4, 9)), float("inf"), children[1:])
            others = [each for each in claims.cutoffs or [] if each[0] != name]
            return claims._replace(cutoffs=[*others, cut])
        case 1:
            values = {**(claims.values or {}), name: float(dice.randint(-4, 9))}
            return claims._replace(values=values)
        case 2:
            return claims._replace(cutoffs=(claims.cutoffs or [])[:-1])
        case 3 if claims.visits and len(claims.visits) > 2:
            visits = [*claims.visits]
            visits.insert(dice.randrange(len(visits)), visits.pop(dice.randrange(len(visits))))
            return claims._replace(visits=visits)
        case 4:
            return claims._replace(**{dice.choice([*POINTS]): None})
        case 5:
            return claims._replace(move=dice.choice(nodes["A"].children))
        case 6:
            values = {node: x for node, x in (claims.values or {}).items() if node != name}
            return claims._replace(values=values or None)
        case 7:
            windows = {**(claims.windows or {}), name: (float(dice.randint(-4, 3)), 9.0)}
            return claims._replace(windows=windows)
        case 8:
            pruned = [*(claims.pruned or []), dice.choice([*nodes])]
            return claims._replace(pruned=pruned[dice.randrange(2) :])
    return claims


def as_text(claims: Claims) -> str:
    """Return a sheet as a student types it."""
    lines = []
    if claims.visits is not None:
        lines.append(f"visits: {' '.join(claims.visits)}")
    if claims.values is not None:
        lines.append(f"values: {' '.join(f'{name}={x:g}' for name, x in claims.values.items())}")
    if claims.windows is not None:
        windows = (f"{name} ({low:g}, {high:g})" for name, (low, high) in claims.windows.items())
        lines.append(f"windows: {', '.join(windows)}")
    if claims.cutoffs is not None:
        cuts = (f"{at} ({a:g}, {b:g}) skips {' '.join(kept)}" for at, a, b, kept in claims.cutoffs)
        lines.append(f"cutoffs: {'; '.join(cuts) or 'none'}")
    if claims.pruned is not None:
        lines.append(f"pruned: {' '.join(claims.pruned) or 'none'}")
    lines += [f"move: {claims.move}"] if claims.move is not None else []
    lines += [f"utility: {claims.utility:g}"] if claims.utility is not None else []
    return "\n".join(lines)


def with_both(claims: Claims, nodes: dict[str, Node]) -> Claims:
    """Return a sheet with what it says of cutoffs by its pruned nodes, or the other way round."""
    if claims.pruned is None and claims.cutoffs is not None:
        return claims._replace(pruned=[name for cut in claims.cutoffs for name in cut[3]])
    if claims.cutoffs is not None or claims.pruned is None:
        return claims
    parents = {child: name for name, node in nodes.items() for child in node.children}
    skipped: dict[str, list[str]] = {}
    for name in dict.fromkeys(claims.pruned):
        if parents.get(name) not in claims.pruned:
            skipped.setdefault(parents.get(name, ""), []).append(name)
    nan = float("nan")  # no window is stated
    return claims._replace(cutoffs=[(at, nan, nan, tuple(kept)) for at, kept in skipped.items()])


@over("seeds", [range(start, start + 5) for start in range(0, 3000, 5)], ms=270)
def test_marks_are_what_the_law_says(seeds: range) -> None:
    for seed in seeds:
        dice = random.Random(seed)
        tree, accept = make_tree(dice), dice.choice([*ACCEPTED])
        points = dict(dice.sample([*POINTS.items()], dice.randint(2, len(POINTS))))
        rules = ACCEPTED[accept]
        claims = make_sheet(dice, named(tree), dice.choice(rules))
        kept = {*points} | ({"values"} if dice.random() < 0.3 else set())
        claims = Claims(*(x if p in kept else None for p, x in claims._asdict().items()))
        accepted = tuple(map(parse_convention, accept.split()))
        grader = Grader(Problem("key", tree, accept=accepted, parts=points), diagnoses=False)
        text = as_text(claims)
        if not text:
            continue
        marked = grader.mark(sheet_of_text(text, "sheet"))
        said = with_both(claims, named(tree)) if {"cutoffs", "pruned"} <= {*points} else claims
        by_law = Marker(tree, points, rules).mark(said)
        if marked.unread:  # a list with the root, or with a node and one below it, waits
            assert marked.score <= by_law, (seed, accept, points, tree, text)
            continue
        assert marked.score == pytest.approx(by_law), (seed, accept, points, tree, text)
