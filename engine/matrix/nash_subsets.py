"""All equilibria of a bimatrix game, as convex sets: its maximal Nash subsets.

If every mix of a set X is an equilibrium with every mix of a set Y, X × Y is a Nash subset. The
maximal ones are products of convex hulls of extreme mixes, and together they are all equilibria
(Winkels 1979). In the graph whose edges are the extreme equilibria they are the maximal complete
bipartite subgraphs. One with more than one point is a continuum of equilibria.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.matrix.profiles import Mix, Profile


@dataclass(frozen=True)
class NashSubset:
    """A set of equilibria: any mix of the first with any mix of the second."""

    rows: tuple[Mix, ...]
    columns: tuple[Mix, ...]
    component: int

    @property
    def is_continuum(self) -> bool:
        """Whether it is more than one equilibrium."""
        return len(self.rows) > 1 or len(self.columns) > 1


def nash_subsets(extreme: Sequence[Profile]) -> tuple[NashSubset, ...]:
    """Return the maximal Nash subsets, in the order of their first extreme equilibrium."""
    rows = tuple(dict.fromkeys(profile.mixes[0] for profile in extreme))
    columns = tuple(dict.fromkeys(profile.mixes[1] for profile in extreme))
    edges = {profile.mixes for profile in extreme}
    partners = {y: frozenset(x for x in rows if (x, y) in edges) for y in columns}
    # The row player's side of a maximal subset is the common partners of some columns.
    common: set[frozenset[Mix]] = set()
    for xs in partners.values():
        common |= {xs} | {xs & earlier for earlier in common}
    common.discard(frozenset())
    subsets = [
        (
            tuple(x for x in rows if x in xs),
            tuple(y for y in columns if xs <= partners[y]),
        )
        for xs in common
    ]
    place = {profile.mixes: index for index, profile in enumerate(extreme)}
    subsets.sort(key=lambda subset: sorted(place[x, y] for x in subset[0] for y in subset[1]))
    components = _number_components(subsets)
    return tuple(
        NashSubset(xs, ys, component)
        for (xs, ys), component in zip(subsets, components, strict=True)
    )


def _number_components(subsets: Sequence[tuple[tuple[Mix, ...], tuple[Mix, ...]]]) -> list[int]:
    """Return the number of each subset's connected component.

    Two subsets that meet share an extreme equilibrium, since their intersection is a face of both.
    """
    numbers: list[int] = []
    for index, (xs, ys) in enumerate(subsets):
        touching = {
            numbers[before]
            for before in range(index)
            if set(xs) & set(subsets[before][0]) and set(ys) & set(subsets[before][1])
        }
        numbers = [index if other in touching else other for other in numbers]
        numbers.append(index)
    ranks = {number: rank for rank, number in enumerate(dict.fromkeys(numbers), 1)}
    return [ranks[number] for number in numbers]
