"""Gambit's extensive games (`.efg`) with perfect information as hand trees.

With two players and a constant sum, player 1 is MAX, player 2 is MIN, and a leaf's value is what
player 1 is paid on the path to it. A single player is MAX. Otherwise a leaf has a value for each
player. An action of probability 0 is left out with everything below it: it adds nothing to a value.

Source: "The extensive game (.efg) file format" in the documentation of Gambit.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from engine.errors import InvalidInput
from engine.game import Number, Player
from trees.building import (
    MAX_CHILDREN,
    TreeEdge,
    TreeNode,
    build,
    collector_paused,
    name_players,
)
from trees.formats.efg_text import EfgText, Token
from trees.formats.tree_yaml import MAX_NODES
from trees.hand_tree import ALTERNATING, HandTree
from trees.text import LONGEST_NAME, check_word, exact_number, quote, shorten
from trees.yaml.yaml_text import MAX_NESTING

#: The most players; those without names get letters.
_MOST_PLAYERS: Final = 26
_NODES: Final = "c, p or t, for a chance, a player or a terminal node"
_MOST_LISTED: Final = 5  # renamed actions in a warning


@dataclass(frozen=True, slots=True)
class _Payoffs:
    """The exact payoffs of the players, and whether they were written with a decimal point."""

    shares: tuple[Fraction, ...]
    decimal: bool = False

    def __add__(self, other: _Payoffs) -> _Payoffs:
        shares = tuple(map(operator.add, self.shares, other.shares))
        return _Payoffs(shares, self.decimal or other.decimal)

    def values(self) -> tuple[Number, ...]:
        """Return the payoffs, exact unless they were written as decimals."""
        return tuple(
            share.numerator if share.denominator == 1 else float(share) if self.decimal else share
            for share in self.shares
        )


@collector_paused()
def read_efg(text: str, name: str, *, title: str = "") -> HandTree:
    """Read the tree of a Gambit file."""
    return _Reader(EfgText(text, name)).tree(title)


class _Reader:
    """One reading of one file."""

    def __init__(self, text: EfgText) -> None:
        self.text = text
        #: The actions of each information set by player (0 for chance) and number, with its place.
        self.sets: dict[tuple[int, int], tuple[Token, list[TreeEdge]]] = {}
        self.players: tuple[str, ...] = ()
        self.outcomes: dict[int, _Payoffs] = {}
        self.movers: dict[TreeNode, int] = {}  # the players' numbers, 0 for chance
        self.nodes: list[TreeNode] = []
        self.moves = 0  # moves read so far; equals the number of nodes without the root
        self.ends: list[tuple[TreeNode, _Payoffs]] = []
        self.renamed: list[str] = []
        self.warnings: list[str] = []

    def tree(self, title: str) -> HandTree:
        """Return the tree of the whole file."""
        named = self._read_head()
        root = self._read_nodes()
        self._drop_impossible(root)
        self._name_nodes()
        changing = self._find_changing_sum()
        for leaf, paid in self.ends:
            if changing:
                leaf.vector, leaf.mover = paid.values(), 0
            else:
                leaf.value = paid.values()[0]
        # In a tree with vectors, all others are MIN to the player who moves first.
        first = self.movers.get(root, 0) if changing else 1
        for node, mover in self.movers.items():
            node.player = (Player.MAX if mover == first else Player.MIN) if mover else Player.CHANCE
            node.mover = mover - 1 if mover else None
        if changing and not all(self.movers.get(node, 1) for node in self.nodes):
            raise changing
        moving = next((node.player for node in self.nodes if node.player in (0, 1)), Player.MAX)
        turns = ALTERNATING if len(self.players) > 1 else (Player.MAX,)
        tree = build(
            root,
            players=turns if moving is Player.MAX else ALTERNATING[::-1],
            name=named or title,
            share_names=self.players,
        )
        tree.warnings = (*_warn_of_renaming(self.renamed), *self.warnings)
        return tree

    def _read_head(self) -> str:
        """Read the text before the nodes and return the game's title."""
        text = self.text
        title = text.take_head("EFG", "2").text
        before = text.take_bracket("{", 'the players, as in { "Ann" "Ben" }')
        names = ["_".join(token.text.split()) for token in text.take_strings("a player's name")]
        if not 1 <= len(names) <= _MOST_PLAYERS:
            raise before.error(f"the game has {len(names)} players", f"1 to {_MOST_PLAYERS}")
        are_named = len({*names}) == len(names) and all(map(_is_word, names))
        self.players = tuple(names) if are_named else name_players(len(names))
        self.outcomes[0] = _Payoffs((Fraction(0),) * len(names))
        if text.is_at_string():
            text.take()  # a comment
        return " ".join(title.split())

    def _read_nodes(self) -> TreeNode:
        """Read the nodes in pre-order, with a stack and not by recursion."""
        text = self.text
        root = TreeNode()
        # For each open node: its children that are not read yet, reversed, and what is paid so far.
        waiting = [([root], self.outcomes[0])]
        while waiting:
            children, paid = waiting[-1]
            if not children:
                waiting.pop()
                continue
            if text.is_at_end():
                fault = (
                    "the file ends before the last node" if self.nodes else "the file has no node"
                )
                raise text.peek().error(fault, "a node below every action")
            node = children.pop()
            payoffs = self._read_node(node, paid)
            if node.edges:
                waiting.append(([edge.child for edge in reversed(node.edges)], payoffs))
                if len(waiting) > MAX_NESTING:
                    fault = f"the tree is deeper than {MAX_NESTING:,} levels"
                    raise node.error(fault, "a shallower tree")
        text.check_end("node")
        return root

    def _read_node(self, node: TreeNode, paid: _Payoffs) -> _Payoffs:
        """Read one node with its actions; return what is paid up to it."""
        text = self.text
        kind = text.take()
        node.where = kind.where
        if kind.text not in ("c", "p", "t") or kind.quoted:
            raise kind.error(f"{quote(kind.text)} is not a kind of node", _NODES)
        self.nodes.append(node)
        node.note = text.take_string("the node's name in quotes, which may be empty").text
        if kind.text != "t":
            self._read_moves(node, 0 if kind.text == "c" else self._read_player())
        paid = paid + self._read_outcome()
        if kind.text == "t":
            self.ends.append((node, paid))
        return paid

    def _read_player(self) -> int:
        count = len(self.players)
        which = {1: "1", 2: "1 or 2"}.get(count, f"1 to {count}")
        where, player = self.text.take_index(f"the player's number, {which}")
        if not 1 <= player <= count:
            raise where.error(f"the player cannot be {player}", f"player {which}")
        return player

    def _read_moves(self, node: TreeNode, player: int) -> None:
        """Read the information set of a node: its number, name and actions."""
        text = self.text
        where, number = text.take_index("the information set's number")
        if text.is_at_string():
            text.take()  # its name
        first, actions = self.sets.get((player, number), (where, []))
        if actions and player:
            raise where.error(
                f"information set {number} of player {player} has a second node",
                "perfect information: a separate set for every node",
                f"The first is in line {first.line}; minimax needs perfect information",
            )
        if text.peek_word() == "{":
            actions = self._read_actions(player)
        elif not actions:
            raise text.error_at_next('the actions, as in { "left" "right" }')
        self.sets[player, number] = where, actions
        self.moves += len(actions)
        if self.moves >= MAX_NODES:
            raise node.error(f"the tree has more than {MAX_NODES:,} nodes", "a smaller tree")
        self.movers[node] = player
        node.edges = [replace(action, child=TreeNode()) for action in actions]

    def _read_actions(self, player: int) -> list[TreeEdge]:
        """Read the actions of an information set."""
        text = self.text
        actions = []
        brace = text.take()
        while text.peek_word() != "}":
            label = text.take_string("an action's name in quotes, or }")
            share = None if player else self._take_exact("the action's probability")
            actions.append(TreeEdge(TreeNode(), label.text, share, label.where))
            if len(actions) > MAX_CHILDREN:
                raise brace.error(f"the set has more than {MAX_CHILDREN:,} actions", "fewer")
        text.take()
        if not actions:
            raise brace.error("the set has no actions", "at least one")
        moves = name_moves([str(action.label) for action in actions])
        for action, move in zip(actions, moves, strict=True):
            label_text = str(action.label)
            if move is not None and move != _join_words(label_text):
                old = quote(" ".join(label_text.split()), 40)
                self.renamed.append(f"line {action.line}: {old} is {shorten(move, 40)}")
            action.label = move
        return actions

    def _read_outcome(self) -> _Payoffs:
        """Read a node's payoffs: the number of an outcome, optionally with its payoffs."""
        text = self.text
        where, number = text.take_index("the outcome's number, 0 for none")
        if text.is_at_string():
            text.take()  # its name
        outcome = self.outcomes.get(number)
        if text.peek_word() != "{":
            if outcome is None:
                fault = f"outcome {number} has no payoffs"
                raise where.error(fault, "{ its payoffs } at its first use")
            return outcome
        brace = text.take()
        payoffs, is_decimal = [], False
        while text.peek_word() != "}":
            is_decimal |= not {*".eE"}.isdisjoint(text.peek_word())
            payoffs.append(self._take_exact("a payoff, or }"))
        text.take()
        if len(payoffs) != len(self.players):
            count = {1: "one", 2: "two"}.get(len(self.players), str(len(self.players)))
            fault = f"the outcome has {len(payoffs)} payoffs"
            raise brace.error(fault, f"{count}, one for each player")
        paid = _Payoffs(tuple(payoffs), is_decimal)
        if outcome is not None and outcome.shares != paid.shares:
            raise brace.error(
                f"outcome {number} has different payoffs than before",
                f"{' and '.join(map(str, outcome.shares))}, or another number",
            )
        self.outcomes[number] = paid
        return paid

    def _take_exact(self, expected: str) -> Fraction:
        token = self.text.take_number(expected)
        return exact_number(token.text, where=token.where)

    def _find_changing_sum(self) -> InvalidInput | None:
        """Return why the leaves have no single value; None for one player or a constant sum."""
        needed = "two players with a constant sum, since the game has chance nodes"
        before, paid = self.ends[0]
        if len(self.players) == 1:
            return None
        if len(self.players) != 2:
            return before.error(f"there are {len(self.players)} players", needed)
        constant = sum(paid.shares)
        for leaf, paid in self.ends:
            total = sum(paid.shares)
            if total != constant:
                was = f"to {shorten(str(constant), 30)} in line {before.line}"
                return leaf.error(
                    f"the payoffs sum to {shorten(str(total), 30)}, but {was}", needed
                )
        return None

    def _drop_impossible(self, root: TreeNode) -> None:
        """Remove actions of probability 0 with everything below; warn of each."""
        for node in self.nodes:
            possible = [edge for edge in node.edges if edge.probability != 0]
            if not possible:  # a leaf, or an error
                continue
            for edge in node.edges:
                if edge.probability == 0:
                    self.warnings.append(
                        f"line {edge.line}: the action {edge.label or 'without a name'} has "
                        "probability 0 and is left out with everything below it"
                    )
            node.edges = possible
        reachable = [root]
        for node in reachable:  # grows during the loop
            reachable += [edge.child for edge in node.edges]
        left = {*reachable}
        self.nodes = [node for node in self.nodes if node in left]
        self.ends = [(leaf, paid) for leaf, paid in self.ends if leaf in left]

    def _name_nodes(self) -> None:
        """Make the notes of nodes their names if these are valid and different."""
        count = Counter(node.note for node in self.nodes)
        for node in self.nodes:
            if count[node.note] == 1 and _is_word(node.note):
                node.id, node.note = node.note, ""
            else:
                node.note = " ".join(node.note.split())


def _is_word(text: str) -> bool:
    """Return whether a text can be the name of a node or a move."""
    try:
        check_word(text, "a name")
    except InvalidInput:
        return False
    return True


# Names of the moves, after the actions.


def name_moves(labels: Sequence[str]) -> list[str | None]:
    """Return different names of moves for actions; None for each if no action has a name.

    Spaces and commas become _, and long names are shortened. If several names would be equal, the
    one written that way (else the first) keeps it and the others get a number. An unnamed action
    among named ones is numbered by its place, since its child's name could equal another move's.
    """
    words = [_join_words(label)[:LONGEST_NAME] for label in labels]
    if not any(words):
        return [None] * len(labels)
    owner: dict[str, int] = {}
    for index, (label, word) in enumerate(zip(labels, words, strict=True)):
        if word and (word not in owner or (label == word != labels[owner[word]])):
            owner[word] = index
    taken = set(owner)
    moves: list[str | None] = []
    for index, word in enumerate(words):
        move = word
        if owner.get(word) != index:
            number = index + 1
            move = f"{word[: LONGEST_NAME - 6]}_{number}" if word else f"{number}"
            while move in taken:
                move += "'"
            taken.add(move)
        moves.append(move)
    return moves


def _join_words(label: str) -> str:
    return "_".join(label.replace(",", " ").split())


def _warn_of_renaming(renamed: Sequence[str]) -> list[str]:
    """Return a warning that lists the renamed moves; empty if there are none."""
    if not renamed:
        return []
    listed = [*renamed[:_MOST_LISTED]]
    if len(renamed) > _MOST_LISTED:
        listed.append(f"and {len(renamed) - _MOST_LISTED:,} more")
    return [
        "actions with no name, with the same name as another or with a name of more than "
        f"{LONGEST_NAME} letters are renamed: {'; '.join(listed)}"
    ]
