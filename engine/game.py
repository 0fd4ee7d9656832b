"""The game formulation: the six parts that textbooks name, and what people call things.

Method names are those of Russell and Norvig, *Artificial Intelligence: A Modern Approach*, 4th
edition (AIMA 4e), section 5.1, so that a game written for its algorithms runs under ours and ours
run under its.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from enum import IntEnum
from types import MappingProxyType
from typing import Any, Final, Generic, TypeAlias, TypeVar

from engine.display import bundle_of
from engine.errors import SearchRefused
from engine.evaluation import Evaluation, Term
from engine.numbers import Number
from engine.pieces import Ground, Piece

__all__ = ["CHANCE", "MAX", "MIN", "AnyGame", "Game", "Number", "Player"]


class Player(IntEnum):
    """Whose turn it is at a node. The numbers are those of the visit log's `player` column."""

    MAX = 0
    MIN = 1
    CHANCE = 2

    @property
    def opponent(self) -> Player:
        """MIN for MAX and MAX for MIN; chance has no opponent and stays chance."""
        return MIN if self is MAX else MAX if self is MIN else self


#: The players by themselves. Until Python 3.12, looking up `Player.MAX` takes longer than making a
#: move; what is done at every visit says `MAX`.
MAX: Final = Player.MAX
MIN: Final = Player.MIN
CHANCE: Final = Player.CHANCE

State = TypeVar("State", bound=Hashable)
Action = TypeVar("Action", bound=Hashable)


class Game(ABC, Generic[State, Action]):
    """A two-player zero-sum game of perfect information, with or without chance.

    States are immutable and hashable; `result` returns a new one. Values are MAX's, and MAX is the
    first player of the game. A game of one's own needs `initial` and the five abstract methods.
    """

    #: The state that a search starts from.
    initial: State

    #: What the game is called in listings; the class name unless it says otherwise.
    name: str = ""

    #: What follows its name after a colon on the command line, such as `4,4,3`; mostly nothing.
    size: str = ""

    #: What people call the players of this game, such as X and O.
    labels: Mapping[Player, str] = {
        Player.MAX: "MAX",
        Player.MIN: "MIN",
        Player.CHANCE: "chance",
    }

    #: Whether nodes are called by the moves that lead to them, joined by spaces.
    named_by_path: bool = True

    #: Whether utilities say who won, so that a quicker win can be made worth more.
    has_wins: bool = True

    #: Plies in one round, in which every player moves once (CS188 counts depth in rounds).
    plies_per_round: int = 2

    #: Whether chance nodes can occur. Searches that cannot average refuse such a game up front.
    has_chance: bool = False

    #: Whether chance moves in a player's place, so that its plies belong to rounds.
    chance_plays: bool = False

    #: Whether play can go on for hundreds of plies, so that only a limit ends a search.
    needs_limit: bool = False

    #: How many columns the board has whose cells the moves take; 0 where they take none.
    columns: int = 0

    #: What the signs in its cells look like; a sign that is not here is written as it is.
    pieces: Mapping[str, Piece] = MappingProxyType({})

    #: What its board is made of.
    ground: Ground = "lines"

    #: Whether a player looks at the board from a side of it, as in chess.
    has_sides: bool = False

    #: Its evaluation functions by name, the usual one first; `--eval` chooses among them.
    evaluations: Mapping[str, Evaluation] = MappingProxyType({})

    #: What is odd about the initial state, one sentence each; shown, never a reason to refuse.
    warnings: Sequence[str] = ()

    @abstractmethod
    def to_move(self, state: State) -> Player:
        """Whose turn it is; at a terminal state, whose turn it would be."""

    @abstractmethod
    def actions(self, state: State) -> Sequence[Action]:
        """The legal moves of a state that is neither terminal nor a chance node, in order."""

    @abstractmethod
    def result(self, state: State, action: Action) -> State:
        """The state that a move, or an outcome of chance, leads to."""

    @abstractmethod
    def is_terminal(self, state: State) -> bool:
        """Whether the game is over."""

    @abstractmethod
    def utility(self, state: State, player: Player) -> Number:
        """What a terminal state is worth to `player`: MIN's is the negative of MAX's."""

    def chances(self, state: State) -> Sequence[tuple[Action, Number]]:
        """The outcomes of a chance node with their probabilities, which sum to 1."""
        raise SearchRefused(
            f"{self} has a chance node but does not say what can happen there",
            where=str(state),
            expected="a method chances(state) that gives (outcome, probability) pairs",
        )

    def evaluate(self, state: State) -> Number:
        """MAX's estimate for a state at which a depth limit stops.

        Raises:
            SearchRefused: the game has no evaluation (for this state).
        """
        for usual in self.evaluations.values():
            return usual.value(state)
        raise SearchRefused(
            f"{self} has no evaluation, so it cannot be cut off at a depth",
            hint="Search it without a depth limit; a game of one's own can have an evaluate(state)",
        )

    def terms(self, state: State) -> Sequence[Term]:
        """What `evaluate` sums, feature by feature; empty where it is not such a sum."""
        for usual in self.evaluations.values():
            return usual.terms(state) if usual.terms else ()
        return ()

    def read_evaluation(self, spec: Mapping[str, Any]) -> Evaluation:
        """An evaluation that a file describes, such as a table of weights.

        Args:
            spec: the file's keys and values: texts, numbers, lists and mappings of them.

        Raises:
            PlytraceError: the game takes no such description.
        """
        raise SearchRefused(
            f"{self} has no evaluation that a file could describe",
            expected=f"one of {', '.join(self.evaluations)}" if self.evaluations else "no --eval",
        )

    def cell_of(self, action: Action) -> tuple[int, int] | None:
        """The row and column, from 0, of the cell that a move takes; None where it takes none."""
        return None

    def is_pass(self, action: Action) -> bool:
        """Whether a move only passes the turn: it is visited, but no cutoff test follows it."""
        return False

    def priority(self, state: State, action: Action) -> Number:
        """The static rank of a move, lower first, for `--order static`.

        Raises:
            SearchRefused: the game ranks no moves.
        """
        raise SearchRefused(
            f"{self} has no static order of moves",
            expected="an order other than static",
        )

    def moves(self, state: State) -> Sequence[Action]:
        """The actions of a state, or at a chance node its outcomes, in order."""
        if self.to_move(state) is CHANCE:
            return [outcome for outcome, _ in self.chances(state)]
        return self.actions(state)

    def name_of(self, action: Action) -> str:
        """What people call a move."""
        return str(action)

    def node_name(self, state: State, path: Sequence[str]) -> str:
        """What people call a node of the search tree.

        Args:
            state: the node's state.
            path: the names of the moves that led to it from the root.

        Returns:
            The moves joined by spaces, or `root` for the root.
        """
        return " ".join(path) or "root"

    def note_of(self, state: State) -> str:
        """What the author of a tree or position wrote beside it; empty where nothing was."""
        return ""

    def draw(self, state: State) -> str:
        """A board for people, in lines of text."""
        return self.format(state)

    def cells(self, state: State) -> Sequence[Sequence[str]]:
        """The sign in each cell of the board, rows from the top; empty where there is no board."""
        return ()

    def rulers(self) -> tuple[Sequence[str], Sequence[str]]:
        """What stands beside the rows of the board, and at its columns; empty for nothing."""
        return (), ()

    def cells_of(self, state: State, action: Action) -> Sequence[tuple[int, int]]:
        """The cells that a person points at to make a move, in order; rows, columns from 0."""
        cell = self.cell_of(action)
        return () if cell is None else (cell,)

    def position_of(self, cells: Sequence[Sequence[str]], player: Player) -> str:
        """The position, as `parse` reads it, in which a board holds these signs.

        Args:
            cells: as `cells` gives them.
            player: who is to move.
        """
        return f"{'|'.join(map(''.join, cells))} {self.labels[player]}"

    def telling_cells(self, state: State) -> Sequence[tuple[int, int]]:
        """The cells that say how a game stands: a line that has won, a king in check."""
        return ()

    def spellings(self, action: Action) -> Sequence[str]:
        """What people may type for a move besides its name, such as e2e4 for e4."""
        return ()

    def score_line(self, state: State, began: State) -> str:
        """How a game stands in a few words, such as `B 5, W 2`; empty where the board says it.

        Args:
            state: where it has come to.
            began: where it began.
        """
        return ""

    def ending(self, states: Sequence[State]) -> str:
        """What ended a game that went through these states, such as `checkmate`; mostly nothing.

        Where the last of them is not terminal and this is not empty, the game is a draw by how it
        went, such as a position that has come again and again. In a game without wins it is the
        whole sentence: `C1 is worth 2 to MAX.`
        """
        return ""

    def parse(self, text: str) -> State:
        """The state that a position's text describes; the reverse of `format`."""
        raise SearchRefused(f"{self} cannot read a position", where=text)

    def format(self, state: State) -> str:
        """A position as one line of text that `parse` reads back."""
        return str(state)

    def __str__(self) -> str:
        return self.name or type(self).__name__

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """What a notebook shows: the tree or the initial position, once `tracer` is imported."""
        return bundle_of(self)


AnyGame: TypeAlias = Game[Any, Any]
