"""Lines of a sheet without a label: each is placed at the one item that it can be about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import permutations
from typing import Any, Final

from tracer.marking.reading.draft import LONGEST, OF_VALUES, Draft
from tracer.marking.reading.sheet import Answer, SheetLine
from tracer.marking.reading.unread_lines import ALIKE, find_nodes
from tracer.questions.items import find_row
from tracer.questions.orders import ENTRY_SIGN
from tracer.questions.typed_text import normalized
from tracer.questions.visits import GOES_ON, Visits

#: Between two sentences on a line: signs, or words that may also stand within one.
_SIGNS: Final = (
    r";\s+|(?<![,;|]\s[a-h])\.\s+|\s[|/–—]\s|,\s+(?-i:(?=[A-Z][a-z]+\s))"  # b. is a mark
)
_BETWEEN_SENTENCES: Final = (
    re.compile(r";\s+|(?<=[\w)])\.\s+(?=[A-Z\d])"),
    re.compile(rf"{_SIGNS}|,?\s(?:so|and)\s(?=\w+\s\w)", re.IGNORECASE),
)
#: The same behind an answer with a label, in which "and" may be between two nodes.
BEHIND_LABELLED: Final = re.compile(rf"{_SIGNS}|,?\sso\s(?=\w+\s\w)", re.IGNORECASE)
#: Questions whose answers are placed together.
_MOST_QUESTIONS: Final = 7


class FreeLines(Draft):
    """The reading of one sheet, as far as it places lines without a label.

    A line is placed by what it is, by the question that it answers, or sentence by sentence.
    """

    def place_series(
        self, lines: list[SheetLine], answers: Mapping[str, Any]
    ) -> dict[str, list[SheetLine]]:
        """Return the answers to questions such as (d) if they can be those of the open items.

        There must be only one way to place each wholly. If they are as many as the open items, it
        is that of the key, or all but one are plain; if they are fewer, both the key and a plain
        one say so. Cutoffs, or pruned leaves, may be open although there are the other ones.
        """
        questions: dict[int, list[SheetLine]] = {}
        for line in lines:
            if at := self.sheet.questions.get(line.number, 0):
                questions.setdefault(at, []).append(line)
        filled = {name for name, answer in answers.items() if answer not in ("", None)}
        open_items = [name for name in self.asked if name not in filled]
        if self.shared_item in filled and len(questions) > len(open_items):
            open_items.append(self.shared_item)
        is_series = self.is_whole and 0 < len(questions) <= min(len(open_items), _MOST_QUESTIONS)
        if not is_series or min(questions) < 1:
            return {}
        texts = [*map(Answer, questions.values())]
        options = [self.list_possible(text, open_items) for text in texts]
        ways = [
            way
            for way in permutations(open_items, len(questions))
            if all(name in possible for name, possible in zip(way, options, strict=True))
        ]
        if len(ways) != 1:
            return {}
        (names,) = ways
        is_in_order = all(
            self.asked[at - 1 : at] == [name] for at, name in zip(questions, names, strict=True)
        )
        are_plain = [self.is_plainly(text, name) for name, text in zip(names, texts, strict=True)]
        is_sure = is_in_order and any(are_plain)
        if len(questions) == len(open_items):
            is_sure = is_in_order or are_plain.count(False) <= 1
        placed = {name: [*text.lines] for name, text in zip(names, texts, strict=True)}
        return placed if is_sure else {}

    def list_possible(self, text: Answer, open_items: Iterable[str]) -> set[str]:
        """Return the items that an answer may be about, and be wholly read."""
        is_line = len(text.lines) == 1
        plain = {name for name in open_items if is_line and self.is_plainly(text, name)}
        whole = {name for name in open_items if self.items[name].reads_wholly(text, self.rules)}
        names = plain or whole
        if names <= {*OF_VALUES}:
            names |= whole & {"utility"}  # the root is a node
        if "cutoffs" in names and "pruned" in open_items:
            cuts = self.read_text("cutoffs", text).claim or ()
            is_list = all(cut.list_fields() <= {"skipped"} for cut in cuts)
            names -= {"cutoffs"} if cuts and is_list else set()
        return names

    def place_lines(
        self, lines: Iterable[SheetLine], open_items: list[str]
    ) -> dict[str, list[SheetLine]]:
        """Return the lines by the item that they can only be about; the others are unread."""
        found: dict[str, list[SheetLine]] = {}
        for line in lines:
            line = self._extend(found.get(Visits.name, []), line)
            text = normalized(line.text[: LONGEST + 1]).strip()
            names = [name for name in open_items if self.is_plainly(text, name)]
            if not names and self._extends(found.get(Visits.name, []), line):
                names = [Visits.name]
            if not names and (placed := self._place_sentences(line, text, open_items)):
                for name, piece in placed:
                    found.setdefault(name, []).append(piece)
                continue
            if {*names} == {"cutoffs", "pruned"} and self._lists_several(line):
                self.share("cutoffs", [line])
                names = ["pruned"]
            if len(names) == 1 or {*names} in ALIKE:
                for name in names:
                    found.setdefault(name, []).append(line)
            else:
                self.unread.append(line)
        orders = found.get(Visits.name, [])
        if len({self.sheet.questions.get(line.number) for line in orders}) > 1:
            self.unread += found.pop(Visits.name)  # answers to several questions
        if self.is_whole and "windows" in self.asked:  # it may be the one of its node's entry
            self.share("windows", filter(self._has_window, found.get("cutoffs", [])))
            self.share("cutoffs", filter(self._may_be_of_cutoff, found.get("windows", [])))
        for name, listed in [*found.items()]:
            above = next((one for one in self.unread if one.number == listed[0].number - 1), None)
            said = above.text.partition(":")[2] if above else ""
            if self.is_plainly(normalized(said).strip(), name):
                self.unread += found.pop(name)  # its first entries are behind an unknown label
        return found

    def _place_sentences(
        self, line: SheetLine, text: str, open_items: list[str]
    ) -> list[tuple[str, SheetLine]]:
        """Return the sentences of a line by item if each can only be about one; else none."""
        for between in _BETWEEN_SENTENCES:
            sentences = self.split_line(between, text)
            items = [self.find_items(sentence, open_items) for sentence in sentences]
            if len(sentences) > 1 and all(items):
                return [
                    (name, line._replace(text=sentence))
                    for sentence, names in zip(sentences, items, strict=True)
                    for name in names
                ]
        return []

    def split_line(self, between: re.Pattern[str], text: str) -> list[str]:
        """Return the sentences of a line; a comma before a node may be within one."""
        pieces: list[str] = []
        start = 0
        for sign in between.finditer(text):
            word = re.split(r"\W", text[sign.end() :], maxsplit=1)[0]
            is_node = self.rules is not None and self.rules.names.names_node(word)
            if not (sign[0].strip() == "," and is_node):
                pieces.append(text[start : sign.start()])
                start = sign.end()
        return [*pieces, text[start:]]

    def find_items(self, sentence: str, open_items: list[str]) -> list[str]:
        """Return the one item, or the two alike, that a sentence can only be about; else none."""
        names = [name for name in open_items if self.is_plainly(sentence, name)]
        is_one = len(names) == 1 or {*names} in ALIKE
        # "B is best, A = 3" also has a value of a node.
        is_result = any(find_row(name).result for name in names) and "utility" not in names
        has_entry = is_result and ENTRY_SIGN.search(sentence) is not None
        return names if is_one and not has_entry else []

    def _lists_several(self, line: SheetLine) -> bool:
        """Return whether a line lists nodes of several parents, and none of these."""
        parents = {cut.at for cut in self.read_text("cutoffs", line.text).claim or ()}
        named = find_nodes(line.text, self.rules.names) if self.rules else parents
        return len(parents) > 1 and parents.isdisjoint(named)

    def _extend(self, order: list[SheetLine], line: SheetLine) -> SheetLine:
        """Add the nodes that continue an order, and return the sentences behind them."""
        nodes, _, sentences = line.text.partition(". ")
        if not (order and sentences and order[-1].text.rstrip().endswith(GOES_ON)):
            return line
        more = line._replace(text=nodes)
        if not self._extends(order, more):
            return line
        order.append(more)
        return line._replace(text=sentences)

    def _extends(self, order: list[SheetLine], line: SheetLine) -> bool:
        """Return whether a line lists more nodes just below an order, in the same question."""
        if self.rules is None or not order or order[-1].number != line.number - 1:
            return False
        questions = self.sheet.questions
        if questions.get(line.number) != questions.get(order[-1].number):
            return False
        claim, unread = self.read_text(Visits.name, line.text)
        return not unread and len(claim or ()) > 1 and all(map(self.rules.names.is_node, claim))

    def _has_window(self, line: SheetLine) -> bool:
        """Return whether a cutoff has the window of a node that has none under its own label.

        Behind the letter of a question, it is of that question.
        """
        cuts = self.read_text("cutoffs", line.text).claim or ()
        windows = self.claims.get("windows", {})
        is_free = line.number not in self.sheet.questions
        return is_free and any(cut.has_window and cut.at not in windows for cut in cuts)

    def _may_be_of_cutoff(self, line: SheetLine) -> bool:
        """Return whether a window is of a node whose cutoff has none."""
        cuts = self.claims.get("cutoffs", ())
        bare = {cut.at for cut in cuts if not (cut.has_window or cut.has_entry_window)}
        return not bare.isdisjoint(self.read_text("windows", line.text).claim or ())
