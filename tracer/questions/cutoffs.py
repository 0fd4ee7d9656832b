"""The cutoffs of a search: node, window and skipped nodes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Set
from dataclasses import replace
from typing import Any, Final, TypeAlias

from tracer.answers.answers import Answers, CutAnswer, Window, number_occurrences
from tracer.questions.base import Part, PartReading, Statement, Steps, Tally, WrongAt
from tracer.questions.claims import shown_value
from tracer.questions.cutoff_entries import ClaimedCut
from tracer.questions.cutoff_statements import add_cut, read_cuts, split_value
from tracer.questions.entries import Entry, Unread, window_entries
from tracer.questions.nodes import OfNodes
from tracer.questions.rules import Right, Rules, leaves_below
from tracer.questions.typed_text import PRUNES, is_none, without_reason, write_as_text
from tracer.text.numbers import (
    agrees_as_written,
    nearly_equal,
    parse_typed_number,
    show_number,
    show_window,
)
from tracer.text.printable_text import join_names

#: The node of a cutoff, and which of its cutoffs it is, from 1; negative if it skips nothing.
_Place: TypeAlias = tuple[str, int]
#: The fields of a cutoff.
_FIELDS: Final = ("node", "α", "β", "skipped", "after", "value")
#: Those that earn a part of its item; with several players α and β may be given, but need not.
_GRADED: Final = ("node", "α", "β", "skipped")
_GRADED_WITHOUT_WINDOW: Final = ("node", "skipped")
#: How a window is wrong whose upper end is written first.
EXCHANGED: Final = "α and β are exchanged"
#: The place of the answer "none".
_NONE: Final = ("none", 0, "none")


class Cutoffs(Part[tuple[ClaimedCut, ...]]):
    """The cutoffs of the search."""

    name = "cutoffs"
    about = (
        "each cutoff: the node, α, β and the skipped nodes, such as Q alpha=-1 beta=6 skips Q2 Q3; "
        "none if nothing is skipped"
    )
    compares = ("cuts",)
    is_usual = True
    needs_window = True
    tells_way = True
    states_cutoffs = True
    has_bounds = True

    def instruction(self, rules: Rules) -> str:
        """Return what to answer: with several players, no window."""
        if not rules.players:
            return self.about
        return (
            "each cutoff: the node and the skipped nodes, such as Q skips Q2 Q3; none if nothing "
            "is skipped"
        )

    def read_marked(self, text: str, rules: Rules) -> PartReading:
        read = read_cuts(text, rules)
        beside = (line._replace(item="pruned") for line in read.beside)
        unread = (*read.unread, *beside)
        return PartReading(read.cutoffs if read.cuts or not unread else None, unread)

    def find_lists(self, typed: Any, rules: Rules) -> set[int]:
        """Return the lines of an answer that are lists of pruned nodes with their own label."""
        return read_cuts(write_as_text(rules.names.mark(typed)), rules).labelled

    def show(self, claim: tuple[ClaimedCut, ...]) -> str:
        """Return one cutoff per clause, with α, β and the skipped nodes; a repeated one once."""
        cuts = (", ".join(filter(None, (one.at, _shown_fields(one)))) for one in claim)
        return "; ".join(dict.fromkeys(cuts)) or "none"

    def is_marked_line(self, line: str, rules: Rules) -> bool:
        """Return whether a line with a word for pruning is a cutoff, or says that there is none."""
        if not PRUNES.search(line):
            return False
        if is_none(without_reason(line)[0]):
            return True
        read = read_cuts(split_value(line, rules)[0], rules)
        return bool(read.cuts) and not read.unread

    def wrote(self, answers: Answers, rules: Rules) -> tuple[ClaimedCut, ...]:
        """Return the cutoffs that skip something, with the expected window."""
        return tuple(
            ClaimedCut(cut.at, *_window_due(cut, rules), skipped=cut.skipped)
            for _, cut in answers.listed_cuts()
            if cut.skipped
        )

    def expected(self, answers: Answers, rules: Rules) -> Collection[Hashable]:
        """Return the fields of each cutoff that skips something; `none` if there is no such one."""
        due = (place for place, cut in answers.listed_cuts() if cut.skipped)
        fields = [(*place, name) for place in due for name in _graded(rules)]
        return fields or [_NONE]

    def items(self, claim: tuple[ClaimedCut, ...], answers: Answers, rules: Rules) -> float:
        """Return the number of cutoffs that skip something, at least 1."""
        return max(1, sum(bool(cut.skipped) for _, cut in answers.listed_cuts()))

    def facts(self, answers: Answers, rules: Rules) -> Mapping[Hashable, Any]:
        """Return the fields of each cutoff, with the windows that are accepted."""
        facts: dict[Hashable, Any] = {_NONE: True}
        for (at, number), cut in answers.listed_cuts():
            place = at, number if cut.skipped else -number
            windows = {"before": (cut.before,), "after": (cut.then,)}
            alphas, betas = zip(*windows.get(rules.window, (cut.before, cut.then)), strict=True)
            fields: list[Any] = [True, alphas, betas, frozenset(cut.skipped)]
            fields += [cut.after, (cut.value,)]
            facts |= {(*place, name): one for name, one in zip(_FIELDS, fields, strict=True)}
        return facts

    def statements(self, claim: tuple[ClaimedCut, ...], right: Right) -> list[Statement]:
        """Return the claimed fields; one cutoff is worth one item.

        A further field (after, value) costs a quarter if it is wrong.
        """
        answers, rules = right[0]
        due = {place: cut for place, cut in answers.listed_cuts() if cut.skipped}
        # Where nothing is due, `none` is the answer; a claimed cutoff denies it.
        found = [] if due else [Statement(_NONE, not any(mine.skipped != () for mine in claim))]
        for place, mine in _placed(claim, answers, rules):
            if place not in due and not mine.skipped:
                place = (mine.at, -place[1])
            if mine.skipped == () and place not in due:
                continue  # it says that nothing is skipped here
            skipped = None if mine.skipped is None else frozenset(mine.skipped)
            window = (mine.alpha, mine.beta)
            if mine.has_entry_window and place in due:
                window = _window_due(due[place], rules)  # it is answered elsewhere
            given = [True, *window, skipped, mine.after, mine.value]
            fields = [
                (name, one) for name, one in zip(_FIELDS, given, strict=True) if one is not None
            ]
            due_fields = _graded(rules)
            graded = sum(name in due_fields for name, _ in fields)
            worth = 1 / len(due_fields) if rules.whole else 1 / graded
            for name, one in fields:
                if name not in due_fields:
                    each = 1 / len(_GRADED) if place in due else 0.0
                else:
                    is_node = name == due_fields[0] and place not in due
                    each = 1 - (graded - 1) * worth if is_node else worth
                found.append(Statement((*place, name), one, each))
        return found

    def agrees(self, said: Any, fact: Any, rules: Rules) -> bool:
        """Return whether a field is right; numbers agree as they are written."""
        if isinstance(fact, frozenset) and said != fact:
            return {*leaves_below(said, rules)} == {*leaves_below(fact, rules)}
        if isinstance(fact, tuple):
            return any(agrees_as_written(said, one, rules.tolerance) for one in fact)
        return bool(said == fact)

    def list_cuts(
        self, claim: tuple[ClaimedCut, ...], rules: Rules
    ) -> list[tuple[str, tuple[str, ...]]]:
        return [(cut.at, cut.skipped or ()) for cut in claim]

    def remove_cutoff(
        self, claim: tuple[ClaimedCut, ...], node: str, right: Right
    ) -> tuple[ClaimedCut, ...]:
        """Return the claimed cutoffs at other nodes."""
        return tuple(cut for cut in claim if cut.at != node)

    def at(self, claim: tuple[ClaimedCut, ...], node: str, right: Right) -> tuple[ClaimedCut, ...]:
        return tuple(one for one in claim if one.at == node)

    def leads_to(
        self, claim: tuple[ClaimedCut, ...], node: str, other: tuple[Answers, Rules]
    ) -> bool:
        """Return whether another search makes these cutoffs at the node, and no other one."""
        answers, rules = other
        cuts = tuple(one for one in answers.cuts if one.at == node)  # with those repeated
        here = ((answers.changed(cuts=cuts), rules),)
        matched, extra, missing = _matched(claim, *here[0])
        if extra or missing:
            return False
        wrong = {one.place for one in self.tally(claim, here).wrong}
        return not any(self._wrong_fields(*one, here, wrong) for one in matched)

    def message(self, claim: tuple[ClaimedCut, ...], right: Right, tally: Tally) -> str:
        """Describe right, wrong, missing and nonexistent cutoffs."""
        right = self.in_view(claim, right)
        matched, extra, missing = _matched(claim, *right[0])
        wrong = {one.place for one in tally.wrong}
        details: list[str] = []
        whole = 0
        for place, mine, cut in matched:
            fields = self._wrong_fields(place, mine, cut, right, wrong)
            whole += not fields and bool(cut.skipped)
            if fields:
                places: Iterable[Any] = (one.place for one in tally.right)
                earned = [name for at, number, name in places if (at, number) == place]
                head = f"{join_names(earned)} right; " if earned else ""
                details.append(f"at {cut.at}, {head}{'; '.join(fields)}")
        due = [cut for _, cut in right[0][0].listed_cuts() if cut.skipped]
        wholly = "wholly " if details else ""
        head = f"{whole} of {len(due)} {wholly}right" if due else "the search makes no cutoffs"
        followed = {one.node for one in tally.followed}
        there = dict.fromkeys(mine.at for mine in extra if mine.at not in followed)
        if not_there := list(there):
            details.append(f"there is no cutoff at {_at_most(not_there, 'or')}")
        if lacking := list(dict.fromkeys(cut.at for cut in missing)):
            s, verb = ("", "is") if len(lacking) == 1 else ("s", "are")
            details.append(f"the cutoff{s} at {_at_most(lacking, 'and')} {verb} missing")
        return "; ".join([head, *details[:6], *(["…"] if len(details) > 6 else [])])

    def _wrong_fields(
        self,
        place: _Place,
        mine: ClaimedCut,
        cut: CutAnswer,
        right: Right,
        wrong: Collection[Hashable],
    ) -> list[str]:
        """Describe the wrong and missing fields of a claimed cutoff."""
        alpha, beta = cut.then if right[0][1].window == "after" else cut.before
        skips = f"it skips {', '.join(cut.skipped) or 'nothing'}"
        listed = f", not {', '.join(mine.skipped)}" if mine.skipped else ""
        ends = {"α": _not_that("α", alpha, mine.alpha), "β": _not_that("β", beta, mine.beta)}
        if (mine.beta, mine.alpha) in (cut.before, cut.then):
            ends = {"α": f"{EXCHANGED}: they are {show_number(alpha)} and {show_number(beta)}"}
        texts = {
            **ends,
            "skipped": f"{skips}{listed}",
            "after": f"it comes after {cut.after}, not {mine.after}",
            "value": _not_that("v", cut.value, mine.value),
        }
        given = {"α": mine.alpha, "β": mine.beta, "skipped": mine.skipped}
        due = {*_graded(right[0][1])} - ({"α", "β"} if mine.has_entry_window else set())
        is_whole = right[0][1].whole and bool(cut.skipped)
        return [
            text
            for name, text in texts.items()
            if (*place, name) in wrong or (is_whole and name in due and given[name] is None)
        ]

    def wrong(
        self, claim: tuple[ClaimedCut, ...], right: Right, tally: Tally, steps: Steps
    ) -> Iterator[WrongAt]:
        """Yield the wrong, nonexistent and missing cutoffs."""
        right = self.in_view(claim, right)
        matched, extra, missing = _matched(claim, *right[0])
        wrong = {one.place for one in tally.wrong}
        for place, mine, cut in matched:
            if fields := self._wrong_fields(place, mine, cut, right, wrong):
                said = f"give the cutoff at {cut.at} as {_shown_fields(mine)}"
                is_missing = wrong.isdisjoint((*place, name) for name in _FIELDS)
                step = steps.or_last(steps.cut(cut.at))
                yield WrongAt(step, cut.at, said, "; ".join(fields), is_missing)
        for mine in extra:
            given = _shown_fields(mine)
            said = f"list a cutoff at {mine.at}{f' ({given})' if given else ''}"
            none = f"there is no cutoff at {mine.at}"
            yield WrongAt(steps.or_last(steps.left(mine.at)), mine.at, said, none)
        for cut in missing:
            said = f"list no cutoff at {cut.at}"
            yield WrongAt(steps.or_last(steps.cut(cut.at)), cut.at, said, "", bool(claim))

    def blank(self, rules: Rules) -> Any:
        """Return one empty cutoff, so that the form does not reveal their number."""
        fields = ("at", "skipped") if rules.players else ("at", "alpha", "beta", "skipped")
        return [dict.fromkeys(fields, "")]


def _graded(rules: Rules) -> tuple[str, ...]:
    """Return the fields that earn a part of a cutoff's item."""
    return _GRADED_WITHOUT_WINDOW if rules.players else _GRADED


def _window_due(cut: CutAnswer, rules: Rules) -> tuple[float | None, float | None]:
    """Return the window that a sheet should give with a cutoff; None if it need give none."""
    if rules.players:
        return None, None
    return cut.then if rules.window == "after" else cut.before


def _without_repeats(
    claim: tuple[ClaimedCut, ...], answers: Answers, rules: Rules
) -> Iterator[ClaimedCut]:
    """Yield the claims; of a cutoff that the search repeats and the sheet too, only the first.

    Where a sheet lists more cutoffs than the search makes, those that agree are one.
    """
    listed = Counter(mine.at for mine in claim if mine.skipped != ())
    if all(count == 1 for count in listed.values()):
        yield from claim
        return
    made = Counter(cut.at for cut in answers.cuts)
    merged: list[ClaimedCut] = []
    for mine in claim:
        add_cut(merged, mine, rules, may_repeat=listed[mine.at] <= made[mine.at])
    known: set[CutAnswer] = set()
    repeats: dict[str, list[bool]] = {at: [] for at in listed}
    for cut in answers.cuts:
        if cut.skipped and cut.at in repeats:
            repeats[cut.at].append(cut in known)
            known.add(cut)
    claimed: list[ClaimedCut] = []
    places: Counter[str] = Counter()
    for mine in merged:
        marks, place = repeats.get(mine.at, []), places[mine.at]
        is_repeat = len(marks) == listed[mine.at] and marks[place : place + 1] == [True]
        places[mine.at] += mine.skipped != ()
        if not (is_repeat and mine in claimed):
            claimed.append(mine)
            yield mine


def _placed(
    claim: tuple[ClaimedCut, ...], answers: Answers, rules: Rules
) -> Iterator[tuple[_Place, ClaimedCut]]:
    """Yield the claims without repeats, each with its place."""
    claims = [
        _check_window(mine, answers, rules) for mine in _without_repeats(claim, answers, rules)
    ]
    yield from zip(number_occurrences(mine.at for mine in claims), claims, strict=True)


def _check_window(mine: ClaimedCut, answers: Answers, rules: Rules) -> ClaimedCut:
    """Return a claim without the window of the node's entry if it is that, or else with its own.

    A row of a table refers to that window, and need not give another one.
    """
    said = (mine.alpha, mine.beta)
    if not mine.has_entry_window or said == (None, None):
        return mine
    entered = answers.windows.get(mine.at, ())
    is_right = all(
        bound is None or agrees_as_written(bound, fact, rules.tolerance)
        for bound, fact in zip(said, entered, strict=False)
    )
    if entered and is_right:
        return replace(mine, alpha=None, beta=None)
    return replace(mine, has_entry_window=None)


def _matched(
    claim: tuple[ClaimedCut, ...], answers: Answers, rules: Rules
) -> tuple[list[tuple[_Place, ClaimedCut, CutAnswer]], list[ClaimedCut], list[CutAnswer]]:
    """Match claims with cutoffs; return the pairs, other claims, and unclaimed cutoffs.

    A cutoff that skips nothing may be claimed but need not be.
    """
    left = dict(answers.listed_cuts())
    matched, extra = [], []
    for place, mine in _placed(claim, answers, rules):
        cut = left.get(place)
        if cut is None or (mine.skipped and not cut.skipped):
            if mine.skipped != ():  # otherwise it says that nothing is skipped
                extra.append(mine)
        else:
            del left[place]
            matched.append(((mine.at, place[1] if cut.skipped else -place[1]), mine, cut))
    return matched, extra, [cut for cut in left.values() if cut.skipped]


def _at_most(names: list[str], word: str) -> str:
    """Join names, at most six of them."""
    more = [f"{len(names) - 5} more"] if len(names) > 6 else []
    return join_names([*names[: 5 if more else 6], *more], word)


def _not_that(letter: str, right: float, said: float | None) -> str:
    if said is None:
        return f"{letter} is missing (it is {show_number(right)})"
    return f"{letter} is {show_number(right)}, not {shown_value(said)}"


def _shown_fields(mine: ClaimedCut) -> str:
    fields = ["entry window"] if mine.has_entry_window else []
    if mine.alpha is not None:
        fields.append(f"α = {shown_value(mine.alpha)}")
    if mine.beta is not None:
        fields.append(f"β = {shown_value(mine.beta)}")
    if mine.value is not None:
        fields.append(f"v = {shown_value(mine.value)}")
    if mine.after is not None:
        fields.append(f"after {mine.after}")
    if mine.skipped is not None:
        fields.append(f"skips {', '.join(mine.skipped) or 'nothing'}")
    return ", ".join(fields)


# The window that each node is entered with.


def state_root_window(window: Window) -> str:
    """Return the sentence with which a worksheet or a form gives the window at the root."""
    return f"At the root, the window is {show_window(*window)}."


#: What a line of windows has, unlike a row of other numbers, such as "B 2 3".
_BOUND: Final = re.compile(r"[(\[αβ∞]|alpha|beta|\b[ab]\s?[=:]|inf|oo", re.IGNORECASE)


class Windows(OfNodes[Window]):
    """The window that each node is entered with."""

    name = "windows"
    about = "the window that each internal node is entered with, such as P (-inf, inf), Q (-inf, 6)"
    compares = ("windows", "interior")
    is_of_visited = True
    needs_window = True
    says_much = True
    tells_way = True
    has_bounds = True

    def entries(self, text: str, rules: Rules) -> tuple[list[Entry], list[Unread]]:
        return window_entries(text, rules.names)

    def said(self, values: tuple[str, ...], rules: Rules) -> Window | None:
        if len(values) != 2:
            return None
        return parse_typed_number(values[0]), parse_typed_number(values[1])

    def is_same(self, one: Window, other: Window) -> bool:
        return all(map(nearly_equal, one, other))

    def is_marked_line(self, line: str, rules: Rules) -> bool:
        """Return whether a line consists of windows."""
        if not _BOUND.search(line):
            return False
        entries, unread = window_entries(line, rules.names)
        return not unread and any(entry.values for entry in entries)

    def expected(self, answers: Answers, rules: Rules) -> Collection[Hashable]:
        """Return the two bounds of each visited internal node: 0 is α, 1 is β."""
        return _Bounds(answers.windows, answers.interior)

    def right(self, answers: Answers, rules: Rules) -> Mapping[str, Window]:
        """Return the windows of all visited nodes."""
        return answers.windows

    def facts(self, answers: Answers, rules: Rules) -> Mapping[Hashable, Any]:
        return _Bounds(answers.windows, answers.windows.keys())

    def statements(self, claim: dict[str, Window], right: Right) -> list[Statement]:
        """Return the claimed bounds, half an item each."""
        return [
            Statement((name, side), bound, 0.5)
            for name, window in claim.items()
            for side, bound in enumerate(window)
        ]

    thing = "window"

    def clause(self, name: str, said: Window) -> str:
        return f"enter {name} with {self.shown(said)}"

    def shown(self, said: Window) -> str:
        return show_window(*said)

    def correction(self, name: str, said: Window | None, fact: Window) -> str:
        """Return the right window; if its ends are exchanged, also that they are."""
        of_node = f"the window of {name} is {self.shown(fact)}"
        return f"{EXCHANGED}: {of_node}" if said == fact[::-1] else of_node

    def step_of(self, name: str, steps: Steps) -> int | None:
        return steps.entered(name)


class _Bounds(Mapping[Hashable, float]):
    """The two bounds of some nodes."""

    def __init__(self, windows: Mapping[str, Window], nodes: Set[str]) -> None:
        self._windows = windows
        self._nodes = nodes

    def __getitem__(self, place: Any) -> float:
        return self._windows[place[0]][place[1]]

    def __contains__(self, place: object) -> bool:
        return isinstance(place, tuple) and place[0] in self._nodes

    def __iter__(self) -> Iterator[Hashable]:
        return ((name, side) for name in self._nodes for side in (0, 1))

    def __len__(self) -> int:
        return 2 * len(self._nodes)
