"""Reading the lines of a sheet that somebody typed as text or in Markdown."""

from __future__ import annotations

import re
from typing import Final

from engine.errors import InvalidInput
from tracer.check.part_names import IGNORED, STUDENT, part_called
from tracer.check.sheet import Loose
from tracer.check.text_tables import is_rule, row_cells, told_by_table
from tracer.typed_numbers import NUMBER
from trees.quoting import quoted

__all__ = ["PlainText"]

_MARK: Final = r"\s*(?:[-*•#>]++\s*+|(?:[Qq]\.?)?\d{1,3}[.):]\s*+|\(?[a-z]\)\s*+)?"
_LABEL: Final = re.compile(_MARK + r"\**+([A-Za-zα-ω][\w α-ω-]{0,40}?)\**\s*[:=]\**\s*(.*)")
#: A part with its answer, and nothing between them.
_BARE_LABEL: Final = re.compile(
    _MARK + r"(visits|values|windows|cutoffs|move|best move|line|utility|counts|student)\s+(\S.*)",
    re.IGNORECASE,
)
#: What stands before an item of a list.
_ITEM: Final = re.compile(
    r"^(?:(?:[-*•]+|\d{1,3}[.)])\s+(?=\S)|[*•]+(?=\S)|-(?!inf|oo)(?=[^\W\d]))"
)
#: A line in italics, as forms explain themselves in Markdown, or a comment.
_REMARK: Final = re.compile(r"\*[^*\s].*[^*\s]\*|_[^_\s].*[^_\s]_|<!--.*-->|//.*")
#: Words of a sentence; names of nodes are shorter, as a rule.
_WORDS: Final = re.compile(r"\b[a-z]{2,}\b")
_PROSE: Final = 3
#: Parts that are one line.
_ONE_LINE: Final = frozenset({"move", "utility"})
#: Parts with an entry for each of several nodes, and those whose entries are numbers or windows.
_OF_NUMBERS: Final = frozenset({"values", "windows", "minimax", "expectiminimax", "counts"})
_OF_NODES: Final = frozenset({*_OF_NUMBERS, "cutoffs", "visits", "line", "move", "utility"})
#: What stands behind a node under such a part: a number, a bound or a window.
_SAID: Final = re.compile(
    rf"(?:[<>≤≥=(\[]|(?:alpha|α|a)\s*[=:])|{NUMBER.pattern}(?:[\s,;)]|$)|[-–—?]?$", re.IGNORECASE
)
#: A field of a cutoff that has a line of its own, or the same on a line that begins with a node.
_OF_CUT: Final = re.compile(
    r"(?:alpha|α|beta|β|skip|prun|value\b|v\b|after\b|why\b|because\b|reason\b|at\b|node\b)"
    r"|.{0,40}(?:\(|alpha|α|skip|prun)",
    re.IGNORECASE,
)


#: What is said of a cutoff, below an order of visits.
_SKIPS: Final = re.compile(
    r"\b(?:skip|prun)(?:s|ped|es?|ed|ing)?\b|\bcut(?: off)?\b", re.IGNORECASE
)


class PlainText:
    """A sheet as text: labelled lines, and what follows a label without a new one belongs to it.

    Args:
        text: the text.
        name: what errors call it.

    Raises:
        InvalidInput: two students are named.
    """

    def __init__(self, text: str, name: str) -> None:
        self.loose: list[Loose] = []
        self._name = name
        self._found: dict[str, list[str]] = {}
        #: The lines of the answer that goes on; None where the next line begins something.
        self._lines: list[str] | None = None
        self._part = ""  # the part of the last label that is known
        self._read(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))

    @property
    def answers(self) -> dict[str, str]:
        """What is answered, by label."""
        return {word: "\n".join(lines) for word, lines in self._found.items()}

    def _read(self, lines: list[str]) -> None:
        apart = False  # whether an empty line stands before this one
        table: list[list[str]] = []
        first = True
        for line in [*lines, ""]:
            stripped = line.strip().strip("`").strip()
            if stripped.startswith("|") or (table and "|" in stripped):
                table.append(row_cells(stripped))
                continue
            if table:
                self._take_table(table)
                table = []
            if not stripped or _REMARK.fullmatch(stripped):
                apart = apart or not stripped
                continue
            if not is_rule(stripped):
                self._take(stripped, apart=apart, first=first)
            apart = first = False

    def _take(self, stripped: str, *, apart: bool, first: bool) -> None:
        """A line with something on it."""
        label = _LABEL.fullmatch(stripped) or _BARE_LABEL.fullmatch(stripped)
        word = label[1].strip() if label else stripped.rstrip(":").strip("*# ")
        plain = word.casefold()
        part = part_called(word) or ""
        known = part or plain in STUDENT or plain in IGNORED
        if known and (label or stripped.endswith(":") or stripped.startswith("#")):
            said = label[2].strip() if label else ""
            if label and self._part == "cutoffs" and self._lines and _OF_CUT.match(word):
                self._lines.append(f"{word}: {said}")  # pruned: C2, below the node and its window
                return
            self._begin(word, said, part, is_student=plain in STUDENT)
        elif label and not known and not self._goes_on_with(label):
            self._lines = None
            self.loose.append(Loose(stripped, label[1].strip(), self._part, is_first=first))
        elif (
            self._lines is None
            or (self._lines and apart and self._is_prose(stripped))
            or (self._part in ("visits", "line") and self._lines and _SKIPS.search(stripped))
        ):
            self.loose.append(Loose(stripped, "", self._part, is_first=first))
        else:
            self._lines.append(_ITEM.sub("", stripped, count=1) or stripped)

    @staticmethod
    def _is_prose(text: str) -> bool:
        return len(_WORDS.findall(text)) >= _PROSE

    def _begin(self, word: str, said: str, part: str, *, is_student: bool) -> None:
        """A label that is known, with what stands behind it."""
        lines = self._found.setdefault(word, [])
        if is_student:
            if said and said not in lines:
                lines.append(said)
            if len(lines) > 1:
                raise InvalidInput(
                    f"two students, {quoted(lines[0], 30)} and {quoted(lines[1], 30)}",
                    where=self._name,
                    expected="a file for each student, or a table with a row for each",
                )
        elif said:
            lines.append(said)
        is_whole = said and (is_student or part in _ONE_LINE)
        self._part = part
        self._lines = None if is_whole else lines

    def _goes_on_with(self, label: re.Match[str]) -> bool:
        """Whether a line with a label that nobody knows is an entry of the answer before it."""
        if self._lines is None:
            return False
        if self._part not in _OF_NODES:
            return True  # players and tables have names of their own
        word, said = label[1].strip(), label[2].strip()
        if self._part == "cutoffs":
            return bool(_OF_CUT.match(word) or (" " not in word and _OF_CUT.match(said)))
        if self._part in _OF_NUMBERS:
            return " " not in word and bool(_SAID.match(said))
        return False

    def _take_table(self, table: list[list[str]]) -> None:
        """What a table says, under the parts that its header tells of."""
        for part, lines in told_by_table(table, self._part):
            if part:
                self._found.setdefault(self._label_of(part), []).extend(lines)
            else:
                self.loose += [Loose(line, "", self._part) for line in lines]

    def _label_of(self, part: str) -> str:
        """The label under which a part is answered already, or its name."""
        return next((word for word in self._found if part_called(word) == part), part)
