"""The early returns: where, with which window, and what is skipped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from engine.errors import InvalidInput
from tracer.check.answers import Answers, CutAnswer, Window
from tracer.check.parts.base import Part, Rules, Steps, WrongAt
from tracer.check.parts.cutoff_claim import NOTHING, ClaimedCut, cut_of_map, is_no_cut
from tracer.check.parts.cutoff_text import cuts_of_list, cuts_of_nodes, cuts_of_text
from tracer.check.parts.said import Bound, Unread
from tracer.typed_numbers import nearly_equal
from tracer.values import show_number
from trees.quoting import quoted

__all__ = ["ClaimedCut", "Cutoffs"]


class Cutoffs(Part[tuple[ClaimedCut, ...]]):
    """The cutoffs of the search."""

    name = "cutoffs"
    aliases = (
        *("cutoff", "cuts", "cut", "prunings", "pruned", "early returns", "cut off", "cut offs"),
        *("skipped", "pruned nodes", "skipped nodes", "pruning"),
    )
    about = (
        "each cutoff: the node, α, β and what is skipped, such as Q alpha=-1 beta=6 skips Q2 Q3; "
        "none where nothing is skipped"
    )

    def is_blank(self, given: Any) -> bool:
        """Whether nothing has been filled in; an empty list says that there is no cutoff."""
        return given != [] and super().is_blank(given)

    def read(self, given: Any, rules: Rules) -> tuple[ClaimedCut, ...]:
        """A list of maps or texts, a map of nodes to them, or a text with a cutoff a line."""
        if given in (None, ""):
            return ()
        if isinstance(given, str):
            claim = () if _says_none(given) else tuple(cuts_of_text(given, rules))
        elif isinstance(given, Mapping):
            fields = {str(key).strip().lower() for key in given}
            if is_no_cut(given, rules):
                claim = ()
            elif fields & {"at", "node"}:
                claim = (cut_of_map(given, rules),)
            else:
                claim = tuple(cuts_of_nodes(given, rules))
        elif isinstance(given, list):
            given = [one for one in given if not is_no_cut(one, rules)]
            claim = tuple(cuts_of_list(given, rules))
        else:
            raise InvalidInput(f"{given!r:.60} as the cutoffs", expected=self.about)
        if claim and all(one.unread for one in claim):
            raise InvalidInput(claim[0].unread)
        return claim

    def wrote(self, answers: Answers, rules: Rules) -> tuple[ClaimedCut, ...]:
        """Those that skip something, with the window that is wanted."""
        return tuple(
            ClaimedCut(
                cut.at,
                *(cut.then if rules.window == "after" else cut.before),
                skipped=cut.skipped,
                value=cut.value,
            )
            for cut in answers.cuts
            if cut.skipped
        )

    def share(self, claim: tuple[ClaimedCut, ...], answers: Answers, rules: Rules) -> float:
        """Each cutoff with its fields, of those that are there and those that are claimed."""
        matched, extra, missing = _matched(claim, answers)
        total = len(matched) + len(extra) + len(missing)
        if not total:
            return 1.0
        return sum(_share_of(mine, cut, rules) for mine, cut in matched) / total

    def items(self, answers: Answers, rules: Rules) -> int:
        """A cutoff each."""
        return max(1, sum(bool(cut.skipped) for cut in answers.cuts))

    def told(self, claim: tuple[ClaimedCut, ...], answers: Answers, rules: Rules) -> str:
        """Which are right, what is wrong about the others, which are missing or none."""
        matched, extra, missing = _matched(claim, answers)
        told = []
        right = 0
        for mine, cut in matched:
            wrong = _wrong_fields(mine, cut, rules)
            right += not wrong
            told += [f"at {cut.at}, {one}" for one in wrong]
        told += [
            f"{quoted(mine.at)} could not be read: {mine.unread}"
            if mine.unread
            else f"there is no cutoff at {mine.at}"
            for mine in extra
        ]
        told += [f"the cutoff at {cut.at} is missing" for cut in missing]
        owed = len(matched) + len(missing)
        head = f"{right} of {owed} right" if owed else "there is no cutoff"
        return "; ".join([head, *told[:6], *(["…"] if len(told) > 6 else [])])

    def wrong(
        self, claim: tuple[ClaimedCut, ...], answers: Answers, rules: Rules, steps: Steps
    ) -> Iterator[WrongAt]:
        """The cutoffs that are wrong, none, or missing."""
        matched, extra, missing = _matched(claim, answers)
        found: list[tuple[int | None, str, str]] = [
            (steps.cut(cut.at), cut.at, f"the cutoff is given as {_shown(mine)}")
            for mine, cut in matched
            if _wrong_fields(mine, cut, rules)
        ]
        found += [
            (steps.left(mine.at), mine.at, f"a cutoff is claimed: {_shown(mine)}") for mine in extra
        ]
        found += [(steps.cut(cut.at), cut.at, "no cutoff is claimed") for cut in missing]
        for step, node, said in found:
            yield WrongAt(steps.last if step is None else step, node, said)

    def blank(self, answers: Answers, rules: Rules) -> Any:
        """One empty cutoff: how many there are is not told."""
        return [{"at": "", "alpha": "", "beta": "", "skipped": ""}]


def _says_none(given: str) -> bool:
    return given.strip().removeprefix("pruned:").strip(" .").lower() in NOTHING


def _matched(
    claim: tuple[ClaimedCut, ...], answers: Answers
) -> tuple[list[tuple[ClaimedCut, CutAnswer]], list[ClaimedCut], list[CutAnswer]]:
    """Claims with their cutoffs, claims without one, and cutoffs without a claim.

    An early return that skips nothing need not be claimed, and may be.
    """
    left: dict[str, list[CutAnswer]] = {}
    for cut in answers.cuts:
        left.setdefault(cut.at, []).append(cut)
    matched, extra = [], []
    for mine in claim:
        if left.get(mine.at):
            matched.append((mine, left[mine.at].pop(0)))
        else:
            extra.append(mine)
    return matched, extra, [cut for cuts in left.values() for cut in cuts if cut.skipped]


class _Field(NamedTuple):
    """A field of a claimed cutoff that counts; what is said of it is only written when asked."""

    ok: bool
    told: Callable[[], str]


def _share_of(mine: ClaimedCut, cut: CutAnswer, rules: Rules) -> float:
    """How much of a claimed cutoff is right: the node, and each field that counts."""
    fields = _fields(mine, cut, rules)
    right = 1
    for field in fields:
        right += field.ok
    return right / (1 + len(fields))


def _wrong_fields(mine: ClaimedCut, cut: CutAnswer, rules: Rules) -> list[str]:
    return [field.told() for field in _fields(mine, cut, rules) if not field.ok]


def _window_meant(mine: ClaimedCut, cut: CutAnswer, rules: Rules) -> Window:
    """The window that is wanted; of two, the one that more of the claim agrees with."""
    if rules.window == "before" or mine.alpha is mine.beta is None:
        return cut.before
    if rules.window == "after":
        return cut.then
    (alpha, beta), (alpha_then, beta_then) = cut.before, cut.then
    before = _same(mine.alpha, alpha) + _same(mine.beta, beta)
    return (
        cut.before
        if before >= _same(mine.alpha, alpha_then) + _same(mine.beta, beta_then)
        else cut.then
    )


def _fields(mine: ClaimedCut, cut: CutAnswer, rules: Rules) -> list[_Field]:
    """Each field that counts."""
    fields = []
    alpha, beta = _window_meant(mine, cut, rules)
    if mine.alpha is not None or rules.whole:
        fields.append(_Field(_same(mine.alpha, alpha), partial(_not_that, "α", alpha, mine.alpha)))
    if mine.beta is not None or rules.whole:
        fields.append(_Field(_same(mine.beta, beta), partial(_not_that, "β", beta, mine.beta)))
    if mine.skipped is not None or (rules.whole and cut.skipped):
        said = mine.skipped or ()
        ok = said == cut.skipped or set(said) == set(cut.skipped)
        fields.append(_Field(ok, partial(_skips_not, cut.skipped, said)))
    if mine.after is not None:
        fields.append(_Field(mine.after == cut.after, lambda: f"it comes after {cut.after}"))
    if mine.value is not None:
        told = partial(_not_that, "v", cut.value, mine.value)
        fields.append(_Field(nearly_equal(mine.value, cut.value), told))
    if mine.tests_beta is not None:
        who, bound = ("MAX", "β") if cut.at_max else ("MIN", "α")
        told_why = partial(str, f"it is a {who} node, whose v is tested against {bound}")
        fields.append(_Field(mine.tests_beta == cut.at_max, told_why))
    return fields


def _not_that(letter: str, right: float, said: float | None) -> str:
    if said is None:
        return f"nothing is said of {letter}, which is {show_number(right)}"
    return f"{letter} is {show_number(right)}, not {_shown_number(said)}"


def _shown_number(said: float) -> str:
    return said.shown if isinstance(said, Unread | Bound) else show_number(said)


def _skips_not(right: tuple[str, ...], said: tuple[str, ...]) -> str:
    told = f"what is skipped is {', '.join(right) or 'nothing'}"
    return f"{told}, not {', '.join(said)}" if said else told


def _same(given: float | None, right: float) -> bool:
    return given is not None and nearly_equal(given, right)


def _shown(mine: ClaimedCut) -> str:
    told = [mine.at]
    if mine.alpha is not None:
        told.append(f"α = {_shown_number(mine.alpha)}")
    if mine.beta is not None:
        told.append(f"β = {_shown_number(mine.beta)}")
    if mine.skipped:
        told.append(f"skips {', '.join(mine.skipped)}")
    return ", ".join(told)
