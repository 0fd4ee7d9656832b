"""Fresh trees: a key's problem on other trees, which no program can know in advance.

A fresh tree has the kinds of nodes, the range of values and the settings of the key's tree, but
another shape: all its leaves have one depth. If every node of the key's tree has two children, or
every node three, so has every node of a fresh tree, since some programs are written for such trees.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from typing import Final, overload

from engine.errors import InvalidInput, PlytraceError
from engine.game import CHANCE, MAX, MIN, AnyGame, Number, Player
from engine.log.best_play import best_child
from engine.search import find_search, run_search
from engine.wrappers.wrapped import Wrapped
from tracer.generate.order import DENOMINATORS, Order
from tracer.generate.tree_sketch import Dice, TreeSketch, draw_shape, fill
from tracer.generate.tree_writers import source_text
from tracer.marking.keys.key import AnyKey
from tracer.marking.keys.problem import Problem
from tracer.marking.keys.problem_set import ProblemSet
from tracer.marking.keys.variants import Variants
from tracer.programs.shapes import find_shape
from tracer.runs.run import request_search
from trees.building.builder import build
from trees.building.naming import TreeEdge, TreeNode
from trees.hand_tree import HandTree

__all__ = ["FRESH_TREES", "add_fresh_trees"]

#: Fresh trees of a problem, if its key does not say how many.
FRESH_TREES: Final = 3
#: Sets of at least this many problems have none by default.
_MANY_PROBLEMS: Final = 3
#: Expected leaves of a fresh tree, the most leaves, and plies: a person must be able to read it.
_LEAVES: Final = 40
_MOST_LEAVES: Final = 81
_MOST_PLIES: Final = 8
#: The largest number of children that programs rely on.
_MOST_REGULAR: Final = 3
#: Drawn trees, of which the first that meets all wishes is used.
_TRIES: Final = 200


@overload
def add_fresh_trees(key: Problem | ProblemSet) -> Problem | ProblemSet: ...
@overload
def add_fresh_trees(key: AnyKey) -> AnyKey: ...
def add_fresh_trees(key: AnyKey) -> AnyKey:
    """Return a key for programs with the fresh trees of its problems.

    Args:
        key: key, after `for_programs`; variants get theirs as they are read.

    Raises:
        InvalidInput: a problem requests fresh trees, but it is not about a hand tree.
    """
    if isinstance(key, Variants):
        key.changes.append(add_fresh_trees)
        return key
    if isinstance(key, ProblemSet):
        usual = FRESH_TREES if len(key.problems) < _MANY_PROBLEMS else 0
        problems = {number: _with_trees(one, usual) for number, one in key.problems.items()}
        return replace(key, problems=problems)
    return _with_trees(key, FRESH_TREES)


def _with_trees(problem: Problem, usual: int) -> Problem:
    """Return a problem with its fresh trees.

    Args:
        problem: problem for programs.
        usual: number of fresh trees of a hand tree, if the key does not say how many.
    """
    programs = problem.programs
    many = usual if programs.fresh is None else programs.fresh
    if problem.kind != "search" or not many:
        return problem
    try:
        tree = _hand_tree(problem)
    except PlytraceError:  # the grader reports it, with its place in the key
        return problem
    if tree is None or (programs.shape and find_shape(programs.shape).driver.own_boards):
        if programs.fresh is None:
            return problem
        raise InvalidInput(
            "fresh: needs a hand tree and programs that search it",
            where=problem.places.get("fresh", problem.label),
            expected="a tree as the source, or no fresh:",
        )
    if programs.fresh is None and tree.won is not None:  # a test file of CS 188
        return problem
    try:
        trees = tuple(_fresh_problems(problem, tree, many))
    except PlytraceError as error:
        if programs.fresh is None:
            return problem
        raise InvalidInput(
            f"fresh: no similar tree can be searched with these settings: {error.found}",
            where=problem.places.get("fresh", problem.label),
            expected="fresh: 0",
        ) from error
    return replace(problem, programs=replace(programs, trees=trees))


def _hand_tree(problem: Problem) -> HandTree | None:
    """Return the hand tree of a problem that has right answers on any tree; None otherwise."""
    search = problem.search
    asked = request_search(problem.source, search.name, problem.accept[0], **search.options)
    game: AnyGame = asked.game
    while isinstance(game, Wrapped):
        game = game.inner
    is_exact = not find_search(asked.search).uses_playouts
    return game if isinstance(game, HandTree) and is_exact else None


def _fresh_problems(problem: Problem, tree: HandTree, many: int) -> Iterator[Problem]:
    """Yield the problem on fresh trees."""
    outline = _Outline.of(tree)
    seed = problem.programs.fresh_seed or _seed_of(problem, tree)
    dice = Dice(f"plytrace.fresh/1 {seed}")
    own = _found(problem)
    programs = replace(problem.programs, fresh=0)
    seen = {_structure(tree)}
    for number, plies in enumerate(islice(cycle(outline.depths(own.limit)), many), 1):
        best: tuple[int, HandTree, Problem] | None = None
        for _ in range(_TRIES):
            made = outline.draw(plies, dice, f"fresh tree {number}")
            fresh = replace(problem, label=made.name, source=made, programs=programs, places={})
            found = _found(fresh)
            unmet = [
                found.cutoffs < min(own.cutoffs, 2),
                found.value == own.value,
                number == 1 and found.move == own.move,
                _structure(made) in seen,
            ]
            if best is None or sum(unmet) < best[0]:
                best = sum(unmet), made, fresh
            if not any(unmet):
                break
        assert best is not None
        seen.add(_structure(best[1]))
        yield replace(best[2], programs=replace(programs, tree_text=source_text(best[1])))


@dataclass(frozen=True, slots=True)
class _Found:
    """The outcome of the right search of a problem.

    Args:
        value: value of the root.
        move: index of the move at the root; None if there is none.
        cutoffs: number of cutoffs.
        limit: depth limit in plies; None if there is none.
    """

    value: float
    move: int | None
    cutoffs: int
    limit: int | None


def _found(problem: Problem) -> _Found:
    convention, search = problem.accept[0], problem.search
    asked = request_search(problem.source, search.name, convention, **search.options)
    made = run_search(asked.game, asked.search, asked.settings)
    root = [*made.log.roots()][-1]
    best = best_child(made.log, root, convention.ties)
    move = None if best is None else made.log.action[best]
    limit = asked.settings.depth_limit(made.game)
    return _Found(made.log.value[root], move, made.counts.cutoffs, limit)


def _structure(tree: HandTree) -> tuple[tuple[int, ...], tuple[Number | None, ...]]:
    """Return the structure and the values of a tree, without its names."""
    return tuple(tree.first_edge), tree.values


def _seed_of(problem: Problem, tree: HandTree) -> str:
    """Return a seed that depends on the problem, but not on the place of its file."""
    facts = (
        _structure(tree),
        tuple(tree.children),
        problem.search.name,
        problem.accept[0].name,
        sorted(problem.search.options.items()),
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class _Outline:
    """The features of a key's tree that fresh trees share.

    Args:
        players: turns of one round.
        turns: player to move at each depth above the leaves.
        fewest: fewest children of an internal node.
        most: most children of an internal node.
        values: smallest and largest value of a leaf.
        estimates: smallest and largest estimate of an internal node; None if there are none.
    """

    players: tuple[Player, ...]
    turns: tuple[Player, ...]
    fewest: int
    most: int
    values: tuple[int, int]
    estimates: tuple[int, int] | None

    @classmethod
    def of(cls, tree: HandTree) -> _Outline:
        """Return the outline of a tree."""
        turns: list[Player] = []
        counts: list[int] = []
        level = {tree.initial}
        while level:
            inner = [node for node in level if not tree.is_terminal(node)]
            players = [tree.to_move(node) for node in inner]
            if players:
                turns.append(max((MAX, MIN, CHANCE), key=players.count))
            counts += [len(tree.moves(node)) for node in inner]
            level = {tree.children[edge] for node in inner for edge in tree.moves(node)}
        values = [value for value in tree.values if value is not None]
        evals = [one for one in tree.evals if one is not None]
        return cls(
            tree.players,
            tuple(turns) or tree.players[:1],
            min(counts, default=2),
            max(counts, default=2),
            _whole_range(values),
            _whole_range(evals) if evals else None,
        )

    def depths(self, limit: int | None) -> list[int]:
        """Return the depths of fresh trees, in order; beyond the limit if the key's tree is."""
        own = len(self.turns)
        base = min(own, _MOST_PLIES - 1)
        least = 1 if own == 1 else min(own, max(2, self._period))
        if limit is not None and own > limit:
            least = max(least, limit + 1)
        found = [one for one in (base + 1, base - 1, base, base + 2) if one >= least]
        if self.is_regular:  # their depth alone gives such trees another shape
            others = [one for one in found if one != own and self.most**one <= _MOST_LEAVES]
            found = others or [base]
        return found[:3] or [least]

    @property
    def is_regular(self) -> bool:
        """Whether all internal nodes have the same small number of children."""
        return self.fewest == self.most <= _MOST_REGULAR

    @property
    def _period(self) -> int:
        """The number of plies after which the turns repeat."""
        turns = self.turns
        if all(turn is self._of_round(at) for at, turn in enumerate(turns)):
            return len(self.players)
        periods = range(1, len(turns) + 1)
        return next(
            n for n in periods if all(turns[at] is turns[at - n] for at in range(n, len(turns)))
        )

    def _of_round(self, depth: int) -> Player:
        return self.players[depth % len(self.players)]

    def turn(self, depth: int) -> Player:
        """Return the player to move at a depth of a fresh tree."""
        if depth < len(self.turns):
            return self.turns[depth]
        if self._period == len(self.players) and self.turns[0] is self.players[0]:
            return self._of_round(depth)
        return self.turns[depth % self._period]

    def draw(self, plies: int, dice: Dice, name: str) -> HandTree:
        """Return a random tree.

        Args:
            plies: depth of its leaves.
            dice: source of random choices.
            name: name of the tree.
        """
        turns = [self.turn(depth) for depth in range(plies)]
        low, high = self.values
        order = Order(
            plies=plies,
            branching=[self._branching(plies, turn) for turn in turns],
            values=(low, high),
            chance=tuple(depth for depth, turn in enumerate(turns) if turn is CHANCE),
        )
        while (shape := draw_shape(order, dice)) is None:
            pass
        return self._build(fill(shape, order, dice), turns, dice, name)

    def _branching(self, plies: int, turn: Player) -> tuple[int, int]:
        """Return the fewest and most children of a player's nodes, for about 40 leaves."""
        low, high = self._children(plies)
        if turn is CHANCE:  # generated probabilities and outcomes are limited
            most = min(max(DENOMINATORS), self.values[1] - self.values[0] + 1)
            return min(max(2, low), most), min(max(2, high), most)
        return low, high

    def _children(self, plies: int) -> tuple[int, int]:
        """Return the fewest and most children of a node."""
        if self.is_regular:
            return self.most, self.most
        low = min(self.fewest, 2)
        high = next(
            (
                high
                for high in range(self.most + 1, 2, -1)
                if ((max(low, 2) + high) / 2) ** plies <= _LEAVES
            ),
            max(2, low),
        )
        return low, high

    def _build(
        self, sketch: TreeSketch, turns: Sequence[Player], dice: Dice, name: str
    ) -> HandTree:
        """Return a sketch as a tree with this outline's players and estimates."""
        shape = sketch.shape
        nodes = [TreeNode() for _ in sketch.children]
        for at, kids in enumerate(sketch.children):
            node = nodes[at]
            if not kids:
                node.value = sketch.values[at]
                continue
            node.player = turns[shape.depth[at]]
            if self.estimates is not None:
                node.eval = dice.between(*self.estimates)
            shares = shape.shares.get(at)
            node.edges = [
                TreeEdge(nodes[kid], None, shares[place] if shares else None)
                for place, kid in enumerate(kids)
            ]
        return build(nodes[0], players=self.players, name=name)


def _whole_range(numbers: Sequence[Number]) -> tuple[int, int]:
    """Return the whole numbers around some numbers, at least two."""
    low = math.floor(min(numbers))
    return low, max(math.ceil(max(numbers)), low + 1)
