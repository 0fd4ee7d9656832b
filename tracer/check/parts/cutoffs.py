"""The early returns: where, with which window, and what is skipped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, NamedTuple

from engine.errors import InvalidInput
from tracer.check.answers import Answers, CutAnswer, Window
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
#: A letter alone may be a node's name, and begins a field only before a sign.
_WORD: Final = re.compile(
    r"(?:(?<=[\s,;(:\[])|^)"
    r"(?:(at|node|alpha|α|beta|β|skipped|skips|skip|pruned|prunes|after|value|why|because|reason)"
    r"(?:\s*[:=]\s*|\s+|(?=[-+−]?[\d∞])|$)|([abv])\s*[:=]\s*)",
    re.IGNORECASE,
)
#: Between two cutoffs: a line's end, a semicolon, or a comma before a node that begins another.
_FIELD_WORDS: Final = "at|node|alpha|beta|skipped|skips|skip|pruned|prunes|after|value|why|because"
_ONE_AFTER_ANOTHER: Final = re.compile(
    rf"[;\n]+|,\s+(?!(?:{_FIELD_WORDS}|reason|α|β)\b)"
    rf"(?=[^\s,;:()=]{{1,60}}\s*(?:\(|(?:{_FIELD_WORDS})\b|[αβ]))",
    re.IGNORECASE,
)
_NOTHING: Final = frozenset({"nothing", "none", "no", "-", ""})
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
    about = "each cutoff: the node, α, β and what is skipped, such as Q alpha=-1 beta=6 skips Q2 Q3"

    def is_blank(self, given: Any) -> bool:
        """Whether nothing has been filled in; an empty list says that there is no cutoff."""
        return given != [] and super().is_blank(given)

    def read(self, given: Any, rules: Rules) -> tuple[ClaimedCut, ...]:
        """A list of maps or texts, a map of nodes to them, or a text with a cutoff a line."""
        if given in (None, ""):
            return ()
        if isinstance(given, str):
            if given.strip().lower() in ("none", "no", "-", "[]", "nothing"):
                return ()
            lines = _ONE_AFTER_ANOTHER.split(_PAIR.sub(r"(\1, \2)", given))
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
    return f"{letter} is {show_number(right)}, not {show_number(said)}"


def _skips_not(right: tuple[str, ...], said: tuple[str, ...]) -> str:
    told = f"what is skipped is {', '.join(right) or 'nothing'}"
    return f"{told}, not {', '.join(said)}" if said else told


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
        _skipped(fields["skipped"], rules) if "skipped" in fields else None,
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
    first = re.match(r"[^\s:=,;(\[]+", text)
    begin = 0
    if first and not rules.names.spaced and rules.names.is_node(rules.names.node(first[0])):
        begin = first.end()  # a node may be called as a field is
    found = list(_WORD.finditer(text, begin))
    head = text[: found[0].start()] if found else text
    claim = ClaimedCut(rules.names.node(head.strip(" :,=")) if head.strip(" :,=") else "")
    ends = [*(one.start() for one in found[1:]), len(text)]
    for word, end in zip(found, ends, strict=False):
        field = _FIELDS[(word[1] or word[2]).lower()]
        said = text[word.end() : end].strip(" ,:()[]")
        if field == "why":
            return _placed(replace(claim, tests_beta=_bound_named(text[word.end() :])), text)
        if field == "at":
            claim = replace(claim, at=rules.names.node(said))
        elif field == "after":
            claim = replace(claim, after=rules.names.node(said))
        elif field == "skipped":
            claim = replace(claim, skipped=_skipped(said, rules))
        elif field == "alpha":
            claim = replace(claim, alpha=typed_number(said))
        elif field == "beta":
            claim = replace(claim, beta=typed_number(said))
        else:
            claim = replace(claim, value=typed_number(said))
    return _placed(claim, text)


def _skipped(given: Any, rules: Rules) -> tuple[str, ...]:
    if isinstance(given, str) and given.strip().lower() in _NOTHING:
        return ()
    return rules.names.nodes_in(given, "skipped nodes")


def _placed(claim: ClaimedCut, text: str) -> ClaimedCut:
    if not claim.at:
        raise InvalidInput(
            f"{quoted(text)} as a cutoff", expected="such as Q alpha=-1 beta=6 skips Q2 Q3"
        )
    return claim


def _number(given: Any) -> float | None:
    return None if given is None else typed_number(given)


def _bound_named(why: str) -> bool | None:
    """Whether a reason names β alone (True) or α alone (False)."""
    alpha = any(found[1] for found in _NAMES_A_BOUND.finditer(why))
    beta = any(found[2] for found in _NAMES_A_BOUND.finditer(why))
    return None if alpha == beta else beta
