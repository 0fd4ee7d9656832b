"""Reading the lines of a sheet that somebody typed as text or in Markdown."""

from __future__ import annotations

import re
from typing import Final

from engine.errors import InvalidInput
from tracer.check.part_names import IGNORED, SAY_SKIPPED, STUDENT, VARIANT, part_called
from tracer.check.parts.cutoff_claim import says_none
from tracer.check.sheet import Loose
from tracer.check.text_tables import is_rule, row_cells, told_by_table, unescaped
from tracer.typed_numbers import NUMBER
from trees.quoting import quoted

__all__ = ["PlainText"]

_MARK: Final = (
    r"\s*(?:[-*•#>]++\s*+|(?:[Qq]\.?)?\d{1,3}[a-z]?[.):]\s*+|\(?[a-z]\)\s*+|[a-z]\.\s++)?"
)
_LABEL: Final = re.compile(_MARK + r"\**+([A-Za-zα-ω][\w α-ω-]{0,40}?)\**\s*[:=]\**\s*(.*)")
#: A part with its answer, and nothing between them.
_BARE_LABEL: Final = re.compile(
    _MARK + r"(visits|values|windows|cutoffs|line|counts|student|variant)\s+(\S.*)",
    re.IGNORECASE,
)
#: An entry behind a label without a colon.
_BARE_ENTRY: Final = re.compile(
    rf"[^\s,;:=(]+\s*(?:[=(]|:\s*(?:{NUMBER.pattern}|\(|alpha|α))", re.IGNORECASE
)
#: Words that go on with a sentence, which a part's name may begin.
_OF_A_SENTENCE: Final = re.compile(
    r"(?:are|is|was|were|of|in|for|from|to|that|which|with|by|order|ordering|should|at|on|can"
    r"|cannot|happens?|depends?|matters?|must|will|would)\b(?!\s+\S+\Z)",
    re.IGNORECASE,
)
_TOLD: Final = frozenset({"student"})
#: Labels of what is said of the sheet itself, of which there is one.
_WHOSE: Final = {"student": STUDENT, "variant": VARIANT}
#: What stands before an item of a list.
_ITEM: Final = re.compile(
    r"^(?:(?:[-*•]+|\d{1,3}[.)])\s+(?=\S)|[*•]+(?=\S)|-(?!inf|oo)(?=[^\W\d]))"
)
#: A line in italics, as forms explain themselves in Markdown, or a comment; a picture.
_REMARK: Final = re.compile(r"\*[^*\s].*[^*\s]\*|_[^_\s].*[^_\s]_|<!--.*-->|//.*|!\[[^\]]*\]\(.*\)")
#: A question of a worksheet, with its letter and its points.
_QUESTION: Final = re.compile(r"\W{0,3}[a-z]{1,2}\)\W.*\(\d+(?:\.\d+)? points?\)")
#: A line to write on, as forms have it.
_TO_WRITE_ON: Final = re.compile(r"_{4,}")
#: Words of a sentence; names of nodes are shorter, as a rule.
_WORDS: Final = re.compile(r"\b[a-z]{2,}\b")
_PROSE: Final = 3
_REMARKS: Final = 2
#: Parts that are one line.
_ONE_LINE: Final = frozenset({"move", "utility"})
#: Parts with an entry for each of several nodes, and those whose entries are numbers or windows.
_OF_NUMBERS: Final = frozenset({"values", "windows", "minimax", "expectiminimax", "counts"})
#: Parts of which there is one answer, so that a second is another try.
_ONE_OF_A_KIND: Final = frozenset({*_ONE_LINE, "visits", "line"})
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


def _label_of(line: str) -> re.Match[str] | None:
    """A label with what stands behind it, if a line begins with one."""
    label = _LABEL.fullmatch(line)
    bare = _BARE_LABEL.fullmatch(line)
    if bare is None or (label and part_called(label[1].strip())):
        return label
    if label:  # values A=3 B=3: the sign belongs to an entry
        return bare if _BARE_ENTRY.match(bare[2]) else label
    is_entry = bare[1].casefold() not in _TOLD and _OF_A_SENTENCE.match(bare[2])
    return None if is_entry else bare


def _written(line: str) -> str:
    """What is written on a line of a form, without the line itself and Markdown's end of one."""
    return _TO_WRITE_ON.sub(" ", line).strip().strip("`").removesuffix("\\").strip()


def _are_alike(label: str, word: str) -> bool:
    """Whether two labels stand for one part, and mean the same by what stands behind them."""
    return label.casefold() not in SAY_SKIPPED and part_called(label) == part_called(word)


def _first_word(text: str) -> str:
    return re.split(r"[\s,;>→\-]+", text.strip(" [("), maxsplit=1)[0].casefold()


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
        self.notes: list[str] = []
        self._name = name
        self._found: dict[str, list[str]] = {}
        #: The lines of the answer that goes on; None where the next line begins something.
        self._lines: list[str] | None = None
        self._part = ""  # the part of the last label that is known
        self._is_remark = False  # whether that label is one of remarks
        self._is_whose = False  # whether it says whose sheet it is, which is one line
        self._is_asked = False  # whether a question stands above, and no label below it yet
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
            stripped = _written(line)
            if stripped.startswith("|") or (table and "|" in stripped):
                table.append(row_cells(stripped))
                continue
            if table:
                self._take_table(table)
                table = []
            if _QUESTION.fullmatch(stripped):  # whatever was answered before, it ends here
                self._lines, self._part, self._is_asked = None, "", True
                continue
            if not stripped or _REMARK.fullmatch(stripped):
                apart = apart or not stripped
                continue
            if not is_rule(stripped):
                self._take(unescaped(stripped), apart=apart, first=first)
            apart = first = False

    def _take(self, stripped: str, *, apart: bool, first: bool) -> None:
        """A line with something on it."""
        label = _label_of(stripped)
        word = label[1].strip() if label else stripped.rstrip(":").strip("*# ")
        plain = word.casefold()
        part = part_called(word) or ""
        kind = next((told for told in _WHOSE if plain in _WHOSE[told]), "")
        known = part or kind or plain in IGNORED
        if known and (label or stripped.endswith(":") or stripped.startswith("#")):
            said = label[2].strip() if label else ""
            if label and self._part == "cutoffs" and self._lines and _OF_CUT.match(word):
                self._lines.append(f"{word}: {said}")  # pruned: C2, below the node and its window
                return
            self._begin(word, said, part, kind)
        elif label and not known and not self._goes_on_with(label):
            self._lines = None
            self.loose.append(Loose(stripped, label[1].strip(), self._part, is_first=first))
        elif (
            self._lines is None
            or (self._is_whose and (self._lines or self._is_prose(stripped)))
            or (self._is_remark and len(_WORDS.findall(stripped)) < _REMARKS)
            or (self._lines and apart and self._is_prose(stripped))
            or (self._part in ("visits", "line") and self._lines and _SKIPS.search(stripped))
        ):
            self.loose.append(Loose(stripped, "", self._part, is_first=first))
        else:
            self._lines.append(_ITEM.sub("", stripped, count=1) or stripped)
            if self._part in _ONE_LINE:
                self._lines = None

    @staticmethod
    def _is_prose(text: str) -> bool:
        return len(_WORDS.findall(text)) >= _PROSE

    def _begin(self, word: str, said: str, part: str, kind: str) -> None:
        """A label that is known, with what stands behind it."""
        key = word
        if part and word.casefold() not in SAY_SKIPPED:
            key = next((one for one in self._found if _are_alike(one, word)), word)
        lines = self._found.setdefault(key, [])
        if part == "cutoffs" and self._is_asked and self.loose and says_none(self.loose[-1].text):
            lines.append(self.loose.pop().text)  # none, between the question and its table
        self._is_asked = False
        if kind:
            said = said.strip("* ")  # as worksheets in Markdown have it
            if said and said not in lines:
                lines.append(said)
            if len(lines) > 1:
                raise InvalidInput(
                    f"two {kind}s, {quoted(lines[0], 30)} and {quoted(lines[1], 30)}",
                    where=self._name,
                    expected="a file for each student, or a table with a row for each",
                )
        elif said:
            self._answer(lines, word, said, part)
        is_whole = said and (kind or part in _ONE_LINE)
        self._part = part
        self._is_remark = word.casefold() in IGNORED
        self._is_whose = bool(kind)
        self._lines = None if is_whole else lines

    def _answer(self, lines: list[str], word: str, said: str, part: str) -> None:
        """What stands behind a label; behind one that came before, another try or some more."""
        if lines and part in _ONE_OF_A_KIND and said not in lines:
            is_another = part in _ONE_LINE or _first_word(lines[0]) == _first_word(said)
            told = "the last one counts" if is_another else "the second goes on with the first"
            self.notes.append(f"{quoted(word)} stands there twice: {told}")
            if is_another:
                lines.clear()
        if said not in lines or part not in _ONE_OF_A_KIND:
            lines.append(said)

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
        for part, lines in told_by_table(table, self._part, is_answered=bool(self._lines)):
            if part:
                self._found.setdefault(self._label_of(part), []).extend(lines)
            else:
                self.loose += [Loose(line, "", self._part) for line in lines]

    def _label_of(self, part: str) -> str:
        """The label under which a part is answered already, or its name."""
        return next((word for word in self._found if part_called(word) == part), part)
