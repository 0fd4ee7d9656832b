"""Items of MCTS runs by hand: tables, added nodes, expanded directions, the next action."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

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
from tracer.mcts.hand_run import cell_text
from tracer.questions.base import PartReading, Statement, Tally
from tracer.questions.entries import without_working
from tracer.questions.fact_item import (
    FactItem,
    FactsInOrder,
    OneFact,
    clean_text,
    merge_entries,
    unread_texts,
)
from tracer.questions.forms import names_by_spelling
from tracer.questions.one_value import Move
from tracer.questions.rules import Rules
from tracer.questions.typed_text import is_in_doubt, is_none, write_as_text
from tracer.questions.visits import Visits
from tracer.text.numbers import NUMBER, agrees_as_written, parse_typed_number, show_number

_VISITS: Final = "visits"
#: Words for the visits of a node.
VISIT_WORDS: Final = (_VISITS, "visit count", "count", "n")
#: The fields of a node in a table, by the words that students use.
RUN_FIELDS: Final[Mapping[str, str]] = {
    **dict.fromkeys((*VISIT_WORDS, "visited", "number of visits"), _VISITS),
    **dict.fromkeys(("sum", "reward sum", "reward_sum", "total", "total reward", "w"), "sum"),
    **dict.fromkeys(("mean", "average", "avg", "value", "v"), "mean"),
    "q": "Q",
    **dict.fromkeys(("mean reward", "average reward", "avg reward", "mean q"), "mean"),
}
_CELL: Final = r"\(\s*-?\d{1,9}\s*,\s*-?\d{1,9}\s*\)"
_ROOT: Final = r"(?:root|start)\b"
#: N is a node, and the number of visits in "N = 2".
_NODE: Final = (
    rf"(?:node\s+)?(?:{_CELL}(?:\s*(?:[NWSE]+\b|{_ROOT}))?|[NWSE]+\b(?!\s*=\s*[-\d.])|{_ROOT})"
)
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
_WORD: Final = "|".join(sorted(map(re.escape, RUN_FIELDS), key=len, reverse=True))
_FIELD: Final = re.compile(
    rf"\b({_WORD})\s*(?:[:=]|(?:of|is|was)\s)?\s*({NUMBER.pattern})", re.IGNORECASE
)
_NUMBER_WORDS: Final = {
    **dict(zip(("once", "twice"), "12", strict=True)),
    **dict(zip(("one", "two", "three", "four", "five"), "12345", strict=True)),
    **dict(zip(("six", "seven", "eight", "nine"), "6789", strict=True)),
}
_IN_WORDS: Final = re.compile(rf"\b(?:{'|'.join(_NUMBER_WORDS)})\b", re.IGNORECASE)
#: Words around the numbers of a row that say nothing else.
_AROUND: Final = re.compile(r"\b(?:and|with|an?|the|of|it|has|had|is|was|times?)\b", re.IGNORECASE)
_V: Final = re.compile(r"\bv\b", re.IGNORECASE)
#: A number of visits before its word.
_COUNTED: Final = re.compile(rf"({NUMBER.pattern})\s*(?:visits?|times|x)\b", re.IGNORECASE)
#: A sum over the visits, such as 2.81/10.
_SHARE: Final = re.compile(r"[-+−]?\d*\.\d+\s?/\s?\d+(?!\.?\d)")
_SHARE_ALONE: Final = re.compile(
    rf"([-+−]?\d*\.\d+)/(\d+)(?:\s*=\s*({NUMBER.pattern}))?", re.IGNORECASE
)
#: What a blank form has: the root, the fields, and their signs.
_UNFILLED: Final = re.compile(
    rf"\b(?:{_WORD}|root|start|node|iteration)\b|[\s=:|,;_*-]", re.IGNORECASE
)
#: An added node by its cell, or by the path to it; what separates nodes for certain, such as the
#: number of the next iteration; and what may also join the parts of one node.
_ADDED: Final = re.compile(
    r"(?P<node>[(\[]?\s*(?P<x>-?\d{1,9})\s*,\s*(?P<y>-?\d{1,9})\s*[)\]]?"
    r"|\b(?P<way>[NWSE]+|north|west|south|east)\b)"
    r"|(?P<next>[,;|]|\b(?:(?:iteration|it\.?|step|round)\s*#?\s*)?\d+[.:)])"
    r"|(?P<line>\n)|(?P<joint>[→>/=:()\[\]-])|\s",
    re.IGNORECASE,
)
_MOST_LISTED: Final = 6


class _Place(NamedTuple):
    """A field of a node, in the table after an iteration."""

    iteration: int
    path: str
    field: str


class _Node(NamedTuple):
    """An added node by its cell, the path to it, or both; what is not named is empty."""

    cell: str
    way: str


_Table: TypeAlias = dict[_Place, float]
#: The numbers that a field may be, since some books call the sum Q, others the mean.
_Right: TypeAlias = tuple[float, ...]


def list_run_items(
    problem: HandRunSetup, tolerance: float | None = None
) -> dict[str, FactItem[Any]]:
    """Return the items of a hand run by name."""
    run = run_by_hand(problem)
    items = (_Statistics(problem, run, tolerance), _Added(problem, run), _Expanded(run), _Next(run))
    return {item.name: item for item in items}


class _Statistics(FactItem[_Table]):
    name = "mcts"
    about = "visits and mean of each node in the end, such as NE: visits 7, mean 0.25"
    also = ("values",)

    def __init__(self, problem: HandRunSetup, run: HandRun, tolerance: float | None) -> None:
        self.problem = problem
        self.run = run
        self.tolerance = tolerance
        self.last = len(run.iterations)
        self.right = {place: numbers[0] for place, numbers in self.facts({}).items()}
        self.rows = tuple(
            (_path(node), show_number(node.visits), show_number(float(node.mean)))
            for node in run.iterations[-1].table
        )

    def is_blank(self, answer: Any) -> bool:
        """Return whether no node has a number; forms name the root and the fields."""
        return not _UNFILLED.sub("", write_as_text(answer))

    def read(self, typed: Any, rules: None = None) -> PartReading:
        """Read an answer of a text, or of a file that may have tables."""
        return self.read_text(_write_rows(typed))

    def read_text(self, answer: str) -> PartReading:
        """Read rows of nodes, below headings such as "Iteration 3" if there are several tables."""
        rows: list[tuple[_Table, str]] = []
        named: set[tuple[int, str]] = set()
        unread: list[str] = []
        number = self.last
        for text in _BETWEEN.split(clean_text(answer)):
            bare = text.strip(" |*").removeprefix("- ").strip()
            if head := _HEADED.fullmatch(bare):
                number, bare = int(head[1]), head[2].strip(" |")
            row = _ROW.fullmatch(bare)
            said = row["said"] if row else bare
            path = self._find_path(row["node"], number, named) if row else None
            numbers = _read_row(said) if path else {}
            if path and numbers:
                named.add((number, path))
                rows.append(
                    ({_Place(number, path, name): at for name, at in numbers.items()}, said)
                )
            elif _UNFILLED.sub("", bare):
                unread.append(said or bare)
        claim, contradicted = merge_entries(rows)
        return PartReading(claim or None, unread_texts(answer, [*unread, *contradicted]))

    def _find_path(self, name: str, number: int, above: Collection[tuple[int, str]]) -> str | None:
        """Return the path to the node with a name: its cell, the path to it, or both.

        Of several nodes of one cell, it is the first that has no row `above`. A node that the tree
        does not have is its own path, so that its numbers are wrong.
        """
        if not 1 <= number <= self.last:
            return None
        cells = {_path(node): node.cell for node in self.run.iterations[number - 1].table}
        word = name.strip().casefold().removeprefix("node ").replace("start", "root")
        if path := next((path for path in cells if path.casefold() == word), None):
            return path
        cell = _NAMED.fullmatch(word.removesuffix("root").strip())
        if not cell:
            way = word.upper()
            is_other = self.problem.identity is Identity.STATES
            at = _find_end(self.problem, way)
            ends = (path for path in cells if cells[path] == at and len(path) == len(way))
            return next(ends, way) if is_other else way
        at, way = (int(cell[1]), int(cell[2])), cell[3].upper()
        paths = [path for path in cells if cells[path] == at and (not way or path.endswith(way))]
        free = [path for path in paths if (number, path) not in above]
        return next(iter(free or paths), f"{cell_text(at)} {way}".strip())

    def entries(self, claim: _Table) -> list[str]:
        """Return the rows; those of earlier iterations begin with a heading."""
        has_several = len({place.iteration for place in claim}) > 1
        rows: dict[tuple[int, str], list[str]] = {}
        for (iteration, path, field), number in claim.items():
            rows.setdefault((iteration, path), []).append(f"{field} {show_number(number)}")
        entries: list[str] = []
        above = 0 if has_several else self.last
        for (iteration, path), fields in rows.items():
            head = "" if iteration == above else f"iteration {iteration}: "
            entries.append(f"{head}{path}: {', '.join(fields)}")
            above = iteration
        return entries

    def statements(self, claim: _Table) -> list[Statement]:
        # A node that is not in the tree has no visits.
        facts = self.facts(claim)
        return [Statement(at, number) for at, number in claim.items() if number or at in facts]

    def facts(self, claim: _Table) -> dict[_Place, _Right]:
        """Return the numbers that each field may be, in the last table and all claimed ones.

        The sum and the mean are equivalent, so either one is due.
        """
        facts: dict[_Place, _Right] = {}
        for iteration in sorted({self.last, *(place.iteration for place in claim)} - {0}):
            for node in self.run.iterations[iteration - 1].table:
                total, mean = float(node.total), float(node.mean)
                numbers: dict[str, _Right] = {
                    "visits": (node.visits,),
                    "sum": (total,),
                    "mean": (mean,),
                    "Q": (mean, total),
                }
                places = {field: _Place(iteration, _path(node), field) for field in numbers}
                claimed = [field for field in numbers if places[field] in claim]
                usual = ("visits",) if {*claimed} & {"sum", "Q"} else ("visits", "mean")
                for field in dict.fromkeys((*usual, *claimed)):
                    facts[places[field]] = numbers[field]
        return facts

    def agrees(self, said: float, fact: _Right) -> bool:
        """Return whether a number is one of those that its field may be; visits are exact."""
        return said in fact or any(
            agrees_as_written(said, number, self.tolerance)
            for number in fact
            if not isinstance(number, int)
        )

    def message(self, claim: _Table, tally: Tally) -> str:
        """List the numbers that are wrong or missing."""
        right = {statement.place for statement in tally.right}
        facts = self.facts(claim)
        wrong = [
            self._describe(place, numbers[0], claim.get(place))
            for place, numbers in facts.items()
            if place not in right
        ]
        others = dict.fromkeys(at.path for at, said in claim.items() if said and at not in facts)
        wrong += [f"{path} is not in the tree" for path in others]
        more = "; …" if len(wrong) > _MOST_LISTED else ""
        head = f"{len(right)} of {tally.items:g} numbers right"
        return "; ".join([head, *wrong[:_MOST_LISTED]]) + more

    def _describe(self, place: _Place, right: float, said: float | None) -> str:
        """Say what a number is, and what a claim has instead."""
        at = "" if place.iteration == self.last else f" after iteration {place.iteration}"
        other = "" if said is None else f", not {show_number(said)}"
        nodes = self.run.iterations[place.iteration - 1].table
        cell = next(cell_text(node.cell) for node in nodes if _path(node) == place.path)
        label = cell if place.path == "root" else f"{cell} {place.path}"
        return f"{place.field} of {label}{at} is {show_number(right)}{other}"

    def blank(self, rules: None = None) -> Any:
        """Return the root alone: rows for all nodes would reveal them."""
        return {"root": {"visits": "", "mean": ""}}


class _Added(FactsInOrder):
    """The nodes in the order in which they are added.

    If a cell at a depth is one node, its cell or any path to it names the node; otherwise the cell
    or the path that was taken does.
    """

    name = "added"
    about = "the node that each iteration adds, by its cell or the path to it, such as (2,3) or NE"

    def __init__(self, problem: HandRunSetup, run: HandRun) -> None:
        self.problem = problem
        self.cells = [cell_text(iteration.node) for iteration in run.iterations]
        self.by_way = problem.identity is Identity.PATHS
        taken = ((*iteration.chosen, iteration.expanded) for iteration in run.iterations)
        ways = ("".join(way.name for way in path) for path in taken)
        self.right = tuple(ways if self.by_way else self.cells)
        expanded = (iteration.expanded.name for iteration in run.iterations)
        self._expanded = {*zip(self.cells, expanded, strict=True)}
        table = run.iterations[-1].table
        self._depths = {(node.depth, cell_text(node.cell)) for node in table}

    def read_text(self, answer: str) -> PartReading:
        """Read nodes in order, by their cells, paths or both."""
        text = clean_text(answer)
        nodes = None if _ADDED.sub("", text).strip(" .") else self._list_nodes(text)
        if not nodes:
            return PartReading(None, unread_texts(answer, [text]))
        return PartReading(tuple(self._name_node(at, *node) for at, node in enumerate(nodes)))

    def _list_nodes(self, text: str) -> list[_Node] | None:
        """Return the nodes of a text; None if two names do not agree, or if it is in doubt."""
        groups: list[list[re.Match[str]]] = [[]]
        for token in _ADDED.finditer(text):
            if token["next"] or token["line"]:
                groups.append([])
            elif token["node"] or token["joint"]:
                groups[-1].append(token)
        groups = [group for group in groups if any(token["node"] for token in group)]
        named = [[_read_node(token) for token in group if token["node"]] for group in groups]
        is_list = any(token["next"] for token in _ADDED.finditer(text))
        is_list |= len(named) > 1 and any(len(group) == 1 for group in named)
        if not is_list:
            apart = [node for group in named for node in group]
            pairs = [self._join(pair) for pair in zip(apart[::2], apart[1::2], strict=False)]
            joined = [pair for pair in pairs if pair is not None and pair.cell]
            if not joined:
                return apart
            return joined if len(joined) * 2 == len(apart) else None
        nodes: list[_Node] = []
        for group, apart in zip(groups, named, strict=True):
            node = self._join(apart)
            names_both = {bool(name.cell) for name in apart} == {True, False}
            if node is None and (names_both or any(token["joint"] for token in group)):
                return None
            nodes += apart if node is None else [node]
        return nodes

    def _join(self, names: Sequence[_Node]) -> _Node | None:
        """Return the one node that some names mean: a cell and its path, or the steps to it."""
        if len(names) == 1:
            return names[0]
        way = "".join(name.way for name in names)
        cells = [name.cell for name in names if name.cell]
        if cells:
            is_path = len(cells) == 1 and self._find_end(way) == cells[0]
            is_direction = (cells[0], way) in self._expanded
            return _Node(cells[0], way if is_path else "") if is_path or is_direction else None
        is_known = len(way) == len(names) and (len(way), self._find_end(way)) in self._depths
        return _Node("", way) if is_known else None

    def _name_node(self, at: int, cell: str, way: str) -> str:
        """Return a node under the name that the right answer uses."""
        if not self.by_way:
            return cell or self._find_end(way)
        if way:
            return way
        if at < len(self.cells) and self.cells[at] == cell:
            return self.right[at]
        return self.right[self.cells.index(cell)] if cell in self.cells else cell

    def _find_end(self, way: str) -> str:
        return cell_text(_find_end(self.problem, way))


class _Expanded(FactsInOrder):
    name = "expanded"
    about = "the direction that each iteration expands, such as S S N"

    def __init__(self, run: HandRun) -> None:
        self.right = tuple(iteration.expanded.name for iteration in run.iterations)

    def read_text(self, text: str) -> PartReading:
        return Visits().read(text, _DIRECTIONS)


class _Next(OneFact[str]):
    name = "move"
    about = "the action predicted for the next iteration: N, W, S or E"

    def __init__(self, run: HandRun) -> None:
        self.right = run.predicted_action.direction.name if run.predicted_action else "none"

    def read_text(self, text: str) -> PartReading:
        """Read one direction as the move of a search is read, or "none"."""
        return PartReading("none") if is_none(text) else Move().read(text, _DIRECTIONS)


#: The rules with which a direction is read.
_DIRECTIONS: Final = Rules(names_by_spelling({way.name: (way.value,) for way in Direction}))


def _find_end(problem: HandRunSetup, way: str) -> Cell:
    """Return the cell at the end of a path."""
    cell = problem.start
    for step in way:
        cell = neighbour(cell, Direction[step], problem.axis)
    return cell


def _read_node(token: re.Match[str]) -> _Node:
    if token["x"]:
        return _Node(cell_text((int(token["x"]), int(token["y"]))), "")
    way = token["way"].upper()
    return _Node("", _LONG.get(way, way))


_LONG: Final = {"NORTH": "N", "WEST": "W", "SOUTH": "S", "EAST": "E"}


def _write_rows(answer: Any) -> str:
    """Return tables of a YAML or JSON sheet as rows of text."""
    if isinstance(answer, list):
        return "\n".join(map(_write_row, answer))
    if isinstance(answer, Mapping):
        heads = {name: _HEADING.fullmatch(f"{name}".strip()) for name in answer}
        rows = {name: said for name, said in answer.items() if not heads[name]}
        tables = (
            f"iteration {head[1]}\n{_write_rows(answer[name])}"
            for name, head in heads.items()
            if head
        )
        return "\n".join([write_as_text(rows), *tables])
    return write_as_text(answer)


def _path(node: HandRunNode) -> str:
    return "".join(direction.name for direction in node.path) or "root"


def _write_row(answer: Any) -> str:
    """Return a row of a YAML or JSON sheet as text, below its iteration if it names one."""
    if not isinstance(answer, Mapping):
        return str(answer)
    row = {str(field): said for field, said in answer.items()}
    head = f"iteration {row.pop('iteration')}\n" if "iteration" in row else ""
    return f"{head}{row.pop('node', '')}: {write_as_text(row, ', ')}"


def _read_row(said: str) -> dict[str, float]:
    """Return the numbers of a row; empty if it is not read, such as visits that are not whole."""
    try:
        texts = _find_fields(without_working(said)).items()
        row = {field: parse_typed_number(text) for field, text in texts}
    except InvalidInput:
        return {}
    visits = row.get("visits", 0.0)
    return row if visits >= 0 and visits.is_integer() else {}


def _find_fields(text: str) -> dict[str, str]:
    """Return the numbers in a text by field; empty if their order is not certain.

    Numbers without a field are the visits and the mean, or all three. A decimal alone is the mean,
    and one before the whole number of visits is too. A decimal over a whole number is their sum.
    """
    text = _IN_WORDS.sub(lambda word: _NUMBER_WORDS[word[0].lower()], text)
    if is_in_doubt(text) or "%" in text:
        return {}
    if _SHARE.search(text):
        share = _SHARE_ALONE.fullmatch(text.strip(" ()."))
        texts = zip(("sum", "visits", "mean"), share.groups() if share else (), strict=False)
        return {field: number for field, number in texts if number}
    named = _find_named(text)
    if not named.get("visits", "").isdecimal():
        text = _COUNTED.sub(r" visits \1 ", text)
        named = _find_named(text)
    bare = _AROUND.sub(" ", _FIELD.sub(" ", text) if named else text)
    rest = NUMBER.findall(bare)
    if re.search(r"\w", NUMBER.sub("", bare)):
        return {}  # words of something else
    if named:
        if [*named] == ["visits"] and len(rest) == 1:
            return {**named, "mean": rest[0]}
        # Beside another number, V is the mean for some and the visits for others.
        is_unsure = len(named) > 1 and _VISITS not in named and _V.search(text)
        return {} if rest or is_unsure else named
    whole = [number.isdecimal() for number in rest]
    if len(rest) == 1:
        return {"mean": rest[0]} if "." in rest[0] else {}
    if len(rest) == 2:
        if whole == [False, True]:
            return {"visits": rest[1], "mean": rest[0]}
        return {} if all(whole) and "(" in text else {"visits": rest[0], "mean": rest[1]}
    return dict(zip(("visits", "sum", "mean"), rest, strict=True)) if len(rest) == 3 else {}


def _find_named(text: str) -> dict[str, str]:
    """Return the numbers that follow a field; empty if a field has two."""
    pairs = _FIELD.findall(text)
    fields = {RUN_FIELDS[word.lower()]: number for word, number in pairs}
    return fields if len(fields) == len(pairs) else {}
