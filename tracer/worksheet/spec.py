"""A problem set as an instructor writes it: its keys, and the reader that places each mistake."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

from engine.conventions import PRESETS, Convention, parse_convention
from engine.errors import InvalidInput, PlytraceError, did_you_mean
from engine.log.counts import COUNT_MEANINGS
from engine.search import SEARCHES
from tracer.generate.order import Order
from tracer.generate.order_keys import SUITABLE
from tracer.generate.order_reading import read_order
from tracer.marking.keys.key_table import HOLDERS, list_keys
from tracer.marking.keys.problem import Problem
from tracer.marking.keys.problem_file import SUBJECTS, read_problem
from tracer.worksheet.ready import ready_names, ready_text
from trees.files import printable_name, read_standard_input, read_text
from trees.text import quote, shorten
from trees.yaml.plain_data import PlainFile
from trees.yaml.yaml_text import NOTHING, YamlList, YamlMap, YamlNode, YamlScalar, read_yaml

#: The paper sizes.
Paper: TypeAlias = Literal["a4", "letter"]
#: The figure of a problem: the tree, only the board, nothing, or whichever suits.
FigureChoice = Literal["auto", "tree", "board", "none"]


@dataclass(frozen=True, slots=True)
class ProblemSpec:
    """One problem of a spec."""

    number: int
    title: str
    text: str
    rules: str
    drawn: FigureChoice
    counts: tuple[str, ...]
    convention: Convention
    is_apart: bool
    order: Order | None
    file: PlainFile
    where: str

    @property
    def label(self) -> str:
        """The name of the problem, which does not give away its source."""
        return f"Problem {self.number}"

    @property
    def node(self) -> YamlMap:
        """The YAML mapping of the problem."""
        return self.file.node

    def problem(self, file: PlainFile | None = None) -> Problem:
        """Return the problem as `plytrace check` reads it."""
        return read_problem(file or self.file, self.label)


@dataclass(frozen=True, slots=True)
class Spec:
    """A spec that has been read."""

    name: str
    text: str
    title: str
    course: str
    date: str
    instructions: str
    convention: Convention
    seed: str
    variants: int | None
    paper: Paper
    explains: bool
    problems: tuple[ProblemSpec, ...]


# Opening: a file, standard input, a text, or a ready spec -------------------------------------

_EXPECTED: Final = "a mapping with title: and problems:"


def open_spec(source: str | Path) -> Spec:
    """Read the spec that the user names: a file, `-` for standard input, or a ready spec."""
    if not isinstance(source, str | os.PathLike):
        raise InvalidInput(
            f"a worksheet cannot be made from {shorten(repr(source))}",
            expected=f"a YAML file, or one of {', '.join(ready_names())}",
        )
    source = os.fspath(source)
    if source.strip() == "-":
        return read_spec(read_standard_input(), "stdin")
    path = Path(source)
    if source in ready_names() and not path.is_file():
        return read_spec(ready_text(source), f"{source}.yaml")
    if not path.exists() and not path.suffix:
        raise InvalidInput(
            f"there is no spec {quote(source)}",
            expected=f"a YAML file, or one of {', '.join(ready_names())}",
            hint=did_you_mean(source[:100], ready_names()) or "Try: plytrace worksheet --list",
        )
    return read_spec(read_text(path), printable_name(path))


def read_spec(text: str, name: str) -> Spec:
    """Read a spec from a YAML or JSON text."""
    try:
        document = read_yaml(text, name)
    except InvalidInput as error:
        if error.found == NOTHING:
            raise InvalidInput(error.found, where=error.where, expected=_EXPECTED) from error
        raise
    if not isinstance(document, YamlMap):
        raise document.error(document.kind, _EXPECTED)
    return SpecReader(document).spec(text)


# Reading --------------------------------------------------------------------------------------

_SPEC_KEYS: Final = (
    *("title", "course", "date", "instructions", "convention", "accept", "seed", "variants"),
    *("paper", "explanations", "problems"),
)
#: The keys of a problem that a problem file does not have.
_OWN_KEYS: Final = ("title", "text", "rules", "generate", "figure", "counts", "convention")
_FIGURES: Final = {"no": "none", "yes": "auto", "false": "none", "true": "auto"}
_PAPERS: Final = {name: name for name in get_args(Paper)}
_SWITCH: Final = {"yes": True, "true": True, "no": False, "false": False}
#: The keys for the subject of a problem; each problem has exactly one.
_ABOUT: Final = (*SUBJECTS, "generate")
#: Keys of a key that have other names in specs, with advice.
_RENAMED: Final = {
    "name": "title: with the title of the problem",
    "description": "text: with your own statement",
}
_RENAMED_IN_SET: Final = {
    "name": "title: with the title of the set",
    "description": "instructions: with the instructions for all problems",
}
_STAND_IN: Final = "[[1, 2], [3, 4]]"
_MOST_PROBLEMS: Final = 100
_MOST_VARIANTS: Final = 10_000
_LONGEST_SEED: Final = 40


class SpecReader:
    """Reads one spec."""

    def __init__(self, document: YamlMap) -> None:
        self.document = document
        self._refuse_renamed(document, _RENAMED_IN_SET)
        document.check_keys(_SPEC_KEYS, "a spec")
        self.convention = self._convention(document, parse_convention("aima"))

    def spec(self, text: str) -> Spec:
        """Read the spec."""
        line = self.document.read_line
        title = line("title")
        if not title:
            raise self.document.error("the title is missing", "title: with the title of the set")
        return Spec(
            name=self.document.where.name,
            text=text,
            title=title,
            course=line("course"),
            date=line("date"),
            instructions=self._text(self.document, "instructions"),
            convention=self.convention,
            seed=self._seed(title),
            variants=self._variants(),
            paper=self._choose("paper", _PAPERS, " or ".join(_PAPERS)),
            explains=self._choose("explanations", _SWITCH, "yes or no"),
            problems=tuple(self._problems()),
        )

    def _seed(self, title: str) -> str:
        seed = self.document.read_line("seed") or title[:_LONGEST_SEED]
        if len(seed) > _LONGEST_SEED:
            raise self._error("seed", quote(seed), f"a seed of at most {_LONGEST_SEED} characters")
        return seed

    def _variants(self) -> int | None:
        text = self.document.read_line("variants")
        if not text:
            return None
        if not (text.isascii() and text.isdigit() and 0 < int(text[:9]) <= _MOST_VARIANTS):
            raise self._error(
                "variants",
                quote(text),
                f"a whole number from 1 to {_MOST_VARIANTS:,}; for a class list use --class",
            )
        return int(text)

    def _choose(self, key: str, choices: Mapping[str, Any], expected: str) -> Any:
        """Return the value of a word; that of the first one if the key is missing."""
        text = self.document.read_line(key).casefold() or next(iter(choices))
        if text not in choices:
            raise self._error(key, quote(text), expected)
        return choices[text]

    def _error(self, key: str, found: str, expected: str) -> InvalidInput:
        return self.document.entries[key][0].error(f"{key} cannot be {found}", expected=expected)

    def _problems(self) -> Iterator[ProblemSpec]:
        listed = self.document.get("problems")
        if listed is None:
            raise self.document.error("the problems are missing", "problems: and a list of them")
        if not isinstance(listed, YamlList) or not listed.items:
            raise listed.error(
                f"problems cannot be {listed.kind}", "a list with a mapping for each problem"
            )
        if len(listed.items) > _MOST_PROBLEMS:
            raise listed.error(
                f"a set cannot have {len(listed.items)} problems", f"at most {_MOST_PROBLEMS}"
            )
        for number, item in enumerate(listed.items, 1):
            if not isinstance(item, YamlMap):
                raise item.error(
                    f"problem {number} cannot be {item.kind}", "a mapping with source: and parts:"
                )
            try:
                yield self._problem(number, item)
            except InvalidInput as error:
                found = f"problem {number}: {error.found}"
                raise error.restate(InvalidInput, found=found) from error

    def _problem(self, number: int, item: YamlMap) -> ProblemSpec:
        kind = next((kind for kind in ("matrix", "mcts") if kind in item.entries), "search")
        self._refuse_renamed(item, _RENAMED)
        of_keys = _list_problem_keys("search", "ask", "matrix", "mcts", "tree")
        item.check_keys((*_OWN_KEYS, *of_keys), "a problem of a set")
        about = [key for key in _ABOUT if key in item.entries]
        if len(about) != 1:
            found = (
                f"{about[0]} and {about[1]} cannot be in one problem"
                if about
                else "the source is missing"
            )
            node = item.entries[about[1]][0] if about else item
            raise node.error(found, f"one of {', '.join(f'{key}:' for key in _ABOUT)}")
        if "parts" not in item.entries:
            raise item.error(
                "the parts are missing",
                "parts: with the questions and points, such as {visits: 4, cutoffs: 4, move: 1}",
            )
        if kind != "search":
            allowed = ("title", "text", *_list_problem_keys(kind))
            item.check_keys(allowed, f"a problem about {HOLDERS[kind]}")
        convention = self._convention(item, self.convention)
        spec = ProblemSpec(
            number=number,
            title=item.read_line("title"),
            text=self._text(item, "text"),
            rules=self._rules(item),
            drawn=self._drawn(item),
            counts=self._counts(item),
            convention=convention,
            is_apart=convention != self.convention,
            order=order_in(item, convention),
            file=self._file(item, convention, is_search=kind == "search"),
            where=str(item.where),
        )
        asked = spec.problem().parts or {}  # reports any mistake in the problem now
        if spec.counts and "counts" not in asked:
            raise item.entries["counts"][0].error(
                "counts: has no effect without the part counts", "counts in parts:, or no counts:"
            )
        return spec

    def _rules(self, item: YamlMap) -> str:
        """Return the instructor's rules of the game; a problem with its own text has none."""
        if "rules" in item.entries and "text" in item.entries:
            raise item.entries["rules"][0].error(
                "rules: has no effect with text:, which replaces the whole statement",
                "the rules in text:, or no text:",
            )
        return self._text(item, "rules").strip()

    def _refuse_renamed(self, item: YamlMap, renamed: Mapping[str, str]) -> None:
        """Refuse keys of `plytrace check` that have other names in specs."""
        for key, name in renamed.items():
            if key in item.entries:
                raise item.entries[key][0].error(f"a spec has no key {quote(key)} here", name)

    def _file(self, item: YamlMap, convention: Convention, *, is_search: bool) -> PlainFile:
        """Return the problem file of a problem, without the keys of the worksheet."""
        own = YamlMap(item.where, item.anchored)
        for key, (word, value) in item.entries.items():
            if key == "generate":
                stand_in = read_yaml(_STAND_IN, own.where.name)
                own.entries["tree"] = _scalar("tree", word), stand_in
            elif key not in _OWN_KEYS:
                own.entries[key] = word, value
        if is_search and "accept" not in own.entries:
            entry = self.document.entries.get("accept")
            if entry is not None:
                own.entries["accept"] = entry
        if is_search:
            own.entries["accept"] = self._accepted(own, convention)
        if "title" in item.entries and item.entries["title"][1] is not None:
            title = item.entries["title"]
            own.entries = {"name": (_scalar("name", title[0]), title[1]), **own.entries}
        return PlainFile(own, at=str(own.where))

    def _accepted(self, own: YamlMap, convention: Convention) -> tuple[YamlScalar, YamlNode]:
        """Return the accepted conventions, first the one that students use."""
        word, given = own.entries.get("accept", (_scalar("accept", own), None))
        if isinstance(given, YamlScalar) and given.text.strip() == "any":
            if convention.name == "aima":
                return word, given
            given = _listed([_scalar(name, word) for name in PRESETS], word)
        items = given.items if isinstance(given, YamlList) else [given] if given else []
        used = _scalar(convention.name, word, plain="," not in convention.name)
        others = [
            one
            for one in items
            if not (isinstance(one, YamlScalar) and one.text.strip() == convention.name)
        ]
        return word, _listed([used, *others], word)

    def _convention(self, item: YamlMap, usual: Convention) -> Convention:
        text = item.read_line("convention")
        if not text:
            return usual
        try:
            return parse_convention(text)
        except PlytraceError as error:
            raise item.entries["convention"][1].error(
                error.found, error.expected, error.hint
            ) from error

    def _drawn(self, item: YamlMap) -> FigureChoice:
        text = item.read_line("figure") or "auto"
        drawn = _FIGURES.get(text.casefold(), text)
        if drawn not in get_args(FigureChoice):
            raise item.entries["figure"][1].error(
                f"figure cannot be {quote(text)}", "yes, no, tree or board"
            )
        return drawn  # type: ignore[return-value]

    def _counts(self, item: YamlMap) -> tuple[str, ...]:
        if "counts" not in item.entries:
            return ()
        word, node = item.entries["counts"]
        nodes = node.items if isinstance(node, YamlList) else [node]
        names = [one.read_text("counts") for one in nodes]
        for one, name in zip(nodes, names, strict=True):
            if name not in COUNT_MEANINGS:
                raise one.error(f"there is no count {quote(name)}", ", ".join(COUNT_MEANINGS))
        if len(set(names)) < len(names) or not names:
            raise word.error(
                "counts is empty or lists a count twice", "one or more counts, each once"
            )
        return tuple(names)

    def _text(self, item: YamlMap, key: str) -> str:
        return item.entries[key][1].read_text(key) if key in item.entries else ""


def _list_problem_keys(*holders: str) -> list[str]:
    """Return the keys of `plytrace check` that a problem of a spec can have."""
    about_sets = {*_RENAMED, *list_keys("set")}
    return [key for key in list_keys(*holders) if key not in about_sets - {"all-or-nothing"}]


def _scalar(text: str, place: YamlNode, *, plain: bool = True) -> YamlScalar:
    return YamlScalar(text, plain, place.where)


def _listed(items: list[YamlScalar] | list[YamlNode], place: YamlNode) -> YamlList:
    return YamlList(place.where, items=[*items])


# The order of a problem's tree, completed by settings of the problem --------------------------

#: Keys of an order that are about a search, not about the tree alone.
_OF_A_SEARCH: Final = ("cutoffs", "deep", "skipped", "apart")
#: Search settings of a problem that orders do not support.
_UNHEEDED: Final = ("order", "root-window", "depth", "rounds", "win")


def order_in(item: YamlMap, convention: Convention) -> Order | None:
    """Return the order of a problem of a spec; None if it has none.

    An order about a search uses the problem's search and convention, unless the order names others.
    """
    if "generate" not in item.entries:
        return None
    word, node = item.entries["generate"]
    for key in ("root", "players"):
        if key in item.entries:
            raise item.entries[key][0].error(
                f"{key} cannot be combined with generate", f"{key} under generate"
            )
    if not isinstance(node, YamlMap):
        raise node.error(f"{node.kind} is not a mapping", "constraints such as {plies: 3}")
    file = PlainFile(node)

    def place(key: str) -> str:
        return file.place(key) if key in file.places else str(word.where)

    about = next((key for key in _OF_A_SEARCH if key in node.entries), "")
    base = _of_the_problem(item, node, about, convention) if about else {}
    try:
        return read_order(file.entries, place, base)
    except InvalidInput as error:
        where = error.where if ":" in error.where else place(error.where)
        raise error.restate(InvalidInput, where=where) from error


def _of_the_problem(
    item: YamlMap, node: YamlMap, about: str, convention: Convention
) -> Mapping[str, Any]:
    """Return the problem's settings for an order about a search."""
    for key in _UNHEEDED:
        given = item.entries[key][1] if key in item.entries else None
        is_usual = isinstance(given, YamlScalar) and (given.is_null or given.text == "given")
        if given is not None and not is_usual:
            raise item.entries[key][0].error(
                f"{key} cannot be combined with {about} under generate, which ignores it",
                f"generate without {about}:, or a problem without {key}:",
            )
    base: dict[str, Any] = {"convention": convention}
    search = item.read_line("search")
    usual = "expectiminimax" if "chance" in node.entries else "alphabeta"
    if search and search != usual and "search" not in node.entries:
        if search in SEARCHES and search not in SUITABLE:
            raise node.entries[about][0].error(
                f"{about} does not support the search {search}",
                f"search: under generate too, one of {', '.join(SUITABLE)}",
            )
        if search in SUITABLE:
            base["search"] = search
    return base
