"""MCTS runs by hand: the tables, the added nodes, the expanded directions, the next action."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from engine.errors import InvalidInput
from engine.mcts.hand_run import (
    Cell,
    Direction,
    HandRun,
    HandRunNode,
    HandRunSetup,
    Identity,
    neighbour,
    run_by_hand,
)
from tracer.marking.facts.grader import FactPart, InOrder, clean_text, unread_texts
from tracer.questions.base import PartReading
from tracer.questions.entries import without_working
from tracer.text.numbers import NUMBER, agrees_as_written, parse_typed_number, show_number

#: The fields of a node in a table, by the words that students use.
_FIELDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("visits", "visit count", "count", "n"), "visits"),
    **dict.fromkeys(("sum", "reward sum", "reward_sum", "total", "total reward", "w"), "sum"),
    **dict.fromkeys(("mean", "average", "avg", "value", "v"), "mean"),
    "q": "Q",
    **dict.fromkeys(("mean reward", "average reward", "avg reward"), "mean"),
}
#: The numbers that a field may be; some books call the sum Q, others the mean.
_MAY_BE: Final = {"visits": ("visits",), "sum": ("sum",), "mean": ("mean",), "Q": ("mean", "sum")}
_CELL: Final = r"\(\s*-?\d{1,9}\s*,\s*-?\d{1,9}\s*\)"
_NODE: Final = rf"(?:node\s+)?(?:{_CELL}(?:\s*[NWSE]+\b)?|[NWSE]+\b(?!\s*=)|root\b|start\b)"
_HEADING: Final = re.compile(
    r"(?:after\s+)?(?:(?:iteration|it\.?|step|round)\s*#?\s*)?(\d{1,4})", re.IGNORECASE
)
_HEADED: Final = re.compile(
    r"(?:after\s+)?(?:iteration|it\.?|step|round)\s*#?\s*(\d{1,4})\s*[:.)-]?\s*(.*)", re.IGNORECASE
)
_ROW: Final = re.compile(rf"(?P<node>{_NODE})\s*[:=|→]?\s*(?P<said>.*)", re.IGNORECASE)
#: Between two rows on a line.
_BETWEEN: Final = re.compile(rf"[;\n]+|,\s*(?=(?:and\s+)?{_NODE})", re.IGNORECASE)
_NAMED: Final = re.compile(r"\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)\s*([NWSE]*)", re.IGNORECASE)
_WORD: Final = "|".join(sorted(map(re.escape, _FIELDS), key=len, reverse=True))
_FIELD: Final = re.compile(rf"\b({_WORD})\s*[:=]?\s*({NUMBER.pattern})", re.IGNORECASE)
#: A number of visits before its word.
_COUNTED: Final = re.compile(rf"({NUMBER.pattern})\s*(?:visits?|times)\b", re.IGNORECASE)
#: A sum over the visits, such as 2.81/10.
_SHARE: Final = re.compile(r"[-+−]?\d*\.\d+\s?/\s?\d+(?!\.?\d)")
_SHARE_ALONE: Final = re.compile(
    rf"([-+−]?\d*\.\d+)/(\d+)(?:\s*=\s*({NUMBER.pattern}))?", re.IGNORECASE
)
#: What a blank form has: the root, the fields, and their signs.
_UNFILLED: Final = re.compile(rf"\b(?:{_WORD}|root|start)\b|[\s=:|,;_-]", re.IGNORECASE)
_ALTERNATIVES: Final = re.compile(r"\b(?:or|not|maybe|perhaps|either)\b|[?%]", re.IGNORECASE)
_ITEM: Final = re.compile(r"\b\d{1,3}[.):]\s*")
_BEFORE: Final = re.compile(
    r"(?:(?:go|move|step|head|it\sgoes|direction|action)\b[\s:]*)+", re.IGNORECASE
)
#: The beginning of a reason.
_REASON: Final = re.compile(r"(?=\b(?:because|since|as)\b)", re.IGNORECASE)
#: An added node by its cell, or by the path to it.
_ADDED_NODE: Final = re.compile(
    r"[(\[]?\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*[)\]]?|\b([NWSE]+|north|west|south|east)\b",
    re.IGNORECASE,
)
#: Separators and numbers between two of them.
_BETWEEN_ADDED: Final = re.compile(
    r"[\s,;|→>\[\]-]+|\b(?:(?:iteration|it\.?|step|round)\s*#?\s*)?\d+[.:)]", re.IGNORECASE
)
_MOST_LISTED: Final = 6

_Row: TypeAlias = dict[str, float]
#: The rows by iteration, and by the path to the node.
_Tables: TypeAlias = dict[int, dict[str, _Row]]


def mcts_facts(problem: HandRunSetup, tolerance: float | None = None) -> dict[str, FactPart[Any]]:
    """Return the parts of a hand run."""
    run = run_by_hand(problem)
    parts = (_Table(run, tolerance), _Added(problem, run), _Expanded(run), _Next(run))
    return {part.name: part for part in parts}


class _Table(FactPart[_Tables]):
    name = "mcts"
    about = "visits and mean of each node in the end, such as NE: visits 7, mean 0.25"
    also = ("values",)

    def __init__(self, run: HandRun, tolerance: float | None) -> None:
        self.run = run
        self.tolerance = tolerance
        self.last = len(run.iterations)
        nodes = run.iterations[-1].table if run.iterations else ()
        last = {
            _path(node): {"visits": float(node.visits), "mean": float(node.mean)} for node in nodes
        }
        self.right = {self.last: last}

    def is_blank(self, given: Any) -> bool:
        """Return whether no node has a number; forms name the root and the fields."""
        return not _UNFILLED.sub("", given) if isinstance(given, str) else super().is_blank(given)

    def read(self, given: Any) -> PartReading:
        """Read rows of nodes, below headings such as "Iteration 3" if there are several tables."""
        tables: _Tables = {}
        unread: list[str] = []
        for number, name, said in self._rows(given, self.last):
            node = self._node(name, number, tables.get(number, {}))
            row = _row(said)
            if node is None or not row:
                unread.append(f"{name}: {said}" if not isinstance(said, str) else said or name)
            else:
                tables.setdefault(number, {}).setdefault(_path(node), {}).update(row)
        return PartReading(tables or None, unread_texts(given, unread))

    def _rows(self, given: Any, number: int) -> Iterator[tuple[int, str, Any]]:
        """Yield each row as its iteration, its node and its content; others without a node."""
        if isinstance(given, str):
            for text in _BETWEEN.split(clean_text(given)):
                bare = text.strip(" |*").removeprefix("- ").strip()
                if head := _HEADED.fullmatch(bare):
                    number, bare = int(head[1]), head[2].strip(" |")
                if found := _ROW.fullmatch(bare):
                    yield number, found["node"], found["said"]
                elif NUMBER.search(bare):
                    yield number, "", bare
        elif isinstance(given, list):
            for one in given:
                if isinstance(one, Mapping):
                    at = _HEADING.fullmatch(str(one.get("iteration", number)).strip())
                    yield int(at[1]) if at else 0, str(one.get("node", "")), one
                else:
                    yield number, "", str(one)
        elif isinstance(given, Mapping):
            for name, said in given.items():
                if head := _HEADING.fullmatch(str(name).strip()):
                    yield from self._rows(said, int(head[1]))
                else:
                    yield number, str(name), said
        else:
            yield number, "", str(given)

    def _node(self, name: str, number: int, above: Mapping[str, _Row]) -> HandRunNode | None:
        """Return the node with a name: its cell, the path to it, or both.

        Of several nodes of one cell, it is the first that has no row `above`.
        """
        if not 1 <= number <= self.last:
            return None
        nodes = self.run.iterations[number - 1].table
        word = name.strip().casefold().removeprefix("node ").strip()
        if word in ("root", "start"):
            return nodes[0]
        for node in nodes:
            if word and _path(node).casefold() == word:
                return node
        if cell := _NAMED.fullmatch(word):
            at, way = (int(cell[1]), int(cell[2])), cell[3].upper()
            of_cell = [
                node for node in nodes if node.cell == at and (not way or _path(node).endswith(way))
            ]
            left = [node for node in of_cell if _path(node) not in above]
            return next(iter(left or of_cell), None)
        return None

    def entries(self, claim: _Tables) -> list[str]:
        """Return the rows; those of earlier iterations begin with a heading."""
        entries: list[str] = []
        for number, rows in claim.items():
            texts = [
                f"{name}: {', '.join(f'{field} {show_number(one)}' for field, one in row.items())}"
                for name, row in rows.items()
            ]
            if texts and (number != self.last or len(claim) > 1):
                texts[0] = f"iteration {number}: {texts[0]}"
            entries += texts
        return entries

    def marked(self, claim: _Tables) -> tuple[float, str]:
        """Grade the numbers of the last table, and of all tables that are given."""
        good, total = 0, 0
        wrong: list[str] = []
        for number in sorted({*claim, self.last}):
            at = "" if number == self.last else f" after iteration {number}"
            for node in self.run.iterations[number - 1].table:
                right = {
                    "visits": float(node.visits),
                    "sum": float(node.total),
                    "mean": float(node.mean),
                }
                row = claim.get(number, {}).get(_path(node), {})
                # The sum and the mean are equivalent, so either one counts.
                mean = set() if row.keys() & {"sum", "Q"} else {"mean"}
                for field in row.keys() | {"visits"} | mean:
                    total += 1
                    # Visits are counted, so they are exact.
                    error = 0.0 if field == "visits" else self.tolerance
                    due = [right[one] for one in _MAY_BE[field]]
                    if field in row and any(
                        agrees_as_written(row[field], one, error) for one in due
                    ):
                        good += 1
                        continue
                    said = f", not {show_number(row[field])}" if field in row else ""
                    way = "" if _path(node) == "root" else f" {_path(node)}"
                    label, value = _cell_name(node.cell) + way, show_number(due[0])
                    wrong.append(f"{field} of {label}{at} is {value}{said}")
        more = "; …" if len(wrong) > _MOST_LISTED else ""
        head = f"{good} of {total} numbers right"
        return (good / total if total else 0.0), "; ".join([head, *wrong[:_MOST_LISTED]]) + more

    def blank(self) -> Any:
        """Return the root alone: rows for all nodes would reveal them."""
        return {"root": {"visits": "", "mean": ""}}


class _Added(InOrder):
    """The nodes in the order in which they are added.

    If a cell at a depth is one node, its cell or any path to it names the node; otherwise the cell
    or the path that was taken does.
    """

    name = "added"
    about = "the node that each iteration adds, by its cell or the path to it, such as (2,3) or NE"

    def __init__(self, problem: HandRunSetup, run: HandRun) -> None:
        self.problem = problem
        self.cells = [_cell_name(one.node) for one in run.iterations]
        self.by_way = problem.identity is Identity.PATHS
        ways = ("".join(way.name for way in (*one.chosen, one.expanded)) for one in run.iterations)
        self.right = tuple(ways if self.by_way else self.cells)

    def read(self, given: Any) -> PartReading:
        """Read nodes in order, by their cells or paths."""
        text = " ".join(map(str, given)) if isinstance(given, list) else clean_text(str(given))
        rest = _BETWEEN_ADDED.sub("", _ADDED_NODE.sub(" ", text))
        found = [*_ADDED_NODE.finditer(text)]
        if rest.strip() or not found:
            return PartReading(None, unread_texts(given, [str(given).strip()]))
        nodes = (
            (_cell_name((int(one[1]), int(one[2]))), "")
            if one[1]
            else ("", _LONG.get(one[3].upper(), one[3].upper()))
            for one in found
        )
        return PartReading(tuple(self._named(at, *one) for at, one in enumerate(nodes)))

    def _named(self, at: int, cell: str, way: str) -> str:
        """Return a node under the name that the right answer uses."""
        if not self.by_way:
            return cell or self._end_of(way)
        if way:
            return way
        if at < len(self.cells) and self.cells[at] == cell:
            return self.right[at]
        return self.right[self.cells.index(cell)] if cell in self.cells else cell

    def _end_of(self, way: str) -> str:
        cell = self.problem.start
        for step in way:
            cell = neighbour(cell, Direction[step], self.problem.axis)
        return _cell_name(cell)


class _Expanded(InOrder):
    name = "expanded"
    about = "the direction that each iteration expands, such as S S N"

    def __init__(self, run: HandRun) -> None:
        self.right = tuple(one.expanded.name for one in run.iterations)

    def read(self, given: Any) -> PartReading:
        """Read directions in order."""
        text = " ".join(map(str, given)) if isinstance(given, list) else str(given)
        words = re.split(r"[\s,;>→|-]+", _ITEM.sub(" ", clean_text(text)).strip(" []()."))
        claim = [_direction(word) for word in words if word]
        if None in claim:
            return PartReading(None, unread_texts(given, [text.strip()]))
        return PartReading(tuple(filter(None, claim)))


class _Next(FactPart[str]):
    name = "move"
    about = "the action predicted for the next iteration: N, W, S or E"

    def __init__(self, run: HandRun) -> None:
        self.right = run.predicted_action.direction.name if run.predicted_action else "none"

    def read(self, given: Any) -> PartReading:
        """Read one direction, or "none"."""
        answer, *reason = _REASON.split(clean_text(str(given)), 1)
        bare = _BEFORE.sub("", answer, 1).strip(" .*(),")
        claim = "none" if bare.casefold() == "none" else _direction(bare)
        unread = reason if claim else [str(given).strip()]
        return PartReading(claim, unread_texts(given, unread))

    def entries(self, claim: str) -> list[str]:
        """Return the direction."""
        return [claim]

    def marked(self, claim: str) -> tuple[float, str]:
        """Return 1 if the action is right, else 0, with a message."""
        if claim == self.right:
            return 1.0, f"{self.right} is right"
        return 0.0, f"the next action is {self.right}, not {claim}"


_LONG: Final = {"NORTH": "N", "WEST": "W", "SOUTH": "S", "EAST": "E"}


def _direction(word: str) -> str | None:
    """Return the letter of a direction; None if a word is none."""
    letter = _LONG.get(word.upper(), word.upper())
    return letter if letter in {one.name for one in Direction} else None


def _path(node: HandRunNode) -> str:
    """Return the path to a node."""
    return "".join(direction.name for direction in node.path) or "root"


def _cell_name(cell: Cell) -> str:
    """Return a cell as on sheets."""
    return f"({cell[0]},{cell[1]})"


def _row(said: Any) -> _Row:
    """Return the numbers of a row; empty if it is not read, such as visits that are not whole."""
    if isinstance(said, Mapping):
        named = ((_FIELDS.get(str(word).strip().lower()), one) for word, one in said.items())
        texts = {word: one for word, one in named if word and one != ""}
    else:
        texts = _fields(without_working(f"{said}"))
    try:
        row = {word: parse_typed_number(one) for word, one in texts.items()}
    except InvalidInput:
        return {}
    visits = row.get("visits", 0.0)
    return row if visits >= 0 and visits.is_integer() else {}


def _fields(text: str) -> dict[str, str]:
    """Return the numbers in a text by field; empty if their order is not certain.

    Numbers without a field are the visits and the mean, or all three. A decimal alone is the mean,
    and one before the whole number of visits is too. A decimal over a whole number is their sum.
    """
    if _ALTERNATIVES.search(text):
        return {}
    if _SHARE.search(text):
        found = _SHARE_ALONE.fullmatch(text.strip(" ()."))
        texts = zip(("sum", "visits", "mean"), found.groups() if found else (), strict=False)
        return {word: one for word, one in texts if one}
    named = _named(text)
    if not named.get("visits", "").isdecimal():
        text = _COUNTED.sub(r" visits \1 ", text)
        named = _named(text)
    bare = _FIELD.sub(" ", text) if named else text
    rest = NUMBER.findall(bare)
    if named:
        is_plain = not re.search(r"\w", NUMBER.sub("", bare))
        if [*named] == ["visits"] and len(rest) == 1 and is_plain:
            return {**named, "mean": rest[0]}
        return {} if rest else named
    whole = [one.isdecimal() for one in rest]
    if len(rest) == 1:
        return {"mean": rest[0]} if "." in rest[0] else {}
    if len(rest) == 2:
        if whole == [False, True]:
            return {"visits": rest[1], "mean": rest[0]}
        return {} if all(whole) and "(" in text else {"visits": rest[0], "mean": rest[1]}
    return dict(zip(("visits", "sum", "mean"), rest, strict=True)) if len(rest) == 3 else {}


def _named(text: str) -> dict[str, str]:
    """Return the numbers that follow a field; empty if a field has two."""
    found = _FIELD.findall(text)
    fields = {_FIELDS[word.lower()]: number for word, number in found}
    return fields if len(fields) == len(found) else {}
