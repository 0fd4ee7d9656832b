"""Independent programs for the searches and orders beyond plain alpha-beta.

Everything here is written over nested lists from the papers: values are found by plain recursion,
principal variation search in its one-function form (Marsland and Campbell, 1982; Reinefeld, 1983),
and alpha-beta with an order that learns by tables of its own. `Lists` offers the same lists to the
package as a game.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from engine.game import AnyGame, Game, Player

Tree = Any  # a number, or a list or tuple of trees
Path = tuple[int, ...]


def guess(tree: Tree) -> float:
    """What an inner node seems to be worth where a search stops: its last leaf."""
    while isinstance(tree, (list, tuple)):
        tree = tree[-1]
    return tree


def leaves(tree: Tree) -> int:
    return sum(map(leaves, tree)) if isinstance(tree, (list, tuple)) else 1


def minimax(tree: Tree, is_max: bool = True, left: int | None = None) -> float:
    """Return the value of a tree searched for `left` plies; None for all."""
    if not isinstance(tree, (list, tuple)):
        return tree
    if left == 0:
        return guess(tree)
    below = None if left is None else left - 1
    values = [minimax(child, not is_max, below) for child in tree]
    return max(values) if is_max else min(values)


def frozen(tree: Tree) -> Tree:
    return tuple(map(frozen, tree)) if isinstance(tree, (list, tuple)) else tree


class Lists(Game[Any, int]):
    """Nested lists as a game of its own, not as a hand tree; a move is the place of a child."""

    name = "lists"
    has_wins = False

    def __init__(self, tree: Tree, shared: bool = False) -> None:
        self.tree = frozen(tree)
        self.shared = shared
        self.initial = (True, self.tree if shared else ())

    def at(self, state: Any) -> Tree:
        if self.shared:
            return state[1]
        tree = self.tree
        for place in state[1]:
            tree = tree[place]
        return tree

    def to_move(self, state: Any) -> Player:
        return Player.MAX if state[0] else Player.MIN

    def actions(self, state: Any) -> Sequence[int]:
        return range(len(self.at(state)))

    def result(self, state: Any, action: int) -> Any:
        is_max, what = state
        return not is_max, what[action] if self.shared else (*what, action)

    def is_terminal(self, state: Any) -> bool:
        return not isinstance(self.at(state), tuple)

    def utility(self, state: Any, player: Player) -> float:
        value = self.at(state)
        return -value if player is Player.MIN else value

    def evaluate(self, state: Any) -> float:
        return guess(self.at(state))

    def priority(self, state: Any, action: int) -> float:
        return leaves(self.at(state)[action])


class Unhashable(Lists):
    """Lists whose states are lists."""

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self.initial = [True, ()]

    def result(self, state: Any, action: int) -> Any:
        return list(super().result(tuple(state), action))

    def evaluate(self, state: Any) -> float:
        return super().evaluate(tuple(state))


class TrueValues:
    """The minimax values of a game's states, by plain recursion, each found once."""

    def __init__(self, game: AnyGame) -> None:
        @cache
        def value(state: Any, left: int | None = None) -> float:
            if game.is_terminal(state):
                return float(game.utility(state, Player.MAX))
            if left == 0:
                return float(game.evaluate(state))
            best = max if game.to_move(state) is Player.MAX else min
            below = None if left is None else left - 1
            return best(value(game.result(state, move), below) for move in game.actions(state))

        self.of = value


def paths_of(found: Any) -> list[Path]:
    """The visits of a trace, each as the places on its path."""
    log = found.log
    return [tuple(log.action[above] for above in found.rows_to(row)[1:]) for row in range(len(log))]


@dataclass
class Step:
    """One step of a search: a node is entered, or a child has returned to it."""

    kind: str
    path: Path
    v: float
    alpha: float
    beta: float


@dataclass
class Pvs:
    """Principal variation search in its one-function form, every value the mover's own."""

    tree: Tree
    strict: bool = False
    after_test: bool = False
    fail_hard: bool = False
    window: tuple[float, float] = (-math.inf, math.inf)
    steps: list[Step] = field(default_factory=list)
    #: Path, window as MAX sees it, value for MAX and whether it is the second search, by visit.
    visits: list[list[Any]] = field(default_factory=list)

    def run(self) -> float:
        return self._search(self.tree, (), 1, *self.window, False)

    def _seen(self, kind: str, path: Path, sign: int, v: float, a: float, b: float) -> None:
        low, high = (a, b) if sign > 0 else (-b, -a)
        self.steps.append(Step(kind, path, sign * v, low, high))

    def _search(
        self, node: Tree, path: Path, sign: int, alpha: float, beta: float, again: bool
    ) -> float:
        low, high = (alpha, beta) if sign > 0 else (-beta, -alpha)
        visit = [path, low, high, math.nan, again]
        self.visits.append(visit)
        if not isinstance(node, (list, tuple)):
            self._seen("enter", path, sign, sign * float(node), alpha, beta)
            visit[3] = float(node)
            return sign * float(node)
        best, a = -math.inf, alpha
        self._seen("enter", path, sign, best, alpha, beta)
        for place, child in enumerate(node):
            below = (*path, place)
            # Past 2^53 a sum with 1 may be no larger; the next double always is.
            above = max(a + 1, math.nextafter(a, math.inf))
            if place == 0 or a == -math.inf or above >= beta:
                v = -self._search(child, below, -sign, -beta, -a, False)
            else:
                v = -self._search(child, below, -sign, -above, -a, False)
                if above <= v < beta:
                    self._seen("scouted", below, sign, best, a, beta)
                    v = -self._search(child, below, -sign, -beta, -a, True)
            kind = "better" if v > best else "kept"
            best = max(best, v)
            cuts = best > beta if self.strict else best >= beta
            if not (cuts and self.after_test):
                a = max(a, best)
            self._seen("cut" if cuts else kind, below, sign, best, a, beta)
            if cuts:
                break
        if self.fail_hard:
            best = min(max(best, alpha), beta)
        visit[3] = sign * best
        return best


@dataclass
class Ordered:
    """Fail-soft alpha-beta with an order of moves that learns."""

    tree: Tree
    order: str
    limit: int | None = None
    visited: list[Path] = field(default_factory=list)
    killers: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    cuts: dict[tuple[bool, int], int] = field(default_factory=lambda: defaultdict(int))
    last_pass: dict[Path, list[int]] = field(default_factory=dict)

    def run(self, limit: int | None = None) -> float:
        """Search once; what was learnt before is kept."""
        self.limit = limit
        return self._search(self.tree, (), True, -math.inf, math.inf)

    def _places(self, path: Path, is_max: bool, count: int) -> list[int]:
        everything = list(range(count))
        if self.order == "history":
            return sorted(everything, key=lambda place: (-self.cuts[is_max, place], place))
        first = self.last_pass.get(path, [])
        if self.order == "killer":
            first = [place for place in self.killers[len(path)] if place < count]
        return first + [place for place in everything if place not in first]

    def _search(self, node: Tree, path: Path, is_max: bool, alpha: float, beta: float) -> float:
        self.visited.append(path)
        if not isinstance(node, (list, tuple)):
            return node
        if len(path) == self.limit:
            return guess(node)
        v = -math.inf if is_max else math.inf
        seen = []
        for place in self._places(path, is_max, len(node)):
            below = (*path, place)
            child = self._search(node[place], below, not is_max, alpha, beta)
            seen.append((-child if is_max else child, len(seen), place))
            v = max(v, child) if is_max else min(v, child)
            if v >= beta if is_max else v <= alpha:
                self._learn_cut(place, len(path), is_max)
                break
            alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
        self.last_pass[path] = [place for _, _, place in sorted(seen)]
        return v

    def _learn_cut(self, place: int, depth: int, is_max: bool) -> None:
        killers = self.killers[depth]
        self.killers[depth] = [place, *(other for other in killers if other != place)][:2]
        self.cuts[is_max, place] += 1 if self.limit is None else (self.limit - depth) ** 2


def sorted_places(
    tree: Tree, is_max: bool, rank: Callable[[Tree], float], best_first: bool = True
) -> list[int]:
    """The places of a node's children by a rank in MAX's favour, the mover's best first or last."""
    sign = -1 if is_max == best_first else 1
    return sorted(range(len(tree)), key=lambda place: (sign * rank(tree[place]), place))
