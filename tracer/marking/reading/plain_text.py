"""Split a sheet in plain text or Markdown into labels and the lines below them.

Labels are decided here, entries in `tracer.questions`. An unknown label ends the answer above it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tracer.marking.reading.line_labels import (
    AND,
    add_label,
    begins_list,
    find_further_answer,
    find_kind,
    find_label,
    find_next_question,
    has_entries,
)
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
    ends_in_remark,
    has_brackets,
    part_called,
    says_skipped,
)
from tracer.marking.reading.question_marks import (
    NUMERALS,
    Mark,
    find_mark,
    may_be_answer,
    skip_marks,
)
from tracer.marking.reading.repeated_questions import drop_answer_mark, shorten_questions
from tracer.marking.reading.sheet import SheetLine
from tracer.questions.course_lines import read_course_line
from tracer.questions.items import Form, find_row
from tracer.questions.records import join_records, read_record
from tracer.questions.single_entries import says_move
from tracer.questions.typed_text import JOINTS, is_none, without_crossed_out

_DIGIT: Final = re.compile(r"\.?\d|∞|inf|oo\b", re.IGNORECASE)
#: A comment, as in forms.
_COMMENT: Final = re.compile("<!--.*-->|//.*")
#: A picture in Markdown or HTML.
_PICTURE: Final = re.compile(
    r"!\[[^\[\]]*\](?:\([^()]*\)|\[[^\[\]]*\])|!\[\[[^\[\]]*\]\]|<img\b[^<>]*>"
)
#: A printed question of a worksheet, with its letter and its points.
_PRINTED: Final = re.compile(r"\W{0,3}[a-z]{1,2}\)\W.*\(\d+(?:\.\d+)? points?\)")
_PRINTED_LABEL: Final = "printed question"
_BULLET: Final = re.compile(
    r"(?:(?:[-*•]+|\d{1,3}[.)](?!\s+\d{1,3}[.)])|\d{1,2}\s?[-–—](?=\s+[^\W\d_]{3}))\s+(?=\S)|[*•]+(?=\S))"
)
#: The sign of the first item of a list, behind the label of the list.
_FIRST_ITEM: Final = re.compile(r"(?:(?:[-*•]+|1[.)])\s+|[*•]+)(?=\S)")
_OF_NUMBERS: Final = (Form.NUMBER, Form.COUNTS)
#: Bullets of word processors.
_OTHER_BULLET: Final = re.compile(r"\A[●○■□▪▫◦‣▸►➢❖◆◇⁃∙·]\s*(?=\S)")
_CHECK_BOX: Final = re.compile(r"\A([-*+]|\d{1,2}[.)])\s\[[ xX]\]\s(?=\S)")
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
    r"(?<!\\)(\*\*|__)(?=\S)(?P<strong>[^*_\n]+?)(?<=\S)\1"
    r"|(?<![\w*\\])\*(?=[^\s*])(?P<weak>[^*\n]+?)(?<=\S)\*(?![\w*])"
    r"|(?<![\w\\])_(?=[^\W_]|[(→])(?P<slanted>[^_\n]{2,}?)(?<=[\w.:)\]}∞])_(?!\w)"
)
#: Code in Markdown; a tick behind a word may be a prime.
_CODE: Final = re.compile(r"(?<!\w)(`+)([^`]+)\1(?!\w)")
#: A line in bold, which may be a heading, also behind the mark of a question.
_BOLD_LINE: Final = re.compile(r"\*\*[^*]+\*\*")
#: A question behind its mark, and the mark of the answer below it: "Q3: What is best?", "A: B".
_QUESTION_LINE: Final = re.compile(r"\W*q\s?\d{0,2}\s?[:.)].*\?\W*", re.IGNORECASE)
_NEXT_NODE: Final = re.compile(r"\W*B\s?[:.)]")
_ANSWER_MARK: Final = re.compile(r"\A\W*A\d{0,2}\s?[:.)]\s+")
#: Numerals that are also a letter of something else.
_NUMERAL: Final = re.compile(r"([^\w(]*)([vx])\)")
#: Parts with one answer, which is on the line of the label or on the next one.
_ONE_LINE: Final = frozenset({"student", "variant", "ignored"})
#: Entries or a list of nodes, such as "A = 3, B = 3".
ENTRIES: Final = re.compile(
    r"(?<![\w.])[^\W\d_]\w{0,3}(?:\s?\)?\s?(?:[=:]|[-–=]+>|→)\s?|\s?\()\s?[-+−(\[]?(?:\d|∞|inf)"
    r"|(?:\b[^\W\d_]\w{0,2}\b(?:\s?(?:[-–=]+>|→|,)\s?|\s)){4}"
    r"|\b\w{1,3}\s?(?:[-–=]+>|→)\s?\w",
    re.IGNORECASE,
)
#: Such text behind the label of something else, or words of cutoffs.
_ANSWER_FORM: Final = re.compile(
    rf"{ENTRIES.pattern}|\b(?:skip|prun)|\b\w{{1,3}}\sis\s[-\d]|[^\W\d_]{{3}}\s?[:=]\s",
    re.IGNORECASE,
)
#: The number of a student.
_ID: Final = re.compile(r"\A(?:id|no|nr|number)\b.*", re.IGNORECASE)
#: Answers on a line; what is behind them is not read, since each costs a look at the rest.
_MOST_PIECES: Final = 20
#: The end of the first word of a record, which is not a label as in "values: (2,1)=1".
_LABEL_BEFORE: Final = re.compile(r"\s?[:(=]|\s(?=\()")
#: A tag of HTML alone on a line; a capital letter is a node.
_TAG_ALONE: Final = re.compile(r"<[biup]\s?/?>")


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A label with the lines below it."""

    kind: str
    label: str
    lines: list[SheetLine]
    #: The line with the label.
    own: SheetLine | None = None
    #: Numbers of lines of its list, which may be those of the next questions.
    doubted: list[int] = field(default_factory=list)

    @property
    def mark(self) -> Mark | None:
        """The mark of the question that the label is, such as (d), 1d) and 4."""
        mark = find_mark(self.label)
        return mark if mark and mark.is_alone else None

    def list_labelled(self) -> list[SheetLine]:
        """Return the lines, the first with the label.

        That is an empty line if nothing is behind the sign of the label, or below a heading.
        """
        own, lines = self.own, self.lines
        is_beside = own is not None and lines[:1] != [] and lines[0].number == own.number
        is_heading = own is not None and own.text.startswith("#") and not lines
        if own and not is_beside and (is_heading or own.text.rstrip(" *_").endswith(":")):
            lines = [SheetLine(own.number, ""), *lines]
        return [line if at else line._replace(label=self.label) for at, line in enumerate(lines)]


def _continues(kind: str) -> bool:
    """Return whether an answer continues until a blank line, a heading or a rule ends it."""
    row = find_row(kind)
    return row.ordered or row.result or has_entries(kind)


def blocks_of(text: str) -> list[Block]:
    """Split a text into blocks, in the order of the text."""
    return _Splitter(text).blocks


class _Splitter:
    """The blocks of a text; see `blocks_of`."""

    def __init__(self, text: str) -> None:
        self.blocks: list[Block] = [Block("", "", [])]
        #: Blocks with what may be their answers if there are no lines in them.
        self._doubts: list[tuple[Block, SheetLine]] = []
        self._dashes: list[tuple[Block, SheetLine]] = []
        self._labelled = 0  # line of the last label
        self._indent = self._label_indent = 0  # of the line, and of that of the last label
        self._question: Mark | None = None  # the last one
        self._pieces = 0  # of the line, before the next answer on it
        self._item: Mark | None = None  # the last number of a list below the last label
        table: list[list[str]] = []
        start = 0
        mark = above = ""
        text = _replace_wide_signs(text).replace("!=", "≠")
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        lines = join_records(lines)
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
            bare = _CODE.sub(r"\2", bare)
            if bare.startswith("`") or bare.count("`") % 2:
                bare = bare.strip("`")
            bare = _OTHER_BULLET.sub("- ", bare.removesuffix("\\").strip())
            bare = _CHECK_BOX.sub(r"\1 ", bare)
            before = None if table else find_mark(bare)
            if before and table_mark(lines, number - 1, bare[before.end :]):
                self._take(SheetLine(number, bare[: before.end].strip()), is_inset=False)
                line = bare = bare[before.end :]
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
                self._take_table(table, start, lines)
                table, start = [], 0
            is_dashes = is_none(bare) and is_rule(bare)
            if is_dashes and self._kind == "cutoffs" and not self.blocks[-1].lines:
                # Right below "cutoffs:", dashes may mean none or be a rule.
                is_close = lines[number - 2].rstrip(" *").endswith(":")
                doubt = SheetLine(number, f"{self.blocks[-1].label}: {bare}")
                self._doubts += [(self.blocks[-1], doubt)][:is_close]
            if not bare or is_rule(bare):
                self._end_part(is_rule=bool(bare))
            if not bare or is_rule(bare) or _COMMENT.fullmatch(bare):
                continue
            if _PRINTED.fullmatch(bare):
                self._begin("", _PRINTED_LABEL)
            else:
                below = "".join(lines[number : number + 1])
                if _QUESTION_LINE.fullmatch(above) and not _NEXT_NODE.match(below):
                    bare = _ANSWER_MARK.sub("", bare)
                above = bare
                is_bold = _BOLD_LINE.fullmatch(bare, skip_marks(bare) or 0) is not None
                bare = bare if is_bold else _remove_emphasis(bare)
                answer = drop_answer_mark(bare)
                is_waiting = bool(self._kind) and not self.blocks[-1].lines
                label = find_label(answer)
                if is_waiting or (label and label.kind):
                    bare = answer
                self._pieces, self._indent = 0, len(line) - len(line.lstrip())
                is_inset = self._indent > self._label_indent
                written = SheetLine(number, unescaped(bare))
                short = shorten_questions(written.text)
                short += ":" if begins_list(lines, number - 1) else ""
                is_same = short == written.text
                self._take(written if is_same else written.reword(short), is_inset=is_inset)
        for block, dash in self._dashes:
            block.lines[:] = block.lines or [dash]
        self.blocks += (
            Block(UNREAD, UNREAD, [line]) for block, line in self._doubts if not block.lines
        )
        last = self.blocks[-1]
        if last.mark and not any(block.lines for block in self.blocks):
            last.lines.append(SheetLine(1 + text.rstrip().count("\n"), last.label))  # the answer

    @property
    def _kind(self) -> str:
        return self.blocks[-1].kind

    @property
    def _open_kind(self) -> str:
        """The part whose answer may go on: a label's own "none" is a whole answer."""
        lines = self.blocks[-1].lines
        is_beside = bool(lines) and lines[0].number == self._labelled
        return "" if is_beside and all(is_none(line.text) for line in lines) else self._kind

    def _begin(self, kind: str, label: str, own: SheetLine | None = None) -> None:
        above = self.blocks[-1]
        lines: list[SheetLine] = []
        if kind and above.label == _PRINTED_LABEL and all(is_none(one.text) for one in above.lines):
            lines = self.blocks.pop().lines  # none, between a printed question and its label
        self.blocks.append(Block(kind, label, lines, own))
        self._item = None

    def _end_part(self, *, is_rule: bool) -> None:
        """End an answer at a rule, or at a blank line if nothing can follow it.

        That is an answer on the line of its label, one to a question, or none.
        """
        block = self.blocks[-1]
        if not block.lines or not (_continues(block.kind) or block.mark):
            return
        is_none_alone = block.kind and all(is_none(line.text) for line in block.lines)
        is_beside_label = block.mark or block.lines[0].number == self._labelled
        if is_rule or is_none_alone or is_beside_label:
            self._begin("", "")

    def _add(self, line: SheetLine) -> None:
        self.blocks[-1].lines.append(line._replace(text=_remove_emphasis(line.text)))
        if self._kind in _ONE_LINE:
            self._begin("", "")

    def _add_unread(self, line: SheetLine) -> None:
        self.blocks.insert(len(self.blocks) - 1, Block(UNREAD, UNREAD, [line]))

    def _take(self, line: SheetLine, *, is_inset: bool) -> None:
        """Read a line that is not empty."""
        numeral = _NUMERAL.match(line.text)
        last = self._question
        if numeral and last and last.series == "i" and last.place == NUMERALS.index(numeral[2]):
            # Behind iv) the mark v) is not a value, and behind ix) the mark x) is not a player.
            line = line._replace(text=f"{numeral[1]}({line.text[numeral.start(2) :]}")
        if self._take_printed(line):
            return
        above = self._open_kind
        labelled = find_label(line.text, above, is_inset=is_inset)
        if (at := find_next_question(line.text, labelled, above, self._question)) is not None:
            self._pieces += 1
            if at and self._pieces <= _MOST_PIECES:
                before = _JOINT_BEHIND.sub("", line.text[:at])
                self._take(SheetLine(line.number, before), is_inset=is_inset)
                self._take(SheetLine(line.number, line.text[at:]), is_inset=False)
            else:
                self._add_unread(line)
            return
        if at := find_further_answer(line.text, labelled):
            is_entry = find_row(self._kind).form is Form.NODES
            if self.blocks[-1].lines and not is_entry and find_label(line.text[:at]) is None:
                self._begin("", "")  # a sentence before an answer does not continue another one
            self._take(
                SheetLine(line.number, _JOINT_BEHIND.sub("", line.text[:at])), is_inset=is_inset
            )
            rest = SheetLine(line.number, _BETWEEN.sub("", line.text[at:]))
            mark = find_mark(rest.text)
            if mark and mark.style.endswith("."):  # it may be the last node of a list
                self._add_unread(SheetLine(line.number, rest.text[: mark.end].strip()))
            self._pieces += 1
            if self._pieces <= _MOST_PIECES:
                self._take(rest, is_inset=False)
            else:
                self._add_unread(rest)
            return
        if labelled is None:
            if not self._take_mark_alone(line):
                self._take_unlabelled(line)
            return
        label, said, kind = labelled
        own_words = _ID.sub("", said)
        if kind in _ONE_LINE and (_ANSWER_FORM.search(own_words) or says_move(own_words)):
            kind = ""  # whatever may be an answer is not dropped
        waiting = self.blocks[-1]
        mark = find_mark(line.text)
        is_open = find_row(waiting.kind).form is Form.NUMBER and not waiting.lines
        if mark and mark.series == "1" and is_open and not mark.follows(self._question):
            self._add_unread(SheetLine(line.number, line.text[: mark.end].strip()))  # maybe 3.
        own = line.text[skip_marks(line.text) :]
        is_dashed = bool(said) and not said.strip("-–—") and not re.search("[:=]", own)
        self._drop_doubted(mark)
        self._begin(kind, label, line)
        self._labelled, self._label_indent = line.number, self._indent
        self._question = mark or self._question
        begins_with_number = label[0].isdigit() or (mark is not None and mark.may_be_value)
        if kind and not said and has_brackets(label) and not ends_in_remark(label):
            self._add_unread(line)
        elif kind and not said and (has_brackets(label) or begins_with_number):
            self._doubts.append((self.blocks[-1], line))
        if not kind:
            self.blocks[-1].lines.append(line)
        elif kind in _ONE_LINE and (not said or is_dashed):
            self._begin("", "")
        elif is_dashed:
            self._dashes.append((self.blocks[-1], SheetLine(line.number, said)))
        elif said:
            item = _FIRST_ITEM.match(said)
            is_number = find_row(kind).form in _OF_NUMBERS and said[:1].isdigit()
            if item and not is_number and not _DIGIT.match(said, item.end()):  # no minus sign
                said = said[item.end() :]
            self._add(line.reword(add_label(said, label, kind)))

    def _take_unlabelled(self, line: SheetLine) -> None:
        """Take a line without a label: more of the answer above, or one to its own question."""
        above = self.blocks[-1]
        if _BOLD_LINE.fullmatch(line.text) and find_mark(line.text.strip("*")) is None:
            line = line.reword(line.text.strip("*"))
        is_waiting = bool(above.kind) and not above.lines
        if _continues(above.kind) and line.text.startswith("#"):
            self._begin("", "")
        bullet = _BULLET.match(line.text)
        mark = find_mark(line.text) if not bullet or bullet[0][0].isdigit() else None
        is_item = mark is not None and mark.continues(self._item)
        is_next = mark is not None and mark.follows(self._question) and not (is_waiting or is_item)
        is_marked = mark is not None and (mark.is_of_question or is_next)
        end = bullet.end() if bullet else mark.end if mark and is_marked else 0
        before = SheetLine(line.number, line.text[:end].strip())
        if mark and mark.is_alone and above.mark and not above.lines:
            if _is_capital(line.text) and not _is_capital(above.label):
                self._add(line)  # below b), the answer B.
                return
            if mark.series == above.mark.series and not mark.continues(above.mark):
                self._add_unread(line)  # below "Task 2:", maybe the answer (3)
        if mark and end:
            is_doubted = is_waiting and not mark.is_worded
            if bullet:
                is_doubted &= find_row(above.kind).form in (Form.NAME, Form.NUMBER)
            if is_doubted:
                self._add_unread(before)
            if is_next or not (bullet and above.kind):
                self._begin_question(before.text)
            else:
                self._take_item(mark, line.number)
        elif mark and above.kind:
            self._take_item(mark, line.number)
        rest = SheetLine(line.number, line.text[end:].strip())
        inner = find_mark(rest.text)
        is_inner = inner is not None and inner.is_of_question and not inner.is_alone
        if mark and end and not bullet and inner and is_inner and inner.series != mark.series:
            self._take_unlabelled(rest)  # (a) of a problem or a question
        elif rest.text:
            if above.kind == "counts" and not above.lines:
                rest = rest.reword(add_label(rest.text, above.label, above.kind))
            self._add(rest)

    def _take_item(self, mark: Mark, number: int) -> None:
        """Note the number of an item of a list, which may also be that of the next question."""
        doubted = self.blocks[-1].doubted
        if mark.continues(self._question) or (doubted and mark.continues(self._item)):
            doubted.append(number)
        else:
            doubted.clear()
        self._item = mark

    def _drop_doubted(self, mark: Mark | None) -> None:
        """Take the last items of a list as unread if a question continues their numbers.

        If it continues those of the questions, the list had numbers of its own.
        """
        block = self.blocks[-1]
        if mark and mark.continues(self._item):
            for doubt in [line for line in block.lines if line.number in block.doubted]:
                block.lines.remove(doubt)
                self._add_unread(doubt)
        elif mark and mark.follows(self._question):
            block.doubted.clear()

    def _take_mark_alone(self, line: SheetLine) -> bool:
        """Take a mark that is alone on a line; return whether it is one.

        It is a question's, or the answer below a label. In doubt it is unread: if it follows the
        last mark, or another line is below it.
        """
        above = self.blocks[-1]
        is_list = find_row(above.kind).form is Form.LIST
        is_beside = bool(above.lines) and above.lines[0].number == self._labelled
        is_answer = may_be_answer(line.text, is_list=is_list)
        mark = find_mark(line.text)
        doubtful: list[SheetLine] = []
        ends = (*above.lines[:1], *above.lines[-1:])
        if above.kind and all(may_be_answer(end.text, is_list=is_list) for end in ends):
            is_answer &= is_list or not is_beside
            if is_answer and not (mark and mark.follows(self._question)):
                self._add(line)
                return True
            if not is_beside:
                doubtful += above.lines
                above.lines.clear()
            if is_answer:
                doubtful.append(line)
        for doubt in doubtful:
            self._add_unread(doubt)
        if doubtful:
            self._begin_question(doubtful[-1].text)
            return doubtful[-1] is line
        is_waiting = above.label and not (above.kind or above.lines)
        if is_waiting or not mark or not mark.is_alone or line.text.startswith("* "):
            return False
        is_capital = _is_capital(line.text) and any(block.lines for block in self.blocks)
        if (is_capital or is_list) and is_answer and not mark.follows(self._question):
            self._add_unread(line)  # a node, or a mark without the one before it
        self._begin_question(line.text)
        return True

    def _begin_question(self, mark: str) -> None:
        self._drop_doubted(find_mark(mark))
        self._begin("", mark.strip("*_ "))
        self._question = find_mark(mark) or self._question

    def _take_printed(self, line: SheetLine) -> bool:
        """Read a line that a course's program prints, or a record; return whether it is one."""
        answers = read_course_line(line.text)
        if answers is None:
            answers = self._read_record(line.text)
        if answers is None:
            return False
        if not answers:
            self._begin("", "")
        for part, text in answers:
            if self._kind != part:
                self._begin(part, part)
            self._add(line.reword(text))
        return True

    def _read_record(self, text: str) -> list[tuple[str, str]] | None:
        """Read a record, maybe behind a mark; below cutoffs, it is one with its node's value."""
        if self._kind == "cutoffs":
            return None
        is_of_values = find_row(self._kind).form is Form.NODES and self._kind != "windows"
        for start in (0, skip_marks(text) or 0):
            record = read_record(text[start:], is_of_values=is_of_values)
            if record and not find_kind(_LABEL_BEFORE.split(text[start:].strip(), 1)[0]):
                self._question = (find_mark(text) if start else None) or self._question
                return record
        return None

    def _take_table(self, table: list[list[str]], start: int, lines: Sequence[str]) -> None:
        """Read a table under the parts in its header."""
        below = self.blocks[-1]
        for label, answers in table_answers(table, below.kind, is_answered=bool(below.lines)):
            # An unread cell keeps the heading of its column.
            texts = [
                answer if label == UNREAD else lines[start + row - 1] for row, answer in answers
            ]
            placed = [
                SheetLine(start + row, text.strip()).reword(answer)
                for (row, answer), text in zip(answers, texts, strict=True)
            ]
            part = part_called(label) or label
            if part == below.kind and not says_skipped(label):
                below.lines.extend(placed)
            else:
                self.blocks.insert(len(self.blocks) - 1, Block(part, label, placed))


def _is_capital(mark: str) -> bool:
    """Return whether a mark is a capital, which may be a node."""
    return mark.strip("()[]*.: ").isupper()


def _replace_wide_signs(text: str) -> str:
    """Return a text with plain signs for those of full width and the letters of formulas."""
    return _WIDE.sub(lambda sign: unicodedata.normalize("NFKC", sign[0]), text)


def _remove_emphasis(text: str) -> str:
    """Return a text without the signs of emphasis around its words."""
    return _EMPHASIS.sub(lambda found: found[found.lastgroup or 0], text)


#: Signs and words between two answers on a line.
_BETWEEN: Final = re.compile(rf"\A(?:[\s,;.|/(&→–—-]|=+>|{AND}|(?:the|its)\s)+", re.IGNORECASE)
_JOINT_BEHIND: Final = re.compile(
    rf"(?:[\s,;:.|/&(]|(?<=\w)\s+[-–—→]|\s+{JOINTS}(?!\S))+\Z", re.IGNORECASE
)
