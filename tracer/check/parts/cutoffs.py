"""The early returns: where, with which window, and what is skipped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.errors import InvalidInput
from tracer.check.answers import Answers, CutAnswer
from tracer.check.parts.base import Part, Rules, Steps, WrongAt
from tracer.typed_numbers import NUMBER, nearly_equal, typed_number
from tracer.values import show_number
from trees.quoting import quoted

__all__ = ["ClaimedCut", "Cutoffs"]

#: What a student may call the fields of a cutoff, by the words that begin them in a text.
_FIELDS: Final[Mapping[str, str]] = {
    "at": "at",
    "node": "at",
    "alpha": "alpha",
    "α": "alpha",
    "a": "alpha",
    "beta": "beta",
    "β": "beta",
    "b": "beta",
    "skipped": "skipped",
    "skips": "skipped",
    "skip": "skipped",
    "pruned": "skipped",
    "prunes": "skipped",
    "after": "after",
    "value": "value",
    "v": "value",
    "why": "why",
    "because": "why",
    "reason": "why",
}
_KNOWN: Final = (
    *_FIELDS,
    "alpha_after",
    "beta_after",
    "window",
    "pass",
)
_WORD: Final = re.compile(
    r"(?:(?<=[\s,;(:\[])|^)"
    r"(at|node|alpha|α|beta|β|a|b|skipped|skips|skip|pruned|prunes|after|value|v|why|because|reason)"
    r"(?:\s*[:=]\s*|\s+|(?=[-+−]?[\d∞]))",
    re.IGNORECASE,
)
_PAIR: Final = re.compile(
    rf"[(\[]\s*({NUMBER.pattern})\s*[,;]\s*({NUMBER.pattern})\s*[)\]]", re.IGNORECASE
)
_NAMES_A_BOUND: Final = re.compile(r"(alpha|α)|(beta|β)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ClaimedCut:
    """A cutoff that somebody claims; None where nothing is said."""

    at: str
    alpha: float | None = None
    beta: float | None = None
    skipped: tuple[str, ...] | None = None
    after: str | None = None
    value: float | None = None
    tests_beta: bool | None = None


class Cutoffs(Part[tuple[ClaimedCut, ...]]):
    """The cutoffs of the search."""

    name = "cutoffs"
    aliases = ("cutoff", "cuts", "cut", "prunings", "pruned", "early returns")
    about = (
        "each cutoff: the node, α, β and what is skipped, such as C alpha=3 beta=inf skips C2 C3"
    )

    def read(self, given: Any, rules: Rules) -> tuple[ClaimedCut, ...]:
        """A list of maps or texts, a map of nodes to them, or a text with a cutoff a line."""
        if given in (None, ""):
            return ()
        if isinstance(given, str):
            if given.strip().lower() in ("none", "no", "-", "[]", "nothing"):
                return ()
            lines = re.split(r"[;\n]+", given)
            return tuple(_from_text(line, rules) for line in lines if line.strip(" ,-*•\t"))
        if isinstance(given, Mapping):
            if set(map(_plain, given)) & {"at", "node"}:
                return (_from_map(given, rules),)
            return tuple(
                _from_map({"at": at, **more}, rules)
                if isinstance(more, Mapping)
                else _from_text(f"{at} {more if more is not None else ''}", rules)
                for at, more in given.items()
            )
        if not isinstance(given, list):
            raise InvalidInput(f"{given!r:.60} as the cutoffs", expected=self.about)
        return tuple(
            _from_map(item, rules) if isinstance(item, Mapping) else _from_text(str(item), rules)
            for item in given
        )

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
        told += [f"there is no cutoff at {mine.at}" for mine in extra]
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


def _matched(
    claim: tuple[ClaimedCut, ...], answers: Answers
) -> tuple[list[tuple[ClaimedCut, CutAnswer]], list[ClaimedCut], list[CutAnswer]]:
    """Claims with their cutoffs, claims without one, and cutoffs without a claim.

    An early return that skips nothing need not be claimed, and may be.
    """
    left = list(answers.cuts)
    matched, extra = [], []
    for mine in claim:
        cut = next((one for one in left if one.at == mine.at), None)
        if cut is None:
            extra.append(mine)
        else:
            left.remove(cut)
            matched.append((mine, cut))
    return matched, extra, [cut for cut in left if cut.skipped]


def _share_of(mine: ClaimedCut, cut: CutAnswer, rules: Rules) -> float:
    """How much of a claimed cutoff is right: the node, and each field that counts."""
    fields = _fields(mine, cut, rules)
    return (1 + sum(ok for _, ok, _ in fields)) / (1 + len(fields))


def _wrong_fields(mine: ClaimedCut, cut: CutAnswer, rules: Rules) -> list[str]:
    return [told for _, ok, told in _fields(mine, cut, rules) if not ok]


def _fields(mine: ClaimedCut, cut: CutAnswer, rules: Rules) -> list[tuple[str, bool, str]]:
    """Each field that counts: its name, whether it is right, and what is wrong with it."""
    fields = []
    windows = {"before": (cut.before,), "after": (cut.then,), "either": (cut.before, cut.then)}
    wanted = windows[rules.window]
    said = (mine.alpha, mine.beta)
    # Of the two windows, the one that more of the claim agrees with.
    right = max(wanted, key=lambda one: sum(_same(a, b) for a, b in zip(said, one, strict=True)))
    for name, given, one in zip(("α", "β"), said, right, strict=True):
        if given is None and rules.whole:
            fields.append((name, False, f"nothing is said of {name}, which is {show_number(one)}"))
        elif given is not None:
            told = f"{name} is {show_number(one)}, not {show_number(given)}"
            fields.append((name, nearly_equal(given, one), told))
    if mine.skipped is not None or (rules.whole and cut.skipped):
        ok = set(mine.skipped or ()) == set(cut.skipped)
        told = f"what is skipped is {', '.join(cut.skipped) or 'nothing'}"
        if mine.skipped:
            told += f", not {', '.join(mine.skipped)}"
        fields.append(("skipped", ok, told))
    if mine.after is not None:
        fields.append(("after", mine.after == cut.after, f"it comes after {cut.after}"))
    if mine.value is not None:
        ok = nearly_equal(mine.value, cut.value)
        fields.append(
            ("value", ok, f"v is {show_number(cut.value)}, not {show_number(mine.value)}")
        )
    if mine.tests_beta is not None:
        who, bound = ("MAX", "β") if cut.at_max else ("MIN", "α")
        told = f"it is a {who} node, whose v is tested against {bound}"
        fields.append(("why", mine.tests_beta == cut.at_max, told))
    return fields


def _same(given: float | None, right: float) -> bool:
    return given is not None and nearly_equal(given, right)


def _shown(mine: ClaimedCut) -> str:
    told = [mine.at]
    if mine.alpha is not None:
        told.append(f"α = {show_number(mine.alpha)}")
    if mine.beta is not None:
        told.append(f"β = {show_number(mine.beta)}")
    if mine.skipped:
        told.append(f"skips {', '.join(mine.skipped)}")
    return ", ".join(told)


def _plain(key: Any) -> str:
    return str(key).strip().lower()


def _from_map(given: Mapping[Any, Any], rules: Rules) -> ClaimedCut:
    """A cutoff as a map holds it; that of a trace's JSON too."""
    fields: dict[str, Any] = {}
    for key, value in given.items():
        if _plain(key) not in _KNOWN:
            raise InvalidInput(
                f"a cutoff has no {quoted(str(key))}",
                expected="at, alpha, beta, skipped, after, value or why",
            )
        if value not in ("", None):
            fields[_FIELDS.get(_plain(key), _plain(key))] = value
    if "window" in fields and isinstance(fields["window"], list) and len(fields["window"]) == 2:
        fields["alpha"], fields["beta"] = fields["window"]
    at = fields.get("at")
    if at is None or isinstance(at, list | Mapping):
        raise InvalidInput("a cutoff without its node", expected="at: and the node's name")
    return ClaimedCut(
        rules.names.node(at),
        _number(fields.get("alpha")),
        _number(fields.get("beta")),
        rules.names.nodes_in(fields["skipped"], "skipped nodes") if "skipped" in fields else None,
        rules.names.node(fields["after"]) if "after" in fields else None,
        _number(fields.get("value")),
        _bound_named(str(fields["why"])) if "why" in fields and "because" not in given else None,
    )


def _from_text(text: str, rules: Rules) -> ClaimedCut:
    """A cutoff as people write it: `C: alpha=3, beta=inf, skips C2 C3`."""
    text = text.strip(" \t,-*•")
    window = _PAIR.search(text)
    if window is not None:
        text = f"{text[: window.start()]} alpha={window[1]} beta={window[2]} {text[window.end() :]}"
    found = list(_WORD.finditer(text))
    head = text[: found[0].start()] if found else text
    claim = ClaimedCut(rules.names.node(head.strip(" :,=")) if head.strip(" :,=") else "")
    ends = [*(one.start() for one in found[1:]), len(text)]
    for word, end in zip(found, ends, strict=False):
        field = _FIELDS[word[1].lower()]
        said = text[word.end() : end].strip(" ,:()[]")
        if field == "why":
            return _placed(replace(claim, tests_beta=_bound_named(text[word.end() :])), text)
        if field == "at":
            claim = replace(claim, at=rules.names.node(said))
        elif field == "after":
            claim = replace(claim, after=rules.names.node(said))
        elif field == "skipped":
            claim = replace(claim, skipped=rules.names.nodes_in(said, "skipped nodes"))
        elif field == "alpha":
            claim = replace(claim, alpha=typed_number(said))
        elif field == "beta":
            claim = replace(claim, beta=typed_number(said))
        else:
            claim = replace(claim, value=typed_number(said))
    return _placed(claim, text)


def _placed(claim: ClaimedCut, text: str) -> ClaimedCut:
    if not claim.at:
        raise InvalidInput(
            f"{quoted(text)} as a cutoff", expected="such as C alpha=3 beta=inf skips C2 C3"
        )
    return claim


def _number(given: Any) -> float | None:
    return None if given is None else typed_number(given)


def _bound_named(why: str) -> bool | None:
    """Whether a reason names β alone (True) or α alone (False)."""
    alpha = any(found[1] for found in _NAMES_A_BOUND.finditer(why))
    beta = any(found[2] for found in _NAMES_A_BOUND.finditer(why))
    return None if alpha == beta else beta
