"""The game formulation: the six parts that textbooks name, and the names shown to people.

Method names are those of Russell and Norvig, *Artificial Intelligence: A Modern Approach*, 4th
edition (AIMA 4e), section 5.1, so that a game written for its algorithms runs under ours and ours
run under its.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Hashable, Mapping, Sequence
from enum import IntEnum
from itertools import accumulate
from operator import mul
from types import MappingProxyType
from typing import Any, Final, Generic, TypeAlias, TypeVar

from engine.errors import SearchRefused
from engine.text import Ground, Piece, make_bundle
from engine.values import Evaluation, Term
from engine.values import Number as Number

#: Lines of play that alpha-beta searches to their ends in about a second, and minimax down to a
#: limit.
_TO_THE_END: Final = 10**12
_TO_A_LIMIT: Final = 10**6


class Player(IntEnum):
    """Whose turn it is at a node. The numbers are those of the visit log's `player` column."""

    MAX = 0
    MIN = 1
    CHANCE = 2

    def __repr__(self) -> str:  # states with a player are shown by `str`
        return self.name

    @property
    def opponent(self) -> Player:
        """MIN for MAX and MAX for MIN; chance has no opponent and stays chance."""
        return MIN if self is MAX else MAX if self is MIN else self


#: Shortcuts. Until Python 3.12, looking up `Player.MAX` takes longer than making a move; code that
#: runs at every visit uses `MAX`.
MAX: Final = Player.MAX
MIN: Final = Player.MIN
CHANCE: Final = Player.CHANCE

#: The methods that are the rules of a game.
_RULES: Final = frozenset(
    {"to_move", "actions", "result", "is_terminal", "utility", "chances", "is_pass"}
)

State = TypeVar("State", bound=Hashable)
Action = TypeVar("Action", bound=Hashable)


class Game(ABC, Generic[State, Action]):
    """A two-player zero-sum game of perfect information, with or without chance.

    States are immutable and hashable; `result` returns a new one. Values are MAX's, and MAX is the
    first player of the game. A custom game needs `initial` and the five abstract methods.
    """

    #: The state that a search starts from.
    initial: State

    @abstractmethod
    def to_move(self, state: State) -> Player:
        """Return whose turn it is; at a terminal state, whose turn it would be."""

    @abstractmethod
    def actions(self, state: State) -> Sequence[Action]:
        """Return the legal moves, in order; the state is not terminal and not a chance node."""

    @abstractmethod
    def result(self, state: State, action: Action) -> State:
        """Return the state that a move, or an outcome of chance, leads to."""

    @abstractmethod
    def is_terminal(self, state: State) -> bool:
        """Return whether the game is over."""

    @abstractmethod
    def utility(self, state: State, player: Player) -> Number:
        """Return a terminal state's value for `player`; MIN's is the negative of MAX's."""

    #: Whether chance nodes can occur. Searches that cannot average refuse such a game.
    has_chance: bool = False

    def chances(self, state: State) -> Sequence[tuple[Action, Number]]:
        """Return the outcomes of a chance node with their probabilities, which sum to 1."""
        raise SearchRefused(
            f"{self} has a chance node but does not say what can happen there",
            where=str(state),
            expected="a method chances(state) that gives (outcome, probability) pairs",
        )

    def evaluate(self, state: State) -> Number:
        """Return MAX's estimate of a state at the depth limit.

        Raises:
            SearchRefused: the game has no evaluation (for this state).
        """
        for usual in self.evaluations.values():
            return usual.value(state)
        raise SearchRefused(
            f"{self} has no evaluation, so its search cannot be cut off at a depth",
            hint="Search it without a depth limit and without the order evaluation; a custom game "
            "can define evaluate(state)",
        )

    def is_pass(self, action: Action) -> bool:
        """Whether a move only passes the turn: it is visited, but no cutoff test follows it."""
        return False

    # What searches may know besides ---------------------------------------------------------------

    #: Plies in one round, in which every player moves once (CS188 counts depth in rounds).
    plies_per_round: int = 2

    #: Whether chance replaces a player, so that its plies belong to rounds.
    chance_plays: bool = False

    #: Whether utilities say who won, so that a quicker win can be made worth more.
    has_wins: bool = True

    #: Whether play can go on for hundreds of plies, so that only a limit ends a search.
    may_not_end: bool = False

    @property
    def usual_depth(self) -> int | None:
        """The depth limit of a search if nobody chooses one, in plies; None for the end.

        Chosen so that any search ends in about a second; see `depth_in_a_second`.
        """
        return 2 if self.may_not_end and self.evaluations else None

    #: Whether `bounds_of` says anything about the leaves.
    has_bounds: bool = False

    def bounds_of(self, state: State) -> tuple[Number, Number]:
        """Return the smallest and the largest value that a leaf below a state can have."""
        return -math.inf, math.inf

    def known_leaves(self) -> Sequence[State]:
        """Return the leaves that are known without a search, as those of a tree are."""
        return ()

    #: The smallest and the largest utility of any end of the game, if it is known; `solve` uses it.
    value_range: tuple[Number, Number] = (-math.inf, math.inf)

    #: The symmetries of the rules, without the identity and closed under composition, as
    #: `engine.games.symmetries` has them; `solve` uses them.
    symmetries: Sequence[Any] = ()

    def unless_rules_changed(self, name: str) -> Any:
        """Return `value_range` or `symmetries`, or the default if they may not hold any longer.

        A class that changes the rules of a built-in game has to state them again.
        """
        usual = getattr(Game, name)
        if not _RULES.isdisjoint(vars(self)):
            return usual
        for kind in type(self).__mro__:
            if name in vars(kind) or kind.__module__.startswith("engine."):
                break
            if not _RULES.isdisjoint(vars(kind)):
                return usual
        return getattr(self, name)

    #: A description of the order of `priority`; empty if there is none.
    static_order: str = ""

    def priority(self, state: State, action: Action) -> Number:
        """Return the static rank of a move, lower first, for `--order static`.

        Raises:
            SearchRefused: the game ranks no moves.
        """
        raise SearchRefused(
            f"{self} has no static order of moves",
            expected="an order other than static",
        )

    def promise(self, state: State, actions: Sequence[Action]) -> Sequence[Any]:
        """Return a rank for each move, the most promising lowest, for the search `solve`.

        By default the ranks of `priority`, or equal ones.
        """
        if type(self).priority is Game.priority:
            return [0] * len(actions)
        try:
            return [self.priority(state, action) for action in actions]
        except SearchRefused:  # a program of another form that ranks no moves
            return [0] * len(actions)

    def is_near_end(self, state: State) -> bool:
        """Return whether so few moves are left that `solve` neither ranks them nor keeps the state.

        Ranking and keeping then take longer than searching.
        """
        return False

    #: Its evaluation functions by name, the default first; `--eval` chooses among them.
    evaluations: Mapping[str, Evaluation] = MappingProxyType({})

    def terms(self, state: State) -> Sequence[Term]:
        """Return the terms that `evaluate` sums, by feature; empty if it is not such a sum."""
        for usual in self.evaluations.values():
            return usual.terms(state) if usual.terms else ()
        return ()

    def read_evaluation(self, spec: Mapping[str, Any]) -> Evaluation:
        """Return an evaluation that a file describes, such as a table of weights.

        Args:
            spec: the file's keys and values: texts, numbers, lists and mappings of them.

        Raises:
            PlytraceError: the game takes no such description.
        """
        raise SearchRefused(
            f"{self} has no evaluation that a file could describe",
            expected=f"one of {', '.join(self.evaluations)}" if self.evaluations else "no --eval",
        )

    #: The evaluation that the player `search` uses; empty for the default.
    played_by: str = ""

    def moves(self, state: State) -> Sequence[Action]:
        """Return the actions of a state, or at a chance node its outcomes, in order."""
        if self.to_move(state) is CHANCE:
            return [outcome for outcome, _ in self.chances(state)]
        return self.actions(state)

    # What people read -----------------------------------------------------------------------------

    #: The game's name in listings; the class name by default.
    name: str = ""

    #: The text after the name and a colon on the command line, such as `4,4,3`; usually empty.
    size: str = ""

    #: The players' names in this game, such as X and O.
    labels: Mapping[Player, str] = {
        Player.MAX: "MAX",
        Player.MIN: "MIN",
        Player.CHANCE: "chance",
    }

    #: The rules for people, in a few sentences: the moves, passes, the end, and the worth of an end
    #: to MAX. Players are named as in `labels`, and either may be MAX. Empty if nobody wrote them.
    rules: str = ""

    #: A sentence that says how moves are named; empty if there is none.
    move_naming: str = ""

    #: A phrase for the order of `actions`, such as `the columns from the left`; empty if none.
    given_order: str = ""

    #: Oddities of the initial state, one sentence each; shown as warnings, never errors.
    warnings: Sequence[str] = ()

    def name_of(self, action: Action) -> str:
        """Return a move's name."""
        return str(action)

    #: Whether a node's name is the moves that lead to it, joined by spaces.
    named_by_path: bool = True

    def node_name(self, state: State, path: Sequence[str]) -> str:
        """Return the name of a node of the search tree.

        Args:
            state: the node's state.
            path: the names of the moves that led to it from the root.

        Returns:
            The moves joined by spaces, or `root` for the root.
        """
        return " ".join(path) or "root"

    def note_of(self, state: State) -> str:
        """Return the author's note on a node of a tree; empty if there is none."""
        return ""

    def parse(self, text: str) -> State:
        """Return the state that a position's text describes; the reverse of `format`."""
        raise SearchRefused(f"{self} cannot read a position", where=text)

    def format(self, state: State) -> str:
        """Return a position as one line of text that `parse` reads back."""
        return str(state)

    def __str__(self) -> str:
        return self.name or type(self).__name__

    def __repr__(self) -> str:
        return f"<{' '.join(filter(None, [str(self), str(self.size)]))}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """Return what a notebook shows: the tree or initial position, if `tracer` is imported."""
        return make_bundle(self)

    # The board, for drawing and matches -----------------------------------------------------------

    #: Columns of the board whose cells the moves take; 0 if moves take no cells.
    columns: int = 0

    #: How to draw each symbol in a cell; other symbols are written unchanged.
    pieces: Mapping[str, Piece] = MappingProxyType({})

    #: How to draw the board's background.
    ground: Ground = "lines"

    #: Whether each player views the board from one side, as in chess.
    has_sides: bool = False

    def draw(self, state: State) -> str:
        """Return the board as lines of text."""
        return self.format(state)

    def cells(self, state: State) -> Sequence[Sequence[str]]:
        """Return the symbol in each cell, rows from the top; empty if there is no board."""
        return ()

    def rulers(self) -> tuple[Sequence[str], Sequence[str]]:
        """Return the labels of the rows and of the columns; empty for none."""
        return (), ()

    def cell_of(self, action: Action) -> tuple[int, int] | None:
        """Return the row and column, from 0, of the cell that a move takes, if any."""
        return None

    def cells_of(self, state: State, action: Action) -> Sequence[tuple[int, int]]:
        """Return the (row, column) cells to click for a move, in order, from 0."""
        cell = self.cell_of(action)
        return () if cell is None else (cell,)

    def highlighted_cells(self, state: State) -> Sequence[tuple[int, int]]:
        """Return the cells to highlight: a winning line, a king in check."""
        return ()

    def spellings(self, action: Action) -> Sequence[str]:
        """Return other accepted spellings of a move, such as e2e4 for e4."""
        return ()

    def score_line(self, state: State, began: State) -> str:
        """Return a short score, such as `B 5, W 2`; empty if the board shows it.

        Args:
            state: the current state.
            began: the state at the start.
        """
        return ""

    def ending(self, states: Sequence[State]) -> str:
        """Return the reason why a game ended, such as `checkmate`; usually empty.

        If the last state is not terminal and the reason is not empty, the game is a draw by its
        history, such as a repeated position. In a game without wins the reason is a whole
        sentence: `C1 is worth 2 to MAX.`
        """
        return ""


AnyGame: TypeAlias = Game[Any, Any]


def depth_in_a_second(moves: int, plies: int) -> int | None:
    """Return the depth down to which any search takes about a second; None if to the end."""
    lines = list(accumulate((min(moves, left) for left in range(plies, 0, -1)), mul))
    return None if not lines or lines[-1] <= _TO_THE_END else bisect_right(lines, _TO_A_LIMIT)


# Games whose ends have a value for each player: three or more players, or no zero sum.


class VectorGame(Game[Any, Any]):
    """A game without chance in which each player has a share of an end.

    Players are numbered from 0 in the order of `share_names`, which is the order of the shares.
    Each player maximizes its own share, so every node is MAX's. The value of a node is the share of
    the player who moved to it.
    """

    #: The players' names, in the order of the shares.
    share_names: Sequence[str] = ()

    @abstractmethod
    def mover(self, state: Any) -> int:
        """Return the place of the player to move; at an end, whose turn it would be."""

    @abstractmethod
    def shares(self, state: Any) -> tuple[Number, ...]:
        """Return what an end is worth to each player."""

    @abstractmethod
    def against_all(self) -> AnyGame:
        """Return the game of two players: the first to move, as MAX, against all others."""

    def to_move(self, state: Any) -> Player:
        """Return MAX, since each player maximizes."""
        return MAX

    def player_name(self, state: Any) -> str:
        """Return the name of the player to move."""
        return self.share_names[self.mover(state)]

    def refusal(self, search: str) -> SearchRefused:
        """Return the error for a search that needs one value per end."""
        return SearchRefused(
            f"{search} needs one value per leaf, and each leaf of {self} has "
            f"{len(self.share_names)}, one for each player",
            expected="a search for several players",
            hint="Use maxn or paranoid",
        )
