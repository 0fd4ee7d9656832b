"""Read YAML text as lightweight nodes that know their places.

This module handles the syntax and single words and numbers; `trees.formats.tree_yaml` defines trees
and positions. It reads the YAML library's events with its own stack, so that deeply nested input
causes an error instead of a crash. It stops as soon as a limit is exceeded. JSON is read as a
subset of YAML.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, Final, TypeAlias

from engine.errors import InvalidInput, did_you_mean
from engine.game import Number, Player
from trees.text import (
    UNSEEN,
    Place,
    Placed,
    exact_number,
    is_fraction_text,
    is_number_text,
    number_from_text,
    quote,
)

# The nodes of a YAML text.

#: Keys of any file that describe it.
ABOUT_KEYS: Final = ("name", "description", "source")

#: For each key that identifies a kind of file: its description and the command that reads it.
KINDS: Final = {
    "tree": ("a tree", "trace"),
    "game": ("a position", "trace"),
    "matrix": ("a payoff matrix", "matrix"),
    "mcts": ("an MCTS hand run", "mcts"),
    "generate": ("a generator's settings", "generate"),
}

#: The longest wrong word that is compared with valid ones.
_LONGEST_WORD: Final = 100

_PLAYER_WORDS: Final = {player.name.lower(): player for player in Player}


class _Node(Placed):
    """The base of all nodes; a scalar reads its text as a word, a number or another value."""

    __slots__ = ()
    where: Place
    text = ""  # of a scalar

    @property
    def kind(self) -> str:
        """A description for messages."""
        raise NotImplementedError

    def read_text(self, what: str) -> str:
        """Return a text for people; refuse control characters, which are unsafe in terminals."""
        raise self.error(f"{what} cannot be {self.kind}", "a text")

    def read_digits(self, what: str) -> str:
        """Return the text of a number, not yet parsed."""
        raise self.error(f"{what} cannot be {self.kind}", _describe_number(what))

    def read_number(self, what: str) -> Number:
        """Return a value or an estimate."""
        return number_from_text(self.read_digits(what), where=self.where)

    def read_exact(self, what: str) -> Fraction:
        """Return a number, exact as written."""
        return exact_number(self.read_digits(what), where=self.where)

    def read_player(self, what: str) -> Player:
        """Return max, min or chance as a `Player`."""
        return _PLAYER_WORDS[self.read_choice(what, _PLAYER_WORDS, "max, min or chance")]

    def read_choice(self, what: str, words: Collection[str], expected: str) -> str:
        """Return a text that is one of some words."""
        if self.text not in words:
            hint = did_you_mean(self.text[:_LONGEST_WORD], words)
            raise self.error(f"{what} cannot be {self.kind}", expected, hint)
        return self.text


@dataclass(slots=True, eq=False)
class YamlScalar(_Node):
    """A word, a number or a text, as written."""

    text: str = field()  # without the default of other nodes
    plain: bool
    where: Place
    anchored: bool = False

    @property
    def is_null(self) -> bool:
        """Whether this is one of YAML's null values."""
        return self.plain and self.text in ("", "~", "null", "Null", "NULL")

    @property
    def kind(self) -> str:
        """A description for messages."""
        return "an empty value" if self.is_null else quote(self.text)

    def read_text(self, what: str) -> str:
        """Return a text for people."""
        if self.is_null:
            return ""
        for letter in self.text:
            if letter not in "\n\t" and not letter.isprintable() and not letter.isspace():
                raise self.error(f"{what} cannot contain {quote(letter)}", "a printable text")
        return self.text.strip()

    def read_number(self, what: str) -> Number:
        """Return a value or an estimate."""
        text = self.text
        if self.plain and text.isdigit() and text.isascii() and len(text) < 16:  # most numbers
            return int(text)
        return _Node.read_number(self, what)  # slots: no super()

    def read_digits(self, what: str) -> str:
        """Return the text of a number, not yet parsed."""
        if self.is_null:
            raise self.error(f"{what} cannot be empty", _describe_number(what))
        # JSON has no fractions, so a fraction may be in quotes.
        if not self.plain and not is_fraction_text(self.text):
            hint = "Drop the quotes" if is_number_text(self.text) else ""
            fault = f"{what} cannot be the text {quote(self.text)}"
            raise self.error(fault, _describe_number(what), hint)
        return self.text


@dataclass(slots=True, eq=False)
class YamlList(_Node):
    """A list."""

    where: Place
    anchored: bool = False
    items: list[YamlNode] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """A description for messages."""
        return "a list" if self.items else "an empty list"


@dataclass(slots=True, eq=False)
class YamlMap(_Node):
    """A mapping: for each key's text, the key node and the value node."""

    where: Place
    anchored: bool = False
    entries: dict[str, tuple[YamlScalar, YamlNode]] = field(default_factory=dict)
    kind = "a mapping"

    def select_keys(self, keys: Container[str]) -> YamlMap:
        """Return the mapping with only some of its keys."""
        entries = {key: entry for key, entry in self.entries.items() if key in keys}
        return YamlMap(self.where, self.anchored, entries)

    def get(self, key: str) -> YamlNode | None:
        """Return the value under a key; None if the key is missing."""
        return self.entries[key][1] if key in self.entries else None

    def check_keys(self, allowed: Sequence[str], what: str) -> None:
        """Refuse unknown keys."""
        for text, (key, _) in self.entries.items():
            if text not in allowed:
                raise key.error(
                    f"{what} has no key {quote(text)}",
                    f"one of {', '.join(allowed)}",
                    did_you_mean(text[:_LONGEST_WORD], allowed),
                )

    def refuse_kinds(self, keys: Sequence[str], expected: str) -> None:
        """Refuse a file of another kind."""
        for key in keys:
            if key in self.entries:
                what, command = KINDS[key]
                hint = f"To read it, use plytrace {command}"
                raise self.entries[key][0].error(f"this is {what} ({key}:)", expected, hint)

    def read_line(self, key: str) -> str:
        """Return the text under a key in one line; empty if the key is missing."""
        node = self.get(key)
        return "" if node is None else " ".join(node.read_text(key).split())


YamlNode: TypeAlias = YamlScalar | YamlList | YamlMap


def _describe_number(what: str) -> str:
    expected = "a number such as 3, -2, 0.5 or 1/3"
    return f"{expected}, a list or a mapping" if what == "a node" else expected


def read_bounds(node: YamlNode) -> tuple[Number, Number]:
    """Return the smallest and the largest value that leaves can have."""
    if not isinstance(node, YamlList) or len(node.items) != 2:
        raise node.error(f"bounds cannot be {node.kind}", "two numbers such as [0, 10]")
    low, high = (item.read_number("a bound") for item in node.items)
    return low, high


def join_vectors(items: list[YamlNode]) -> list[YamlNode]:
    """Return a list's items; join `(1`, `2` and `6)`, which YAML splits at the commas."""
    if not any(item.text.startswith("(") for item in items):
        return items
    joined: list[YamlNode] = []
    for item in items:
        last = joined[-1] if joined else None
        if (
            isinstance(last, YamlScalar)
            and last.plain
            and last.text.startswith("(")
            and not last.text.endswith(")")
            and isinstance(item, YamlScalar)
        ):
            last.text += f", {item.text}"
        elif isinstance(item, YamlScalar):
            joined.append(YamlScalar(item.text, item.plain, item.where, item.anchored))
        else:
            joined.append(item)
    return joined


# The reader.

#: The error for an empty file.
NOTHING: Final = "the file is empty"

#: The deepest nesting of lists and mappings.
MAX_NESTING: Final = 1_000

#: The error for deeper nesting.
_TOO_DEEP: Final = f"lists and mappings are nested deeper than {MAX_NESTING:,}"

#: The most events of a file: numbers, words, keys, starts and ends of lists and mappings.
MAX_EVENTS: Final = 50_000

#: The largest sum of the depths of all items in [ ] and { }: the YAML library spends time on every
#: open bracket at every step.
MAX_BRACKET_WORK: Final = 10_000_000


#: The most surrogate pairs of a JSON text.
_MAX_PAIRS: Final = 10_000

#: The most anchors that are compared with a misspelt one.
_MOST_ANCHORS: Final = 200

_NOT_YAML: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]|[\ud800-\udfff]|[\ufffe\uffff]"
)
_INDENT: Final = re.compile("^[ \t]+", re.MULTILINE)
_TAG_DIRECTIVE: Final = re.compile("^%TAG", re.MULTILINE)
_SURROGATES: Final = re.compile(
    r"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"
)
#: A question mark as a whole item, which YAML would read as the start of a key.
_QUESTION: Final = re.compile(r"(?<=[\[,:])([ \t]*)\?(?=[ \t]*(?:[,\]}]|$))", re.MULTILINE)
_QUESTION_SIGN: Final = "\ue800"


def read_yaml(text: str, name: str) -> YamlNode:
    """Parse the single document of a YAML or JSON text."""
    bad = _NOT_YAML.search(text) or _TAG_DIRECTIVE.search(text)
    if bad:
        where = _place_of_index(text, bad.start(), name)
        if bad[0] == "%TAG":
            raise where.error("a %TAG directive is not supported", "no directives and no tags")
        raise where.error(f"the character {quote(bad[0])} is not allowed", "text")
    if "\t" in text and text.lstrip().startswith(("[", "{")):
        # JSON may indent with tabs, which YAML forbids; columns do not change.
        text = _INDENT.sub(lambda indent: " " * len(indent[0]), text)
    marked = _QUESTION.sub(rf"\1{_QUESTION_SIGN}", text)
    try:
        return _Reader(marked, name).read()
    except InvalidInput:
        joined = _SURROGATES.sub(_join_surrogates, marked, count=_MAX_PAIRS)
        if joined == marked:
            raise
    return _Reader(joined, name).read()


def _join_surrogates(pair: re.Match[str]) -> str:
    """Replace the escapes of a surrogate pair of JSON by the one escape of YAML."""
    high, low = int(pair[2], 16) - 0xD800, int(pair[3], 16) - 0xDC00
    return f"{pair[1]}\\U{0x10000 + (high << 10) + low:08X}"


def _place_of_index(text: str, index: int, name: str) -> Place:
    return Place(name, text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))


class _Reader:
    """One reading of one text."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.root: YamlNode | None = None
        self.stack: list[YamlList | YamlMap] = []  # open lists and mappings
        self.keys: list[YamlScalar | None] = []  # for each of them, the key waiting for its value
        self.open_nodes: set[int] = set()
        self.anchors: dict[str, YamlNode] = {}
        self.brackets = 0

    def read(self) -> YamlNode:
        import yaml  # here, since most commands read no YAML

        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        next_event = loader(self.text).get_event
        handlers: dict[type, Callable[[Any, Place], None]] = {
            yaml.DocumentStartEvent: self._start_document,
            yaml.ScalarEvent: self._scalar,
            yaml.SequenceStartEvent: partial(self._open, YamlList),
            yaml.MappingStartEvent: partial(self._open, YamlMap),
            yaml.SequenceEndEvent: self._close,
            yaml.MappingEndEvent: self._close,
            yaml.AliasEvent: self._alias,
        }
        count = 0
        bracket_work = 0
        try:
            while not isinstance(event := next_event(), yaml.StreamEndEvent):
                where = self._place(event.start_mark)
                count += 1
                bracket_work += self.brackets
                if count > MAX_EVENTS:
                    raise where.error(
                        f"the file has more than {MAX_EVENTS:,} items", "a smaller file"
                    )
                if bracket_work > MAX_BRACKET_WORK:
                    raise where.error(
                        f"too many items are inside {self.brackets} nested brackets",
                        "fewer nested brackets, or block style",
                    )
                if getattr(event, "tag", None) is not None:
                    fault = f"the tag {quote(event.tag)} is not supported"
                    raise where.error(fault, "a value without a tag")
                if type(event) in handlers:
                    handlers[type(event)](event, where)
        except yaml.YAMLError as error:
            raise self._syntax_error(error) from error
        if self.root is None:
            raise Place(self.name, 1, 1).error(
                NOTHING, "a tree, a position or another input of the command"
            )
        return self.root

    # Nodes ----------------------------------------------------------------------------------

    def _start_document(self, _event: Any, where: Place) -> None:
        if self.root is not None:
            raise where.error("the file has a second document", "one per file")

    def _scalar(self, event: Any, where: Place) -> None:
        value, anchor = event.value.replace(_QUESTION_SIGN, UNSEEN), event.anchor
        self._add_node(YamlScalar(value, not event.style, where, anchor is not None), anchor)

    def _open(self, kind: type[YamlList] | type[YamlMap], event: Any, where: Place) -> None:
        if len(self.stack) >= MAX_NESTING:
            raise where.error(_TOO_DEEP, "fewer levels")
        node = kind(where, event.anchor is not None)
        self._add_node(node, event.anchor)
        self.stack.append(node)
        self.keys.append(None)
        self.open_nodes.add(id(node))
        self.brackets += bool(event.flow_style or self.brackets)

    def _close(self, _event: Any, _where: Place) -> None:
        node = self.stack.pop()
        self.keys.pop()
        self.open_nodes.discard(id(node))
        self.brackets -= bool(self.brackets)

    def _alias(self, event: Any, where: Place) -> None:
        name = f"*{quote(event.anchor)[1:-1]}"
        node = self.anchors.get(event.anchor)
        if node is None:
            raise where.error(
                f"{name} is not defined",
                "the name of an earlier &anchor",
                did_you_mean(event.anchor[:100], list(self.anchors)[-_MOST_ANCHORS:]),
            )
        if id(node) in self.open_nodes:
            fault = f"{name} is inside the node that it repeats: a cycle"
            raise where.error(fault, "an earlier, complete node")
        self._add_node(node, None, where)

    def _add_node(self, node: YamlNode, anchor: str | None, alias: Place | None = None) -> None:
        """Add a node to the open list or mapping and register its anchor."""
        if anchor is not None:
            self.anchors[anchor] = node
        if not self.stack:
            self.root = node
            return
        parent = self.stack[-1]
        if isinstance(parent, YamlList):
            parent.items.append(node)
            return
        key = self.keys[-1]
        if key is not None:
            parent.entries[key.text] = (key, node)
            self.keys[-1] = None
            return
        if alias is not None:
            raise alias.error("the key of a mapping cannot be an alias", "a word")
        if not isinstance(node, YamlScalar):
            what = "a list" if isinstance(node, YamlList) else "a mapping"
            raise node.error(f"the key of a mapping cannot be {what}", "a word")
        if node.text == "<<" and node.plain:
            hint = "Share a whole node with &name and *name"
            raise node.error("the merge key << is not supported", "keys written out", hint)
        before = parent.entries.get(node.text)
        if before is not None:
            raise node.error(
                f"the key {quote(node.text)} is given twice",
                f"each key once (it is already in line {before[0].line})",
            )
        self.keys[-1] = node

    # Errors ---------------------------------------------------------------------------------

    def _place(self, mark: Any) -> Place:
        """Return the place of a mark of the YAML library."""
        return Place(self.name, mark.line + 1, mark.column + 1)

    def _syntax_error(self, error: Any) -> InvalidInput:
        """Return a syntax error of the YAML library, with the text at fault."""
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        problem = str(getattr(error, "problem", None) or "cannot be read")
        if mark is not None and "nesting depth" in problem:  # from PyYAML 6.0.4 on
            return self._place(mark).error(_TOO_DEEP, "fewer levels")
        if mark is None:
            return InvalidInput(
                f"the text is not valid YAML: {problem}", where=Place(self.name, 1, 1)
            )
        end = len(self.text.rstrip())
        if mark.index < end:
            rest = self.text[mark.index : mark.index + 80].split("\n", 1)[0]
            rest = rest.strip().replace(_QUESTION_SIGN, UNSEEN)
            at = quote(rest, 40) if rest else "the end of the line"
            fault = f"the text is not valid YAML at {at}"
            where = self._place(mark)
        else:
            fault = "the text is not valid YAML at the end of the file"
            where = _place_of_index(self.text, end, self.name)
        expected = problem.removeprefix("did not find expected ")
        if expected == problem:
            fault += f": {problem}"
        return where.error(
            fault,
            "valid YAML" if expected == problem else _EXPECTED.get(expected, expected),
            _suggest_correction(problem, self.text[mark.index : mark.index + 1])
            or _describe_start(error),
        )


#: Descriptions of what the YAML library expected.
_EXPECTED: Final = {
    "node content": "a number, a list or a mapping",
    "key": "a key at the same indentation as the keys above it",
    "'-' indicator": "a - at the same indentation as those above it",
    "<document start>": "the end of the file, since the tree is complete",
}

#: Descriptions of what the YAML library was reading.
_CONTEXTS: Final = {
    "while parsing a flow sequence": "The [",
    "while parsing a flow mapping": "The {",
    "while scanning a quoted scalar": "The quoted text",
    "while parsing a block mapping": "The mapping",
    "while parsing a block collection": "The list",
}


def _suggest_correction(problem: str, sign: str) -> str:
    if sign in ("]", "}") and "' or '" not in problem:
        return f"This {sign} has no {'[' if sign == ']' else '{'}"
    if "cannot start any token" in problem:
        return "Indent with spaces, not tabs, and put quotes around text that starts with a symbol"
    if "mapping values are not allowed" in problem:
        return "Put quotes around text with a colon in it, and check the indentation"
    return ""


def _describe_start(error: Any) -> str:
    context, mark = getattr(error, "context", None), getattr(error, "context_mark", None)
    if context not in _CONTEXTS or mark is None:
        return ""
    return f"{_CONTEXTS[context]} began in line {mark.line + 1}, column {mark.column + 1}"
