"""Marks sheets: which convention they follow, what is right, what follows, what went wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from engine.conventions import PRESETS, Convention
from engine.errors import InvalidInput, PlytraceError, UsageError, did_you_mean
from engine.search import find_search
from tracer.check.answers import Answers, answers_of_trace, answers_of_work
from tracer.check.diagnosis import Suspect, Suspects, diagnose, hashable
from tracer.check.follow_through import Followed, Slip, followed, slips
from tracer.check.hand_worker import HandWorker
from tracer.check.misconceptions import MISCONCEPTIONS, Reading, Task
from tracer.check.names import Names
from tracer.check.parts import PARTS, Rules, Steps, WrongAt
from tracer.check.problem import ANY, Problem
from tracer.check.record import Departure, Finding, Marked, PartMark
from tracer.check.sheet import Sheet
from tracer.check.work_tree import WorkTree, work_tree
from tracer.run import trace
from tracer.search_trace import Trace
from tracer.values import show_number, show_window
from trees.quoting import quoted
from trees.sources import open_source

__all__ = ["Grader"]

#: The searches that a person works by hand; a misconception is one of them done otherwise.
_BY_HAND: Final = frozenset(
    {"minimax", "alphabeta", "negamax", "expectimax", "expectiminimax", "single"}
)
_USUAL: Final = ("visits", "values", "cutoffs", "move", "line", "utility")
#: Slips that are followed through, at most.
_MOST_SLIPS: Final = 3
#: Of the ways that a sheet may have gone wrong so far, those that are followed on.
_FOLLOWED_ON: Final = 3
_SAME: Final = 1e-9
#: Answers whose marks are kept: in a class, many hand in the same.
_MOST_KEPT: Final = 3_000
#: Characters of such answers.
_LONGEST_KEPT: Final = 2_000
#: Visits of all searches with a slip that are kept.
_MOST_FOLLOWED: Final = 50_000


@dataclass
class _Version:
    """The problem under one convention: its trace, and what is compared with it."""

    task: Task
    trace: Trace
    rules: Rules

    def __post_init__(self) -> None:
        self._followed: dict[tuple[Slip, ...], Followed] = {}

    @property
    def answers(self) -> Answers:
        return self.task.right

    def followed(self, slips: tuple[Slip, ...]) -> Followed:
        """What follows from some slips; others make them too."""
        found = self._followed.get(slips)
        if found is None:
            found = followed(self.task, slips)
            if len(self._followed) * len(self.answers.visits) < _MOST_FOLLOWED:
                self._followed[slips] = found
        return found

    @cached_property
    def steps(self) -> Steps:
        return Steps(self.trace, self.answers)


class Grader:
    """Marks answers to one problem; what can be worked out once is.

    Args:
        problem: the problem.
        diagnoses: whether misconceptions are looked for.

    Raises:
        PlytraceError: the problem cannot be searched.
    """

    def __init__(self, problem: Problem, *, diagnoses: bool = True) -> None:
        self.problem = problem
        self.diagnoses = diagnoses
        for part in problem.parts or ():
            if part not in PARTS:
                raise UsageError(
                    f"{problem.label} is a search, and has no part {part!r}",
                    expected=", ".join(PARTS),
                )
        self._opened = open_source(problem.source)
        self._versions: list[_Version] = []
        self._memo: dict[Any, Marked] = {}
        first = self._version(problem.accept[0])
        windowed = first.trace.has_window
        self._conventions = list(problem.versions(windowed=windowed))
        self._versions.append(first)

    # The problem ----------------------------------------------------------------------------

    @property
    def trace(self) -> Trace:
        """The right trace under the preferred convention."""
        return self._versions[0].trace

    def _all_versions(self) -> list[_Version]:
        for convention in self._conventions[len(self._versions) :]:
            self._versions.append(self._version(convention))
        return self._versions

    def _version(self, convention: Convention) -> _Version:
        problem = self.problem
        same = self._searched(convention)
        found = same.trace if same else self._trace(convention)
        if found.stopped:
            raise InvalidInput(
                f"the search was stopped {found.stopped.told}",
                where=problem.label,
                expected="a whole search, to hold sheets against",
            )
        tree = self._tree_of(found)
        right = same.answers if same else answers_of_trace(found)
        task = Task(tree, convention, found.has_window, right, self.problem.accept)
        return _Version(task, found, self._rules(found, convention, tree))

    def _trace(self, convention: Convention) -> Trace:
        return trace(self._opened, self.problem.search, convention, **self.problem.options)

    def _searched(self, convention: Convention) -> _Version | None:
        """A version that is searched in the same way and only counts otherwise."""
        for version in self._versions:
            one, windowed = version.task.convention, version.trace.has_window
            if one.ties == convention.ties and (
                not windowed or (one.cutoff, one.returns) == (convention.cutoff, convention.returns)
            ):
                return version
        return None

    def _tree_of(self, found: Trace) -> WorkTree | None:
        if found.search not in _BY_HAND or find_search(found.search).several_roots:
            return None
        if self._versions:
            return self._versions[0].task.tree
        return work_tree(found.game, found.settings)

    def _rules(self, found: Trace, convention: Convention, tree: WorkTree | None) -> Rules:
        headline = "below_root" if "below_root" in convention.count else "visited"
        if self._versions:
            return replace(self._versions[0].rules, headline=headline)
        complete: dict[str, float] = {}
        inner: set[str] = set()
        if tree is not None:
            plain = HandWorker(tree, convention, windowed=False).run()
            complete = dict(answers_of_work(tree, plain).values)
            inner = {tree.names[node] for node in plain.best}
        return Rules(
            self._names(found, tree),
            self.problem.window,
            self.problem.parts is not None,
            headline,
            complete,
            frozenset(inner),
        )

    @staticmethod
    def _names(found: Trace, tree: WorkTree | None) -> Names:
        spaced = found.game.named_by_path
        if tree is not None:
            return Names(lambda: tree.names, lambda: filter(None, tree.moves), spaced=spaced)
        return Names(
            lambda: (place.name for place in found.walk()),
            lambda: {place.move for place in found.walk() if place.move},
            spaced=spaced,
        )

    @cached_property
    def _suspects(self) -> Suspects:
        tasks = []
        for version in self._all_versions():
            if version.task.convention.ties == "last":
                continue
            for update in ("before-test", "after-test"):
                tasks.append(version.task.under(update=update))
        return Suspects(tasks)

    @property
    def usual_parts(self) -> list[str]:
        """The parts of a form where the key names none."""
        return [part for part in _USUAL if part != "cutoffs" or self.trace.has_window]

    @property
    def spaced(self) -> bool:
        """Whether names of nodes have spaces of their own."""
        return self._versions[0].rules.names.spaced

    def about(self, part: str) -> str:
        """What a part asks for."""
        return PARTS[part].about

    def blank(self, part: str) -> Any:
        """An empty answer to a part, for a form."""
        version = self._versions[0]
        return PARTS[part].blank(version.answers, version.rules)

    @property
    def most(self) -> float | None:
        """The points that can be had; None where that depends on the sheet."""
        return None if self.problem.parts is None else sum(self.problem.parts.values())

    def points(self, sheet: Sheet) -> dict[str, float]:
        """The points of each part that counts for a sheet."""
        if self.problem.parts is not None:
            return dict(self.problem.parts)
        return {part: 1.0 for part in PARTS if part in sheet.answers}

    # Marking --------------------------------------------------------------------------------

    def mark(self, sheet: Sheet) -> Marked:
        """Mark a sheet. Whatever is on it, this hands back marks and never raises."""
        if sheet.error:
            return Marked(sheet.name, sheet.student, error=sheet.error)
        as_typed = repr(sheet.answers)
        found = self._memo.get(as_typed)
        if found is None:
            found = self._looked_at(sheet, keeps=len(as_typed) <= _LONGEST_KEPT)
            self._keep(as_typed, found, keeps=len(as_typed) <= _LONGEST_KEPT)
        return replace(found, sheet=sheet.name, student=sheet.student)

    def _keep(self, key: Any, found: Marked, *, keeps: bool) -> None:
        if keeps and len(self._memo) < _MOST_KEPT:
            self._memo[key] = found

    def _looked_at(self, sheet: Sheet, *, keeps: bool) -> Marked:
        """The marks of answers that nobody has typed in the same way before."""
        points = self.points(sheet)
        if not points:
            known = ", ".join(PARTS)
            told = "it answers nothing that is asked"
            if sheet.unknown:
                told += f", only {', '.join(quoted(word, 30) for word in sheet.unknown[:5])}"
            hint = did_you_mean(sheet.unknown[0][:60], PARTS) if sheet.unknown else ""
            expected = f"{told}; expected one or more of {known}"
            return Marked("", error=f"{expected}. {hint}" if hint else expected)
        claims, unread = self._read(sheet, points)
        key = (*points, *unread.items(), *((part, hashable(one)) for part, one in claims.items()))
        found = self._memo.get(key)
        if found is None:
            found = self._marked(claims, unread, points)
            self._keep(key, found, keeps=keeps)
        return found

    def _marked(
        self, claims: dict[str, Any], unread: Mapping[str, str], points: Mapping[str, float]
    ) -> Marked:
        """The marks of some claims, whoever makes them."""
        marks = self._compared(claims, points)
        version, shares = marks.version, marks.direct
        if claims and min(shares.values()) < 1 and version.task.tree is not None:
            marks.follow()
        parts = tuple(self._part(part, points[part], marks, unread) for part in points)
        departure = marks.departure()
        findings, alike = self._findings(marks) if self.diagnoses else ((), ())
        convention = version.task.convention.name
        return Marked("", "", convention, parts, departure, findings, alike)

    def wrong(self, sheet: Sheet) -> tuple[Trace, list[WrongAt]]:
        """The right trace by which a sheet is graded, and all that is wrong with the sheet."""
        points = self.points(sheet)
        marks = self._compared(self._read(sheet, points)[0], points)
        return marks.version.trace, marks.wrong()

    def _read(
        self, sheet: Sheet, points: Mapping[str, float]
    ) -> tuple[dict[str, Any], dict[str, str]]:
        """The claims that can be read, and what is wrong with those that cannot."""
        claims: dict[str, Any] = {}
        unread: dict[str, str] = {}
        rules = self._versions[0].rules
        for part in points:
            given = sheet.answers.get(part)
            try:
                if PARTS[part].is_blank(given):
                    unread[part] = "not answered"
                    continue
                claims[part] = PARTS[part].read(given, rules)
            except PlytraceError as error:
                unread[part] = f"could not be read: {error}"
            except RecursionError:
                unread[part] = "could not be read: it is nested too deeply"
        return claims, unread

    def _compared(self, claims: Mapping[str, Any], points: Mapping[str, float]) -> _Marks:
        """The convention by which most is right, the preferred one among equals."""
        best, most = self._versions[0], -1.0
        kept: dict[str, float] = {}
        for place in range(len(self._conventions)):
            version = self._versions[place] if place < len(self._versions) else None
            if version is None:
                version = self._all_versions()[place]
            shares = {
                part: PARTS[part].share(claim, version.answers, version.rules)
                for part, claim in claims.items()
            }
            total = sum(points[part] * share for part, share in shares.items())
            whole = bool(shares) and min(shares.values()) == 1
            if self._is_hybrid(version.task.convention) and not whole:
                continue
            if total > most + _SAME:
                best, most, kept = version, total, shares
            if whole or not claims:
                break
        return _Marks(best, claims, points, kept)

    def _is_hybrid(self, convention: Convention) -> bool:
        """Whether no course has these rules: a sheet is theirs only if it follows them wholly."""
        return self.problem.accept is ANY and convention.name not in PRESETS

    def _part(self, part: str, most: float, marks: _Marks, unread: Mapping[str, str]) -> PartMark:
        if part not in marks.claims:
            return PartMark(part, 0.0, most, unread[part], unread=True)
        return PartMark(part, most * marks.final[part], most, marks.told(part))

    def _findings(self, marks: _Marks) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
        """The misconceptions that explain a sheet, and those that it cannot tell apart."""
        if not marks.claims or min(marks.direct.values()) == 1:
            return (), ()
        right = marks.version.answers.visits
        only = [*marks.claims] == ["visits"] and marks.claims["visits"]
        if only and only == right[: len(only)]:
            return (), ()  # an order that is not finished comes from anything
        weights = marks.weights()
        found = [
            *self._suspects.best(marks.claims, weights, marks.version.rules),
            *marks.slip_suspects(weights),
        ]
        wrong = frozenset(part for part, share in marks.direct.items() if share < 1)
        diagnosis = diagnose(found, marks.fit_of_right(), wrong, marks.claims.keys())
        findings = tuple(_finding(one, marks) for one in diagnosis.suspects)
        return findings, diagnosis.alike


class _Marks:
    """The marks of one sheet under one convention, as they are worked out."""

    def __init__(
        self,
        version: _Version,
        claims: Mapping[str, Any],
        points: Mapping[str, float],
        shares: Mapping[str, float],
    ) -> None:
        self.version = version
        self.claims = claims
        self.points = points
        self.direct = dict(shares)
        self.final = dict(shares)
        self.followed: Followed | None = None
        self._credited: dict[str, str] = {}

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

    def fit(self, answers: Answers, weights: Mapping[str, float]) -> float:
        """How much of the sheet is as these answers have it."""
        return sum(weights[part] * share for part, share in self._shares(answers).items())

    def _shares(self, answers: Answers) -> dict[str, float]:
        rules = self.version.rules
        return {part: PARTS[part].share(one, answers, rules) for part, one in self.claims.items()}

    def follow(self) -> None:
        """Find early slips, charge each once, and credit what follows correctly from them."""
        version, tree, weights = self.version, self.version.task.tree, self.weights()
        if tree is None:
            return
        best = self.fit(version.answers, weights)
        known = [version.followed(())]
        for _ in range(_MOST_SLIPS):
            # The second of two slips can hide the first: the best few are followed on.
            tried = [
                version.followed((*one.slips, slip))
                for one in known
                for slip in slips(tree, one, self.claims)
            ]
            tried = [one for one in tried if one.is_explained]
            fits = [(self.fit(one.answers, weights), -place) for place, one in enumerate(tried)]
            ranked = sorted(fits, reverse=True)[:_FOLLOWED_ON]
            known = [tried[-place] for _, place in ranked]
            if ranked and ranked[0][0] > best + _SAME:
                best, self.followed = ranked[0][0], known[0]
                self._credit(known[0])
            if not known or best >= 1 - _SAME:
                break
        if min(self.final.values()) >= 1 - _SAME:  # a slip costs something, wherever it shows
            self.final = dict(self.direct)
            self._credited = {}

    def _credit(self, now: Followed) -> None:
        rules, answers = self.version.rules, self.version.answers
        tree, steps = self.version.task.tree, self.version.steps
        nodes = dict.fromkeys(tree.names[slip.node] for slip in now.slips if tree)
        at = sorted(nodes, key=lambda name: steps.left(name) or steps.last)
        where = f"{'slip' if len(at) == 1 else 'slips'} at {', '.join(at)}"
        for part, share in self._shares(now.answers).items():
            charges = sum(slip.part == part for slip in now.slips)
            if any(slip.part == part and slip.kind == "stopped" for slip in now.slips):
                continue  # whoever stops too early leaves out what was asked for
            credited = share - charges / PARTS[part].items(answers, rules)
            if credited > self.final[part] + _SAME:
                self.final[part] = credited
                what = "all" if share == 1 else f"{share:.0%}"
                rest = "of the rest " if charges else "of it "
                self._credited[part] = f"{what} {rest}follows from the {where}"

    def told(self, part: str) -> str:
        """What is right and wrong in a part, and what follows from a slip."""
        version = self.version
        told = PARTS[part].told(self.claims[part], version.answers, version.rules)
        if part not in self._credited:
            return told
        return f"{self._credited[part]}; by the key itself, {told}"

    def wrong(self) -> list[WrongAt]:
        """All that is wrong with what is claimed, in the order of the steps that decide it."""
        version = self.version
        found = [
            one
            for part, claim in self.claims.items()
            if self.direct[part] < 1
            for one in PARTS[part].wrong(claim, version.answers, version.rules, version.steps)
        ]
        return sorted(found, key=lambda one: one.step)

    def departure(self) -> Departure | None:
        """Where the sheet first goes wrong."""
        wrong = self.wrong()
        if not wrong:
            return None
        first = wrong[0]
        here = [one.said for one in wrong if one.step == first.step]
        claimed = "; ".join(dict.fromkeys(filter(None, here)))
        told = _situation(self.version.trace, first.step, claimed)
        return Departure(first.step, first.node, claimed, told)

    def slip_suspects(self, weights: Mapping[str, float]) -> list[Suspect]:
        """The slip of arithmetic that explains the sheet best, where there is one."""
        task = self.version.task
        if task.tree is None:
            return []
        now = self.version.followed(())
        best: Suspect | None = None
        for slip in slips(task.tree, now, self.claims):
            if slip.kind != "value":
                continue
            answers = self.version.followed((slip,)).answers
            fit = self.fit(answers, weights)
            if best is None or fit > best.fit + _SAME:
                where = f"at {task.tree.names[slip.node]}, taken for {show_number(slip.value)}"
                best = Suspect(Reading("arithmetic-slip", answers, where), fit)
        if self.followed and len(self.followed.slips) > 1:
            values = [slip for slip in self.followed.slips if slip.kind == "value"]
            fit = self.fit(self.followed.answers, weights)
            if values and (best is None or fit > best.fit + _SAME):
                first = values[0]
                where = f"at {task.tree.names[first.node]}, taken for {show_number(first.value)}"
                best = Suspect(Reading("arithmetic-slip", self.followed.answers, where), fit)
        return [best] if best else []

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


def _finding(one: Suspect, marks: _Marks) -> Finding:
    misconception = MISCONCEPTIONS[one.reading.slug]
    step = marks.first_shows(one.reading)
    where = f" ({one.reading.where})" if one.reading.where else ""
    how = (
        "It reproduces the sheet"
        if one.fit >= 1 - _SAME
        else f"With it, {one.fit:.0%} of the sheet is as it should be; "
        f"without, {marks.fit_of_right():.0%}. It"
    )
    how += " and first shows" if one.fit >= 1 - _SAME else " first shows"
    title = misconception.title
    if title[0].isascii():
        title = title[0].upper() + title[1:]
    told = f"{title}{where}. "
    if one.reading.elsewhere:
        told += f"Not wrong everywhere: this is {one.reading.elsewhere}. "
    told += f"{misconception.explanation} {how} at step {step}."
    return Finding(one.reading.slug, one.fit, step, told, misconception.hint)


def _situation(trace: Trace, step: int, claimed: str) -> str:
    """The state at a step, what happens there, and what was claimed instead."""
    now = trace.at(step)
    frames = [
        f"{frame.name} v = {show_number(frame.v)}"
        + (f" {show_window(frame.alpha, frame.beta)}" if trace.has_window else "")
        for frame in now.stack
    ]
    stack = f" Open nodes: {'; '.join(frames)}." if frames else ""
    instead = f" Instead, {claimed}." if claimed else ""
    return f"At step {step}: {now.sentence}{stack}{instead}"
