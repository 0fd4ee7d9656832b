"""Parts that say something about each of several nodes: values, windows, minimax values."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Set
from typing import Any, ClassVar, Final, Generic, TypeVar

from engine.errors import InvalidInput
from tracer.check.answers import Answers, Window
from tracer.check.parts.base import Part, Rules, Steps, WrongAt
from tracer.typed_numbers import NUMBER, nearly_equal, typed_number
from tracer.values import show_number, show_window
from trees.quoting import quoted

__all__ = ["CompleteValues", "Expectiminimax", "Minimax", "Values", "Windows", "pairs_in"]

_Said = TypeVar("_Said", float, Window)

#: Names that are listed in a message.
_MOST_TOLD: Final = 6

_ENTRY: Final = re.compile(r"[,;\n]+")
#: What stands between a name and what is said of it, and the same with a number behind.
_SIGNS: Final = re.compile(r"[=:]|\(\s*,\s*\)")
_SAID: Final = re.compile(rf"(?:[=:]\s*[(\[]?|[(\[])\s*{NUMBER.pattern}", re.IGNORECASE)
_GAP: Final = re.compile(r"[\s,;]+")
#: An equals sign or a colon with a number behind it.
_ASSIGNS: Final = re.compile(rf"\s*[=:]\s*(?={NUMBER.pattern}(?:[\s,;]|$))", re.IGNORECASE)
#: Other ways to say what a node is worth; a bound is written with its sign.
_IS: Final = re.compile(r"\s+(?:is|equals)\s+|\s*(?:<=|>=|≤|≥|<|>)\s*=?", re.IGNORECASE)
_WINDOW: Final = re.compile(
    rf"[=:]?\s*[(\[]\s*({NUMBER.pattern})\s*[,;]\s*({NUMBER.pattern})\s*[)\]]", re.IGNORECASE
)
_BOUND_KEYS: Final = {"alpha": 0, "α": 0, "a": 0, "beta": 1, "β": 1, "b": 1}


def pairs_in(given: Any, what: str, *, spaced: bool) -> list[tuple[str, Any]]:
    """The names and values of a map, a list of maps, or a text such as `A=3 B=1/3`.

    Raises:
        InvalidInput: it is none of these.
    """
    if isinstance(given, Mapping):
        return [(str(name), value) for name, value in given.items()]
    if isinstance(given, list):
        pairs = []
        for item in given:
            if isinstance(item, str):
                pairs += pairs_in(item, what, spaced=spaced)
            elif isinstance(item, Mapping) and "id" in item:
                pairs.append((str(item["id"]), item.get("exact") or item.get("value")))
            elif isinstance(item, Mapping):
                pairs += [(str(name), value) for name, value in item.items()]
            else:
                raise InvalidInput(f"{item!r:.60} among the {what}", expected="such as P: 1")
        return pairs
    if isinstance(given, str):
        return _pairs_of_text(given.strip().strip("{}"), what, spaced=spaced)
    raise InvalidInput(f"{given!r:.60} as the {what}", expected="such as P=1 Q=1/3")


def _pairs_of_text(text: str, what: str, *, spaced: bool) -> list[tuple[str, Any]]:
    """Pairs with `=`, `:` or a space between them, and commas or spaces between the pairs."""
    if spaced:  # names have spaces of their own
        entries = [entry.strip().replace(":", "=") for entry in _ENTRY.split(text)]
        cut = [
            entry.rpartition("=")[::2] if "=" in entry else entry.rpartition(" ")[::2]
            for entry in entries
            if entry
        ]
        return [(name.strip(), value.strip()) for name, value in cut]
    pairs: list[tuple[str, Any]] = []
    name = ""
    for word in _GAP.split(_ASSIGNS.sub("=", _IS.sub("=", text)).strip(" ,;\n")):
        if name:
            pairs.append((name, word))
            name = ""
        elif "=" in word or word.endswith(":"):
            one, _, value = word.rstrip(":").partition("=")
            if not one:
                raise InvalidInput(f"{quoted(word)} among the {what}", expected="such as P=1 Q=1/3")
            pairs.append((one, value))
        else:
            name = word
    if name:
        raise InvalidInput(f"{quoted(name)} among the {what}", expected="such as P=1 Q=1/3")
    return pairs


class _OfNodes(Part[dict[str, _Said]], Generic[_Said]):
    """A map of nodes to what is said of them."""

    def is_blank(self, given: Any) -> bool:
        """Whether no node has anything said of it."""
        if isinstance(given, str) and _SIGNS.search(given):
            return not _SAID.search(given)
        return super().is_blank(given)

    @abstractmethod
    def right(self, answers: Answers, rules: Rules) -> Mapping[str, _Said]:
        """What is right, of every node that may be named."""

    @abstractmethod
    def equal(self, said: _Said, right: _Said) -> bool:
        """Whether what is said is right."""

    @abstractmethod
    def shown(self, said: _Said) -> str:
        """What is said, for people."""

    def asked(self, answers: Answers, rules: Rules) -> Set[str]:
        """The nodes that a sheet owes."""
        return answers.interior

    def owed(self, claim: Mapping[str, _Said], answers: Answers, rules: Rules) -> Set[str]:
        """The nodes that count: those that are asked for, and those that were answered."""
        return self.asked(answers, rules) | claim.keys() if rules.whole else {*claim}

    def harmless(self, name: str, said: _Said, answers: Answers, rules: Rules) -> bool:
        """Whether what is said of a node that was not visited does no harm."""
        return False

    def _sorted_out(
        self, claim: Mapping[str, _Said], answers: Answers, rules: Rules
    ) -> tuple[list[str], list[str], list[str]]:
        """The nodes that are right, wrong and missing."""
        right = self.right(answers, rules)
        good: list[str] = []
        bad: list[str] = []
        missing: list[str] = []
        for name in self.owed(claim, answers, rules):
            if name not in claim:
                missing.append(name)
            elif name not in right:
                if not self.harmless(name, claim[name], answers, rules):
                    bad.append(name)
            elif self.equal(claim[name], right[name]):
                good.append(name)
            else:
                bad.append(name)
        return good, bad, missing

    def share(self, claim: dict[str, _Said], answers: Answers, rules: Rules) -> float:
        """Right nodes of all that count."""
        right = self.right(answers, rules)
        asked = self.asked(answers, rules) if rules.whole else frozenset()
        good, total = 0, sum(name not in claim for name in asked)
        for name, said in claim.items():
            if name in right:
                good += self.equal(said, right[name])
            elif self.harmless(name, said, answers, rules):
                continue
            total += 1
        return good / total if total else 1.0

    def items(self, answers: Answers, rules: Rules) -> int:
        """A node each."""
        return max(1, len(self.asked(answers, rules)))

    def told(self, claim: dict[str, _Said], answers: Answers, rules: Rules) -> str:
        """How many are right, which are wrong, and which are missing."""
        good, bad, missing = self._sorted_out(claim, answers, rules)
        right = self.right(answers, rules)
        total = len(good) + len(bad) + len(missing)
        told = [f"{len(good)} of {total} right"]
        for name in sorted(bad)[:_MOST_TOLD]:
            said = self.shown(claim[name])
            if name in right:
                told.append(f"{name} is {self.shown(right[name])}, not {said}")
            elif rules.names.is_node(name):
                told.append(f"{name} is not visited")
            else:
                told.append(f"there is no node {quoted(name)}")
        if len(bad) > _MOST_TOLD:
            told.append(f"and {len(bad) - _MOST_TOLD} more are wrong")
        if missing:
            names = sorted(missing)
            more = ", …" if len(names) > _MOST_TOLD else ""
            told.append(f"nothing is said of {', '.join(names[:_MOST_TOLD])}{more}")
        return "; ".join(told)

    @abstractmethod
    def step_of(self, name: str, steps: Steps) -> int | None:
        """The step that decides what is said of a node."""

    def wrong(
        self, claim: dict[str, _Said], answers: Answers, rules: Rules, steps: Steps
    ) -> Iterator[WrongAt]:
        """The nodes that are wrong or missing."""
        sorted_out = self._sorted_out(claim, answers, rules)
        for name in sorted_out[1] + sorted_out[2]:
            step = self.step_of(name, steps)
            said = f"{name} is given {self.shown(claim[name])}" if name in claim else ""
            yield WrongAt(steps.last if step is None else step, name, said)

    def blank(self, answers: Answers, rules: Rules) -> Any:
        """All inner nodes: those that are owed alone would tell what is skipped."""
        return {name: "" for name in rules.complete if name in rules.inner} or ""


class Values(_OfNodes[float]):
    """What each node returns."""

    name = "values"
    aliases: ClassVar[tuple[str, ...]] = ("value of nodes", "node values", "node_values", "v")
    about = "the value that each inner node returns, such as P=1 Q=-4"

    def read(self, given: Any, rules: Rules) -> dict[str, float]:
        """Node by node."""
        claim: dict[str, float] = {}
        for name, value in pairs_in(given, self.name, spaced=rules.names.spaced):
            if value not in ("", None):
                # A node that is visited twice is worth what it was at first.
                bare = value.lstrip("≤≥<>= ") if isinstance(value, str) else value
                claim.setdefault(rules.names.node(name), typed_number(bare))
        return claim

    def wrote(self, answers: Answers, rules: Rules) -> dict[str, float]:
        """The values of the nodes that are asked for."""
        right, asked = self.right(answers, rules), self.asked(answers, rules)
        return {name: value for name, value in right.items() if name in asked}

    def right(self, answers: Answers, rules: Rules) -> Mapping[str, float]:
        """What every visited node returned."""
        return answers.values

    def equal(self, said: float, right: float) -> bool:
        """As far as its digits go."""
        return nearly_equal(said, right)

    def shown(self, said: float) -> str:
        """As people write numbers."""
        return show_number(said)

    def harmless(self, name: str, said: float, answers: Answers, rules: Rules) -> bool:
        """The number that stands beside a leaf in the drawing."""
        drawn = rules.complete.get(name)
        return drawn is not None and nearly_equal(said, drawn) and name not in rules.inner

    def step_of(self, name: str, steps: Steps) -> int | None:
        """Where the node returns."""
        return steps.left(name)


class CompleteValues(Values):
    """The values of all nodes, whether a search comes to them or not."""

    def right(self, answers: Answers, rules: Rules) -> Mapping[str, float]:
        """The values of a search that leaves nothing out."""
        # Where the search itself is such a one, a misconception shows here as well.
        return answers.values if len(answers.values) >= len(rules.complete) else rules.complete

    def asked(self, answers: Answers, rules: Rules) -> Set[str]:
        """All nodes but the leaves, whose values are given."""
        return rules.inner


class Minimax(CompleteValues):
    """Minimax values at every node."""

    name = "minimax"
    aliases = ("minimax values", "minimax_values")
    about = "the minimax value of every inner node, whether a search visits it or not"


class Expectiminimax(CompleteValues):
    """Expectiminimax values at every node."""

    name = "expectiminimax"
    aliases = ("expectiminimax values", "expectimax", "expected values")
    about = "the same with chance nodes, each worth the mean of its outcomes"


class Windows(_OfNodes[Window]):
    """The window that each node is entered with."""

    name = "windows"
    aliases = ("window", "entry windows", "alpha beta", "alpha-beta windows")
    about = "the window that each inner node is entered with, such as P (-inf, inf), Q (-inf, 6)"

    def read(self, given: Any, rules: Rules) -> dict[str, Window]:
        """Node by node."""
        if isinstance(given, str):
            return self._of_text(given, rules)
        claim: dict[str, Window] = {}
        if isinstance(given, list):
            for item in given:
                if isinstance(item, str):
                    claim |= self._of_text(item, rules)
                elif isinstance(item, Mapping) and "id" in item:
                    claim.setdefault(rules.names.node(item["id"]), _window(item))
                else:
                    raise InvalidInput(f"{item!r:.60} among the windows", expected="P (-inf, 6)")
            return claim
        if not isinstance(given, Mapping):
            raise InvalidInput(f"{given!r:.60} as the windows", expected="such as P (-inf, 6)")
        for name, window in given.items():
            if window not in ("", None):
                claim[rules.names.node(str(name))] = _window(window)
        return claim

    def _of_text(self, text: str, rules: Rules) -> dict[str, Window]:
        claim: dict[str, Window] = {}
        end = 0
        for found in _WINDOW.finditer(text):
            name = text[end : found.start()].strip(" ,;\t\n")
            end = found.end()
            if not name or any(sign in name for sign in "()[]=:"):
                raise InvalidInput(
                    f"{quoted(name + found[0])} among the windows", expected="such as P (-inf, inf)"
                )
            claim[rules.names.node(name)] = typed_number(found[1]), typed_number(found[2])
        rest = text[end:].strip(" ,;\t\n")
        if rest:
            raise InvalidInput(
                f"{quoted(rest)} among the windows", expected="such as P (-inf, inf), Q (-inf, 6)"
            )
        return claim

    def wrote(self, answers: Answers, rules: Rules) -> dict[str, Window]:
        """The windows of the nodes that are asked for."""
        asked = self.asked(answers, rules)
        return {name: window for name, window in answers.windows.items() if name in asked}

    def right(self, answers: Answers, rules: Rules) -> Mapping[str, Window]:
        """The windows of all visited nodes."""
        return answers.windows

    def equal(self, said: Window, right: Window) -> bool:
        """Both ends."""
        return nearly_equal(said[0], right[0]) and nearly_equal(said[1], right[1])

    def shown(self, said: Window) -> str:
        """As people write windows."""
        return show_window(*said)

    def step_of(self, name: str, steps: Steps) -> int | None:
        """Where the node is entered."""
        return steps.entered(name)


def _window(given: Any) -> Window:
    """A window as a file holds it."""
    if isinstance(given, str):
        found = NUMBER.findall(given)
    elif isinstance(given, Mapping):
        places = {_BOUND_KEYS.get(str(key).lower()): value for key, value in given.items()}
        found = [places[at] for at in (0, 1) if at in places]
    else:
        found = list(given) if isinstance(given, list | tuple) else []
    if len(found) != 2:
        raise InvalidInput(f"{given!r:.60} as a window", expected="α and β, such as (-inf, 6)")
    return typed_number(found[0]), typed_number(found[1])
