"""Max^n over plain tuples, after Korf's procedure SHALLOW (Multi-player alpha-beta pruning, 1991).

A tree is a vector, a dict from players to shares, or a pair of a player and a list of trees. It
shares nothing with the package: a node gets the bound of its own player, and returns its vector.
"""

import random
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Tree = Any

PLAYERS = "PQRS"


def random_tree(draw: random.Random, players: int, plies: int, most: int | None) -> Tree:
    """A tree of up to four plies; the shares of a leaf sum to at most `most`, if it is given.

    Mostly the players take turns, sometimes one moves twice.
    """

    def node(left: int, turn: int) -> Tree:
        if left == 0 or (left < plies and draw.random() < 0.2):
            return leaf()
        after = turn if draw.random() < 0.15 else (turn + 1) % players
        many = draw.randint(1, 3)
        return PLAYERS[turn], [node(left - 1, after) for _ in range(many)]

    def leaf() -> Tree:
        if most is None:
            return {name: Fraction(draw.randint(-4, 6)) for name in PLAYERS[:players]}
        parts = draw.choice((1, 1, 2, 3))
        left, shares = most * parts, []
        for _ in range(players):
            shares.append(draw.randint(0, left))
            left -= shares[-1]
        draw.shuffle(shares)
        return {
            name: Fraction(share, parts)
            for name, share in zip(PLAYERS[:players], shares, strict=True)
        }

    return node(plies, draw.randrange(players))


def as_source(tree: Tree, players: int) -> dict[str, Any]:
    """The tree as the contents of a file."""

    def node(tree: Tree) -> Any:
        if isinstance(tree, dict):
            return f"({', '.join(str(tree[name]) for name in PLAYERS[:players])})"
        mover, children = tree
        return {"player": mover, "children": [node(child) for child in children]}

    return {"players": list(PLAYERS[:players]), "tree": node(tree)}


def backed_up(tree: Tree) -> dict[str, Fraction]:
    """The vector of a tree without pruning; the first of equal children is taken."""
    if isinstance(tree, dict):
        return tree
    mover, children = tree
    vectors = [backed_up(child) for child in children]
    most = max(vector[mover] for vector in vectors)
    return next(vector for vector in vectors if vector[mover] == most)


@dataclass
class Shallow:
    """Max^n with immediate and shallow pruning."""

    most: Fraction | None
    least: Fraction | None = Fraction(0)
    strict: bool = False
    #: Path, bound, vector and number of visited children of each visit.
    visits: list[list[Any]] = field(default_factory=list)

    def run(self, tree: Tree) -> dict[str, Fraction]:
        bound = None if self.most is None or self.least is None else self.most - self.least
        return self.search(tree, (), bound)

    def search(self, tree: Tree, path: tuple[int, ...], bound: Any) -> dict[str, Fraction]:
        visit = [path, bound, None, 0]
        self.visits.append(visit)
        if isinstance(tree, dict):
            visit[2] = tree
            return tree
        mover, children = tree
        best: Any = None
        for place, child in enumerate(children):
            visit[3] += 1
            mine = self.least if best is None or _mover(child) == mover else best[mover]
            if mine is not None and self.least is not None:
                mine = max(mine, self.least)
            rest = None if self.most is None or mine is None else self.most - mine
            found = self.search(child, (*path, place), rest)
            if best is None or found[mover] > best[mover]:
                best = found
            if bound is not None and (
                best[mover] > bound or (best[mover] == bound and not self.strict)
            ):
                break
        visit[2] = best
        return best


def _mover(tree: Tree) -> str | None:
    """The player to move; at a leaf any other than the one above, who cannot be cut there."""
    return None if isinstance(tree, dict) else tree[0]
