"""Gambit's extensive games (`.efg`) with perfect information as hand trees.

With two players and a constant sum, player 1 is MAX, player 2 is MIN, and a leaf's value is what
player 1 is paid on the path to it. A single player is MAX. Otherwise a leaf has a value for each
player. An action of probability 0 is left out with everything below it: it adds nothing to a value.

Source: "The extensive game (.efg) file format" in the documentation of Gambit.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from engine.errors import InvalidInput
from engine.game import Number, Player
from trees.building.builder import (
    MAX_CHILDREN,
    build,
    check_shape,
    collector_paused,
    in_level_order,
    player_letters,
)
from trees.building.naming import TreeEdge, TreeNode, check_word
from trees.building.node_reader import MAX_NODES
from trees.formats.efg_text import EfgText, Token, is_renamed, name_moves, renaming_warning
from trees.hand_tree import ALTERNATING, HandTree, VectorTree
from trees.text import exact_number, quote, shorten
from trees.yaml.yaml_text import MAX_NESTING

#: The most players; those without names get letters.
_MOST_PLAYERS: Final = 26
_NODES: Final = "c, p or t, for a chance, a player or a terminal node"


@dataclass(frozen=True, slots=True)
class _Payoffs:
    """The exact payoffs of the players, and whether they were written with a decimal point."""

    shares: tuple[Fraction, ...]
    decimal: bool = False

    def __add__(self, other: _Payoffs) -> _Payoffs:
        shares = tuple(map(operator.add, self.shares, other.shares))
        return _Payoffs(shares, self.decimal or other.decimal)


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
    """Read the tree of a Gambit file."""
    return _Reader(EfgText(text, name)).tree(title)


class _Reader:
    """One reading of one file."""

    def __init__(self, text: EfgText) -> None:
        self.text = text
        self.sets: dict[tuple[int, int], _Actions] = {}  # by player (0 for chance) and number
        self.players: tuple[str, ...] = ()
        self.outcomes: dict[int, _Payoffs] = {}
        self.movers: dict[TreeNode, int] = {}  # the players' numbers, 0 for chance
        self.nodes: list[TreeNode] = []
        self.labels: list[str] = []
        self.moves = 0  # moves read so far; equals the number of nodes without the root
        self.ends: list[tuple[TreeNode, _Payoffs]] = []
        self.renamed: list[tuple[int, str, str]] = []  # lines, actions, names as moves

    def tree(self, title: str) -> HandTree:
        """Return the tree of the whole file."""
        named = self._prologue()
        root = self._body()
        impossible = [*self._drop_impossible(root)]
        self._name()
        changing = self._changing_sum()
        has_vectors = changing is not None
        for number, (leaf, paid) in enumerate(self.ends):
            leaf.value = number if has_vectors else _value(paid.shares[0], paid)
        # In a tree with vectors, all others are MIN to the player who moves first.
        first = self.movers.get(root, 0) if has_vectors else 1
        for node, mover in self.movers.items():
            node.player = (Player.MAX if mover == first else Player.MIN) if mover else Player.CHANCE
        moving = next((node.player for node in self.nodes if node.player in (0, 1)), Player.MAX)
        turns = ALTERNATING if len(self.players) > 1 else (Player.MAX,)
        tree = build(
            root,
            players=turns if moving is Player.MAX else ALTERNATING[::-1],
            name=named or title,
            place=self.text.place,
        )
        tree.warnings = (*renaming_warning(self.renamed), *impossible)
        return self._add_vectors(tree, root, changing) if changing else tree

    def _add_vectors(self, shape: HandTree, root: TreeNode, changing: InvalidInput) -> VectorTree:
        """Return the tree with the payoffs of all players."""
        if shape.has_chance:
            raise changing
        check_shape(shape, self.text.place(root.where))
        movers = (self.movers.get(node, 1) - 1 for node in in_level_order(root))
        vectors = [tuple(_value(share, paid) for share in paid.shares) for _, paid in self.ends]
        tree = VectorTree(shape, vectors, self.players, bytes(movers))
        tree.warnings = shape.warnings
        return tree

    def _prologue(self) -> str:
        """Read the text before the nodes and return the game's title."""
        text = self.text
        for word, expected in (("EFG", "EFG, the first word of a Gambit game"), ("2", "2")):
            if text.peek_word() != word:
                raise text.error(text.peek(), f"{text.describe_next()} is not valid here", expected)
            text.take()
        if text.peek_word() not in ("R", "D"):
            raise text.error(
                text.peek(),
                f"{text.describe_next()} is not valid here",
                "R, the kind of its numbers",
            )
        text.take()
        title = text.string("the game's title, in quotes")
        before = text.bracket("{", 'the players, as in { "Ann" "Ben" }')
        players = []
        while text.peek_word() != "}":
            players.append("_".join(text.string("a player's name in quotes, or }").split()))
        text.take()
        if not 1 <= len(players) <= _MOST_PLAYERS:
            raise text.error(
                before, f"the game has {len(players)} players", f"1 to {_MOST_PLAYERS}"
            )
        named = len({*players}) == len(players) and all(map(_is_word, players))
        self.players = tuple(players) if named else player_letters(len(players))
        self.outcomes[0] = _Payoffs((Fraction(0),) * len(players))
        if text.is_at_string():
            text.take()  # a comment
        return " ".join(title.split())

    def _body(self) -> TreeNode:
        """Read the nodes in pre-order, with a stack and not by recursion."""
        text = self.text
        top = TreeEdge(TreeNode())
        waiting = [[top]]  # for each open node its moves without a node yet, reversed
        paid = [self.outcomes[0]]  # on the path to each
        while waiting:
            if not waiting[-1]:
                waiting.pop()
                paid.pop()
                continue
            if text.is_at_end():
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
        if not text.is_at_end():
            raise text.error(
                text.peek(), f"{text.describe_next()} comes after the last node", "the file's end"
            )
        return top.child

    def _node(self, node: TreeNode, paid: _Payoffs) -> _Payoffs:
        """Read one node with its actions."""
        text = self.text
        node.where = text.peek()
        kind = text.take().text
        if kind not in ("c", "p", "t") or node.where.quoted:
            raise text.error(node.where, f"{quote(kind)} is not a kind of node", _NODES)
        self.nodes.append(node)
        self.labels.append(text.string("the node's name in quotes, which may be empty"))
        if kind != "t":
            self._moves(node, 0 if kind == "c" else self._player())
        paid = paid + self._outcome()
        if kind == "t":
            self.ends.append((node, paid))
        return paid

    def _player(self) -> int:
        player_count = len(self.players)
        which = {1: "1", 2: "1 or 2"}.get(player_count, f"1 to {player_count}")
        where, player = self.text.number(f"the player's number, {which}")
        if not 1 <= player <= player_count:
            raise self.text.error(where, f"the player cannot be {player}", f"player {which}")
        return player

    def _moves(self, node: TreeNode, player: int) -> None:
        """Read the information set of a node: its number, name and actions."""
        text = self.text
        where, number = text.number("the information set's number")
        if text.is_at_string():
            text.take()  # its name
        actions = self.sets.get((player, number))
        if actions is not None and player:
            raise text.error(
                where,
                f"information set {number} of player {player} has a second node",
                "perfect information: a separate set for every node",
                f"The first is in line {actions.where.line}; minimax needs perfect information",
            )
        named_actions = self._actions(player, where) if text.peek_word() == "{" else actions
        if named_actions is None:
            raise text.error(
                text.peek(), text.describe_next(), 'the actions, as in { "left" "right" }'
            )
        self.sets[player, number] = named_actions
        self.moves += len(named_actions.labels)
        if self.moves >= MAX_NODES:
            raise text.error(
                node.where, f"the tree has more than {MAX_NODES:,} nodes", "a smaller tree"
            )
        self.movers[node] = player
        node.edges = [
            TreeEdge(TreeNode(), move, share, place)
            for move, share, place in zip(
                named_actions.moves, named_actions.shares, named_actions.places, strict=True
            )
        ]

    def _actions(self, player: int, where: Token) -> _Actions:
        """Read the actions of an information set."""
        text = self.text
        actions = _Actions(where)
        brace = text.take()
        while text.peek_word() != "}":
            actions.places.append(text.peek())
            actions.labels.append(text.string("an action's name in quotes, or }"))
            actions.shares.append(None if player else self._exact("the action's probability"))
            if len(actions.labels) > MAX_CHILDREN:
                raise text.error(brace, f"the set has more than {MAX_CHILDREN:,} actions", "fewer")
        text.take()
        if not actions.labels:
            raise text.error(brace, "the set has no actions", "at least one")
        actions.moves = name_moves(actions.labels)
        for label, move, place in zip(actions.labels, actions.moves, actions.places, strict=True):
            if is_renamed(label, move):
                self.renamed.append((place.line, label, str(move)))
        return actions

    def _outcome(self) -> _Payoffs:
        """Read a node's payoffs: the number of an outcome, optionally with its payoffs."""
        text = self.text
        where, number = text.number("the outcome's number, 0 for none")
        if text.is_at_string():
            text.take()  # its name
        outcome = self.outcomes.get(number)
        if text.peek_word() != "{":
            if outcome is None:
                raise text.error(
                    where, f"outcome {number} has no payoffs", "{ its payoffs } at its first use"
                )
            return outcome
        brace = text.take()
        payoffs, decimal = [], False
        while text.peek_word() != "}":
            digits = text.peek_word().lower()
            payoffs.append(self._exact("a payoff, or }"))
            decimal |= "." in digits or "e" in digits
            if text.peek_word() == ",":
                text.take()
        text.take()
        if len(payoffs) != len(self.players):
            count = {1: "one", 2: "two"}.get(len(self.players), str(len(self.players)))
            raise text.error(
                brace, f"the outcome has {len(payoffs)} payoffs", f"{count}, one for each player"
            )
        paid = _Payoffs(tuple(payoffs), decimal)
        if outcome is not None and outcome.shares != paid.shares:
            raise text.error(
                brace,
                f"outcome {number} has different payoffs than before",
                f"{' and '.join(map(str, outcome.shares))}, or another number",
            )
        self.outcomes[number] = paid
        return paid

    def _exact(self, expected: str) -> Fraction:
        """Read a number: whole, decimal or a fraction."""
        token = self.text.peek()
        if token.quoted or token.text in ("", "{", "}", ","):
            raise self.text.error(token, self.text.describe_next(), expected)
        self.text.take()
        return exact_number(token.text, where=self.text.place(token))

    def _changing_sum(self) -> InvalidInput | None:
        """Return why the leaves have no single value; None for one player or a constant sum."""
        needed = "two players with a constant sum, since the game has chance nodes"
        before, paid = self.ends[0]
        if len(self.players) == 1:
            return None
        if len(self.players) != 2:
            return self.text.error(before.where, f"there are {len(self.players)} players", needed)
        constant = sum(paid.shares)
        for leaf, paid in self.ends:
            total = sum(paid.shares)
            if total != constant:
                return self.text.error(
                    leaf.where,
                    f"the payoffs sum to {_format_number(Fraction(total))}, but to "
                    f"{_format_number(Fraction(constant))} in line {before.where.line}",
                    needed,
                )
        return None

    def _drop_impossible(self, root: TreeNode) -> Iterator[str]:
        """Remove actions of probability 0 with everything below; yield a warning for each."""
        for node in self.nodes:
            for edge in node.edges:
                if edge.probability == 0 and any(other.probability for other in node.edges):
                    yield (
                        f"line {edge.where.line}: the action {edge.label or 'without a name'} has "
                        "probability 0 and is left out with everything below it"
                    )
                    node.edges = [other for other in node.edges if other.probability != 0]
        left = {*in_level_order(root)}
        if len(left) < len(self.nodes):
            labels = dict(zip(self.nodes, self.labels, strict=True))
            self.nodes = [node for node in self.nodes if node in left]
            self.labels = [labels[node] for node in self.nodes]
            self.ends = [(leaf, paid) for leaf, paid in self.ends if leaf in left]

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


def _value(value: Fraction, paid: _Payoffs) -> Number:
    """Return a payoff, exact unless it was written as a decimal."""
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


def _format_number(number: Fraction) -> str:
    return shorten(str(number), 30)
