"""The probabilities at the chance nodes of a hand tree."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from engine.errors import InvalidInput
from engine.game import Player
from trees.building.node import Place, TreeEdge, TreeNode
from trees.text.numbers import plain_number


#: The largest error of a sum of rounded decimals, such as three times 0.3333333333.
_ROUNDING: Final = Fraction(1, 10**9)

#: The most bits of the common denominator of a node's probabilities.
_MOST_BITS: Final = 4_096


def read_probabilities(
    nodes: Sequence[TreeNode], player: bytes, place: Place
) -> list[Fraction | None]:
    """Return the probability of every edge in turn, None for a move.

    Decimals are exact as written: 0.1 is 1/10. If they sum to 1 except for rounding, they are
    divided by their sum, so that a search sees exactly 1.
    """
    if Player.CHANCE not in player and not any(
        edge.probability is not None for node in nodes for edge in node.edges
    ):
        return [None] * sum([len(node.edges) for node in nodes])
    probabilities: list[Fraction | None] = []
    for node, turn in zip(nodes, player, strict=True):
        if turn != Player.CHANCE:
            for edge in node.edges:
                if edge.probability is not None:
                    raise InvalidInput(
                        f"a move of {Player(turn).name} at {node} has a probability",
                        where=place(edge.where),
                        expected="probabilities only below chance nodes",
                        hint="Write player: chance beside its children",
                    )
                probabilities.append(None)
        else:
            probabilities += _outcomes(node, place)
    return probabilities


def _outcomes(node: TreeNode, place: Place) -> list[Fraction]:
    weighted = [edge for edge in node.edges if edge.probability is not None]
    if not weighted:
        return [Fraction(1, len(node.edges))] * len(node.edges)
    if len(weighted) < len(node.edges):
        bare = next(edge for edge in node.edges if edge.probability is None)
        raise InvalidInput(
            f"an outcome of {node} has no probability, but others have one",
            where=place(bare.where),
            expected="p for all outcomes, or for none (all equally likely)",
        )
    exact = [_exact(edge, place) for edge in node.edges]
    parts = math.lcm(*_denominators(exact, node, place))
    total = Fraction(sum(share.numerator * (parts // share.denominator) for share in exact), parts)
    if abs(total - 1) > _ROUNDING:
        raise InvalidInput(
            f"the probabilities below {node} sum to {_format_fraction(total)}",
            where=place(node.where),
            expected="a sum of 1",
        )
    return exact if total == 1 else [share / total for share in exact]


def _denominators(exact: list[Fraction], node: TreeNode, place: Place) -> set[int]:
    """Return the different denominators, if their common one is not too large."""
    denominators = {share.denominator for share in exact}
    if sum(denominator.bit_length() for denominator in denominators) > _MOST_BITS:
        common = 1
        for denominator in denominators:
            common = math.lcm(common, denominator)
            if common.bit_length() > _MOST_BITS:
                raise InvalidInput(
                    f"the probabilities below {node} have no common denominator of "
                    f"{_MOST_BITS:,} bits or less",
                    where=place(node.where),
                    expected="fractions with fewer different denominators",
                )
    return denominators


def _exact(edge: TreeEdge, place: Place) -> Fraction:
    probability = edge.probability
    if not isinstance(probability, Fraction):
        probability = plain_number(probability, where=place(edge.where))
        probability = (
            Fraction(repr(probability)) if isinstance(probability, float) else Fraction(probability)
        )
    if not 0 < probability <= 1:
        raise InvalidInput(
            f"a probability cannot be {_format_fraction(probability)}",
            where=place(edge.where),
            expected="a number above 0 and at most 1",
        )
    return probability


def _format_fraction(number: Fraction) -> str:
    if number.numerator.bit_length() + number.denominator.bit_length() > 60:
        return f"{float(number):.12g}"
    return str(number)
