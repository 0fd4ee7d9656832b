"""A search by hand: its events, and the visit log that they make."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.game import Player
from engine.log.visit_log import NO_PARENT, Flag, VisitLog
from engine.log.windows import Windows
from engine.running.control import StopReason
from engine.searches.ordering import make_order
from tracer.hands.events import Back, Enter, Event, Move, Need, Returned, Value, Window
from tracer.recording.recording import Claim
from tracer.runs.search_trace import Trace


class HandTrace(Trace):
    """The recording of a search by hand: its values, and its move, are what was written."""

    #: The row of the child that was chosen at the root; `NO_PARENT` before.
    chosen: int = NO_PARENT

    def best_child(self, row: int) -> int | None:
        """Return the child that a node's value comes from; at the root, the chosen one."""
        if row == self.root and self.chosen != NO_PARENT:
            return self.chosen
        claims = (self.claims or {}).get(row)
        if not claims or claims[-1].best == NO_PARENT:
            return super().best_child(row)
        return claims[-1].best

    @property
    def best_rows(self) -> list[int]:
        """The rows of best play, from the root."""
        rows = [self.root]
        while (child := self.best_child(rows[-1])) is not None:
            rows.append(child)
        return rows


@dataclass(slots=True)
class Frame:
    """An open node of a search by hand."""

    row: int
    state: Any
    moves: list[Any]
    #: Indexes of the moves in search order.
    order: list[int]
    player: Player
    alpha: float
    beta: float
    #: What was written after each child.
    claims: list[Claim] = field(default_factory=list)
    #: Indexes of the moves to visited children.
    visited: list[int] = field(default_factory=list)
    #: `Flag.LOWER` if v may be too small, since a child returned a lower bound.
    lower: int = 0
    #: `Flag.UPPER` if v may be too large.
    upper: int = 0

    @property
    def v(self) -> float:
        """The value that was written last; ∓∞ or 0 before."""
        if self.claims:
            return self.claims[-1].v
        if self.player is Player.CHANCE:
            return 0.0
        return -math.inf if self.player is Player.MAX else math.inf

    @property
    def window(self) -> tuple[float, float]:
        """The window now: the node's own bound follows v."""
        if self.player is Player.MAX:
            return max(self.alpha, self.v), self.beta
        if self.player is Player.MIN:
            return self.alpha, min(self.beta, self.v)
        return self.alpha, self.beta

    @property
    def children_left(self) -> list[int]:
        """The indexes of the moves to children that are not visited, in search order."""
        return [action for action in self.order if action not in self.visited]


class HandWork:
    """A search that a person works, as a list of events; everything else follows from the list.

    Of the task, the same search by plytrace, only the game and the settings are used. An event that
    is not possible raises a ValueError.
    """

    def __init__(
        self, task: Trace, events: Iterable[Event] = (), *, covers_leaves: bool = True
    ) -> None:
        self.task = task
        self.covers_leaves = covers_leaves
        self.game = task.game
        self.windowed = task.has_window
        settings = task.settings
        self._limit = settings.depth_limit(task.game)
        self._order = make_order(settings.order, task.game, self._limit)
        self._clips = self.windowed and settings.convention.returns == "fail-hard"
        self._ties_last = settings.convention.ties == "last"
        self.events: list[Event] = []
        self._begin()
        for event in events:
            if not self.is_possible(event):
                raise ValueError(f"no step {len(self.events) + 1} is {event}")
            self.events.append(event)
            self._apply(event)
        self._record()

    # Changing -----------------------------------------------------------------------------------

    def add(self, event: Event) -> None:
        """Add an event."""
        if not self.is_possible(event):
            raise ValueError(self.refusal(event))
        self.events.append(event)
        self._replay()

    def undo(self) -> Event | None:
        """Remove and return the last event; None if there is none."""
        if not self.events:
            return None
        event = self.events.pop()
        self._replay()
        return event

    def cut_to(self, count: int) -> HandWork:
        """Return the work after its first events."""
        return HandWork(self.task, self.events[:count], covers_leaves=self.covers_leaves)

    def is_possible(self, event: Event) -> bool:
        """Return whether an event is possible now, right or wrong."""
        match self.need, event:
            case (Need.WINDOW, Window()) | (Need.VALUE, Value()) | (Need.RETURN, Returned()):
                return True
            case Need.MOVE, Move(action):
                return action < len(self.root.moves)
            case ((Need.VALUE | Need.STEP), Back()):
                return bool(self.frame.visited)
            case ((Need.VALUE | Need.STEP), Enter(action)):
                return action in self.frame.children_left
        return False

    def refusal(self, event: Event) -> str:
        """Return why an event is not possible now, as a sentence; empty if it is possible."""
        if self.is_possible(event):
            return ""
        name = self.name
        match self.need, event:
            case Need.NOTHING, _:
                return "The search is over."
            case Need.MOVE, _:
                return f"{name} has returned: choose its move."
            case _, Move():
                return f"{self.trace.name(0)} has not returned yet."
            case Need.WINDOW, _:
                return f"First write the window of {name}."
            case Need.RETURN, _:
                return f"First write the value that {name} returns."
            case _, Window():
                return "No window is asked here."
            case _, Value():
                return f"No child has just returned to {name}."
            case _, Returned():
                return f"{name} has not returned yet."
            case _, Back():
                return f"{name} has no value yet: visit a child."
            case _, Enter() if not self.frame.children_left:
                return f"{name} has no more children."
        return "There is no such unvisited child."

    # The state ----------------------------------------------------------------------------------

    @property
    def frame(self) -> Frame:
        """The current node: the innermost open one, or the root at the end."""
        return self._stack[-1] if self._stack else self.root

    @property
    def open_frames(self) -> Sequence[Frame]:
        """The open nodes, the root first; none at the end."""
        return tuple(self._stack)

    @property
    def name(self) -> str:
        """The short name of the current node."""
        return self.short_name(self.frame.row)

    @property
    def need(self) -> Need:
        """What the work waits for."""
        if self._asks_window:
            return Need.WINDOW
        if self._leaving:
            return Need.RETURN
        if not self._stack:
            chooses = self.move is None and self.root.player is not Player.CHANCE
            return Need.MOVE if chooses else Need.NOTHING
        return Need.VALUE if self._pending else Need.STEP

    @property
    def asks_return(self) -> bool:
        """Whether the value that the current node returns may differ from its v, in fail-hard."""
        return self._clips and _is_finite(self.frame.alpha, self.frame.beta)

    @property
    def came(self) -> float:
        """The value that the last child returned."""
        return self._log.value[self.returned]

    def short_name(self, row: int) -> str:
        """Return a node's name as the picture has it: in a game, its last move."""
        move = self.trace.move_name(row) if self.game.named_by_path else None
        return move or self.trace.name(row)

    def child_name(self, action: int, of: Frame | None = None) -> str:
        """Return the short name of a child."""
        frame = of or self.frame
        move = self.game.name_of(frame.moves[action])
        if self.game.named_by_path:
            return move
        path = [*self.trace.moves_to(frame.row), move]
        return self.game.node_name(self.game.result(frame.state, frame.moves[action]), path)

    def child_names(self, actions: Iterable[int]) -> str:
        """Return the short names of children of the current node, with commas."""
        return ", ".join(map(self.child_name, actions))

    def open_value(self, action: int, of: Frame) -> float | None:
        """Return the value of a leaf of a tree that is not covered; None for other children."""
        if self.covers_leaves or self.game.named_by_path:
            return None
        state = self.game.result(of.state, of.moves[action])
        is_leaf = self.game.is_terminal(state)
        return float(self.game.utility(state, Player.MAX)) if is_leaf else None

    @property
    def step(self) -> int:
        """The step of the trace to draw.

        A value that is not written yet is not drawn, nor is best play before the move is chosen.
        """
        return len(self.trace.tour) - 1 - (self.need in (Need.VALUE, Need.MOVE))

    # From events to a log -----------------------------------------------------------------------

    def _replay(self) -> None:
        self._begin()
        for event in self.events:
            self._apply(event)
        self._record()

    def _begin(self) -> None:
        window = self.task.settings.window
        self._log = VisitLog()
        self._log.keep_windows(Windows.ANY, window)
        self._claims: dict[int, list[Claim]] = {}
        self._stack: list[Frame] = []
        #: The row of the child that has just returned; `NO_PARENT` if none has.
        self.returned = NO_PARENT
        self._pending = self._leaving = self._asks_window = False
        #: The index of the move that was chosen at the root; None before.
        self.move: int | None = None
        self._enter(self.game.initial, 0, *window)
        #: The root, open or not.
        self.root = self._stack[0]

    def _apply(self, event: Event) -> None:
        if isinstance(event, Move):
            self.move = event.action
            return
        frame = self._stack[-1]
        if isinstance(event, Window):
            frame.alpha, frame.beta = event.alpha, event.beta
            self._log.alpha[frame.row], self._log.beta[frame.row] = event.alpha, event.beta
            self._asks_window = False
            return
        if isinstance(event, Value):
            frame.claims[-1] = Claim(event.v, self.returned)
            self._pending = False
            return
        self._pending = False
        if isinstance(event, Enter):
            frame.visited.append(event.action)
            state = self.game.result(frame.state, frame.moves[event.action])
            self._enter(state, event.action, *frame.window)
        elif isinstance(event, Returned):
            self._leaving = False
            self._leave(frame, event.x)
        elif self.asks_return:
            self._leaving = True
        else:
            self._leave(frame, frame.v)

    def _enter(self, state: Any, action: int, alpha: float, beta: float) -> None:
        log, depth, game = self._log, len(self._stack), self.game
        parent = self._stack[-1].row if self._stack else NO_PARENT
        is_over = game.is_terminal(state)
        if not self.windowed:
            alpha, beta = self.task.settings.window
        player = Player(game.to_move(state))
        row = log.enter(parent, depth, action, player, alpha, beta)
        if is_over or (self._limit is not None and depth >= self._limit):
            worth = game.utility(state, Player.MAX) if is_over else game.evaluate(state)
            log.leaf(row, float(worth) + 0.0, int(Flag.TERMINAL if is_over else Flag.EVALUATED))
            self._return_to_parent(row)
            return
        moves = list(game.moves(state))
        is_chance = player is Player.CHANCE
        places = range(len(moves)) if is_chance else self._order.places(state, moves, depth)
        log.expand(row, len(moves))
        self._stack.append(Frame(row, state, moves, [*places], player, alpha, beta))
        self.returned = NO_PARENT
        # An infinite window leaves nothing to decide.
        self._asks_window = self.windowed and parent != NO_PARENT and _is_finite(alpha, beta)

    def _leave(self, frame: Frame, x: float) -> None:
        log, flags = self._log, frame.lower | frame.upper
        if frame.children_left:
            flags |= int(Flag.EARLY_RETURN | Flag.CUTOFF)
            flags |= int(Flag.LOWER if frame.player is Player.MAX else Flag.UPPER)
        elif self.windowed and self._test_holds(frame):
            flags |= int(Flag.EARLY_RETURN)
        if x != frame.v:
            flags |= int(Flag.LOWER if x < frame.v else Flag.UPPER)
        log.leave(frame.row, x, len(frame.visited), flags)
        self._stack.pop()
        self._return_to_parent(frame.row)

    def _test_holds(self, frame: Frame) -> bool:
        """Return whether the cutoff test succeeds with the numbers that were written."""
        if frame.player is Player.CHANCE or self.game.is_pass(frame.moves[frame.visited[-1]]):
            return False
        v, strict = frame.v, self.task.settings.convention.cutoff == ">"
        if frame.player is Player.MAX:
            return v > frame.beta if strict else v >= frame.beta
        return v < frame.alpha if strict else v <= frame.alpha

    def _return_to_parent(self, row: int) -> None:
        self.returned = row
        if not self._stack:
            return
        frame, x, flags = self._stack[-1], self._log.value[row], self._log.flags[row]
        upper, lower = flags & Flag.UPPER, flags & Flag.LOWER
        if x == frame.v:  # one exact value is enough
            upper, lower = frame.upper & upper, frame.lower & lower
        # A bound below is a bound above if it decides v, or might have.
        if frame.player is Player.MAX:
            frame.upper = upper if x >= frame.v else frame.upper
            frame.lower |= flags & Flag.LOWER
        elif frame.player is Player.MIN:
            frame.lower = lower if x <= frame.v else frame.lower
            frame.upper |= flags & Flag.UPPER
        # Until v is written, it stays as it was.
        before = frame.claims[-1] if frame.claims else Claim(frame.v)
        if x == before.v and (before.best == NO_PARENT or self._ties_last):
            before = Claim(before.v, row)
        frame.claims.append(before)
        self._claims[frame.row] = frame.claims
        self._pending = True

    def _record(self) -> None:
        """Make the trace of the log so far."""
        task = self.task
        self._log.finish()
        #: The recording of the work so far.
        self.trace = HandTrace(
            task.source,
            self.game,
            task.search,
            task.settings,
            self._log,
            StopReason.CANCELLED if self._stack else None,
            task.title,
        )
        self.trace.covers_leaves = self.covers_leaves
        self.trace.claims = self._claims
        if self._asks_window:
            self.trace.unwritten = self._stack[-1].row
        for child in self._log.children(0):
            if self._log.action[child] == self.move:
                self.trace.chosen = child
        if self._stack and not self._asks_window and self.returned != NO_PARENT:
            self.trace.undecided = self._stack[-1].row


def _is_finite(alpha: float, beta: float) -> bool:
    """Return whether a window has a finite end."""
    return math.isfinite(alpha) or math.isfinite(beta)
