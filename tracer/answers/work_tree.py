"""The tree of a search, expanded in full so that it can be searched in other ways."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeAlias

from engine.errors import PlytraceError
from engine.game import AnyGame, Number, Player, VectorGame
from engine.log.visit_log import NO_PARENT
from engine.running.recursion import RecursionGuard
from engine.search import find_search
from engine.searches.checks import whole_weights
from engine.searches.maxn import largest_sum, least_share
from engine.searches.ordering import make_order
from engine.searches.settings import Settings, known_bounds
from engine.values import Exact, exact_value
from trees.hand_tree import UnknownValue

#: The value of a node: exact, or a float.
Value: TypeAlias = Exact | float

#: Most nodes of such a tree; each misconception searches it again.
MOST_NODES: Final = 3_000

#: Plies kept below a depth limit, for searches that stop too late.
_BELOW_LIMIT: Final = 2


@dataclass(slots=True)
class WorkTree:
    """A tree in flat columns, in pre-order; children are in search order."""

    limit: int | None
    round: int
    window: tuple[float, float]
    names: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    depth: list[int] = field(default_factory=list)
    player: list[Player] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)
    values: list[Value | None] = field(default_factory=list)
    estimates: list[Value | None] = field(default_factory=list)
    chances: list[list[Fraction]] = field(default_factory=list)
    after_pass: list[bool] = field(default_factory=list)
    spans: list[tuple[Value, Value]] = field(default_factory=list)
    prunes_chance: bool = False
    players: tuple[str, ...] = ()
    movers: list[int] = field(default_factory=list)
    shares: list[tuple[Exact, ...]] = field(default_factory=list)
    sums: tuple[Value, Value] = (-math.inf, math.inf)

    def __len__(self) -> int:
        return len(self.names)


def work_tree(
    game: AnyGame, settings: Settings, search: str = "minimax", most: int = MOST_NODES
) -> WorkTree | None:
    """Build the tree below the initial state of a game, as it is searched."""
    limit = settings.depth_limit(game)
    order = make_order(settings.order, game, limit)
    if order.learns_from:
        return None
    tree = WorkTree(limit, game.plies_per_round, settings.window)
    kind = find_search(search)
    bounds = None
    if "bounds" in kind.takes:
        bounds = known_bounds(game, settings, rounded=not game.has_chance)
        tree.prunes_chance = kind.takes_chance and game.has_chance
    players = game if isinstance(game, VectorGame) else None
    if players is not None:
        least, whole_sum = least_share(settings), largest_sum(settings)
        tree.players, tree.sums = tuple(players.share_names), (least, whole_sum)
        tree.window = (float(least), float(whole_sum - least))
    asks_passes = game.is_pass
    exactly = game.has_chance or players is not None
    read: Callable[[Number], Value] = exact_value if exactly else float

    def add(state: Any, parent: int, move: str, path: list[str], *, after_pass: bool) -> bool:
        node = len(tree)
        if node >= most:
            return False
        depth = tree.depth[parent] + 1 if parent != NO_PARENT else 0
        if not guard.low <= depth < guard.high:
            guard.follow(depth)
        terminal = game.is_terminal(state)
        tree.names.append(game.node_name(state, path))
        tree.moves.append(move)
        tree.parent.append(parent)
        tree.depth.append(depth)
        tree.player.append(game.to_move(state))
        tree.children.append([])
        tree.values.append(_utility(game, state, read) if terminal else None)
        tree.estimates.append(None if terminal or limit is None else _estimate(game, state, read))
        tree.chances.append([])
        if bounds is not None:
            tree.spans.append(bounds.find_bounds(state))
        tree.after_pass.append(after_pass)
        if players is not None:
            tree.movers.append(players.mover(state))
            shares = players.shares(state) if terminal else ()
            tree.shares.append(tuple(map(exact_value, shares)))
        if terminal or (limit is not None and depth >= limit + _BELOW_LIMIT):
            return True
        if tree.player[node] is Player.CHANCE:
            chances = game.chances(state)
            moves = [outcome for outcome, _ in chances]
            weights, common = whole_weights(game, chances, state)
            tree.chances[node] = [Fraction(weight, common) for weight in weights]
        else:
            listed = game.actions(state)
            moves = [listed[place] for place in order.places(state, listed, depth)]
        for one in moves:
            tree.children[node].append(len(tree))
            name = game.name_of(one)
            passed = tree.player[node] is not Player.CHANCE and asks_passes(one)
            if not add(game.result(state, one), node, name, [*path, name], after_pass=passed):
                return False
        return True

    with RecursionGuard() as guard:
        whole = add(game.initial, NO_PARENT, "", [], after_pass=False)
    return tree if whole else None


def _utility(game: AnyGame, state: Any, read: Callable[[Number], Value]) -> Value:
    """Return the value of a leaf; NaN if it is unknown."""
    try:
        return read(game.utility(state, Player.MAX))
    except UnknownValue:
        return math.nan


def _estimate(game: AnyGame, state: Any, read: Callable[[Number], Value]) -> Value | None:
    try:
        return read(game.evaluate(state))
    except PlytraceError:
        return None


# The value of a node with several players.


class AtMost(NamedTuple):
    """What is known of a node's true vector after a shallow cutoff."""

    mover: int
    rest: float


class Shares(tuple[float, ...]):
    """A value for each player."""

    known: AtMost | None

    def __new__(cls, shares: Iterable[float], known: AtMost | None = None) -> Shares:
        """Make a vector."""
        made = super().__new__(cls, shares)
        made.known = known
        return made

    def __eq__(self, other: object) -> bool:
        # Not equal if one is only the best so far: claims serve as keys of caches.
        return isinstance(other, Shares) and self.known == other.known and tuple.__eq__(self, other)

    def __hash__(self) -> int:
        return hash((tuple(self), self.known))
