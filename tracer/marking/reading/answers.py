"""Read the answers of a sheet once the nodes and the parts of its problem are known."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import partial
from typing import Any, Final

from tracer.marking.reading.draft import OF_VALUES, line_of, split_lines
from tracer.marking.reading.free_lines import BEHIND_LABELLED, FreeLines
from tracer.marking.reading.labelled_answers import (
    drop_entry_windows,
    find_item,
    gather_answers,
)
from tracer.marking.reading.part_names import (
    is_nearly_a_part,
    part_called,
    part_meant,
)
from tracer.marking.reading.remarks import follow_remarks
from tracer.marking.reading.sheet import Answer, Sheet, SheetLine
from tracer.marking.reading.unread_lines import (
    SheetReading,
    are_alike,
    find_nodes,
    is_title,
)
from tracer.questions import PARTS
from tracer.questions.base import Item, PartReading
from tracer.questions.items import Form, find_row
from tracer.questions.orders import list_values_beside
from tracer.questions.rules import Rules
from tracer.questions.single_entries import (
    WITH_VALUE,
    count_named,
    printed_root_value,
)
from tracer.questions.typed_text import (
    DOUBT,
    FIELDS,
    JOINT,
    is_none,
    normalized,
    without_reason,
    write_as_text,
)
from tracer.questions.visits import Visits
from trees.text import quote

#: Notes about one sheet; the rest is counted.
_MOST_NOTES: Final = 8
#: A line that begins with a label of one word, which may be a node.
_LABEL: Final = re.compile(r"\W*([^\W\d_][\w.-]*)\s*:(?!\w)")
#: What a player chooses: "MIN: C1".
_OF_PLAYER: Final = re.compile(r"\W*(?:max|min)\s*:\s*\w+\W*", re.IGNORECASE)
#: Values behind an order, of the nodes that are named.
_VALUE: Final = r"[\w()]+\s*[=:]\s*[-+−–]?[\d./]+"
_VALUES_BEHIND: Final = re.compile(
    rf"(?P<list>(?:[^=:()]|\([^=:()]*\))*?[\w)]){JOINT}"
    rf"(?P<values>{_VALUE}(?:[\s,;|→&]+(?:and\s)?{_VALUE})*)[\s).]*",
)
_END_OF_SENTENCE: Final = re.compile(r"(?<=\w)\.\Z")
#: Between the alternatives of an answer.
_BETWEEN: Final = (DOUBT, re.compile(rf"{DOUBT.pattern}|[,;/]", re.IGNORECASE))
#: Lines of an order or a line of play that are compared with those above.
_MOST_LINES: Final = 200


def read_answers(
    sheet: Sheet,
    asked: Collection[str],
    rules: Rules | None,
    items: Mapping[str, Item[Any]] = PARTS,
) -> SheetReading:
    """Read the claims of a sheet about a search, or without rules about another problem.

    An unlabelled line is an answer only if it can be an answer to exactly one of the items.
    """
    parts = [name for name in asked if name in items]
    sheet = drop_entry_windows(sheet) if "windows" in parts else sheet
    return _Reader(sheet, parts, rules, items).read()


class _Reader(FreeLines):
    """The reading of one sheet; see `read_answers`."""

    def read(self) -> SheetReading:
        """Read the labelled answers, then the lines that only one open item can be about."""
        sheet = self.sheet
        answers, free = gather_answers(self)
        free = [line for line in free if not (answers and self._is_title(line))]
        open_items = [name for name in self.asked if name not in answers]
        series = self.place_series(free, answers)
        in_series = {line.number for lines in series.values() for line in lines}
        doubled = [name for name in series if self._has_two_answers(name, series, answers)]
        for name in doubled:
            self.add_unread(name, (*split_lines(answers[name]), *series[name]))
        answers = {name: answer for name, answer in answers.items() if name not in series}
        series = {name: lines for name, lines in series.items() if name not in doubled}
        free = [line for line in free if line.number not in in_series]
        free += dict.fromkeys(self._read_labelled(answers, open_items))  # two may share a label
        free = self._add_window(free)
        closed = {*answers, *doubled} - self.blank
        open_items = [name for name in self.asked if name not in closed]
        placed = series | self.place_lines(
            free, [name for name in open_items if name not in series]
        )
        firsts = {at: number for number, at in sorted(sheet.questions.items(), reverse=True)}
        for name, lines in placed.items() if self.rules else ():
            for line in lines:
                if line.number not in firsts.values():  # with the mark of its own question
                    self.placed.setdefault(line, set()).add(name)
        self._read_without(placed)
        if Visits.name in {*open_items} - placed.keys() and sheet.row_numbers:
            placed[Visits.name] = [*sheet.row_numbers]
        if self.rules and "utility" in open_items and "utility" not in placed:
            of_nodes = [line for name in OF_VALUES for line in placed.get(name, ())]
            is_alone = "values" not in self.asked or len(of_nodes) == 1
            roots = [
                SheetLine(line.number, value)
                for line in (*split_lines(sheet.answers.get("values")), *of_nodes)
                if (value := printed_root_value(line.text, self.rules, is_alone=is_alone))
            ]
            placed |= {"utility": roots} if roots else {}
        for name, lines in placed.items():
            self._read_item(name, Answer(lines))
        self._take_value_of_root(open_items)
        if self.rules:
            below = split_lines(answers.get("move"))  # also "B = 3" below the move
            self._read_value_beside(dict.fromkeys((*self.lines.get("move", ()), *below)))
            self._read_values_in_orders()
            has_values = not self.claims.keys().isdisjoint(OF_VALUES)
            results = self.lines.get("utility", []) if has_values else []
            if "utility" in self.claims and any(map(self._names_root, results)):
                self._take_missing_root(self.claims["utility"])
        self._add_other_words(answers)
        self._drop_taken_over()
        follow_remarks(self)
        missing = {*self.asked} - self.claims.keys()
        of_none = {name for name in self.asked if self.rules and PARTS[name].states_cutoffs}
        for line in self.unread:
            is_alone = not self.claims and line not in sheet.outside
            if is_alone or line.number in sheet.questions:  # whatever its words are
                own = missing | of_none if is_none(line.text) else missing
                self.labels[line] = self.labels.get(line, set()) | own
        self.unread.sort(key=lambda line: line.number)
        unread = tuple(dict.fromkeys(self.unread))
        notes = (*dict.fromkeys(self.notes), *_label_notes(unread))
        answered = {*(find_item(self, label) for label in sheet.answers), *placed, *self.claims}
        return SheetReading(
            self.claims,
            unread,
            notes,
            self.rules,
            self.labels,
            self.wholes,
            answered,
            self.shared,
            frozenset(line for line in unread if self._is_doubted(line)),
        )

    def _is_title(self, line: SheetLine) -> bool:
        """Return whether a line without a label is a heading, and no answer to a question."""
        return line.number not in self.sheet.questions and is_title(line, self.rules)

    def _add_window(self, free: list[SheetLine]) -> list[SheetLine]:
        """Add a line with the window of a cutoff to its skipped nodes, and return the others."""
        bare = self.claims.get("cutoffs", ())
        if len(bare) != 1 or bare[0].list_fields() != {"skipped"} or "windows" in self.asked:
            return free
        for line in free:
            whole = Answer(sorted((line, *self.lines["cutoffs"])))
            cuts, unread = self.read_text("cutoffs", whole)
            if cuts and not unread and cuts[0].has_window and cuts[0].skipped == bare[0].skipped:
                self._read_item("cutoffs", whole)
                return [other for other in free if other != line]
        return free

    def _has_two_answers(
        self, name: str, series: Mapping[str, list[SheetLine]], answers: Mapping[str, Any]
    ) -> bool:
        """Return whether an item has another answer below its label than to its question.

        One that is also below the label of another item stays there.
        """
        answer = answers.get(name, "")
        is_shared = any(other is answer for key, other in answers.items() if key not in series)
        if answer == "" or is_shared:
            return False
        labelled = self.read_text(name, answer).claim
        return labelled not in (None, self.read_text(name, Answer(series[name])).claim)

    def _is_doubted(self, line: SheetLine) -> bool:
        """Return whether a line is the answer behind its label, and all of it is in doubt."""
        labels = self.labels.get(line, set()) & self.items.keys()
        firsts = {name: self.lines[name][0] for name in labels if self.lines.get(name)}
        return self.rules is not None and any(
            (line.number, line.text) == (first.number, first.text.strip())
            and self._reads_alternatives(normalized(line.text), name)
            for name, first in firsts.items()
        )

    def _reads_alternatives(self, text: str, name: str) -> bool:
        """Return whether an item reads each piece of a text, such as "B or C" or "C2 C3?"."""
        splits = ([piece.strip(" ()") for piece in between.split(text)] for between in _BETWEEN)
        return any(
            len(pieces) > 1 and all(self._reads_wholly(name, piece) for piece in pieces if piece)
            for pieces in splits
        )

    def _reads_wholly(self, name: str, text: str) -> bool:
        claim, unread = self.read_text(name, text)
        return claim is not None and not unread

    def _read_labelled(self, answers: Mapping[str, Any], open_items: list[str]) -> list[SheetLine]:
        """Read the answers with a label; return lines that may be about another item.

        These are lines below the first of an answer, which may have no label of their own, and
        lines under the label of another kind of problem.
        """
        free: list[SheetLine] = []
        for name, given in answers.items():
            if name not in self.items:
                lines = split_lines(write_as_text(given))
                free += (line for line in lines if line.text.strip())
                continue
            if self._may_end_in_question(given, open_items):
                self.add_unread(name, split_lines(given))
                continue
            order, behind = self._split_values(name, given)
            order, others = self._split_sentences(name, order, open_items)
            free += (*behind, *others)
            lines = split_lines(order)[1:]
            # A line that an item gives back is without the full stop at its end.
            below = frozenset((*lines, *map(_drop_full_stop, lines)))
            unread = self._read_item(name, order)
            free += (line for line in unread if line in below)
            self.unread = [line for line in self.unread if line not in below]
        return free

    def _may_end_in_question(self, answer: Any, open_items: list[str]) -> bool:
        """Return whether the last items of a list may answer the questions behind it."""
        if not (open_items and self.sheet.doubted and self.rules):
            return False
        names = self.rules.names
        items = [line for line in split_lines(answer) if find_nodes(line.text, names)]
        return any(
            self.list_possible(Answer([line]), open_items)
            for line in items[-len(open_items) :]
            if line.number in self.sheet.doubted
        )

    def _split_values(self, name: str, answer: Any) -> tuple[Any, list[SheetLine]]:
        """Split the values from the end of an order, as in "B B1, A = 3"."""
        lines, rules = split_lines(answer), self.rules
        if not (lines and rules and find_row(name).ordered):
            return answer, []
        behind = _VALUES_BEHIND.fullmatch(normalized(lines[-1].text))
        first = re.split(r"\s*[=:]", behind["values"])[0] if behind else ""
        node = rules.names.node(first)
        if not behind or (node in rules.parents and node not in re.split(r"\W+", behind["list"])):
            return answer, []
        own = Answer([*lines[:-1], lines[-1]._replace(text=behind["list"])])
        return own, [lines[-1]._replace(text=behind["values"])]

    def _split_sentences(
        self, name: str, answer: Any, open_items: list[str]
    ) -> tuple[Any, list[SheetLine]]:
        """Split sentences about other items from a line: "C2, C3. B is the best move"."""
        lines = split_lines(answer)
        for at, line in enumerate(lines[:_MOST_LINES] if self.rules else ()):
            sentence, *others = self.split_line(BEHIND_LABELLED, normalized(line.text))
            own = line._replace(text=sentence)
            is_other = bool(others) and all(self.find_items(text, open_items) for text in others)
            reads = partial(self.items[name].reads_wholly, rules=self.rules)
            if is_other and reads(Answer([own])) and not any(map(reads, others)):
                lines[at] = own
                return Answer(lines), [line._replace(text=text) for text in others]
        return answer, []

    def _read_item(self, name: str, given: Any) -> list[SheetLine]:
        """Read an answer to an item, and return what was not read."""
        kept, unread = self._own_lines(name, given)
        is_blank = self.items[name].is_blank(kept)
        read = PartReading(None) if is_blank else self.read_text(name, kept)
        lines = self.lines[name] = split_lines(kept)
        for one in read.unread:
            if one.item in self.asked:
                continue  # that item reads it
            piece = line_of(kept, one.place, one.text)
            unread.append(piece)
            if one.place < len(lines):
                self.wholes[piece] = lines[one.place].text
        if read.claim is not None:
            self.claims[name] = read.claim
        elif not unread:
            self.blank.add(name)
        self.add_unread(name, unread)
        return unread

    def _read_without(self, placed: Mapping[str, list[SheetLine]]) -> None:
        """Read an answer again without the lines below it that answer other items."""
        taken = {line.number for lines in placed.values() for line in lines}
        for name, lines in [*self.lines.items()]:
            own = [*lines[:1], *(line for line in lines[1:] if line.number not in taken)]
            if name not in self.claims and len(own) < len(lines):
                self._read_item(name, Answer(own))

    def _own_lines(self, part: str, given: Any) -> tuple[Any, list[SheetLine]]:
        """Split an answer before a line that is not its own.

        That is a line with an unknown label, such as "Werte:", or of another kind than an order.
        """
        rules = self.rules
        lines = split_lines(given)
        if rules and not (part in PARTS and PARTS[part].states_cutoffs):
            # "No cutoffs." below the values is about the cutoffs.
            nones = [line for line in lines[1:_MOST_LINES] if _is_none_in_words(line.text)]
            if nones:
                own = Answer([line for line in lines if line not in nones])
                answer, others = self._own_lines(part, own)
                return answer, [*others, *nones]
        if isinstance(given, str) and not (rules and rules.names.spaced):
            for place, line in enumerate(lines[1:_MOST_LINES], 1):
                above = [before.text for before in lines[:place]]
                is_other = rules is not None and _begins_other(part, above[-1], line.text, rules)
                if is_other or not self.items[part].continues(above, line.text, rules):
                    return Answer(lines[:place]), lines[place:]
        return given, []

    def _take_value_of_root(self, open_items: Collection[str]) -> None:
        """Take the root's value that ends the values of the nodes, if no label has another one.

        Behind others, "A = max(3, 2, 2) = 3" alone on its line is the result.
        """
        if "utility" not in {*open_items} - self.claims.keys() or "utility" in self.sheet.answers:
            return
        for name in self.claims.keys() & {*OF_VALUES}:
            above, last = self.lines[name][:-1], self.lines[name][-1:]
            claim, unread = self.read_text(name, Answer(last))
            if above and not unread and claim and claim.keys() <= self.roots:
                self.claims["utility"] = next(iter(claim.values()))

    def _take_missing_root(self, value: Any) -> bool:
        """Take a value of the root as one of the values, if theirs lack it; return whether so."""
        name = next((name for name in OF_VALUES if name in self.asked), "")
        is_missing = name in self.claims and self.roots.isdisjoint(self.claims[name])
        if is_missing:
            self.claims[name] = {**self.claims[name], **dict.fromkeys(self.roots, value)}
        return is_missing

    def _drop_taken_over(self) -> None:
        """Drop cutoffs or pruned leaves read from the other's question if theirs is unread."""
        numbers = [
            {line.number for line in self.lines.get(name, ())} for name in ("cutoffs", "pruned")
        ]
        if not {"cutoffs", "pruned"} <= self.claims.keys() or numbers[0] != numbers[1]:
            return
        is_list = all(cut.list_fields() <= {"skipped"} for cut in self.claims["cutoffs"])
        name = "cutoffs" if is_list else "pruned"
        own = {self.sheet.questions.get(number, 0) for number in numbers[0]}
        others = {
            abs(self.sheet.questions.get(line.number, 0))
            for line in self.unread
            if not self._has_same_nodes(line, name)
        } - {0, *own}
        is_last = {*self.asked} <= self.claims.keys()
        is_its_own = any(self.asked[at - 1 : at] == [name] for at in others)
        if others and (is_last or is_its_own):
            del self.claims[name]

    def _has_same_nodes(self, line: SheetLine, name: str) -> bool:
        """Return whether an unread line names the nodes of a claim, without a doubt."""
        assert self.rules is not None, "cutoffs are of a search"
        named = find_nodes(line.text, self.rules.names)
        shown = find_nodes(self.items[name].show(self.claims[name]), self.rules.names)
        return named == shown and not DOUBT.search(line.text)

    def _names_root(self, line: SheetLine) -> bool:
        """Return whether a line has the name of the root, as in "Value of the root A: 3"."""
        assert self.rules is not None, "nodes are of a search"
        return not self.roots.isdisjoint(find_nodes(line.written or line.text, self.rules.names))

    def _read_value_beside(self, lines: Iterable[SheetLine]) -> None:
        """Read the value beside a move, which is that of the root: "B (value 3)"."""
        move = self.claims.get("move")
        for line in lines if move is not None else ():
            text = normalized(line.text).rstrip(" .,;!*")
            found = WITH_VALUE.search(text)
            if not found or self.read_text("move", text[: found.start()]).claim != move:
                continue
            value = SheetLine(line.number, found["value"])
            claim = self.read_text("utility", found["number"]).claim
            is_asked = claim is not None and "utility" in self.asked
            if claim is not None and not is_asked and self._take_missing_root(claim):
                continue
            if not is_asked or self.claims.setdefault("utility", claim) != claim:
                self.add_unread("utility", [value])

    def _read_values_in_orders(self) -> None:
        """Read the values beside the leaves of an order, as in "B B1 (3)", as values of nodes."""
        of_values = [name for name in OF_VALUES if name in self.claims]
        if self.rules is None or not of_values:
            return
        said, leaves = dict(self.claims[of_values[0]]), self.rules.leaves.keys()
        for line in [*self.unread]:
            entries = list_values_beside(line.text)
            is_of_order = any(find_row(label).ordered for label in self.labels.get(line, ()))
            if not is_of_order or len(entries) != 1 or entries[0][0] != line.text:
                continue
            _, name, value = entries[0]
            claim = self.read_text(of_values[0], f"{name} = {value}").claim
            if claim and claim.keys() <= leaves - said.keys():
                said |= claim
                self.unread.remove(line)
        self.claims[of_values[0]] = said

    def _has_more(self, name: str, item: str) -> bool:
        """Return whether a claim about nodes has nodes that another one lacks."""
        are_of_nodes = find_row(name).form is find_row(item).form is Form.NODES
        return are_of_nodes and not self.claims[name].keys() <= self.claims[item].keys()

    def _add_other_words(self, answers: Mapping[str, Any]) -> None:
        """Add claims that nobody asks for to the unread lines, if an asked item may be meant.

        That is one without a claim, or one whose claim lacks nodes that the other one has.
        """
        for name in self.claims.keys() - {*self.asked}:
            own = self.lines[name]
            text = Answer(own) if own else answers.get(name)
            is_meant = (
                self.items[item].reads_wholly(text, self.rules)
                for item in self.asked
                if item not in self.claims or self._has_more(name, item)
                if self.rules is None or are_alike(name, item) or name in self.items[item].also
            )
            if self.is_whole and any(is_meant):
                shown = SheetLine(0, self.items[name].show(self.claims[name]))
                lines = own or [shown]
                self.unread += (line._replace(text=f"{name}: {line.text}") for line in lines)


def _label_notes(unread: Iterable[SheetLine]) -> list[str]:
    """Return a note for each unread line that begins with a misspelt label."""
    notes: list[str] = []
    for line in unread:
        label = re.split(r"[:=]", line.text, maxsplit=1)[0].strip(" *#-")
        if not part_called(label) and is_nearly_a_part(label) and (hint := part_meant(label)):
            notes.append(f"there is no part {quote(label, 30)}; its answer is not read. {hint}")
    more = len(notes) - _MOST_NOTES
    return [*notes[:_MOST_NOTES], *([f"and {more} more labels are unknown"] if more > 0 else [])]


def _is_none_in_words(text: str) -> bool:
    """Return whether a line says "none" in words, maybe with a reason."""
    claim = without_reason(text)[0]
    return re.search(r"\w", claim) is not None and is_none(claim)


def _is_unknown(word: str, rules: Rules) -> bool:
    """Return whether a word before a colon is not a node, a field or a count."""
    plain = word.casefold()
    is_known = plain in FIELDS or count_named(plain) is not None
    return not is_known and not rules.names.resembles_node(word)


def _begins_other(part: str, above: str, text: str, rules: Rules) -> bool:
    """Return whether a line is behind "none", or begins with a label that is not of its part."""
    label = _LABEL.match(text)
    is_other = is_none(above) or (label is not None and _is_unknown(label[1], rules))
    return is_other or (PARTS[part].states_cutoffs and _OF_PLAYER.fullmatch(text) is not None)


def _drop_full_stop(line: SheetLine) -> SheetLine:
    """Return a line without the full stop at the end of a sentence."""
    return line._replace(text=_END_OF_SENTENCE.sub("", line.text.strip()))
