"""A recorded search: its settings, game and visit log, and the results they give."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from operator import eq
from typing import Any, ClassVar, NamedTuple

from engine.game import AnyGame, Number, Player, VectorGame
from engine.log.best_play import best_child, best_rows
from engine.log.counts import Counts, count_visits, counts_by_depth, depth_counts
from engine.log.visit_log import NO_PARENT, Flag, VisitLog
from engine.running.control import StopReason
from engine.search import find_search
from engine.searches.base import Outcome
from engine.searches.ordering import MoveOrder, make_order
from engine.searches.settings import KnownBounds, Settings, known_bounds
from engine.wrappers.changed import changes_of
from tracer.recording.euler_tour import EulerTour, NodePaths
from tracer.recording.exact_values import ExactValues


class Claim(NamedTuple):
    """What a person holds at a node after some of its children."""

    v: float  # value
    best: int = NO_PARENT  # row of the child that it comes from; `NO_PARENT` if it comes from none


@dataclass(frozen=True, slots=True)
class NamedVisit:
    """A visit with its names."""

    row: int  # row in the log
    state: Any  # state of the game
    name: str  # name of the node
    parent: str | None  # name of the parent; None at a root
    move: str | None  # name of the move that led here; None at a root


class Recording:
    """A finished or stopped search: its input, its result, and the names of its nodes."""

    #: Whether the visits are available, and not only their counts.
    has_visits: ClassVar[bool] = True
    #: Whether figures hide the value of a leaf in a hand tree until it is visited.
    covers_leaves: bool = False
    #: Whether figures write a node's value only when the node has returned.
    hides_v: bool = False
    #: In a search by hand, what was written at each row after each of its children.
    claims: Mapping[int, Sequence[Claim]] | None = None
    #: In a search by hand, the row whose cutoff test nobody has decided yet.
    undecided: int = NO_PARENT
    #: In a search by hand, the row whose window on entry is not written yet.
    unwritten: int = NO_PARENT

    def __init__(
        self,
        source: str,
        game: AnyGame,
        search: str,
        settings: Settings,
        log: VisitLog,
        stopped: StopReason | None = None,
        title: str = "",
    ) -> None:
        self.source = source  # the tree or game, as the user named it
        self.game = game  # with its wrappers, as it was searched
        self.search = search
        self.settings = settings
        self.log = log
        self.stopped = stopped
        self.title = title  # for headings, if better than the source
        self._kind = find_search(search)
        self.has_window = self._kind.prunes(settings)
        #: The game if its leaves have vectors; otherwise None.
        self.vectors = game if isinstance(game, VectorGame) else None
        self.uses_playouts = self._kind.uses_playouts
        self.has_passes = self._kind.several_roots
        self.deepens = self._kind.deepens
        self.best_first = self._kind.best_first
        self.narrows = self._kind.narrows
        self.keeps_positions = self._kind.keeps_positions
        self.keeps_bounds = self._kind.keeps_bounds
        self.searches_again = self._kind.searches_again
        self.probes = self._kind.probes
        self.second = self._kind.second_window(settings)
        self.sees_as_mover = self._kind.sees_as_mover
        self.tour = EulerTour(log)
        self._paths = NodePaths(source, game, log)
        #: Indexes and sums that were computed from the log, by their class; not pickled.
        self.derived: dict[type, Any] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the recording's parts, for pickle and copy; caches are rebuilt when needed."""
        return type(self), (
            self.source,
            self.game,
            self.search,
            self.settings,
            self.log,
            self.stopped,
            self.title,
        )

    def __eq__(self, other: object) -> bool:
        """Return whether another recording holds the same search: its settings and its visits."""
        if self is other:
            return True
        if type(other) is not type(self):
            return NotImplemented
        return (
            self._identity() == other._identity()
            and self.counts == other.counts
            and self.log == other.log
            and all(map(eq, self.names(), other.names()))
        )

    def __hash__(self) -> int:
        return hash((self.source, self.search))

    def _identity(self) -> tuple[Any, ...]:
        return self.source, self.title, self.search, self.settings, self.stopped

    def __repr__(self) -> str:
        visits = f"{self.counts.visited:,} visits"
        done = f"stopped after {visits} ({self.stopped})" if self.stopped else visits
        return f"<{self.search} of {self.source}: {done}>"

    @property
    def game_options(self) -> dict[str, int | str]:
        """The options that changed the game's values, by their command-line names."""
        return changes_of(self.game).options

    # The result ---------------------------------------------------------------------------

    @cached_property
    def _outcome(self) -> Outcome:
        return self._kind.outcome(self.log, self.settings.convention.ties)

    @property
    def root(self) -> int:
        """The row of the root whose value counts: with several passes, of the last complete one."""
        return self._outcome.root

    @property
    def value(self) -> float:
        """The root's value; NaN if the search stopped before it was known."""
        return self._outcome.value

    @property
    def value_flags(self) -> int:
        """The `Flag` bits of `value`, which say whether it is only a bound."""
        return self._outcome.flags

    @property
    def move(self) -> str | None:
        """The name of the best move at the root; None if unknown or at a chance node."""
        chance = self.log.player[self.root] == Player.CHANCE
        return self.line[0] if self.line and not chance else None

    @property
    def best_rows(self) -> list[int]:
        """The rows of the principal variation from the root; chance takes its first outcome."""
        return self._outcome.rows

    @cached_property
    def line(self) -> list[str]:
        """The names of the moves of the principal variation."""
        *_, (_, moves) = self._paths.along(self.best_rows)
        return moves

    @property
    def path(self) -> list[str]:
        """The names of the nodes of the principal variation, from the root."""
        return [self.game.node_name(*place) for place in self._paths.along(self.best_rows)]

    @cached_property
    def roots(self) -> list[int]:
        """The rows of the roots: one for each pass of the search."""
        return list(self.log.roots())

    def pass_at(self, row: int) -> int:
        """Return the number of the pass that a row belongs to, from 1."""
        return bisect_right(self.roots, row)

    def limit_at(self, row: int) -> int | None:
        """Return the depth limit of the pass that a row belongs to; None for no limit."""
        limit = self.settings.depth_limit(self.game)
        if not self.deepens:
            return limit
        return self.pass_at(row) if limit is None else min(self.pass_at(row), limit)

    @cached_property
    def counts(self) -> Counts:
        """The counts of the search."""
        return count_visits(self.log)

    @property
    def deepest(self) -> int:
        """The depth of the deepest visit, in plies."""
        return max(self.log.depth)

    @property
    def pass_visits(self) -> int:
        """The number of visits of the pass that counts; see `root`."""
        return self.log.size[self.root]

    @property
    def by_depth(self) -> list[Counts]:
        """The counts at each depth, from the root; see `engine.log.counts.counts_by_depth`."""
        return counts_by_depth(depth_counts(self.log))

    def is_kept(self, row: int, state: Any) -> bool:
        """Return whether the result of an expanded node goes into the table, if there is one."""
        return self._kind.is_kept(self.game, self.log, row, state)

    # Nodes ----------------------------------------------------------------------------------

    def player_name(self, row: int) -> str:
        """Return the name of the player to move: MAX, MIN, chance, or a name of several players."""
        if self.vectors is not None:
            return self.vectors.player_name(self.state(row))
        player = Player(self.log.player[row])
        return "chance" if player is Player.CHANCE else player.name

    def best_child(self, row: int) -> int | None:
        """Return the child that a node's value comes from; None at a leaf or an open node."""
        return best_child(self.log, row, self.settings.convention.ties)

    def rows_to(self, row: int) -> list[int]:
        """Return the rows from the root to a node, including both."""
        return list(self.log.ancestors(row))[::-1]

    def state(self, row: int) -> Any:
        """Return the game's state at a node, rebuilt from the root."""
        return self._paths.state_and_moves(row)[0]

    def name(self, row: int) -> str:
        """Return a node's name; see `Game.node_name`."""
        return self.game.node_name(*self._paths.state_and_moves(row))

    def moves_to(self, row: int) -> list[str]:
        """Return the names of the moves from the root to a node."""
        return list(self._paths.state_and_moves(row)[1])

    def move_name(self, row: int) -> str | None:
        """Return the name of the move that led to a node; None at a root."""
        parent = self.log.parent[row]
        if parent == NO_PARENT:
            return None
        return self._paths.state_and_moves(row)[1][-1]

    def skipped(self, row: int) -> tuple[str, ...]:
        """Return the names of the children that a cutoff skipped, in search order."""
        return tuple(name for name, _ in self.skipped_children(row))

    def skipped_children(self, row: int) -> list[tuple[str, str]]:
        """Return the names and moves of the children that a cutoff skipped.

        The cutoff of a chance node also skips children of the outcomes that were only probed.
        Their move is that of the outcome and their own.
        """
        skipped = []
        for one in self.log.cut_rows(row):
            above = "" if one == row else f"{self.move_name(one)} "
            skipped += [(name, above + move) for name, move in self._unvisited_children(one)]
        return skipped

    def children_left(self, row: int, returned: int) -> list[str]:
        """Return the names of the children that a cutoff would skip, in search order."""
        return [name for name, _ in self._unvisited_children(row, returned)]

    def _unvisited_children(self, row: int, returned: int | None = None) -> list[tuple[str, str]]:
        """Return the names and moves of a node's unvisited children, in search order."""
        state = self.state(row)
        moves = self.game.moves(state)
        visited = islice(self.log.children(row), returned)
        tried = {self.log.action[child] for child in visited}
        places = self.places(row, state, moves)
        return self.name_children(row, (moves[at] for at in places if at not in tried))

    def name_children(self, row: int, moves: Iterable[Any]) -> list[tuple[str, str]]:
        """Return the names of the children that moves lead to, with those of the moves."""
        game = self.game
        state, path = self._paths.state_and_moves(row)
        named = [(move, game.name_of(move)) for move in moves]
        return [
            (game.node_name(game.result(state, move), [*path, name]), name) for move, name in named
        ]

    def cutting_row(self, row: int) -> int:
        """Return the row whose cutoff skips the unvisited children of a node: a probe's parent."""
        return self.log.parent[row] if self.log.flags[row] & Flag.PROBE else row

    def places(self, row: int, state: Any, moves: Sequence[Any]) -> Sequence[int]:
        """Return the indexes of a node's moves in search order.

        An order that learns is not replayed: visited moves come first, then the others in the
        game's order.
        """
        if self.log.player[row] == Player.CHANCE:
            return range(len(moves))
        if self._order.learns_from or self.has_passes:
            visits = self.log.children(row)
            tried = dict.fromkeys(self.log.action[child] for child in visits)
            return [*tried, *(place for place in range(len(moves)) if place not in tried)]
        return self._order.places(state, moves, self.log.depth[row])

    @cached_property
    def _order(self) -> MoveOrder:
        limit = self.settings.depth_limit(self.game)
        return make_order(self.settings.order, self.game, limit)

    def walk(self, start: int = 0, stop: int | None = None) -> Iterator[NamedVisit]:
        """Yield the visits in order with their states and names, in one pass."""
        game = self.game
        for row, states, path in self.walk_paths(start, stop):
            # Names are not cached: in a deep game each is as long as its path.
            is_root = self.log.depth[row] == 0
            parent = None if is_root else game.node_name(states[-2], path[:-1])
            name = game.node_name(states[-1], path)
            yield NamedVisit(row, states[-1], name, parent, None if is_root else path[-1])

    def names(self, start: int = 0, stop: int | None = None) -> Iterator[str]:
        """Yield the names of the visited nodes in order, faster than `walk` does."""
        for _, states, path in self.walk_paths(start, stop):
            yield self.game.node_name(states[-1], path)

    def walk_paths(
        self, start: int = 0, stop: int | None = None
    ) -> Iterator[tuple[int, list[Any], list[str]]]:
        """Yield each row with its states and move names; see `NodePaths.walk`."""
        return self._paths.walk(start, stop)

    def moves_listed(self) -> set[str]:
        """Return the names of all moves that the search listed, visited or not."""
        log, game = self.log, self.game
        expanded = (states[-1] for row, states, _ in self.walk_paths() if log.actions[row])
        # In chess, equal moves have several names.
        return {game.name_of(move) for state in expanded for move in game.moves(state)}

    # Values ---------------------------------------------------------------------------------

    def shares(self, row: int) -> tuple[Number, ...] | None:
        """Return the vector that a visit returned, from the leaf at the end of its best line.

        After a shallow cutoff it is the best vector so far. None if the search has no vectors, or
        if the visit did not return.
        """
        if self.vectors is None or self.log.flags[row] & Flag.INCOMPLETE:
            return None
        if row == self.root:
            rows = self.best_rows
        else:
            rows = best_rows(self.log, row, self.settings.convention.ties)
        return self.vectors.shares(self.state(rows[-1]))

    def exact(self, row: int) -> Fraction | None:
        """Return a node's value as a fraction; None if it is not known or not rational.

        With playouts there is none, since a playout's reward is not the value of its position.
        """
        return None if self.uses_playouts else self._exact_values.value_of(row)

    def exact_if_fractional(self, row: int) -> Fraction | None:
        """Return the fraction of a value that is not whole; otherwise None."""
        value = self.log.value[row]
        return None if not math.isfinite(value) or value == int(value) else self.exact(row)

    def sum_so_far(self, row: int, children: Sequence[int]) -> float:
        """Return the weighted sum of a chance node after some of its children."""
        # A playout's reward is not its leaf's value.
        return self._exact_values.sum_so_far(row, children, of_doubles=self.uses_playouts)

    def interval(self, row: int, children: int) -> tuple[float, float]:
        """Return what a chance node can be worth after some of its outcomes, by known bounds."""
        return self._exact_values.interval(row, list(self.log.children(row))[:children])

    def is_null_window(self, row: int) -> bool:
        """Return whether a visit is a scout with a null window."""
        return self.searches_again and not self.probes and self.log.has_null_window(row)

    @cached_property
    def known_bounds(self) -> KnownBounds | None:
        """The bounds of the leaves that the search uses; None if there are none."""
        uses_bounds = "bounds" in self._kind.takes
        return known_bounds(self.game, self.settings) if uses_bounds else None

    @cached_property
    def _exact_values(self) -> ExactValues:
        return ExactValues(self.game, self.log, self.known_bounds, self.state, self.best_child)
