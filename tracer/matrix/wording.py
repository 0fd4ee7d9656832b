"""Words for strategies, mixes and reasons."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.matrix.dominance import Dominance
from engine.matrix.game import NormalForm, Side
from engine.matrix.profiles import Mix, Profile, support


def number(value: Fraction) -> str:
    """Format a number for readers: 3, −1/3."""
    return str(value).replace("-", "−")


def and_list(items: Sequence[str], word: str = "and") -> str:
    """Join texts into a list: a, b and c."""
    return f" {word} ".join(part for part in (", ".join(items[:-1]), *items[-1:]) if part)


def strategies(game: NormalForm, side: Side, indices: Sequence[int], word: str = "and") -> str:
    """Return the names of some strategies of a player."""
    return and_list([game.chooser(side).strategies[index] for index in indices], word)


def mix(game: NormalForm, side: Side, weights: Mix) -> str:
    """Return a strategy, pure or mixed: `a`, or `a with 2/3 and b with 1/3`."""
    names = game.chooser(side).strategies
    played = support(weights)
    if len(played) == 1:
        return names[played[0]]
    return and_list([f"{names[index]} with {number(weights[index])}" for index in played])


def profile(game: NormalForm, played: Profile) -> str:
    """Name the strategies of both: `(2, a)`, or `P1 plays …, P2 plays …` if someone mixes."""
    if played.is_pure:
        return f"({', '.join(mix(game, side, played.mixes[side]) for side in game.order)})"
    return ", ".join(
        f"{game.chooser(side).name} plays {mix(game, side, played.mixes[side])}"
        for side in game.order
    )


def payoffs(game: NormalForm, played: Profile) -> str:
    """Format the payoffs of both: `6 to P1 and 3 to P2`."""
    return and_list(
        [f"{number(played.payoffs[side])} to {game.chooser(side).name}" for side in game.order]
    )


def dominance(game: NormalForm, side: Side, reason: Dominance, against: Sequence[int]) -> str:
    """Explain in numbers why a strategy is dominated."""
    names, others = game.chooser(side).strategies, game.chooser(side.other).strategies
    if len(reason.by) == 1:
        by = names[reason.by[0][0]]
    else:
        by = "the mix of " + and_list([f"{names[s]} with {number(w)}" for s, w in reason.by])
    compared = ", ".join(
        f"{number(better)} {'>' if better > worse else '='} {number(worse)} against {others[other]}"
        for other, better, worse in zip(against, reason.own, reason.given_up, strict=True)
    )
    how = "strictly" if reason.strict else "weakly"
    return f"{names[reason.dominated]} is {how} dominated by {by}: {compared}"
