"""MCTS runs by hand: the tables, the directions that were expanded, and the next action."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.errors import InvalidInput
from engine.mcts.compass import Direction
from engine.mcts.hand_run import Node, Problem, Run, run_by_hand
from tracer.check.answers import common_in_order, share_in_order
from tracer.check.facts.grader import FactPart
from tracer.check.facts.mcts_added import Added
from tracer.typed_numbers import NUMBER, nearly_equal, typed_number
from tracer.values import show_number
from trees.quoting import quoted

__all__ = ["mcts_facts"]

#: What a table says of a node, by the words that students use.
_FIELDS: Final[Mapping[str, str]] = {
    "visits": "visits",
    "n": "visits",
    "sum": "sum",
    "reward sum": "sum",
    "reward_sum": "sum",
    "total": "sum",
    "w": "sum",
    "mean": "mean",
    "average": "mean",
    "q": "mean",
}
_ITERATION: Final = re.compile(r"(?:iteration|it\.?|step)?\s*#?\s*(\d+)", re.IGNORECASE)
_ROW: Final = re.compile(
    r"\s*(?P<node>\(\s*-?\d+\s*,\s*-?\d+\s*\)(?:\s*[NWSE]+)?|[NWSE]+|root|start)\s*[:|]?\s*(?P<said>.*)",
    re.IGNORECASE,
)
_CELL: Final = re.compile(r"\(?\s*(-?\d+)\s*,\s*(-?\d+)\s*\)?\s*([NWSE]*)", re.IGNORECASE)
_NAMED: Final = re.compile(rf"([a-z_ ]*?[a-z])\s*[:=]?\s*({NUMBER.pattern})", re.IGNORECASE)
#: A field with its sign, behind which something should stand; and what stands there for nothing.
_FIELD_ALONE: Final = re.compile(rf"\b(?:{'|'.join(_FIELDS)})\b\s*[=:]?", re.IGNORECASE)
_UNSAID: Final = " \t\n=:|,;"
_MOST_TOLD: Final = 6

_Row = dict[str, float]


def mcts_facts(problem: Problem) -> dict[str, FactPart]:
    """The parts that can be asked of a hand run."""
    run = run_by_hand(problem)
    return {
        part.name: part for part in (_Table(run), Added(problem, run), _Expanded(run), _Next(run))
    }


class _Table(FactPart):
    name = "mcts"
    about = "visits and mean of each node in the end, such as NE: visits 7, mean 0.25"

    def __init__(self, run: Run) -> None:
        self.run = run

    def is_blank(self, given: Any) -> bool:
        """Whether no node has anything said of it; forms name the root, and what is asked."""
        if isinstance(given, str):
            try:
                rows = _of_text(given)
            except InvalidInput:
                return False
            if rows:
                return self.is_blank(rows)
            return not _FIELD_ALONE.sub("", given).strip(_UNSAID)
        return super().is_blank(given)

    def marked(self, given: Any) -> tuple[float, str]:
        """Right numbers of those that are owed and claimed."""
        good, total = 0, 0
        told: list[str] = []
        for number, rows in self._tables(given):
            nodes = self.run.iterations[number - 1].table
            claimed = {id(self._node(name, nodes, number)): row for name, row in rows.items()}
            at = "" if number == len(self.run.iterations) else f" after iteration {number}"
            for node in nodes:
                right = {
                    "visits": float(node.visits),
                    "sum": float(node.total),
                    "mean": float(node.mean),
                }
                row = claimed.get(id(node), {})
                # The sum and the mean say the same: whichever is there counts.
                for field in row.keys() | {"visits"} | (set() if "sum" in row else {"mean"}):
                    total += 1
                    if field in row and nearly_equal(row[field], right[field]):
                        good += 1
                        continue
                    said = f", not {show_number(row[field])}" if field in row else ""
                    told.append(
                        f"{field} of {_called(node)}{at} is {show_number(right[field])}{said}"
                    )
        more = "; …" if len(told) > _MOST_TOLD else ""
        head = f"{good} of {total} numbers right"
        return (good / total if total else 0.0), "; ".join([head, *told[:_MOST_TOLD]]) + more

    def _tables(self, given: Any) -> Iterator[tuple[int, dict[str, _Row]]]:
        """The tables by the iteration after which they stand; without one, the last."""
        last = len(self.run.iterations)
        if isinstance(given, str):
            given = _of_text(given)
        if isinstance(given, list):
            given = {str(row.pop("node", "")): row for row in map(dict, given) if "node" in row}
        if not isinstance(given, Mapping) or not given:
            raise InvalidInput(f"{given!r:.60} as a table", expected=self.about)
        numbers = {key: _ITERATION.fullmatch(str(key).strip()) for key in given}
        if all(numbers.values()):
            for key, table in given.items():
                found = numbers[key]
                number = int(found[1]) if found else 0
                if not 1 <= number <= last:
                    raise InvalidInput(f"iteration {number}", expected=f"1 to {last}")
                yield number, _rows(_of_text(table) if isinstance(table, str) else table)
        else:
            yield last, _rows(given)

    def _node(self, name: str, nodes: tuple[Node, ...], number: int) -> Node:
        """The node of a name: its cell, the way to it, or both."""
        word = name.strip().casefold()
        if word in ("root", "start", ""):
            return nodes[0]
        for node in nodes:
            if "".join(direction.name for direction in node.path).casefold() == word:
                return node
        cell = _CELL.fullmatch(name.strip())
        if cell:
            at, way = (int(cell[1]), int(cell[2])), cell[3].upper()
            for node in nodes:
                path = "".join(direction.name for direction in node.path)
                if node.cell == at and (not way or path.endswith(way)):
                    return node
        raise InvalidInput(
            f"there is no node {quoted(name)} after iteration {number}",
            expected="a cell such as (4,5), or the way to it such as N",
        )

    def blank(self) -> Any:
        """A row for each node would tell which there are."""
        return {"root": {"visits": "", "mean": ""}}


class _Expanded(FactPart):
    name = "expanded"
    about = "the direction that each iteration expands, such as S S N"

    def __init__(self, run: Run) -> None:
        self.right = tuple(one.expanded.name for one in run.iterations)

    def is_blank(self, given: Any) -> bool:
        """Whether there is no direction; there is always one."""
        return given == [] or super().is_blank(given)

    def marked(self, given: Any) -> tuple[float, str]:
        """The longest common subsequence, over the longer of the two."""
        listed = given if isinstance(given, list) else re.split(r"[\s,;>→-]+", str(given).strip())
        claim = tuple(str(one).strip().upper()[:1] for one in listed if str(one).strip())
        known = {direction.name for direction in Direction}
        if not set(claim) <= known:
            raise InvalidInput(f"{given!r:.60} as directions", expected="N, W, S and E")
        common = common_in_order(claim, self.right)
        return share_in_order(claim, self.right), f"{common} of {len(self.right)} in order"

    def blank(self) -> Any:
        """Nothing yet."""
        return []


class _Next(FactPart):
    name = "move"
    about = "the action that is predicted for the next iteration: N, W, S or E"

    def __init__(self, run: Run) -> None:
        self.right = run.predicted.direction.name if run.predicted else "none"

    def marked(self, given: Any) -> tuple[float, str]:
        """All or nothing."""
        claim = str(given).strip()
        if claim.upper() in (self.right, _LONG.get(self.right, "")) or claim == self.right:
            return 1.0, f"{self.right} is right"
        return 0.0, f"the next action is {self.right}, not {claim}"

    def blank(self) -> Any:
        """Nothing yet."""
        return ""


_LONG: Final = {"N": "NORTH", "W": "WEST", "S": "SOUTH", "E": "EAST"}


def _called(node: Node) -> str:
    way = "".join(direction.name for direction in node.path)
    return f"({node.cell[0]},{node.cell[1]}) {way}".strip()


def _rows(given: Any) -> dict[str, _Row]:
    if not isinstance(given, Mapping):
        raise InvalidInput(f"{given!r:.60} as a table", expected="a row for each node")
    rows: dict[str, _Row] = {}
    for name, said in given.items():
        fields: _Row = {}
        if isinstance(said, Mapping):
            for word, value in said.items():
                field = _FIELDS.get(str(word).strip().lower())
                if field and value not in ("", None):
                    fields[field] = typed_number(value)
        else:
            fields = _numbers(str(said))
        rows[str(name)] = fields
    return rows


def _of_text(text: str) -> dict[str, Any]:
    """A row a line; a line `iteration 3` begins another table."""
    tables: dict[str, dict[str, str]] = {}
    current: dict[str, str] = {}
    rows = current
    for line in re.split(r"[;\n]+", text):
        bare = line.strip(" |\t-*")
        head = re.fullmatch(r"(?:iteration|it\.?)\s*#?(\d+)\s*:?", bare, re.IGNORECASE)
        if head:
            current = tables.setdefault(head[1], {})
            continue
        found = _ROW.fullmatch(bare)
        if found:
            current[found["node"].strip()] = found["said"].strip(" |")
        elif NUMBER.search(bare):
            raise InvalidInput(f"{quoted(bare)} as a row", expected="such as N: visits 2, mean 0.1")
    return dict(tables) if tables else dict(rows)


def _numbers(text: str) -> _Row:
    """`visits 2, mean 0.135`, or the numbers alone: visits, and the mean last."""
    fields: _Row = {}
    for found in re.finditer(
        rf"([a-z_ ]*?[a-z])\s*[:=]?\s*({NUMBER.pattern})", text, re.IGNORECASE
    ):
        field = _FIELDS.get(found[1].strip().lower())
        if field:
            fields[field] = typed_number(found[2])
    if fields:
        return fields
    numbers = [typed_number(found) for found in NUMBER.findall(text)]
    if len(numbers) == 2:
        return {"visits": numbers[0], "mean": numbers[1]}
    if len(numbers) == 3:
        return {"visits": numbers[0], "sum": numbers[1], "mean": numbers[2]}
    raise InvalidInput(f"{quoted(text)} in a table", expected="visits and mean, such as 2 0.135")
