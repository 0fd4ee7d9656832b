"""YAML text as light nodes that know where they stand.

This is the syntax alone: what a tree or a position may say is `trees.reader`'s. It reads the
events of the YAML library with a stack of its own, so that input nested a million deep is an
error and not a crash, and it stops as soon as a limit is passed. JSON is read as the part of YAML
that it is.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from engine.errors import InvalidInput, did_you_mean
from trees.quoting import quoted
from trees.yaml_nodes import YamlList, YamlMap, YamlNode, YamlScalar

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MAX_EVENTS", "MAX_NESTING", "NOTHING", "read_yaml"]

#: What is wrong with a file in which nothing stands.
NOTHING: Final = "there is nothing in it"

#: The most lists and maps that may stand inside one another.
MAX_NESTING: Final = 1_000

#: The most things (numbers, words, keys, starts and ends of lists and maps) that a file may hold.
MAX_EVENTS: Final = 50_000

#: The most that the depths of all things in [ ] and { } may add up to: the YAML library spends
#: time on every open bracket at every step.
MAX_BRACKET_WORK: Final = 10_000_000


#: The most surrogate pairs of a JSON text.
_MAX_PAIRS: Final = 10_000

#: The most anchors that are looked at for one that was meant.
_ANCHORS_LOOKED_AT: Final = 200

_NOT_YAML: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]|[\ud800-\udfff]|[\ufffe\uffff]"
)
_INDENT: Final = re.compile("^[ \t]+", re.MULTILINE)
_TAG_DIRECTIVE: Final = re.compile("^%TAG", re.MULTILINE)
_SURROGATES: Final = re.compile(
    r"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"
)
_DISGUISED: Final = re.compile("[\ue000-\ue3ff][\ue400-\ue7ff]")


def read_yaml(text: str, name: str) -> YamlNode:
    """The one document of a YAML or JSON text.

    Args:
        text: the text.
        name: what errors call it, the file's name as a rule.

    Raises:
        InvalidInput: it is not YAML, uses a part of YAML that has no meaning here (tags, merge
            keys, several documents, keys that are lists), repeats a key, or passes a limit.
    """
    bad = _NOT_YAML.search(text) or _TAG_DIRECTIVE.search(text)
    if bad:
        where = _place_of_index(text, bad.start(), name)
        if bad[0] == "%TAG":
            raise InvalidInput(
                "a %TAG directive", where=where, expected="no directives and no tags"
            )
        raise InvalidInput(f"the character {quoted(bad[0])}", where=where, expected="text")
    if "\t" in text and text.lstrip().startswith(("[", "{")):
        # JSON may indent with tabs, which YAML forbids; no column moves.
        text = _INDENT.sub(lambda indent: " " * len(indent[0]), text)
    try:
        return _Reader(text, name).read()
    except InvalidInput:
        if "\\u" not in text:
            raise
        disguised = _SURROGATES.sub(_disguise, text, count=_MAX_PAIRS)
        if disguised == text:
            raise
    return _Reader(disguised, name, disguised=True).read()


def _disguise(pair: re.Match[str]) -> str:
    """Two escapes that YAML takes, of the same length, for a pair that only JSON knows.

    JSON writes a character beyond 16 bits as two surrogates. They become two characters of the
    private area while the text is read, so that no column moves.
    """
    return f"{pair[1]}\\u{int(pair[2], 16) + 0x800:04X}\\u{int(pair[3], 16) + 0x800:04X}"


def _undisguised(pair: re.Match[str]) -> str:
    high, low = (ord(half) - 0x800 for half in pair[0])
    return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))


def _place_of_index(text: str, index: int, name: str) -> str:
    line = text.count("\n", 0, index) + 1
    column = index - (text.rfind("\n", 0, index) + 1) + 1
    return f"{name}:{line}:{column}"


class _Reader:
    """One reading of one text."""

    def __init__(self, text: str, name: str, *, disguised: bool = False) -> None:
        self.text = text
        self.name = name
        self.disguised = disguised
        self.root: YamlNode | None = None
        self.stack: list[YamlList | YamlMap] = []  # what is open
        self.keys: list[YamlScalar | None] = []  # for each of them, the key that awaits a value
        self.open_nodes: set[int] = set()
        self.anchors: dict[str, YamlNode] = {}
        self.brackets = 0

    def read(self) -> YamlNode:
        import yaml  # here, since most commands read no YAML

        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        next_event = loader(self.text).get_event
        scalar_event, stream_end = yaml.ScalarEvent, yaml.StreamEndEvent
        handlers: dict[type, Callable[[Any], None]] = {
            yaml.DocumentStartEvent: self._start_document,
            yaml.SequenceStartEvent: partial(self._open, YamlList),
            yaml.MappingStartEvent: partial(self._open, YamlMap),
            yaml.SequenceEndEvent: self._close,
            yaml.MappingEndEvent: self._close,
            yaml.AliasEvent: self._alias,
        }
        count = 0
        bracket_work = 0
        try:
            while True:
                event = next_event()
                kind = type(event)
                count += 1
                bracket_work += self.brackets
                if count > MAX_EVENTS:
                    raise self._error(
                        event.start_mark, f"more than {MAX_EVENTS:,} items", "a smaller file"
                    )
                if bracket_work > MAX_BRACKET_WORK:
                    raise self._error(
                        event.start_mark,
                        f"too much inside {self.brackets} nested brackets",
                        "fewer brackets around so many nodes, or block style",
                    )
                if kind is scalar_event:
                    self._scalar(event)
                elif kind in handlers:
                    handlers[kind](event)
                elif kind is stream_end:
                    break
        except yaml.YAMLError as error:
            raise self._syntax_error(error) from error
        if self.root is None:
            raise InvalidInput(
                NOTHING,
                where=f"{self.name}:1:1",
                expected="a tree, a position or what the command reads",
            )
        return self.root

    # Nodes ----------------------------------------------------------------------------------

    def _start_document(self, event: Any) -> None:
        if self.root is not None:
            raise self._error(event.start_mark, "a second document", "one per file")

    def _scalar(self, event: Any) -> None:
        if event.tag is not None:
            raise self._tagged(event)
        value = event.value
        if self.disguised:
            value = _DISGUISED.sub(_undisguised, value)
        anchor = event.anchor
        self._put(YamlScalar(value, not event.style, anchor is not None, event.start_mark), anchor)

    def _open(self, kind: type[YamlList] | type[YamlMap], event: Any) -> None:
        if event.tag is not None:
            raise self._tagged(event)
        mark = event.start_mark
        if len(self.stack) >= MAX_NESTING:
            raise self._error(
                mark, f"lists and maps nested deeper than {MAX_NESTING:,}", "fewer levels"
            )
        node = kind(event.anchor is not None, mark)
        self._put(node, event.anchor)
        self.stack.append(node)
        self.keys.append(None)
        self.open_nodes.add(id(node))
        self.brackets += bool(event.flow_style or self.brackets)

    def _close(self, _event: Any) -> None:
        node = self.stack.pop()
        self.keys.pop()
        self.open_nodes.discard(id(node))
        self.brackets -= bool(self.brackets)

    def _alias(self, event: Any) -> None:
        node = self.anchors.get(event.anchor)
        if node is None:
            raise self._error(
                event.start_mark,
                f"*{quoted(event.anchor)[1:-1]} stands for nothing",
                "the name of an &anchor further up",
                did_you_mean(event.anchor[:100], list(self.anchors)[-_ANCHORS_LOOKED_AT:]),
            )
        if id(node) in self.open_nodes:
            raise self._error(
                event.start_mark,
                f"*{quoted(event.anchor)[1:-1]} stands inside the node that it repeats: a cycle",
                "a node that is complete further up",
            )
        self._put(node, None, event.start_mark)

    def _put(self, node: YamlNode, anchor: str | None, alias: Any = None) -> None:
        """Give a node its place in what is open, and its anchor a meaning."""
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
            raise self._error(alias, "an alias as the key of a map", "a word")
        if not isinstance(node, YamlScalar):
            what = "a list" if isinstance(node, YamlList) else "a map"
            raise self._error(node.mark, f"{what} as the key of a map", "a word")
        if node.text == "<<" and node.plain:
            raise self._error(
                node.mark,
                "the merge key <<",
                "keys written out",
                "A whole node is shared by &name and *name",
            )
        before = parent.entries.get(node.text)
        if before is not None:
            raise self._error(
                node.mark,
                f"the key {quoted(node.text)} for the second time",
                f"each key once (it stands in line {before[0].line} already)",
            )
        self.keys[-1] = node

    # Errors ---------------------------------------------------------------------------------

    def _tagged(self, event: Any) -> InvalidInput:
        found = f"the tag {quoted(event.tag)}"
        return self._error(event.start_mark, found, "a value without a tag")

    def _error(self, mark: Any, found: str, expected: str, hint: str = "") -> InvalidInput:
        """An error at a mark of the YAML library."""
        where = f"{self.name}:{mark.line + 1}:{mark.column + 1}"
        return InvalidInput(found, where=where, expected=expected, hint=hint)

    def _syntax_error(self, error: Any) -> InvalidInput:
        """What the YAML library says, with the text that it stumbled over."""
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        problem = str(getattr(error, "problem", None) or "cannot be read")
        if mark is None:
            return InvalidInput(f"not YAML: {problem}", where=f"{self.name}:1:1")
        end = len(self.text.rstrip())
        if mark.index < end:
            rest = self.text[mark.index : mark.index + 80].split("\n", 1)[0]
            rest = rest.strip()
            found = f"not YAML at {quoted(rest, 40) if rest else 'the end of the line'}"
            where = f"{self.name}:{mark.line + 1}:{mark.column + 1}"
        else:
            found = "not YAML at the end of the file"
            where = _place_of_index(self.text, end, self.name)
        expected = problem.removeprefix("did not find expected ")
        if expected == problem:
            found += f": {problem}"
        return InvalidInput(
            found,
            where=where,
            expected="valid YAML" if expected == problem else _EXPECTED.get(expected, expected),
            hint=_cure(problem, self.text[mark.index : mark.index + 1]) or _began(error),
        )


#: What the YAML library expected, for people.
_EXPECTED: Final = {
    "node content": "a number, a list or a map",
    "key": "a key at the same indentation as the keys above it",
    "'-' indicator": "a - at the same indentation as those above it",
    "<document start>": "the end of the file, since the tree is complete",
}

#: What the YAML library was reading when it stumbled, for people.
_CONTEXTS: Final = {
    "while parsing a flow sequence": "The [",
    "while parsing a flow mapping": "The {",
    "while scanning a quoted scalar": "The quoted text",
    "while parsing a block mapping": "The map",
    "while parsing a block collection": "The list",
}


def _cure(problem: str, sign: str) -> str:
    if sign in ("]", "}") and "' or '" not in problem:
        return f"There is no {'[' if sign == ']' else '{'} for this {sign}"
    if "cannot start any token" in problem:
        return "Indent with spaces, not tabs, and put quotes around text that begins with a sign"
    if "mapping values are not allowed" in problem:
        return "Put quotes around text with a colon in it, and check the indentation"
    return ""


def _began(error: Any) -> str:
    context, mark = getattr(error, "context", None), getattr(error, "context_mark", None)
    if context not in _CONTEXTS or mark is None:
        return ""
    return f"{_CONTEXTS[context]} began in line {mark.line + 1}, column {mark.column + 1}"
