"""SSS*: a best-first search for the cheapest proof of the value (Stockman, 1979).

The list OPEN has states: a node, L (live) or S (solved), and a merit, which is an upper bound of
the root's value. Each step takes the state with the largest merit, of equal ones the leftmost, and
replaces it by the Γ operator:

1. solved, its parent is MAX's: the parent is solved; all states below the parent are removed;
2. solved, its parent is MIN's and it has a next sibling: the sibling is live;
3. solved, its parent is MIN's and it is the last child: the parent is solved;
4. a live leaf: it is solved, and its merit is at most its value;
5. a live MAX node: all its children are live;
6. a live MIN node: its first child is live.

It ends if the root is solved; its merit is the value. The log has a root for each leaf that is
valued (case 4): the path to the leaf. The last root repeats the path of the best line.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Final, NamedTuple

from engine.conventions import read_listing
from engine.errors import SearchRefused
from engine.game import MAX, MIN, AnyGame, Player
from engine.log.visit_log import NO_PARENT, Flag, VisitLog
from engine.log.windows import Windows
from engine.running.control import SearchStopped, StopReason
from engine.searches.base import Search
from engine.searches.checks import checked_moves, finite_value
from engine.searches.settings import Settings

#: The most plies of a line. OPEN has whole paths, so a deeper game would need too much memory.
DEEPEST: Final = 3_000

#: Steps between two checks whether to stop.
_BLOCK: Final = 64


@dataclass(slots=True, eq=False)
class _Node:
    """A node that the search has generated."""

    state: Any
    path: tuple[int, ...]
    parent: _Node | None
    player: Player
    flag: int = 0
    value: float = inf
    moves: Sequence[Any] = ()
    source: _Node | None = None


class OpenState(NamedTuple):
    """A state in OPEN; the next one to take is the smallest."""

    against: float
    path: tuple[int, ...]
    solved: bool

    @property
    def merit(self) -> float:
        """An upper bound of the root's value."""
        return 0.0 - self.against


class GammaStep(NamedTuple):
    """A step of SSS*."""

    case: int
    taken: OpenState
    added: tuple[OpenState, ...]
    removed: int
    opened: list[OpenState]
    node: Any


def gamma_steps(game: AnyGame, limit: int | None) -> Iterator[GammaStep]:
    """Yield the steps of SSS* on a game, until the root is solved."""
    nodes: dict[tuple[int, ...], _Node] = {}

    def made(state: Any, path: tuple[int, ...], parent: _Node | None) -> _Node:
        node = nodes.get(path)
        if node is None:
            if len(path) > DEEPEST:
                raise SearchStopped(StopReason.TOO_DEEP)
            node = nodes[path] = _Node(state, path, parent, game.to_move(state))
            if game.is_terminal(state):
                node.flag = Flag.TERMINAL
            elif len(path) == limit:
                node.flag = Flag.EVALUATED
            elif node.player not in (MAX, MIN):
                raise Sss.chance_error(game)
            else:
                node.moves = checked_moves(game, game.actions(state), state)
        return node

    def child(node: _Node, place: int) -> _Node:
        state = game.result(node.state, node.moves[place])
        return made(state, (*node.path, place), node)

    root = made(game.initial, (), None)
    opened = [OpenState(-inf, (), False)]
    while True:
        taken = opened.pop(0)
        node = nodes[taken.path]
        parent, removed, merit = node.parent, 0, taken.against
        if taken.solved and parent is None:
            yield GammaStep(0, taken, (), 0, opened, root)
            return
        if taken.solved and parent is not None and parent.player is MAX:
            depth = len(parent.path)
            remaining = [state for state in opened if state.path[:depth] != parent.path]
            removed = len(opened) - len(remaining)
            opened[:] = remaining
            parent.value, parent.source = node.value, node.source
            case, added = 1, [OpenState(merit, parent.path, True)]
        elif taken.solved and parent is not None:
            if node.value < parent.value:
                parent.value, parent.source = node.value, node.source
            place = node.path[-1] + 1
            if place < len(parent.moves):
                case, added = 2, [OpenState(merit, child(parent, place).path, False)]
            else:
                case, added = 3, [OpenState(merit, parent.path, True)]
        elif node.flag:
            over = node.flag & Flag.TERMINAL
            value = game.utility(node.state, MAX) if over else game.evaluate(node.state)
            node.value, node.source = finite_value(game, value, node.state), node
            case, added = 4, [OpenState(max(merit, 0.0 - node.value), node.path, True)]
        elif node.player is MAX:
            places = range(len(node.moves))
            case = 5
            added = [OpenState(merit, child(node, place).path, False) for place in places]
        else:
            case, added = 6, [OpenState(merit, child(node, 0).path, False)]
        for new_state in added:
            insort(opened, new_state)
        yield GammaStep(case, taken, tuple(added), removed, opened, node)


class Sss(Search):
    """Takes the most promising state first, and proves the value with the fewest leaves."""

    name = "sss"
    windows = Windows.SAME
    summary = "best-first search for the cheapest proof, with its list OPEN: SSS*"
    phrase = "SSS*"
    rules = (
        "OPEN starts with the root, live, with merit +∞. Take the state with the largest merit, of "
        "equal ones the leftmost. Live leaf: solve it; its merit becomes at most its value. Live "
        "MAX node: add all children, live. Live MIN node: add its first child, live. Solved child "
        "of a MAX node: the parent is solved, and all states below it are removed. Solved child of "
        "a MIN node: its next sibling is live; after the last one, the parent is solved. The "
        "merit passes on. Stop if the root is solved."
    )
    listing = read_listing("sss")
    several_roots = True
    best_first = True
    takes = frozenset({"depth", "rounds"})

    def __init__(self, game: AnyGame, settings: Settings, log: VisitLog) -> None:
        super().__init__(game, settings, log)
        self.limit = settings.depth_limit(game)
        if game.may_not_end and self.limit is None:
            raise SearchRefused(
                f"sss visits no node of {game} before the end of the first line",
                expected="a depth limit (--depth, if the game has an evaluation)",
            )

    def run(self) -> None:
        """Search until the root is solved, and record the path to each leaf."""
        try:
            self._search()
        except SearchStopped:
            if not len(self.log):  # the root is visited in any case
                initial = self.game.initial
                self.log.enter(NO_PARENT, 0, 0, self.game.to_move(initial), -inf, inf)
            raise

    def _search(self) -> None:
        log, leaf_rows = self.log, dict[tuple[int, ...], int]()
        for number, step in enumerate(gamma_steps(self.game, self.limit)):
            node: _Node = step.node
            if number % _BLOCK == 0 and log.checkpoint is not None:
                # There may be many steps before a leaf is visited.
                log.checkpoint(len(log) or min(number, 1))
            if step.case == 4:
                leaf_rows[node.path] = self._record(node, step.added[0].merit)
            elif not step.case and node.source is not None:
                self._record(node.source, step.taken.merit, leaf_rows[node.source.path])

    def _record(self, leaf: _Node, merit: float, exact: int | None = None) -> int:
        """Record the path from the root to a leaf, and return the leaf's row."""
        log, line, rows = self.log, [leaf], list[int]()
        while (above := line[-1].parent) is not None:
            line.append(above)
        for node in reversed(line):
            parent = rows[-1] if rows else NO_PARENT
            place = node.path[-1] if node.path else 0
            rows.append(log.enter(parent, len(node.path), place, node.player, -inf, inf))
            if not node.flag:
                log.expand(rows[-1], len(node.moves))
        if exact is not None:
            log.repeat(rows[-1], exact)
        log.leaf(rows[-1], leaf.value, leaf.flag if exact is None else Flag.REPEAT)
        for row in rows[-2::-1]:
            log.leave(row, merit, 1, Flag.UPPER if exact is None else 0)
        return rows[-1]
