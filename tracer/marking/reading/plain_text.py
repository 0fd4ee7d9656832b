"""Split a sheet in plain text or Markdown into labels and the lines below them.

Labels are decided here, entries in `tracer.questions`. An unknown label ends the answer above it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple

from tracer.marking.reading.markdown_tables import (
    UNREAD,
    is_row,
    is_rule,
    row_cells,
    table_answers,
    table_mark,
    unescaped,
)
from tracer.marking.reading.part_names import (
    IGNORED,
    LABEL,
    PARTS_OF_PROBLEM,
    QUESTIONS,
    STUDENT,
    VARIANT,
    is_name_of_part,
    part_called,
    says_skipped,
)
from tracer.marking.reading.sheet import SheetLine
from tracer.questions.course_lines import COUNTED, read_course_line
from tracer.questions.items import Form, find_row
from tracer.questions.single_entries import count_named
from tracer.questions.typed_text import (
    FIELDS,
    is_none,
    without_crossed_out,
)

#: What precedes a line: a bullet, a quote, a heading, the number or letter of a question.
_MARK: Final = re.compile(
    r"\s*(?:[-*•#>]+(?=\s)\s*|(?:[Qq]\.?)?\d{1,3}[a-z]?[.)]\s*|\(?[a-z]\)\s*|[a-z]\.\s+)*"
)
_ASKING: Final = "|".join((*QUESTIONS, *PARTS_OF_PROBLEM))
#: The letter or number of a question; an answer to another question follows.
_QUESTION: Final = re.compile(
    r"\s*(?:(?:[Qq]\.?\s?)?(?:\(?\d{0,3}[a-h]\)|\d{1,3}[a-h][.:]|[a-h]\.(?=\s))"
    rf"|(?:{_ASKING}|answer(?:\sto)?|[Qq])\s?\(?(?:\d{{1,3}}[a-h]?|[a-h])\)?\s?[:.)])\s*",
    re.IGNORECASE,
)
_ITEM: Final = re.compile(r"\(?\d{1,3}[.)]")
_DIGIT: Final = re.compile(r"\.?\d")
_LAST_MARK: Final = re.compile(r"([a-h]|\d+)\W*\Z")
_POINTED: Final = re.compile(r"\**([^\W\d_][\w -]{2,60}?)\**\s*(?:[-–=]+>|→)\s*(.*)")
_COLON: Final = re.compile(r"\**([^\W\d_][^\n:=|]{0,60}?)\**\s*:\**\s*(.*)")
_EQUALS: Final = re.compile(r"\**([^\W\d_][\w -]{0,40}?)\**\s*=\s*(.*)")
#: An entry that looks like a label: the value of a node.
_VALUE_OF: Final = re.compile(
    r"(?:the\s)?(?:minimax\s)?(?:value|v)\s(?:of|at)\s(?:node\s)?(?!root|game|tree|the)\S+",
    re.IGNORECASE,
)
#: A question, with its points and the answer behind it; a word such as "Explain" is none.
_ASKED: Final = re.compile(
    r"\**((?:(?:what|which|(?:in|by) which|in what|how many|list|give)\s[^\n:=|?]{3,100}"
    rf"|(?:(?:are there\s)?any\s|are there\s)?(?:{LABEL}|cuts?|prunings?|pruned|skipped))\?)\**\s*"
    r"(?:\([\d.]+ [a-z]+\)\s*)?((?![^\W\d_]{4}|\s*yes\b).*)",
    re.IGNORECASE,
)
_COUNT: Final = re.compile(r"\d[\d,]*")
#: A label with its answer and no sign between them: "visits A B", "the best move is B".
_BARE: Final = re.compile(
    rf"(?:(?:the|my)\s)?((?:best\s|optimal\s)?(?>{LABEL})|student|variant)(?:\s+(?:is|are)\b)?\s+(?:[-–—]\s+)?(\S.*)",
    re.IGNORECASE,
)
#: A label with a dash, which may mean none, or be a sign as a colon is.
_DASHED: Final = re.compile(r"\**([^\W\d_][^\n:=|]{0,60}\w)\**\s+([-–—]+)\**")
_JOINTS: Final = r"(?:and|with|so|then|since|because)"
_AND: Final = rf"{_JOINTS}\s"
#: Words behind "leaves" or "value" that no answer begins with: "the leaves of C".
_OF: Final = r"(?:of|below|under)"
#: The label of a further answer on the same line.
_FURTHER: Final = re.compile(
    rf"(?:(?:\s*[,;.|/&→]\s*|\s+[-–—]\s+|\s{{2,}}|\t|\s(?={_AND}))(?:{_AND}|the\s)*"
    rf"(?P<label>(?>{LABEL}))(?:\s*[:=]|\s+is\b|\s(?!{_OF}\b)(?=\S))"
    r"|\s*[;.|,]\s*(?:and\s)?(?P<skipped>pruned|skipped)\s*:"
    rf"|\s(?P<signed>(?>{LABEL}))\s*[:=]|\sthe\s(?P<said>(?>{LABEL}))\s+is\b"
    r"|(?<!\bwith)(?<!\bhas)(?<!\bminimax)(?<!\bthe)(?<!\bits)(?<!\bof)\s(?P<valued>(?:(?:the\s)?root\s(?:has\s)?)?(?:value|utility))\s(?=[-+−]?[\d½∞]))",
    re.IGNORECASE,
)
#: Words that continue a sentence, which the name of a part may begin.
_SENTENCE: Final = re.compile(
    rf"{_OF}\b|(?:are|is|was|were|in|for|from|to|that|which|with|by|should|at|on|can|cannot|happens?"
    r"|depends?|matters?|must|will|would)\b(?!\s+\S+\Z)",
    re.IGNORECASE,
)
#: A line in italics, with which forms explain themselves; a comment.
_REMARK: Final = re.compile(
    r"(?:\*(?=[^*\s])|_(?=[^_\s]))(?:\W*\b[a-z]{2,}\b){4}.*[*_]|<!--.*-->|//.*"
)
#: A picture in Markdown or HTML.
_PICTURE: Final = re.compile(
    r"!\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\])|!\[\[[^\[\]]*\]\]|<img\b[^<>]*>"
)
#: A printed question of a worksheet, with its letter and its points.
_PRINTED: Final = re.compile(r"\W{0,3}[a-z]{1,2}\)\W.*\(\d+(?:\.\d+)? points?\)")
_PRINTED_LABEL: Final = "printed question"
_BULLET: Final = re.compile(r"(?:(?:[-*•]+|\d{1,3}[.)](?!\s+\d{1,3}[.)]))\s+(?=\S)|[*•]+(?=\S))")
#: Bullets of word processors.
_OTHER_BULLET: Final = re.compile(r"\A[●○■□▪▫◦‣▸►➢❖◆◇⁃∙·]\s*(?=\S)")
#: Signs of full width, and the letters of formulas.
_WIDE: Final = re.compile("[\u3000\uff01-\uff5e\uffe0-\uffee\U0001d400-\U0001d7ff]")
_TO_WRITE_ON: Final = re.compile(r"_{4,}")
#: Lines of a drawn tree or table.
_DRAWN: Final = re.compile("[\u2500-\u257f]+")
#: A row of a table with drawn lines.
_DRAWN_ROW: Final = re.compile(r"[│┃║]\W*\w.*[│┃║]")
_DRAWN_BAR: Final = re.compile("[│┃║]")
#: Its border; a mere line may be a dash for "none".
_DRAWN_BORDER: Final = re.compile("(?=.*[^─━═])[\u2500-\u257f]+")
#: Emphasis in Markdown around a few words.
_EMPHASIS: Final = re.compile(
    r"(\*\*|__)(?=\S)(?P<strong>[^*_\n]+?)(?<=\S)\1"
    r"|(?<![\w*])\*(?=[^\s*])(?P<weak>[^*\n]+?)(?<=\S)\*(?![\w*])"
)
#: Parts with one answer, which is on the line of the label or on the next one.
_ONE_LINE: Final = frozenset({"student", "variant", "ignored"})
#: The number of a question, alone on its line.
_NUMBER_ALONE: Final = re.compile(
    rf"[*_]*(?:(?:{_ASKING}|problem|answer)\s?\d{{1,3}}[a-h]?|\(?\d{{1,2}}[.)])[*_:.]*",
    re.IGNORECASE,
)
#: A word says that it is the number of a question, and no answer.
_NAMED_MARK: Final = re.compile(rf"[*_]*(?:{_ASKING}|problem|Q)\b|Q\d", re.IGNORECASE)
#: A node of a list, in the form of the letter of a question.
_IN_BRACKETS: Final = re.compile(r"\(?\w{1,9}\)")
#: Entries or a list of nodes, such as "A = 3, B = 3".
ENTRIES: Final = re.compile(
    r"(?<![\w.])[^\W\d_]\w{0,3}(?:\s?\)?\s?(?:[=:]|[-–=]+>|→)\s?|\s?\()\s?[-+−(\[]?(?:\d|∞|inf)"
    r"|(?:\b[^\W\d_]\w{0,2}\b(?:\s?(?:[-–=]+>|→|,)\s?|\s)){4}"
    r"|\b\w{1,3}\s?(?:[-–=]+>|→)\s?\w",
    re.IGNORECASE,
)
#: Such text behind the label of something else, or words of cutoffs.
_ANSWER_FORM: Final = re.compile(rf"{ENTRIES.pattern}|\b(?:skip|prun)", re.IGNORECASE)
#: The number of a student.
_ID: Final = re.compile(r"\A(?:id|no|nr|number)\b.*", re.IGNORECASE)


#: A tag of HTML alone on a line; a capital letter is a node.
_TAG_ALONE: Final = re.compile(r"<[biup]\s?/?>")
#: A player, an iteration or a cell, below which an answer continues.
_PLACE: Final = re.compile(
    r"(?:player \w+|(?:row|column)s? player|(?:after )?(?:iteration|step|round) \d+)", re.IGNORECASE
)


class Block(NamedTuple):
    """A label with the lines below it."""

    kind: str
    label: str
    lines: list[SheetLine]

    @property
    def question(self) -> int:
        """The number of the question that the label names: 4 for (d), 1d) and 4.; 0 for none."""
        return _count_place(_find_mark(self.label)) if _is_mark(self.label) else 0


def _is_mark(text: str) -> bool:
    """Return whether a text is nothing but the number or letter of a question."""
    return any(form.fullmatch(text) for form in (_ITEM, _QUESTION, _NUMBER_ALONE))


def _may_be_answer(text: str, *, is_list: bool) -> bool:
    """Return whether the number or letter of a question may be an answer, or one of a list."""
    is_mark = _is_mark(text) and not _NAMED_MARK.match(text)
    return is_mark or (is_list and _IN_BRACKETS.fullmatch(text) is not None)


def _find_mark(text: str) -> str:
    """Return the number or letter of the question that a line begins with, or an empty text."""
    plain = text.lstrip("*#_> ")
    begins = _QUESTION.match(plain) or _NUMBER_ALONE.fullmatch(plain) or _ITEM.match(plain)
    mark = _LAST_MARK.search(begins[0].casefold()) if begins else None
    return mark[1] if mark else ""


def _count_place(mark: str) -> int:
    """Return the place of a question by its number or letter: 4 for 4 and d; 0 for none."""
    return int(mark) if mark.isdigit() else ord(mark or "`") - ord("`")


def _follows(mark: str, last: str) -> bool:
    """Return whether a number or letter is the next one after another."""
    is_same_kind = bool(last) and mark.isdigit() == last.isdigit()
    return is_same_kind and _count_place(mark) == _count_place(last) + 1


def _has_entries(kind: str) -> bool:
    """Return whether a part has entries, which may have further labels in them."""
    return find_row(kind).form in (Form.NODES, Form.CUTOFFS)


def _continues(kind: str) -> bool:
    """Return whether an answer continues until a blank line, a heading or a rule ends it."""
    row = find_row(kind)
    return row.ordered or row.result or _has_entries(kind)


def _may_count(kind: str) -> bool:
    """Return whether a label may count something, as "visits: 11" does."""
    return kind not in ("student", "variant") and not find_row(kind).result


def blocks_of(text: str) -> list[Block]:
    """Split a text into blocks, in the order of the text."""
    return _Splitter(text).blocks


class _Splitter:
    """The blocks of a text; see `blocks_of`."""

    def __init__(self, text: str) -> None:
        self.blocks: list[Block] = [Block("", "", [])]
        self._doubts: list[tuple[Block, SheetLine]] = []
        self._dashes: list[tuple[Block, SheetLine]] = []
        self._labelled = 0  # line of the last label
        self._question = ""  # number or letter of the last question
        table: list[list[str]] = []
        start = 0
        mark = ""
        lines = _replace_wide_signs(text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for number, line in enumerate([*lines, ""], 1):
            bare = _TO_WRITE_ON.sub(" ", without_crossed_out(line)).strip()
            if _DRAWN_ROW.fullmatch(bare):
                bare = _DRAWN_BAR.sub("|", bare)
            is_drawn = _DRAWN_BORDER.fullmatch(bare) is not None
            bare = _DRAWN.sub(" ", bare).strip() or bare
            pictures = _PICTURE.findall(bare)
            for picture in pictures:
                self._add_unread(SheetLine(number, picture))
                bare = bare.replace(picture, " ", 1).strip()
            is_picture = bool(pictures) and not bare
            if bare.startswith("`") or bare.count("`") % 2:
                bare = bare.strip("`")
            bare = _OTHER_BULLET.sub("- ", bare.removesuffix("\\").strip())
            mark = mark if table else table_mark(lines, number - 1, bare)
            if is_row(bare, mark, table):
                start = start or number
                table.append(row_cells(line.strip("\r\n ") if mark == "\t" else bare, mark))
                continue
            is_border = is_drawn or (mark == "|" and "+" in bare and is_rule(bare))
            if table and (is_border or is_picture):
                table.append([""])  # nothing between two rows
                continue
            if is_drawn or is_picture or _TAG_ALONE.fullmatch(bare):
                continue
            if table:
                self._take_table(table, start)
                table, start = [], 0
            is_dashes = is_none(bare) and is_rule(bare)
            if is_dashes and self._kind == "cutoffs" and not self.blocks[-1].lines:
                # Right below "cutoffs:", dashes may mean none or be a rule.
                is_close = lines[number - 2].rstrip(" *").endswith(":")
                doubt = SheetLine(number, f"{self.blocks[-1].label}: {bare}")
                self._doubts += [(self.blocks[-1], doubt)][:is_close]
            if not bare or is_rule(bare):
                self._end_part(is_rule=bool(bare))
            if not bare or is_rule(bare) or (_REMARK.fullmatch(bare) and not is_none(bare)):
                continue
            if _PRINTED.fullmatch(bare):
                self._begin("", _PRINTED_LABEL)
            else:
                is_inset = line[:1].isspace() or _BULLET.match(bare) is not None
                self._take(SheetLine(number, unescaped(bare)), is_inset=is_inset)
        for block, dash in self._dashes:
            block.lines[:] = block.lines or [dash]
        self.blocks += (Block("", "", [line]) for block, line in self._doubts if not block.lines)

    @property
    def _kind(self) -> str:
        return self.blocks[-1].kind

    @property
    def _open_kind(self) -> str:
        """The part whose answer may go on: a label's own "none" is a whole answer."""
        lines = self.blocks[-1].lines
        is_beside = bool(lines) and lines[0].number == self._labelled
        return "" if is_beside and all(is_none(line.text) for line in lines) else self._kind

    def _begin(self, kind: str, label: str) -> None:
        above = self.blocks[-1]
        lines: list[SheetLine] = []
        if kind and above.label == _PRINTED_LABEL and all(is_none(one.text) for one in above.lines):
            lines = self.blocks.pop().lines  # none, between a printed question and its label
        self.blocks.append(Block(kind, label, lines))

    def _end_part(self, *, is_rule: bool) -> None:
        """End an answer at a rule, or at a blank line if nothing can follow it.

        That is an answer on the line of its label, one to a question, or none.
        """
        block = self.blocks[-1]
        if not block.lines or not (_continues(block.kind) or block.question):
            return
        is_none_alone = block.kind and all(is_none(line.text) for line in block.lines)
        is_beside_label = block.question or block.lines[0].number == self._labelled
        if is_rule or is_none_alone or is_beside_label:
            self._begin("", "")

    def _add(self, line: SheetLine) -> None:
        text = _EMPHASIS.sub(lambda found: found["strong"] or found["weak"], line.text)
        self.blocks[-1].lines.append(SheetLine(line.number, text))
        row = find_row(self._kind)
        if row.form is Form.LIST and not row.result and (number := _find_number_behind(text)):
            self._add_unread(SheetLine(line.number, number))
        if self._kind in _ONE_LINE:
            self._begin("", "")

    def _add_unread(self, line: SheetLine) -> None:
        self.blocks.insert(len(self.blocks) - 1, Block(UNREAD, UNREAD, [line]))

    def _take(self, line: SheetLine, *, is_inset: bool) -> None:
        """Read a line that is not empty."""
        if self._take_printed(line):
            return
        kind_above = self._open_kind
        if (at := _find_next_question(line.text, kind_above, self._question)) is not None:
            if at:
                before = _JOINT_BEHIND.sub("", line.text[:at])
                self._take(SheetLine(line.number, before), is_inset=is_inset)
                self._take(SheetLine(line.number, line.text[at:]), is_inset=False)
            else:
                self._add_unread(line)
            return
        if further := _further_answer(line.text, kind_above, is_inset=is_inset):
            at, is_read = further
            is_entry = find_row(self._kind).form is Form.NODES
            label = _label_in(line.text[:at], "", is_inset=False)[0]
            if self.blocks[-1].lines and label is None and not is_entry:
                self._begin("", "")  # a sentence before an answer does not continue another one
            self._take(
                SheetLine(line.number, _JOINT_BEHIND.sub("", line.text[:at])), is_inset=is_inset
            )
            rest = SheetLine(line.number, _BETWEEN.sub("", line.text[at:]))
            if is_read:
                if _find_count(f",{rest.text}", 0) == 0:
                    rest = SheetLine(line.number, f"counts: {rest.text}")
                if rest.text.count(")") > rest.text.count("("):
                    rest = SheetLine(line.number, rest.text.rstrip(" .)"))
                if _label_in(rest.text, "", is_inset=False)[0] is None:
                    self._begin("", "")
                self._take(rest, is_inset=False)
            else:
                self._add_unread(rest)
            return
        label, said = _label_in(line.text, kind_above, is_inset=is_inset)
        if label is None:
            if self._take_mark(line):
                return
            is_waiting = bool(self._kind) and not self.blocks[-1].lines
            is_one = find_row(self._kind).form in (Form.NAME, Form.NUMBER)
            if _continues(self._kind) and line.text.startswith("#"):
                self._begin("", "")
            question = _QUESTION.match(line.text)
            if question and not _BULLET.match(line.text):
                if is_waiting and not _NAMED_MARK.match(line.text):
                    self._add_unread(SheetLine(line.number, question[0].strip()))
                self._begin_question(question[0].strip())
                line = SheetLine(line.number, line.text[question.end() :].strip())
            elif bullet := _BULLET.match(line.text):
                if bullet[0][0].isdigit() and not self._kind:
                    self._begin("", bullet[0].strip())
                if bullet[0][0].isdigit() and is_waiting and is_one:
                    self._add_unread(SheetLine(line.number, bullet[0].strip()))
                line = SheetLine(line.number, line.text[bullet.end() :])
            if line.text:
                self._add(line)
            return
        kind = _kind_of(label)
        if kind in _ONE_LINE and _ANSWER_FORM.search(_ID.sub("", said)):
            kind = ""  # whatever may be an answer is not dropped
        is_dashed = bool(said) and not said.strip("-–—") and not re.search("[:=]", line.text)
        self._begin(kind, label)
        self._labelled = line.number
        self._question = _find_mark(line.text) or self._question
        if not kind:
            self.blocks[-1].lines.append(line)
        elif kind in _ONE_LINE and (not said or is_dashed):
            self._begin("", "")
        elif kind != "cutoffs" and is_dashed:
            self._dashes.append((self.blocks[-1], SheetLine(line.number, said)))
        elif said:
            item = _BULLET.match(said)
            if item and not _DIGIT.match(said, item.end()):  # the first of a list, no minus sign
                said = said[item.end() :]
            self._add(SheetLine(line.number, _with_label(said, label, kind)))

    def _take_mark(self, line: SheetLine) -> bool:
        """Take a number or letter alone on a line; return whether it is one.

        It is a question's, or the answer below a label. In doubt it is unread: if it follows the
        mark of the last question, or another line is below it.
        """
        above = self.blocks[-1]
        is_list = find_row(above.kind).form is Form.LIST
        is_beside = bool(above.lines) and above.lines[0].number == self._labelled
        is_answer = _may_be_answer(line.text, is_list=is_list)
        doubtful: list[SheetLine] = []
        ends = (*above.lines[:1], *above.lines[-1:])
        if above.kind and all(_may_be_answer(end.text, is_list=is_list) for end in ends):
            is_answer &= is_list or not is_beside
            if is_answer and not _follows(_find_mark(line.text), self._question):
                self._add(line)
                return True
            if not is_beside:
                doubtful += above.lines
                above.lines.clear()
            if is_answer:
                doubtful.append(line)
        elif is_answer and above.lines and above.lines[-1].text.endswith(":"):
            doubtful.append(line)  # below an unknown label
        for doubt in doubtful:
            self._add_unread(doubt)
        if doubtful:
            self._begin_question(doubtful[-1].text)
            return doubtful[-1] is line
        is_waiting = above.label and not (above.kind or above.lines)
        if not is_waiting and _NUMBER_ALONE.fullmatch(line.text):
            self._begin_question(line.text)
            return True
        return False

    def _begin_question(self, mark: str) -> None:
        self._begin("", mark.strip("*_ "))
        self._question = _find_mark(mark) or self._question

    def _take_printed(self, line: SheetLine) -> bool:
        """Read a line that a course's program prints; return whether it is one."""
        answers = read_course_line(line.text)
        if answers is None or (self._kind == "cutoffs" and "windows" in dict(answers)):
            return False
        if not answers:
            self._begin("", "")
        for part, text in answers:
            if self._kind != part or part == "counts":
                self._begin(part, part)
            self._add(SheetLine(line.number, text))
        return True

    def _take_table(self, table: list[list[str]], start: int) -> None:
        """Read a table under the parts in its header."""
        below = self.blocks[-1]
        for part, lines in table_answers(table, below.kind, is_answered=bool(below.lines)):
            placed = [SheetLine(start + row, line) for row, line in lines]
            if part == below.kind:
                below.lines.extend(placed)
            else:
                self.blocks.insert(len(self.blocks) - 1, Block(part, part, placed))


def _replace_wide_signs(text: str) -> str:
    """Return a text with plain signs for those of full width and the letters of formulas."""
    return _WIDE.sub(lambda sign: unicodedata.normalize("NFKC", sign[0]), text)


#: The node, or the count, that a label names.
_AT: Final = re.compile(r"\b(?:at|in|of)\s(?:node\s)?(?P<node>\S{1,20})\Z", re.IGNORECASE)
_COUNT_OF: Final = re.compile(
    r"\A.*\b(?:number|count|no\.?|how many)\s(?:of\s)?(?:the\s)?|\b(?:are|is|was|were)\b|\?"
)
_AT_ALONE: Final = re.compile(r"\bat(?:\snode)?\Z", re.IGNORECASE)
_FINITE_OR_NOT: Final = r"[-+−–]?\s?(?:\d[\d./]*|[½¼¾]|∞|inf\w*|oo)"
#: The bounds in a label: "Cutoff at C (3, inf)".
_BOUNDS_IN_LABEL: Final = re.compile(
    rf"[(\[<]\s*{_FINITE_OR_NOT}\s*[,;]|(?:[αβ]|\balpha|\bbeta)\s(?:is\s)?{_FINITE_OR_NOT}",
    re.IGNORECASE,
)
#: "Pruned because α" is the beginning of an entry, of which "α = 3" is a field.
_ENDS_IN_FIELD: Final = re.compile(r"(?:[αβ]|\b(?:alpha|beta|v))\Z", re.IGNORECASE)


def _with_label(said: str, label: str, kind: str) -> str:
    """Return an answer with what its label says of it: the skipped nodes, a node, or a count."""
    bounds = _BOUNDS_IN_LABEL.search(label)
    if bounds and not is_name_of_part(label[: bounds.start()].strip()):
        return f"{label}: {said}"
    if kind == "cutoffs":
        if _ONE_SIDED.match(label) and is_none(said):
            return f"{label}: {said}"
        if _ENDS_IN_FIELD.search(label):
            return f"{label} = {said}"
        if _AT_ALONE.search(label):
            return f"at {said}"
        if (found := _AT.search(label)) and len(label.split()) <= _SHORT_LABEL:
            return f"{found['node']}: {said}"
    if kind == "counts" and _COUNT.fullmatch(said):
        what = _COUNT_OF.sub("", label.lower())
        return f"{' '.join(what.split())} = {said}" if what != label.lower() else said
    return as_skipped(said) if says_skipped(label) else said


#: A label of some of the cutoffs, below which "none" is about no others.
_ONE_SIDED: Final = re.compile(r"(?:[αβ]|alpha|beta)[ -]cut", re.IGNORECASE)
#: Words of a label that names a node, such as "alpha-beta cutoff at C".
_SHORT_LABEL: Final = 5


#: A count with its number: "leaves visited: 7".
_COUNT_NAMED: Final = re.compile(r"\s*([^\W\d][\w ]*?)\s*[:=]\s*\d[\d,]*\s*\.?\s*")


def _says_counts(text: str) -> bool:
    """Return whether a line has nothing but counts, whose names would also label other parts."""
    counts = [_COUNT_NAMED.fullmatch(piece) for piece in re.split(r";|,(?!\d)", text)]
    names = [count[1] for count in counts if count is not None]
    is_named = len(names) == len(counts) and all(map(count_named, names))
    return is_named and (len(names) > 1 or " " in names[0])


def _label_in(text: str, kind: str, *, is_inset: bool) -> tuple[str | None, str]:
    """Return the label at the start of a line and the text after it; None if there is no label."""
    mark = _QUESTION.match(text) or _MARK.match(text)
    bare = text[mark.end() :] if mark else text
    if _says_counts(bare):
        return "counts", bare
    alone = bare.rstrip(":").strip("*# ")
    is_heading = text.lstrip().startswith("#") or (bare.startswith("**") and bare.endswith("**"))
    if (
        (bare.endswith(":") or is_heading)
        and not re.search(r"[:=]|\bis\b|\bare\b", alone)
        and not is_none(alone)
        and _kind_of(alone)
    ):
        return alone, ""
    if is_name_of_part(bare):
        return bare, ""
    if (dashed := _DASHED.fullmatch(bare)) and _is_label(dashed[1]):
        return dashed[1], dashed[2]
    if (found := _ASKED.fullmatch(bare)) and _kind_of(found[1]):
        return found[1], found[2].strip("* ")
    if (pointed := _POINTED.fullmatch(bare)) and _kind_of(pointed[1]):
        if first := _find_first_node(pointed[1]):
            return first["label"], bare[pointed.start(1) + first.start("node") :].strip("* ")
        return pointed[1], pointed[2].strip("* ")
    found = _BARE.fullmatch(bare)
    if found and not _SENTENCE.match(found[2]) and found[2][0] not in ":=(":
        return found[1], found[2]
    found = _COLON.fullmatch(bare) or _EQUALS.fullmatch(bare)
    if found is None:
        return None, ""
    label, said = found[1].strip("* "), found[2].strip("* ")
    words = label.split()
    is_count = kind == "counts" and _COUNT.fullmatch(said) and _may_count(_kind_of(label))
    if is_count or _VALUE_OF.fullmatch(label):
        return None, ""
    if kind in ("mcts", "values") and label.casefold() == "ne":
        return None, ""  # the node to the north-east of a hand run, not a Nash equilibrium
    is_field = kind == "cutoffs" and FIELDS.get(label.casefold(), "value") != "value"
    is_field = is_field or (kind == "cutoffs" and is_inset and label.casefold() in FIELDS)
    if _kind_of(label) and not is_field:
        is_label = ":" in found[0][: found.start(2)] or len(words) > 1 or len(label) > 1
        return (label, said) if is_label else (None, "")
    if kind and _PLACE.fullmatch(label):
        return None, ""
    # One word before a sign may be a node, which the part decides; several words are a label.
    is_entry = len(words) == 1 or "(" in label or "=" in found[0][: found.start(2)]
    is_entry |= words[0].casefold() in FIELDS and not _VALUE_AFTER_WORDS.fullmatch(label)
    return (None, "") if is_entry else (label, said)


_LABEL_ALONE: Final = re.compile(LABEL, re.IGNORECASE)


def _is_label(text: str) -> bool:
    """Return whether a text is a label and nothing else."""
    is_word = " " not in text and bool(_kind_of(text))
    return is_word or is_name_of_part(text) or _LABEL_ALONE.fullmatch(text) is not None


#: A list of nodes of which only the last has a number.
_NUMBER_BEHIND: Final = re.compile(
    r"(?P<list>[^=:≈]*\w[^=:≈\w]+)(?P<name>\w+)\s*(?P<number>[=:≈]\s*[-+−–]?\d+(?:[./]\d+)?)\W*"
)


def _find_number_behind(text: str) -> str:
    """Return the number behind a list, which may be of the whole and not of its last node.

    The number of a node that the list names before is a value of that node.
    """
    hit = _NUMBER_BEHIND.fullmatch(text)
    if hit is None or hit["name"].casefold() in FIELDS:
        return ""
    return "" if hit["name"] in re.split(r"\W+", hit["list"]) else hit["number"]


#: A label with the first node of its answer, of which an arrow points to the next one.
_WITH_NODE: Final = re.compile(
    r"(?P<label>.+?)(?:(?P<dash>\s+-\s+)|[\s-]+)(?P<node>\w+)", re.IGNORECASE
)
_BEFORE_NAME: Final = re.compile(r"\b(?:of|at|in|for|by|from|the|node|player)\Z", re.IGNORECASE)


def _find_first_node(label: str) -> re.Match[str] | None:
    """Return a label and the first node of its answer: "visits" and "A" for "visits - A"."""
    hit = _WITH_NODE.fullmatch(label)
    if hit is None or _kind_of(hit["label"]) != _kind_of(label):
        return None
    is_word = is_name_of_part(label) or part_called(hit["node"]) is not None
    is_word |= _BEFORE_NAME.search(hit["label"]) is not None
    return None if is_word and not hit["dash"] else hit


#: Signs and words between two answers on a line.
_BETWEEN: Final = re.compile(rf"\A(?:[\s,;.|/(&→–—-]|{_AND}|(?:the|its)\s)+", re.IGNORECASE)
_JOINT_BEHIND: Final = re.compile(
    rf"(?:[\s,;.|/&(]|(?<=\w)\s+[-–—→]|\s+{_JOINTS}(?!\S))+\Z", re.IGNORECASE
)
_JOINT: Final = (
    rf"(?:\s*[,;(]\s*|\.\s+|\s+(?:--|[-–—/|&→+]|[-=]+>)\s+|\t|\s{{2,}}|\s(?={_AND})"
    rf"|(?<=\w)(?<!\b(?:my|of))(?<!\b(?:the|its|our))(?<!\bbest)\s(?=(?:{LABEL}|order|pv)\Z))(?:{_AND}|(?:the|its|best)\s)*"
)
#: A value behind words of something else, as in "After B, value"; it may be of a node.
_VALUE_AFTER_WORDS: Final = re.compile(rf".*\S{_JOINT}(?:value|v)", re.IGNORECASE)
#: A label behind a sentence that answers something: "MAX gets 3. Best move".
_BEHIND_ANSWER: Final = re.compile(
    r"(?P<answer>.*\b(?:choos|chose|pick|play|tak|select|go(?:es)?\b|wins?\b|gets?\b|is\b|has\b|returns?\b)"
    rf".*\S){_JOINT}(?P<label>[^\W\d_][^,;.()]*)",
    re.IGNORECASE,
)
#: A value before another answer: "v = 3, cutoffs: …".
_VALUE_BEFORE: Final = re.compile(
    rf"(?:{_MARK.pattern})(?:(?![αβ])[^\W\d_]\w{{0,3}}|v\(\w+\))\s*=\s*{_FINITE_OR_NOT}"
    rf"(?=[\s,;.|(&→–—-]+(?:{_AND}|the\s)*(?:{LABEL})(?:\sat\s\S+)?\s*:)",
    re.IGNORECASE,
)
_NOT_SPLIT: Final = ("", "mcts", "ignored")
_COUNT_BEHIND: Final = re.compile(r"\s*[:=]?\s*\d[\d,]*\s*(?:[,;.})]|\Z)")
#: A count behind another answer: ", visited: 11".
_FURTHER_COUNT: Final = re.compile(
    r"\s*[,;|]\s*(?P<name>[^\W\d][\w ]{0,40}?)\s*[:=]\s*\d[\d,]*\s*(?:[,;.]|\Z)"
)


def _further_answer(text: str, above: str, *, is_inset: bool) -> tuple[int, bool] | None:
    """Return where a second answer begins on a line, and whether it is read; None without one.

    A value behind the skipped nodes of a cutoff may be of its node or of the root.
    """
    label, said = _label_in(text, above, is_inset=is_inset)
    kind = _kind_of(label) if label else ""
    if label is None and (value := _VALUE_BEFORE.match(text)):
        return value.end(), True
    if kind in _NOT_SPLIT:
        return None
    behind = _BEHIND_ANSWER.fullmatch(label or "")
    if behind and _kind_of(behind["label"]) and not _BOUNDS_IN_LABEL.search(label or ""):
        return text.index(label or "") + behind.end("answer"), True
    start = max(0, text.rfind(said)) if said else len(text)
    count = _find_count(text, start) if find_row(kind).result else None
    for found in _FURTHER.finditer(text, start, len(text) if count is None else count):
        word = found[found.lastgroup or 0]
        is_inside = text.count("(", 0, found.start()) > text.count(")", 0, found.start())
        if is_inside or (_kind_of(word) == kind and not COUNTED.fullmatch(text, 0, found.start())):
            continue
        if kind == "counts" and _COUNT_BEHIND.match(text, found.end()):
            continue  # "visits: 11" among counts
        if word.casefold() not in FIELDS or not _has_entries(kind):
            return found.start(), True
        if kind == "cutoffs" and re.search(r"skip|prun", text[: found.start()], re.IGNORECASE):
            return found.start(), False
    return None if count is None else (count, True)


#: The letter or number of a question in the middle of a line, or a bracket.
_INNER_MARK: Final = re.compile(r"(?<=\s)(?:[a-h]|\d{1,2})\)(?=\s|\Z)|[(\[{)\]}]", re.IGNORECASE)
#: Each entry of a list has such a number, or is a letter in such a form.
_MARKED_LIST: Final = re.compile(r"(?:\W*\w{1,3}\)(?:\W*\w+(?![\w)]))?)+\W*")
#: Questions on one line.
_MOST_QUESTIONS: Final = 20
_OPEN_SIGNS: Final = (":", "=", "<", ">", "≤", "≥")


def _find_next_question(text: str, above: str, last: str) -> int | None:
    """Return where the next question begins on a line, 0 if that is in doubt; None without one.

    It is the next one if a label is behind its letter, or if it follows the last question.
    """
    marks = _find_inner_marks(text)
    doubtful = [at for at in marks if not text[max(0, at - 3) : at].rstrip().endswith(_OPEN_SIGNS)]
    if not doubtful:
        return None
    label, said = _label_in(text, above, is_inset=False)
    is_list = _MARKED_LIST.fullmatch(said if label else text) is not None
    at = marks[0]
    if at in doubtful and len(marks) <= _MOST_QUESTIONS:
        next_label = _label_in(text[at:], "", is_inset=False)[0]
        is_next = _follows(_find_mark(text[at:]), _find_mark(text) or last) and not is_list
        if is_next or (next_label and _kind_of(next_label)):
            return at
    kind = _kind_of(label) if label else above
    is_of_nodes = not kind or find_row(kind).form in (Form.LIST, Form.CUTOFFS)
    return 0 if is_of_nodes and not is_list else None


def _find_inner_marks(text: str) -> list[int]:
    """Return where letters and numbers of questions are within a line, outside of brackets."""
    marks: list[int] = []
    depth = 0
    for sign in _INNER_MARK.finditer(text):
        if sign[0] in "([{":
            depth += 1
        elif depth:
            depth -= 1
        elif sign[0] not in ")]}":
            marks.append(sign.start())
    return marks


def _find_count(text: str, start: int) -> int | None:
    """Return where a count begins behind another answer, as in ", visited: 11"."""
    count = _FURTHER_COUNT.search(text, start)
    return count.start() if count and count_named(count["name"]) else None


def _kind_of(label: str) -> str:
    """Return the kind of block that a label begins; empty if it is unknown."""
    plain = " ".join(label.replace("_", " ").split()).casefold()
    if plain in STUDENT:
        return "student"
    if plain in VARIANT:
        return "variant"
    if plain in IGNORED:
        return "ignored"
    part = part_called(label) or ""
    if part == "values" and _VALUE_AFTER_WORDS.fullmatch(label):
        return ""
    is_broken = label.count("(") > label.count(")") and not _BEHIND_ANSWER.fullmatch(label)
    return "" if is_broken else part


#: What a line that only goes on listing nodes does not have.
_OF_CUTOFF: Final = re.compile(r"[=:(]|skip|prun|cut", re.IGNORECASE)


def list_pruned(blocks: Sequence[Block]) -> list[SheetLine]:
    """Return the lines under a label of pruned nodes, in the blocks of cutoffs.

    None is returned if no other line is there: then the label is the same as that of cutoffs.
    """
    pruned: list[SheetLine] = []
    others = False
    for block in blocks:
        is_pruned = is_below = says_skipped(block.label)
        for line in block.lines:
            if not is_pruned:
                label, colon, _ = line.text.partition(":")
                is_label = colon and FIELDS.get(label.strip(" *-").casefold()) == "skipped"
                is_below = is_label or (is_below and not _OF_CUTOFF.search(line.text))
            if is_below:
                pruned.append(line)
            others |= not is_below
    return pruned if others else []


def as_skipped(text: str) -> str:
    """Return the nodes below such a label with a word that says what they are."""
    return text if re.search(r"[=:(]|skip|prun|cut|none|nothing", text) else f"pruned: {text}"
