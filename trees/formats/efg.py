"""Gambit's extensive games (`.efg`) as hand trees: two players, constant sum, perfect information.

Player 1 is MAX, player 2 is MIN, and a leaf's value is what player 1 is paid on the path to it.

Source: "The extensive game (.efg) file format" in the documentation of Gambit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from engine.errors import InvalidInput
from engine.game import Number, Player
from trees.building.builder import MAX_CHILDREN, build
from trees.building.gc_pause import collector_paused
from trees.building.naming import check_word
from trees.building.node import TreeEdge, TreeNode
from trees.building.node_reader import MAX_NODES
from trees.formats.efg_moves import is_renamed, moves_of, renaming_warning
from trees.formats.efg_text import EfgText, Token
from trees.hand_tree import ALTERNATING, HandTree
from trees.text.numbers import exact_number
from trees.text.quoting import quoted, shortened
from trees.yaml.yaml_text import MAX_NESTING

__all__ = ["read_efg"]

_PLAYERS: Final = {1: Player.MAX, 2: Player.MIN}
_NODES: Final = "c, p or t, for a chance, a player or a terminal node"


@dataclass(frozen=True, slots=True)
class _Payoffs:
    """The exact payoffs of both players, and whether they were written with a decimal point."""

    first: Fraction = Fraction(0)
    second: Fraction = Fraction(0)
    decimal: bool = False

    def __add__(self, other: _Payoffs) -> _Payoffs:
        return _Payoffs(
            self.first + other.first,
            self.second + other.second,
            self.decimal or other.decimal,
        )


@dataclass(slots=True)
class _Actions:
    """The actions of an information set; chance actions have probabilities."""

    where: Token
    labels: list[str] = field(default_factory=list)
    places: list[Token] = field(default_factory=list)
    shares: list[Fraction | None] = field(default_factory=list)
    moves: list[str | None] = field(default_factory=list)  # their names as moves


@collector_paused()
def read_efg(text: str, name: str, *, title: str = "") -> HandTree:
    """Read the tree of a Gambit file.

    Args:
        text: the file's text.
        name: file name for error messages.
        title: name of the tree if the text does not give one.

    Raises:
        InvalidInput: it is not such a file, or the game does not suit minimax: not two players, an
            information set with several nodes, or payoffs without a constant sum.
    """
    return _Reader(EfgText(text, name)).tree(title)


class _Reader:
    """One reading of one file.

    Args:
        text: its words.
    """

    def __init__(self, text: EfgText) -> None:
        self.text = text
        self.sets: dict[tuple[int, int], _Actions] = {}  # by player (0 for chance) and number
        self.outcomes: dict[int, _Payoffs] = {0: _Payoffs()}
        self.nodes: list[TreeNode] = []
        self.labels: list[str] = []
        self.moves = 0  # moves read so far; equals the number of nodes without the root
        self.ends: list[tuple[Token, _Payoffs]] = []
        self.renamed: list[tuple[int, str, str]] = []  # lines, actions, names as moves

    def tree(self, title: str) -> HandTree:
        """Return the tree of the whole file."""
        named = self._prologue()
        root = self._body()
        self._check_sums()
        self._name()
        first = next((node.player for node in self.nodes if node.player in (0, 1)), Player.MAX)
        tree = build(
            root,
            players=ALTERNATING if first is Player.MAX else ALTERNATING[::-1],
            name=named or title,
            place=self.text.place,
        )
        tree.warnings = renaming_warning(self.renamed)
        return tree

    def _prologue(self) -> str:
        """Read the text before the nodes and return the game's title."""
        text = self.text
        for word, expected in (("EFG", "EFG, the first word of a Gambit game"), ("2", "2")):
            if text.look() != word:
                raise text.error(text.peek(), f"{text.found()} is not valid here", expected)
            text.take()
        if text.look() not in ("R", "D"):
            raise text.error(
                text.peek(), f"{text.found()} is not valid here", "R, the kind of its numbers"
            )
        text.take()
        title = text.string("the game's title, in quotes")
        before = text.bracket("{", 'the players, as in { "Ann" "Ben" }')
        players = 0
        while text.look() != "}":
            text.string("a player's name in quotes, or }")
            players += 1
        text.take()
        if players != 2:
            raise text.error(before, f"the game has {players} players", "two: MAX and MIN")
        if text.at_string():
            text.take()  # a comment
        return " ".join(title.split())

    def _body(self) -> TreeNode:
        """Read the nodes in pre-order, with a stack and not by recursion."""
        text = self.text
        top = TreeEdge(TreeNode())
        waiting = [[top]]  # for each open node its moves without a node yet, reversed
        paid = [_Payoffs()]  # on the path to each
        while waiting:
            if not waiting[-1]:
                waiting.pop()
                paid.pop()
                continue
            if text.at_end():
                raise text.error(
                    text.peek(),
                    "the file ends before the last node" if self.nodes else "the file has no node",
                    "a node below every action",
                )
            edge = waiting[-1].pop()
            payoffs = self._node(edge.child, paid[-1])
            if edge.child.edges:
                waiting.append(edge.child.edges[::-1])
                paid.append(payoffs)
                if len(waiting) > MAX_NESTING:
                    raise text.error(
                        edge.child.where,
                        f"the tree is deeper than {MAX_NESTING:,} levels",
                        "a shallower tree",
                    )
        if not text.at_end():
            raise text.error(
                text.peek(), f"{text.found()} comes after the last node", "the file's end"
            )
        return top.child

    def _node(self, node: TreeNode, paid: _Payoffs) -> _Payoffs:
        """Read one node with its actions.

        Args:
            node: loose node to fill.
            paid: payoffs above it.

        Returns:
            The payoffs including its own.
        """
        text = self.text
        node.where = text.peek()
        kind = text.take().text
        if kind not in ("c", "p", "t") or node.where.quoted:
            raise text.error(node.where, f"{quoted(kind)} is not a kind of node", _NODES)
        self.nodes.append(node)
        self.labels.append(text.string("the node's name in quotes, which may be empty"))
        if kind != "t":
            self._moves(node, 0 if kind == "c" else self._player())
        paid = paid + self._outcome()
        if kind == "t":
            self.ends.append((node.where, paid))
            node.value = _value(paid)
        return paid

    def _player(self) -> int:
        where, player = self.text.number("the player's number, 1 or 2")
        if player not in _PLAYERS:
            raise self.text.error(where, f"the player cannot be {player}", "player 1 or 2")
        return player

    def _moves(self, node: TreeNode, player: int) -> None:
        """Read the information set of a node: its number, name and actions."""
        text = self.text
        where, number = text.number("the information set's number")
        if text.at_string():
            text.take()  # its name
        known = self.sets.get((player, number))
        if known is not None and player:
            raise text.error(
                where,
                f"information set {number} of player {player} has a second node",
                "perfect information: a separate set for every node",
                f"The first is in line {known.where.line}; minimax needs perfect information",
            )
        given = self._actions(player, where) if text.look() == "{" else known
        if given is None:
            raise text.error(text.peek(), text.found(), 'the actions, as in { "left" "right" }')
        self.sets[player, number] = given
        self.moves += len(given.labels)
        if self.moves >= MAX_NODES:
            raise text.error(
                node.where, f"the tree has more than {MAX_NODES:,} nodes", "a smaller tree"
            )
        node.player = _PLAYERS.get(player, Player.CHANCE)
        node.edges = [
            TreeEdge(TreeNode(), move, share, place)
            for move, share, place in zip(given.moves, given.shares, given.places, strict=True)
        ]

    def _actions(self, player: int, where: Token) -> _Actions:
        """Read the actions of an information set."""
        text = self.text
        found = _Actions(where)
        brace = text.take()
        while text.look() != "}":
            found.places.append(text.peek())
            found.labels.append(text.string("an action's name in quotes, or }"))
            found.shares.append(None if player else self._exact("the action's probability"))
            if len(found.labels) > MAX_CHILDREN:
                raise text.error(brace, f"the set has more than {MAX_CHILDREN:,} actions", "fewer")
        text.take()
        if not found.labels:
            raise text.error(brace, "the set has no actions", "at least one")
        found.moves = moves_of(found.labels)
        for label, move, place in zip(found.labels, found.moves, found.places, strict=True):
            if is_renamed(label, move):
                self.renamed.append((place.line, label, str(move)))
        return found

    def _outcome(self) -> _Payoffs:
        """Read a node's payoffs: the number of an outcome, optionally with its payoffs."""
        text = self.text
        where, number = text.number("the outcome's number, 0 for none")
        if text.at_string():
            text.take()  # its name
        known = self.outcomes.get(number)
        if text.look() != "{":
            if known is None:
                raise text.error(
                    where, f"outcome {number} has no payoffs", "{ its payoffs } at its first use"
                )
            return known
        brace = text.take()
        payoffs, decimal = [], False
        while text.look() != "}":
            digits = text.look().lower()
            payoffs.append(self._exact("a payoff, or }"))
            decimal |= "." in digits or "e" in digits
            if text.look() == ",":
                text.take()
        text.take()
        if len(payoffs) != 2:
            raise text.error(
                brace, f"the outcome has {len(payoffs)} payoffs", "two, one for each player"
            )
        first, second = payoffs
        paid = _Payoffs(first, second, decimal)
        if known is not None and (known.first, known.second) != (first, second):
            raise text.error(
                brace,
                f"outcome {number} has different payoffs than before",
                f"{known.first} and {known.second}, or another number",
            )
        self.outcomes[number] = paid
        return paid

    def _exact(self, expected: str) -> Fraction:
        """Read a number: whole, decimal or a fraction."""
        token = self.text.peek()
        if token.quoted or token.text in ("", "{", "}", ","):
            raise self.text.error(token, self.text.found(), expected)
        self.text.take()
        return exact_number(token.text, where=self.text.place(token))

    def _check_sums(self) -> None:
        """Refuse a game whose payoffs do not have a constant sum."""
        before, paid = self.ends[0]
        constant = paid.first + paid.second
        for where, paid in self.ends:
            total = paid.first + paid.second
            if total != constant:
                raise self.text.error(
                    where,
                    f"the payoffs sum to {_shown(total)}, but to {_shown(constant)} in line "
                    f"{before.line}",
                    "a constant sum, since minimax needs a zero-sum game",
                )

    def _name(self) -> None:
        """Name nodes after their labels if these are valid names; else make the labels notes."""
        once: dict[str, int] = {}
        for label in self.labels:
            once[label] = once.get(label, 0) + 1
        for node, label in zip(self.nodes, self.labels, strict=True):
            if once[label] == 1 and _is_word(label):
                node.id = label
            else:
                node.note = " ".join(label.split())


def _value(paid: _Payoffs) -> Number:
    """Return a leaf's utility, exact unless it was written as a decimal."""
    value = paid.first
    if value.denominator == 1:
        return value.numerator
    return float(value) if paid.decimal else value


def _is_word(text: str) -> bool:
    """Return whether a text can be the name of a node or a move."""
    try:
        check_word(text, "a name")
    except InvalidInput:
        return False
    return True


def _shown(number: Fraction) -> str:
    return shortened(str(number), 30)
