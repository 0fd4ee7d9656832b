"""The tree that a search goes over, written out whole, so that it can be worked in other ways."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from engine.errors import PlytraceError
from engine.game import AnyGame, Player
from engine.log import NO_PARENT
from engine.ordering import make_order
from engine.recursion import deep_recursion
from engine.settings import Settings

__all__ = ["MOST_NODES", "WorkTree", "work_tree"]

#: The most nodes of a tree that is worked in other ways. Each misconception is a search of its own.
MOST_NODES: Final = 3_000

#: Plies below a depth limit that are kept, for those who stop too late.
_BELOW_LIMIT: Final = 2


@dataclass(slots=True)
class WorkTree:
    """A tree in flat columns, in pre-order; children stand in the order of the search.

    Args:
        limit: plies below the root at which the search stops; None for no limit.
        round: plies of a round.
        window: α and β at the root.
        names: what nodes are called.
        moves: the names of the moves that led to them; empty at the root.
        parent: their parents; `NO_PARENT` at the root.
        depth: plies below the root.
        player: whose turn it is.
        children: the children, in the order of the search.
        values: the utilities of leaves; None at interior nodes.
        estimates: the evaluations of nodes where a depth limit could stop; None where there is
            none.
        chances: the probabilities of the children of a chance node; empty elsewhere.
        after_pass: whether a pass led to the node.
    """

    limit: int | None
    round: int
    window: tuple[float, float]
    names: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    depth: list[int] = field(default_factory=list)
    player: list[Player] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)
    values: list[float | None] = field(default_factory=list)
    estimates: list[float | None] = field(default_factory=list)
    chances: list[list[Fraction]] = field(default_factory=list)
    after_pass: list[bool] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.names)


def work_tree(game: AnyGame, settings: Settings, most: int = MOST_NODES) -> WorkTree | None:
    """The tree below the initial state of a game, as it is searched.

    Args:
        game: the game, as the search sees it.
        settings: how it is searched: the depth limit, the order of moves and the window.
        most: nodes that it may have.

    Returns:
        The tree; None where it is larger, or where its order is only known while it is searched.
    """
    limit = settings.depth_limit(game)
    order = make_order(settings.order, game, limit)
    if order.learns_from:
        return None
    tree = WorkTree(limit, game.plies_per_round, settings.window)
    asks_passes = game.is_pass

    def add(state: Any, parent: int, move: str, path: list[str], *, after_pass: bool) -> bool:
        node = len(tree)
        if node >= most:
            return False
        depth = tree.depth[parent] + 1 if parent != NO_PARENT else 0
        terminal = game.is_terminal(state)
        tree.names.append(game.node_name(state, path))
        tree.moves.append(move)
        tree.parent.append(parent)
        tree.depth.append(depth)
        tree.player.append(game.to_move(state))
        tree.children.append([])
        tree.values.append(float(game.utility(state, Player.MAX)) if terminal else None)
        tree.estimates.append(None if terminal or limit is None else _estimate(game, state))
        tree.chances.append([])
        tree.after_pass.append(after_pass)
        if terminal or (limit is not None and depth >= limit + _BELOW_LIMIT):
            return True
        if tree.player[node] is Player.CHANCE:
            chances = game.chances(state)
            moves = [outcome for outcome, _ in chances]
            tree.chances[node] = [Fraction(probability) for _, probability in chances]
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

    with deep_recursion():
        whole = add(game.initial, NO_PARENT, "", [], after_pass=False)
    return tree if whole else None


def _estimate(game: AnyGame, state: Any) -> float | None:
    try:
        return float(game.evaluate(state))
    except PlytraceError:
        return None
