"""How a sheet compares with the right answers, and what follows from its slips."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tracer.check.answers import Answers
from tracer.check.diagnosis import SAME, Suspect
from tracer.check.follow_through import Followed, Slip, slips
from tracer.check.misconceptions import Reading
from tracer.check.parts import PARTS, WrongAt
from tracer.check.versions import Version
from tracer.values import show_number

__all__ = ["Marks"]

#: Slips that are followed through, at most.
_MOST_SLIPS: Final = 3
#: Of the ways that a sheet may have gone wrong so far, those that are followed on.
_FOLLOWED_ON: Final = 3


class Marks:
    """The marks of one sheet under one convention, as they are worked out.

    Args:
        version: the problem under the convention.
        claims: what the sheet claims, by part.
        points: the points of each part.
    """

    def __init__(
        self, version: Version, claims: Mapping[str, Any], points: Mapping[str, float]
    ) -> None:
        self.version = version
        self.claims = claims
        self.points = points
        #: How much of each part is right.
        self.direct = self._shares(version.answers)
        #: The same with what follows from a slip.
        self.final = dict(self.direct)
        #: The slips, and what follows from them; None where that explains nothing.
        self.followed: Followed | None = None
        self._credited: dict[str, str] = {}
        # The ways that it may have gone wrong so far, and what the best of them explains.
        self._known: list[Followed] | None = None
        self._explained = 0.0

    @property
    def is_right(self) -> bool:
        """Whether something is answered, and all of it is right."""
        return bool(self.direct) and min(self.direct.values()) == 1

    @property
    def wrong_parts(self) -> frozenset[str]:
        """The parts that are not wholly right."""
        return frozenset(part for part, share in self.direct.items() if share < 1)

    def total(self, *, followed: bool) -> float:
        """The points, with or without what follows from slips."""
        shares = self.final if followed else self.direct
        return sum(self.points[part] * share for part, share in shares.items())

    def weights(self) -> dict[str, float]:
        """What each answered part counts, of 1 in all."""
        given = {part: self.points[part] for part in self.claims}
        total = sum(given.values())
        if not total:
            return dict.fromkeys(given, 1 / max(1, len(given)))
        return {part: points / total for part, points in given.items()}

    def fit_of_right(self) -> float:
        """How much of the sheet is right, from 0 to 1."""
        weights = self.weights()
        return sum(weights[part] * share for part, share in self.direct.items())

    def fit(self, answers: Answers) -> float:
        """How much of the sheet is as these answers have it, from 0 to 1."""
        weights = self.weights()
        return sum(weights[part] * share for part, share in self._shares(answers).items())

    def suspect(self, reading: Reading) -> Suspect:
        """A reading of a misconception, and how much of the sheet is as it would be with it."""
        shares, weights = self._shares(reading.answers), self.weights()
        fit = sum(weights[part] * share for part, share in shares.items())
        return Suspect(reading, fit, shares)

    def _shares(self, answers: Answers) -> dict[str, float]:
        rules = self.version.rules
        return {part: PARTS[part].share(one, answers, rules) for part, one in self.claims.items()}

    # What follows from a slip -----------------------------------------------------------------

    @property
    def is_one_slip(self) -> bool:
        """Whether a single slip explains all that is wrong."""
        followed = self.followed
        return followed is not None and len(followed.slips) == 1 and self._explained >= 1 - SAME

    def follow(self, most: int = _MOST_SLIPS) -> None:
        """Find early slips, charge each once, and credit what follows correctly from them.

        Args:
            most: slips at most; a second call goes on where the first one stopped.
        """
        if self.version.task.tree is None or not self.claims or self.is_right:
            return
        if self._known is None:
            self._known, self._explained = [self.version.followed(())], self.fit_of_right()
        while self._known and len(self._known[0].slips) < most and self._explained < 1 - SAME:
            self._known = self._with_one_more(self._known)
        if min(self.final.values()) >= 1 - SAME:  # a slip costs something, wherever it shows
            self.final = dict(self.direct)
            self._credited = {}

    def _with_one_more(self, known: list[Followed]) -> list[Followed]:
        """The best ways with another slip; what they explain is credited."""
        version, tree = self.version, self.version.task.tree
        assert tree is not None
        # The second of two slips can hide the first: the best few are followed on.
        tried = [
            version.followed((*one.slips, slip))
            for one in known
            for slip in slips(tree, one, self.claims)
        ]
        tried = [one for one in tried if one.is_explained]
        fits = [(self.fit(one.answers), -place) for place, one in enumerate(tried)]
        ranked = sorted(fits, reverse=True)[:_FOLLOWED_ON]
        best = [tried[-place] for _, place in ranked]
        if ranked and ranked[0][0] > self._explained + SAME:
            self._explained, self.followed = ranked[0][0], best[0]
            self._credit(best[0])
        return best

    def _credit(self, now: Followed) -> None:
        rules, right = self.version.rules, self.version.answers
        where = self._places(now)
        for part, claim in self.claims.items():
            charges = sum(slip.part == part for slip in now.slips)
            if any(slip.part == part and slip.kind == "stopped" for slip in now.slips):
                continue  # whoever stops too early leaves out what was asked for
            share = PARTS[part].share_of_either(claim, right, now.answers, rules)
            credited = share - charges / PARTS[part].items(right, rules)
            if credited > self.final[part] + SAME:
                self.final[part] = credited
                what = "all" if share == 1 else f"{share:.0%}"
                rest = "of the rest " if charges else "of it "
                self._credited[part] = f"{what} {rest}follows from the {where}"

    def _places(self, now: Followed) -> str:
        """Where the slips are, in the order of the search."""
        tree, steps = self.version.task.tree, self.version.steps
        names = tree.names if tree else ()

        def told(slip: Slip) -> str:
            name = names[slip.node]
            if slip.kind == "value" and slip.explains != slip.node:
                return f"{names[slip.explains]} (from {name}, taken for {show_number(slip.value)})"
            return name

        nodes = {told(slip): names[slip.node] for slip in now.slips}
        at = sorted(nodes, key=lambda one: steps.left(nodes[one]) or steps.last)
        return f"{'slip' if len(at) == 1 else 'slips'} at {', '.join(at)}"

    # What is said -----------------------------------------------------------------------------

    def told(self, part: str) -> str:
        """What is right and wrong in a part, and what follows from a slip."""
        version = self.version
        told = PARTS[part].told(self.claims[part], version.answers, version.rules)
        if part not in self._credited:
            return told
        return f"{self._credited[part]}; by the key itself, {told}"

    def wrong(self) -> list[WrongAt]:
        """All that is wrong with what is claimed, in the order of the steps that decide it."""
        wrong = self.wrong_parts
        found = [one for part in self.claims if part in wrong for one in self._wrong_in(part)]
        return sorted(found, key=lambda one: one.step)

    def charged(self) -> list[WrongAt]:
        """The same without what follows from a slip."""
        if self.followed is None:
            return self.wrong()
        tree, answers = self.version.task.tree, self.followed.answers
        names = tree.names if tree else ()
        slips_at = {names[node] for slip in self.followed.slips for node in slip.nodes}
        found, wrong = [], self.wrong_parts
        for part in (one for one in self.claims if one in wrong):
            still = {one.node for one in self._wrong_in(part, answers)}
            charged = any(slip.part == part for slip in self.followed.slips)
            found += [
                one
                for one in self._wrong_in(part)
                if one.node in still or one.node in slips_at or (charged and part == "visits")
            ]
        return sorted(found, key=lambda one: one.step) or self.wrong()

    def _wrong_in(self, part: str, answers: Answers | None = None) -> Iterator[WrongAt]:
        version = self.version
        right = answers or version.answers
        yield from PARTS[part].wrong(self.claims[part], right, version.rules, version.steps)

    def first_shows(self, reading: Reading) -> int:
        """The first step at which somebody with a misconception would answer otherwise."""
        version, steps = self.version, self.version.steps
        found = {
            (one.step, one.node)
            for part in self.claims
            for one in PARTS[part].wrong(
                PARTS[part].wrote(reading.answers, version.rules),
                version.answers,
                version.rules,
                steps,
            )
        }
        # On this sheet: where it is wrong too; else where such a sheet would be.
        here = found & {(one.step, one.node) for one in self.wrong()}
        return min(here or found, default=(steps.last, ""))[0]

    def slip_suspect(self) -> Suspect | None:
        """The one slip of arithmetic that explains the sheet best, where there is one."""
        task = self.version.task
        if task.tree is None:
            return None
        best: Suspect | None = None
        for slip in slips(task.tree, self.version.followed(()), self.claims):
            if slip.kind != "value":
                continue
            answers = self.version.followed((slip,)).answers
            where = f"at {task.tree.names[slip.node]}, taken for {show_number(slip.value)}"
            one = self.suspect(Reading("arithmetic-slip", answers, where))
            if best is None or one.fit > best.fit + SAME:
                best = one
        return best
