"""All extreme equilibria of a bimatrix game, by the exact solver of Gambit.

An equilibrium is extreme if neither player's mix is a mix of two others that could replace it.
Every equilibrium is in a convex hull of extreme ones (`engine.matrix.nash_subsets`).
Gambit finds them by enumerating the vertices of the two best-response polytopes (Mangasarian 1964;
Avis, Rosenberg, Savani and von Stengel, "Enumeration of Nash equilibria for two-player games",
2010). It gets the game as text in its stable file format.
"""

from __future__ import annotations

import io
from fractions import Fraction
from typing import Final

from engine.errors import PlytraceError
from engine.matrix.game import NormalForm, Side
from engine.matrix.profiles import Mix, Profile
from engine.text.install_advice import install_command


#: The largest matrix, in payoff pairs, whose extreme equilibria are computed. Their number grows
#: exponentially; 8 × 8 takes about 3 seconds, 10 × 10 about 20.
MAX_ENTRIES: Final = 64


class NotSolved(PlytraceError):
    """Mixed equilibria are not computed: the solver is missing, or it would take too long."""


def extreme_equilibria(game: NormalForm) -> tuple[Profile, ...]:
    """Return all extreme equilibria in the order of their strategies, pure ones first."""
    entries = game.size(Side.ROWS) * game.size(Side.COLUMNS)
    if entries > MAX_ENTRIES:
        raise NotSolved(
            f"mixed equilibria are not computed for {entries} pairs of payoffs",
            expected=f"at most {MAX_ENTRIES} pairs",
        )
    try:
        import pygambit
    except ImportError:
        raise NotSolved(
            "mixed equilibria need the exact solver of Gambit",
            hint=f"Install it with: {install_command('matrix')}",
        ) from None
    solved = pygambit.nash.enummixed_solve(
        pygambit.read_nfg(io.StringIO(_nfg(game))), rational=True
    )
    profiles = {
        Profile.from_mixes(
            game,
            _mix(equilibrium["0"], game.size(Side.ROWS)),
            _mix(equilibrium["1"], game.size(Side.COLUMNS)),
        )
        for equilibrium in solved.equilibria
    }
    for profile in profiles:
        if not profile.is_equilibrium:
            raise NotSolved(
                f"pygambit {pygambit.__version__} returned {profile.mixes}: not an equilibrium"
            )
    return tuple(sorted(profiles, key=lambda profile: _rank(game, profile)))


def _nfg(game: NormalForm) -> str:
    """Return the game in Gambit's .nfg format; indices name players and strategies."""
    strategies = (" ".join(f'"{s}"' for s in range(game.size(side))) for side in Side)
    # The row player's strategy varies fastest.
    pairs = (
        f"{row[column][0]} {row[column][1]}"
        for column in range(game.size(Side.COLUMNS))
        for row in game.pairs
    )
    lists = " ".join(f"{{ {names} }}" for names in strategies)
    return f'NFG 1 R "" {{ "0" "1" }}\n{{ {lists} }}\n""\n\n{" ".join(pairs)}\n'


def _mix(part: object, size: int) -> Mix:
    """Return a player's part of Gambit's profile."""
    return tuple(Fraction(part[str(s)]) for s in range(size))  # type: ignore[index]


def _rank(game: NormalForm, profile: Profile) -> tuple[object, ...]:
    by_side = [tuple(-weight for weight in profile.mixes[side]) for side in game.order]
    return (not profile.is_pure, *by_side)
