"""Random keys, sheets and changes of sheets, for the laws of marking."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

from engine.conventions import parse_convention
from tests.support.naive_maxn import as_source, random_tree
from tracer.answers.work_tree import Shares
from tracer.marking.grading.accepted_conventions import ProblemVersion
from tracer.marking.grading.grader import Grader
from tracer.marking.grading.marks import SheetMarks
from tracer.marking.keys.problem import ANY, Problem, SearchRules
from tracer.mistakes.slips import Slip, search_with_slip
from tracer.questions import PARTS
from tracer.questions.cutoffs import ClaimedCut

#: Conventions that a key may name.
NAMED = ("aima", "cs188", "aima,returns=fail-hard", "cs188,ties=last", "mit", "comp341")
#: Conventions that a key of a tree of several players may name.
NAMED_OF_SHARES = ("aima", "cs188", "cs188,ties=last", "comp341")
PLAIN = ("values", "windows", "cutoffs", "visits", "line", "move", "utility", "counts", "minimax")
CHANCE = ("values", "expectiminimax", "visits", "line", "move", "utility", "counts")


class Case:
    """A key with a grader.

    Args:
        dice: source of chance.
        accept: accepted conventions; None for a random choice.
        whole: whether the key names its parts.
    """

    def __init__(
        self, dice: random.Random, accept: tuple[str, ...] | None = None, *, whole: bool = True
    ) -> None:
        self.dice = dice
        kinds = self.kinds()
        chosen = dice.sample(kinds, dice.randint(1, len(kinds)))
        self.parts = {part: float(dice.choice([1, 2, 4])) for part in chosen}
        self.source = self._tree()
        if accept is None:
            accept = tuple(dice.sample(NAMED, dice.randint(1, 3)))
        self.accept = accept
        accepted = tuple(map(parse_convention, accept)) or ANY
        self.problem = Problem(
            "case",
            self.source,
            SearchRules(options=self.options()),
            accept=accepted,
            parts=self.parts if whole else None,
        )
        self.grader = Grader(self.problem, diagnoses=False)

    def kinds(self) -> tuple[str, ...]:
        """The parts of which a key has some."""
        self.has_chance = self.dice.random() < 0.25
        return CHANCE if self.has_chance else PLAIN

    def options(self) -> dict[str, Any]:
        """The settings of the search."""
        return {}

    def value(self) -> Any:
        """A value that a sheet may claim."""
        return float(self.dice.randint(-6, 9))

    def slip(self) -> Any:
        """A wrong value of a node."""
        return self.dice.choice([self.dice.randint(-6, 10), self.dice.randint(-60, 100) / 10])

    def nonsense(self) -> Any:
        """A value of no node."""
        return 777.0

    def _tree(self) -> Any:
        dice = self.dice
        values = [dice.randint(-5, 9) for _ in range(dice.choice([3, 6, 40]))]

        def tree(depth: int) -> Any:
            if depth == 0 or (depth < 3 and dice.random() < 0.15):
                return dice.choice(values)
            return [tree(depth - 1) for _ in range(dice.randint(2, 3))]

        def chance(depth: int, kind: str) -> str:
            if depth == 0:
                return str(dice.choice(values))
            below = "chance" if kind in ("max", "min") else "max"
            inner = [chance(depth - 1, below) for _ in range(2)]
            if kind == "chance":
                part = dice.choice(["1/2", "1/3", "1/4"])
                rest = {"1/2": "1/2", "1/3": "2/3", "1/4": "3/4"}[part]
                inner = [
                    f"{{p: {p}, node: {one}}}" for p, one in zip((part, rest), inner, strict=True)
                ]
            return f"{{player: {kind}, children: [{', '.join(inner)}]}}"

        if self.has_chance:
            return f"{{tree: {chance(dice.randint(2, 3), 'max')}}}"
        return [tree(dice.randint(1, 2)) for _ in range(dice.randint(2, 3))]

    def versions(self) -> list[ProblemVersion]:
        return [*self.grader._versions]

    def claims(self, version: ProblemVersion, answers: Any = None) -> dict[str, Any]:
        """The claims that state some answers, by default the right ones."""
        answers = answers or version.answers
        return {part: PARTS[part].wrote(answers, version.rules) for part in self.parts} | (
            {"counts": {"visited": answers.counts[version.rules.headline]}}
            if "counts" in self.parts
            else {}
        )

    def start(self) -> dict[str, Any]:
        """A right sheet, or one with a slip."""
        version = self.dice.choice(self.versions())
        tree = version.task.tree
        if self.dice.random() < 0.5 or tree is None:
            return self.claims(version)
        value, node = self.slip(), self.dice.randrange(len(tree))
        return self.claims(
            version,
            search_with_slip(version.task, Slip(version.task.tree.names[node], value, "both")),
        )

    def marks(self, claims: dict[str, Any], grader: Grader | None = None) -> SheetMarks:
        points = self.problem.parts or dict.fromkeys(claims, 1.0)
        return (grader or self.grader)._best(claims, points)

    def total(self, claims: dict[str, Any], grader: Grader | None = None) -> float:
        return self.marks(claims, grader).total

    def accepting(self, accept: tuple[str, ...]) -> Grader:
        """A grader of the same key that accepts other conventions."""
        accepted = tuple(map(parse_convention, accept)) or ANY
        return Grader(replace(self.problem, accept=accepted), diagnoses=False)


class SharesCase(Case):
    """A key about a tree of several players, with or without a bound of the sums."""

    def kinds(self) -> tuple[str, ...]:
        self.most = self.dice.choice([None, 6, 6])
        self.players = self.dice.choice([2, 3, 3])
        usual = ("values", "visits", "line", "move", "utility", "counts")
        return usual if self.most is None else (*usual, "windows", "cutoffs")

    def options(self) -> dict[str, Any]:
        return {} if self.most is None else {"sum": self.most}

    def value(self) -> Any:
        leaves = [shares for shares in self.grader.preferred.task.tree.shares if shares]
        if self.dice.random() < 0.5:
            return Shares(map(float, self.dice.choice(leaves)))
        return self.slip()

    def slip(self) -> Any:
        return Shares(float(self.dice.randint(0, 6)) for _ in range(self.players))

    def nonsense(self) -> Any:
        return Shares([777.0] * self.players)

    def _tree(self) -> Any:
        while isinstance(tree := random_tree(self.dice, self.players, 3, self.most), dict):
            pass
        return as_source(tree, self.players)


def make_case(seed: int, accept: tuple[str, ...] | None = None, *, whole: bool = True) -> Case:
    return Case(random.Random(seed), accept, whole=whole)


def make_shares_case(seed: int, accept: tuple[str, ...] | None = None) -> SharesCase:
    dice = random.Random(f"shares {seed}")
    names = tuple(dice.sample(NAMED_OF_SHARES, dice.randint(1, 2))) if dice.random() < 0.6 else ()
    return SharesCase(dice, names if accept is None else accept)


def spoil(case: Case, claims: dict[str, Any]) -> dict[str, Any]:
    """Make a few mistakes."""
    dice, claims = case.dice, dict(claims)
    tree = case.versions()[0].task.tree
    assert tree is not None, "a tree"
    for _ in range(dice.randint(0, 4)):
        part = dice.choice([*claims])
        claim = claims[part]
        if part in ("visits", "line"):
            names = [*claim]
            at = dice.randint(0, len(names))
            what = dice.randrange(3)
            if what == 0 and names:
                del names[min(at, len(names) - 1)]
            elif what == 1:
                names.insert(at, dice.choice(tree.names))
            elif len(names) > 1:
                at = dice.randrange(len(names) - 1)
                names[at], names[at + 1] = names[at + 1], names[at]
            claims[part] = tuple(names)
        elif part == "windows":
            bounds = (float(dice.randint(-6, 9)), dice.choice([9.0, float("inf")]))
            claims[part] = {**claim, dice.choice(tree.names): bounds}
        elif part == "cutoffs":
            cuts = [*claim]
            if cuts and dice.random() < 0.5:
                at = dice.randrange(len(cuts))
                if dice.random() < 0.5:
                    del cuts[at]
                else:
                    changed = {"alpha": float(dice.randint(-6, 9)), "skipped": ()}
                    name = dice.choice([*changed])
                    cuts[at] = replace(cuts[at], **{name: changed[name]})
            else:
                node = dice.randrange(len(tree))
                below = tuple(tree.names[one] for one in tree.children[node][1:])
                cuts.append(ClaimedCut(tree.names[node], -1.0, 3.0, below))
            claims[part] = tuple(cuts)
        elif part == "move":
            claims[part] = dice.choice(tree.names)
        elif part == "utility":
            claims[part] = case.value()
        elif part == "counts":
            name = dice.choice(["visited", "cutoffs"])
            claims[part] = {**claim, name: dice.randint(0, 20)}
        else:
            kept = {name: one for name, one in claim.items() if dice.random() < 0.9}
            claims[part] = {**kept, dice.choice(tree.names): case.value()}
    if len(claims) > 1 and dice.random() < 0.2:
        del claims[dice.choice([*claims])]
    return claims


def add_nonsense(case: Case, claims: dict[str, Any]) -> dict[str, Any]:
    """Add one claim that no search makes."""
    dice, claims = case.dice, dict(claims)
    part = dice.choice([*claims])
    claim = claims[part]
    rules = case.versions()[0].rules
    if part in ("visits", "line"):
        names = [*claim]
        names.insert(dice.randint(0, len(names)), "nobody")
        claims[part] = tuple(names)
    elif part == "cutoffs":
        claims[part] = (*claim, ClaimedCut("nobody", 1.0, 2.0, ("B",)))
    elif part in ("move", "utility"):
        return claims
    elif part == "counts":
        claims[part] = {"skipped": 9999, **claim}
    else:
        wrong: Any = (777.0, 778.0) if part == "windows" else case.nonsense()
        free = [name for name in rules.complete if name not in claim]
        claims[part] = {**claim, dice.choice([*free, "nobody"]): wrong}
    return claims


def complete(case: Case, claims: dict[str, Any]) -> dict[str, Any]:
    """Enter the right answer at one empty place, by the only accepted convention."""
    dice, claims = case.dice, dict(claims)
    (version, *_) = case.versions()
    right = case.claims(version)
    part = dice.choice([*right])
    good, claim = right[part], claims.get(part)
    if claim is None:
        claims[part] = good
    elif part == "cutoffs" and claim:
        answered = {cut.at for cut in claim}
        claims[part] = (*claim, *[cut for cut in good if cut.at not in answered][:1])
    elif isinstance(claim, dict) and (empty := [name for name in good if name not in claim]):
        name = dice.choice(empty)
        claims[part] = {**claim, name: good[name]}
    return claims


def delete_unexpected(case: Case, claims: dict[str, Any]) -> dict[str, Any]:
    """Delete one entry that no search has and from which nothing is followed."""
    dice, claims = case.dice, dict(claims)
    (version, *_) = case.versions()
    right, rules = case.claims(version), version.rules
    part = dice.choice([*claims])
    claim = claims[part]
    marks = case.marks(claims)
    slip = marks.slip.node if marks.slip else ""
    followed = {said.node for said in marks.followed(part)} | {slip}
    if part == "visits":
        surplus = [*(Counter(claim) - Counter(right[part]))]
        shown = followed | _below(case, slip)
        names = [name for name in surplus if name not in shown]
        if names:
            at = max(at for at, name in enumerate(claim) if name == names[0])
            claims[part] = (*claim[:at], *claim[at + 1 :])
    elif part == "cutoffs":
        idle = {cut.at for cut in version.answers.cuts} | followed
        extra = [cut for cut in claim if cut.at not in idle]
        if extra and (len(claim) > 1 or any(cut.skipped for cut in version.answers.cuts)):
            claims[part] = tuple(cut for cut in claim if cut is not extra[0])
    elif isinstance(claim, dict) and part != "counts":
        facts = PARTS[part].facts(version.answers, rules)
        extra = [name for name in claim if name not in right[part] and name not in facts]
        extra = [name for name in extra if name not in followed]
        if extra and len(claim) > 1:
            claims[part] = {name: said for name, said in claim.items() if name != extra[0]}
    return claims


def _below(case: Case, name: str) -> set[str]:
    """The nodes below a node."""
    tree = case.versions()[0].task.tree
    assert tree is not None, "a tree"
    below = {name}
    for node, parent in zip(tree.names, tree.parent, strict=True):
        if parent >= 0 and tree.names[parent] in below:
            below.add(node)
    return below - {name}
