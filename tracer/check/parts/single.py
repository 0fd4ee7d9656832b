"""Parts that are one thing: the move, the line, the value of the root, and the counts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.counts import COUNT_MEANINGS
from engine.errors import InvalidInput
from tracer.check.answers import Answers
from tracer.check.parts.base import Part, Rules, Steps, WrongAt
from tracer.check.parts.cutoff_words import WHY, without_pronoun
from tracer.check.parts.node_text import pairs_in
from tracer.check.parts.said import Unread, is_said, said_number
from tracer.typed_numbers import NUMBER, nearly_equal, typed_number
from tracer.values import show_number
from trees.quoting import quoted

__all__ = ["Counts", "Line", "Move", "Utility"]

_BRACKETED: Final = re.compile(r"\([^()]*\)")
_MOVE_WORD: Final = re.compile(r"[^\s,;.:=()>→\-\"'`*!?]+|(?<=\s)-(?=\s)")
#: What is named because it is not the move.
_NOT_THIS: Final = re.compile(
    r"\b(?:not|rather than|instead of|over|better than)\s+(?:to\s+)?\S+"
    r"(?:\s*(?:,|\bor|\bnor|\band)\s+\S+)*",
    re.IGNORECASE,
)
_NUMBER_ALONE: Final = re.compile(
    rf"(?<![\w.,/^]){NUMBER.pattern}(?![\w%^/])(?![.,]\d)", re.IGNORECASE
)
#: Words and signs with which a number is no value.
_BOUNDED: Final = re.compile(
    r"[<>≤≥≠±~]|\b(?:not|least|most|or|maybe|between|about)\b", re.IGNORECASE
)


class Move(Part[str]):
    """The move at the root."""

    name = "move"
    aliases = ("best move", "best_move", "best action", "decision", "choice", "chosen move")
    about = "the best move at the root, or the node that it leads to"

    def read(self, given: Any, rules: Rules) -> str:
        """A move or a node."""
        if isinstance(given, bool | list | Mapping) or given is None:
            raise InvalidInput(f"{given!r:.60} as the move", expected=self.about)
        found = rules.names.move(given)
        if isinstance(given, str) and not rules.names.is_move(found):
            return _move_in(given, rules) or found
        return found

    def wrote(self, answers: Answers, rules: Rules) -> str:
        """The first move of best play."""
        return answers.moves[0] if answers.moves else ""

    def share(self, claim: str, answers: Answers, rules: Rules) -> float:
        """All or nothing."""
        return float(claim in (*answers.moves[:1], *answers.path[1:2]))

    def told(self, claim: str, answers: Answers, rules: Rules) -> str:
        """Which it is."""
        if self.share(claim, answers, rules):
            return f"{claim} is right"
        return f"the move is {self.wrote(answers, rules) or 'none'}, not {claim or 'none'}"

    def wrong(self, claim: str, answers: Answers, rules: Rules, steps: Steps) -> Iterator[WrongAt]:
        """The last step, at which the root returns."""
        if self.share(claim, answers, rules) < 1:
            yield WrongAt(steps.last, answers.path[0], f"the move is given as {claim}")

    def blank(self, answers: Answers, rules: Rules) -> Any:
        """Nothing yet."""
        return ""


def _move_in(text: str, rules: Rules) -> str:
    """The one move of the root that a text names; empty where it names none, or several."""
    bare = _BRACKETED.sub(" ", text)
    for told in (WHY.split(bare, maxsplit=1)[0], bare, text):
        words = _MOVE_WORD.findall(_NOT_THIS.sub(" ", without_pronoun(told)))
        named = {rules.names.move(word) for word in words if rules.names.is_move(word)}
        named = {one for one in named if _is_at_root(one, rules)}
        if len(named) == 1:
            return named.pop()
        if named:
            break
    return ""


def _is_at_root(move: str, rules: Rules) -> bool:
    """Whether it is a child of the root, or a move that is no node's name."""
    if not rules.names.is_node(move):
        return True
    above = rules.parents.get(move)
    return above is not None and above not in rules.parents


class Line(Part[tuple[str, ...]]):
    """The line of best play."""

    name = "line"
    aliases = ("best line", "best_line", "principal variation", "pv", "path")
    about = "the moves of best play, or the nodes from the root, such as Q Q1"

    def read(self, given: Any, rules: Rules) -> tuple[str, ...]:
        """Moves or nodes."""
        return rules.names.moves_in(given, self.name)

    def wrote(self, answers: Answers, rules: Rules) -> tuple[str, ...]:
        """The moves."""
        return answers.moves

    def share(self, claim: tuple[str, ...], answers: Answers, rules: Rules) -> float:
        """As far as it goes right from its beginning."""
        return max(_begun(claim, way) for way in _ways(answers))

    def items(self, answers: Answers, rules: Rules) -> int:
        """A move each."""
        return max(1, len(answers.moves))

    def told(self, claim: tuple[str, ...], answers: Answers, rules: Rules) -> str:
        """What it is."""
        if self.share(claim, answers, rules) == 1:
            return "the line is right"
        return f"the line is {' '.join(answers.moves) or 'none'}, not {' '.join(claim) or 'none'}"

    def wrong(
        self, claim: tuple[str, ...], answers: Answers, rules: Rules, steps: Steps
    ) -> Iterator[WrongAt]:
        """The last step, at which the root returns."""
        if self.share(claim, answers, rules) < 1:
            yield WrongAt(steps.last, answers.path[0], f"the line is given as {' '.join(claim)}")

    def blank(self, answers: Answers, rules: Rules) -> Any:
        """Nothing yet."""
        return []


def _ways(answers: Answers) -> tuple[tuple[str, ...], ...]:
    """The line as moves, as nodes below the root, and as nodes from the root."""
    return answers.moves, answers.path[1:], answers.path


def _begun(claim: tuple[str, ...], right: tuple[str, ...]) -> float:
    longest = max(len(claim), len(right))
    same = 0
    for mine, one in zip(claim, right, strict=False):
        if mine != one:
            break
        same += 1
    return same / longest if longest else 1.0


class Utility(Part[float]):
    """What the root is worth."""

    name = "utility"
    aliases = (
        *("value", "root value", "root_value", "game value", "minimax value", "value of root"),
        *("value of the root", "value at root", "value at the root", "value of game"),
        *("value of the game", "utility of root", "utility of the root"),
        *("minimax value of root", "minimax value of the root", "value of the tree"),
    )
    about = "the value of the root"

    def read(self, given: Any, rules: Rules) -> float:
        """A number, with what words stand around it."""
        try:
            return typed_number(given)
        except InvalidInput:
            found = _number_in(given) if isinstance(given, str) else None
            if found is None:
                raise
            return found

    def wrote(self, answers: Answers, rules: Rules) -> float:
        """The root's value."""
        return answers.utility

    def share(self, claim: float, answers: Answers, rules: Rules) -> float:
        """All or nothing."""
        return float(nearly_equal(claim, answers.utility))

    def told(self, claim: float, answers: Answers, rules: Rules) -> str:
        """Which it is."""
        if self.share(claim, answers, rules):
            return f"{show_number(claim)} is right"
        return f"the root is worth {show_number(answers.utility)}, not {show_number(claim)}"

    def wrong(
        self, claim: float, answers: Answers, rules: Rules, steps: Steps
    ) -> Iterator[WrongAt]:
        """The last step, at which the root returns."""
        if self.share(claim, answers, rules) < 1:
            yield WrongAt(
                steps.last, answers.path[0], f"its value is given as {show_number(claim)}"
            )

    def blank(self, answers: Answers, rules: Rules) -> Any:
        """Nothing yet."""
        return ""


def _number_in(text: str) -> float | None:
    """The one number of a text such as `3 (for MAX)` or `max(3, 2, 2) = 3`; None for another."""
    bare = WHY.split(_BRACKETED.sub(" ", text), maxsplit=1)[0]
    if _BOUNDED.search(bare):
        return None
    told = bare.rpartition("=")[2] if "=" in bare else bare
    found = {typed_number(one) for one in _NUMBER_ALONE.findall(told)}
    return found.pop() if len(found) == 1 else None


#: What students call counts.
_COUNT_WORDS: Final[Mapping[str, str]] = {
    "nodes": "visited",
    "nodes visited": "visited",
    "visits": "visited",
    "explored": "visited",
    "states explored": "visited",
    "leaves": "evaluated",
    "leaf": "evaluated",
    "pruned": "skipped",
    "cuts": "cutoffs",
    "truncations": "early_returns",
    "early returns": "early_returns",
    "below root": "below_root",
}
#: A count and a sign, behind which something should stand.
_COUNT_NAMED: Final = re.compile(r"(?<![^\s,;:=])[^\s,;:=]++\s*+[=:]")


class Counts(Part[dict[str, int | float]]):
    """How many nodes, cutoffs and so on."""

    name = "counts"
    aliases = ("count", "nodes", "number of nodes")
    about = "how many nodes are visited, cut and so on, such as visited=20 cutoffs=4"

    def is_blank(self, given: Any) -> bool:
        """Whether nothing stands behind the names of counts, as on a form."""
        if isinstance(given, str):
            return not _COUNT_NAMED.sub("", given).strip(" \t\n,;")
        return super().is_blank(given)

    def read(self, given: Any, rules: Rules) -> dict[str, int | float]:
        """A map of counts, a text of them, or one number: the course's own count."""
        if isinstance(given, int | float) and not isinstance(given, bool):
            return {"visited": typed_number(given)}
        if isinstance(given, str) and given.strip().replace(",", "").isdigit():
            return {"visited": typed_number(given.replace(",", ""))}
        claim: dict[str, int | float] = {}
        for name, value in pairs_in(given, self.name, spaced=False):
            word = name.strip().lower()
            known = word if word in COUNT_MEANINGS else _COUNT_WORDS.get(word.replace("_", " "))
            if known is None:
                claim[name] = Unread("")
            elif is_said(value):
                said = said_number(value)
                if known in claim and claim[known] != said:
                    said = Unread(f"both {show_number(claim[known])} and {show_number(said)}")
                claim[known] = said
        if claim and all(isinstance(one, Unread) for one in claim.values()):
            name, first = next(iter(claim.items()))
            shown = first.shown if isinstance(first, Unread) else ""
            found = f"{name} is {shown}" if shown else f"there is no count {quoted(name)}"
            raise InvalidInput(found, expected=", ".join(COUNT_MEANINGS))
        return claim

    def wrote(self, answers: Answers, rules: Rules) -> dict[str, int | float]:
        """The headline counts."""
        return {"visited": answers.counts["visited"]}

    def _right(self, name: str, answers: Answers, rules: Rules) -> int:
        """A count; "visited" is what the course calls so."""
        return answers.counts.get(rules.headline if name == "visited" else name, 0)

    def share(self, claim: dict[str, int | float], answers: Answers, rules: Rules) -> float:
        """Right ones of those that are claimed."""
        good = [one == self._right(name, answers, rules) for name, one in claim.items()]
        return sum(good) / len(good) if good else 0.0

    def items(self, answers: Answers, rules: Rules) -> int:
        """One: they all come from the same search."""
        return 1

    def told(self, claim: dict[str, int | float], answers: Answers, rules: Rules) -> str:
        """What they are."""
        wrong = []
        for name, one in claim.items():
            if isinstance(one, Unread) and not one.shown:
                wrong.append(f"there is no count {quoted(name)}")
            elif one != self._right(name, answers, rules):
                said = one.shown if isinstance(one, Unread) else show_number(one)
                wrong.append(f"{name} is {self._right(name, answers, rules):,}, not {said}")
        if not claim:
            return "no count is given"
        return "; ".join([f"{len(claim) - len(wrong)} of {len(claim)} right", *wrong])

    def wrong(
        self, claim: dict[str, int | float], answers: Answers, rules: Rules, steps: Steps
    ) -> Iterator[WrongAt]:
        """The last step: only then is anything counted."""
        for name, one in claim.items():
            if one != self._right(name, answers, rules):
                shown = (one.shown or "?") if isinstance(one, Unread) else show_number(one)
                said = f"{name} is given as {shown}"
                yield WrongAt(steps.last, answers.path[0], said)

    def blank(self, answers: Answers, rules: Rules) -> Any:
        """Nothing yet."""
        return {"visited": ""}
