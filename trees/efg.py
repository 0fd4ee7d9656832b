"""Gambit's extensive games (`.efg`) as hand trees: two players, constant sum, nothing hidden.

Player 1 is MAX, player 2 is MIN, and a leaf is worth what player 1 is paid on the way to it.

Source: "The extensive game (.efg) file format" in the documentation of Gambit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from engine.errors import InvalidInput
from engine.game import Number, Player
from trees.builder import MAX_CHILDREN, build
from trees.collector import collector_paused
from trees.efg_moves import is_renamed, moves_of, told_renamed
from trees.efg_text import EfgText, Token
from trees.hand_tree import ALTERNATING, HandTree
from trees.naming import check_word
from trees.node import Edge, Node
from trees.node_reader import MAX_NODES
from trees.numbers import exact_number
from trees.quoting import quoted, shortened
from trees.yaml_text import MAX_NESTING

__all__ = ["read_efg"]

_PLAYERS: Final = {1: Player.MAX, 2: Player.MIN}
_NODES: Final = "c, p or t, for a node of chance, of a player, or at the end"


@dataclass(frozen=True, slots=True)
class _Payoffs:
    """What both players are paid, exactly; and whether it was written with a decimal point."""

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
    """The actions of an information set; of chance with their probabilities."""

    where: Token
    labels: list[str] = field(default_factory=list)
    places: list[Token] = field(default_factory=list)
    shares: list[Fraction | None] = field(default_factory=list)
    moves: list[str | None] = field(default_factory=list)  # what these are called


@collector_paused()
def read_efg(text: str, name: str, *, title: str = "") -> HandTree:
    """The tree that a Gambit file describes.

    Args:
        text: the file's text.
        name: what errors call it, the file's name as a rule.
        title: what the tree is called where the text does not say.

    Raises:
        InvalidInput: it is no such file, or its game is not one that minimax takes: other than two
            players, an information set with several nodes, or payoffs without a constant sum.
    """
    return _Reader(EfgText(text, name)).tree(title)


class _Reader:
    """One reading of one file.

    Args:
        text: its words.
    """

    def __init__(self, text: EfgText) -> None:
        self.text = text
        self.sets: dict[tuple[int, int], _Actions] = {}  # by player, 0 for chance, and number
        self.outcomes: dict[int, _Payoffs] = {0: _Payoffs()}
        self.nodes: list[Node] = []
        self.labels: list[str] = []
        self.moves = 0  # of all nodes read so far; as many nodes there will be, besides the root
        self.ends: list[tuple[Token, _Payoffs]] = []
        self.renamed: list[tuple[int, str, str]] = []  # lines, actions, what these are called

    def tree(self, title: str) -> HandTree:
        """The whole file."""
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
        tree.warnings = told_renamed(self.renamed)
        return tree

    def _prologue(self) -> str:
        """Read what stands before the nodes; returns the game's title."""
        text = self.text
        for word, expected in (("EFG", "EFG, a Gambit file of an extensive game"), ("2", "2")):
            if text.look() != word:
                raise text.error(text.peek(), text.found(), expected)
            text.take()
        if text.look() not in ("R", "D"):
            raise text.error(text.peek(), text.found(), "R, the kind of its numbers")
        text.take()
        title = text.string("the game's title, in quotes")
        before = text.bracket("{", 'the players, as in { "Ann" "Ben" }')
        players = 0
        while text.look() != "}":
            text.string("a player's name in quotes, or }")
            players += 1
        text.take()
        if players != 2:
            raise text.error(before, f"a game of {players} players", "two: MAX and MIN")
        if text.at_string():
            text.take()  # a comment
        return " ".join(title.split())

    def _body(self) -> Node:
        """Read the nodes, each before those below it, with a stack and not by recursion."""
        text = self.text
        top = Edge(Node())
        waiting = [[top]]  # for each open node the moves below which nothing stands yet, reversed
        paid = [_Payoffs()]  # on the way to each
        while waiting:
            if not waiting[-1]:
                waiting.pop()
                paid.pop()
                continue
            if text.at_end():
                raise text.error(
                    text.peek(),
                    "the file ends, and a node is missing"
                    if self.nodes
                    else "the file ends without a node",
                    "a node below every action",
                )
            edge = waiting[-1].pop()
            payoffs = self._node(edge.child, paid[-1])
            if edge.child.edges:
                waiting.append(edge.child.edges[::-1])
                paid.append(payoffs)
                if len(waiting) > MAX_NESTING:
                    raise text.error(
                        edge.child.where, f"nodes more than {MAX_NESTING:,} deep", "a lower tree"
                    )
        if not text.at_end():
            raise text.error(text.peek(), f"{text.found()} after the last node", "the file's end")
        return top.child

    def _node(self, node: Node, paid: _Payoffs) -> _Payoffs:
        """Read one node with its actions.

        Args:
            node: what it is read into.
            paid: what was paid above it.

        Returns:
            What was paid with it.
        """
        text = self.text
        node.where = text.peek()
        kind = text.take().text
        if kind not in ("c", "p", "t") or node.where.quoted:
            raise text.error(node.where, quoted(kind) + " as a node", _NODES)
        self.nodes.append(node)
        self.labels.append(text.string("the node's name in quotes, perhaps empty"))
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
            raise self.text.error(where, f"player {player}", "player 1 or 2")
        return player

    def _moves(self, node: Node, player: int) -> None:
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
                "perfect information: a set of its own for every node",
                f"The first is in line {known.where.line}; minimax knows where it is in the tree",
            )
        given = self._actions(player, where) if text.look() == "{" else known
        if given is None:
            raise text.error(text.peek(), text.found(), 'the actions, as in { "left" "right" }')
        self.sets[player, number] = given
        self.moves += len(given.labels)
        if self.moves >= MAX_NODES:
            raise text.error(node.where, f"more than {MAX_NODES:,} nodes", "a smaller tree")
        node.player = _PLAYERS.get(player, Player.CHANCE)
        node.edges = [
            Edge(Node(), move, share, place)
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
                raise text.error(brace, f"more than {MAX_CHILDREN:,} actions", "fewer")
        text.take()
        if not found.labels:
            raise text.error(brace, "no actions", "at least one")
        found.moves = moves_of(found.labels)
        for label, move, place in zip(found.labels, found.moves, found.places, strict=True):
            if is_renamed(label, move):
                self.renamed.append((place.line, label, str(move)))
        return found

    def _outcome(self) -> _Payoffs:
        """Read what a node pays: the number of an outcome, and perhaps what it is."""
        text = self.text
        where, number = text.number("the outcome's number, 0 for none")
        if text.at_string():
            text.take()  # its name
        known = self.outcomes.get(number)
        if text.look() != "{":
            if known is None:
                raise text.error(
                    where, f"outcome {number} without payoffs", "{ its payoffs } where it is new"
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
            raise text.error(brace, f"{len(payoffs)} payoffs", "two, one for each player")
        first, second = payoffs
        paid = _Payoffs(first, second, decimal)
        if known is not None and (known.first, known.second) != (first, second):
            raise text.error(
                brace,
                f"outcome {number} with other payoffs than before",
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
        """Refuse a game in which the one does not lose what the other wins."""
        before, paid = self.ends[0]
        constant = paid.first + paid.second
        for where, paid in self.ends:
            total = paid.first + paid.second
            if total != constant:
                raise self.text.error(
                    where,
                    f"payoffs that sum to {_shown(total)}, and to {_shown(constant)} in line "
                    f"{before.line}",
                    "a constant sum: minimax is for games in which one wins what the other loses",
                )

    def _name(self) -> None:
        """Call nodes by their labels where these can be names; other labels become notes."""
        once: dict[str, int] = {}
        for label in self.labels:
            once[label] = once.get(label, 0) + 1
        for node, label in zip(self.nodes, self.labels, strict=True):
            if once[label] == 1 and _is_word(label):
                node.id = label
            else:
                node.note = " ".join(label.split())


def _value(paid: _Payoffs) -> Number:
    """A leaf's utility: exact, unless it was written as a decimal."""
    value = paid.first
    if value.denominator == 1:
        return value.numerator
    return float(value) if paid.decimal else value


def _is_word(text: str) -> bool:
    """Whether a text can be the name of a node or a move."""
    try:
        check_word(text, "a name")
    except InvalidInput:
        return False
    return True


def _shown(number: Fraction) -> str:
    return shortened(str(number), 30)
