"""What is read of a sheet so far: the claims, and the lines that were not read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from tracer.marking.reading.sheet import Answer, Sheet, SheetLine, reason_for
from tracer.questions.base import Item, PartReading
from tracer.questions.entries import list_unread
from tracer.questions.rules import Rules
from tracer.questions.typed_text import write_as_text

#: Characters of an unlabelled line that may be an answer.
LONGEST: Final = 5_000
#: Items with a value for each node, of which the root's answers another one.
OF_VALUES: Final = ("values", "minimax", "expectiminimax")


class Draft:
    """The reading of one sheet.

    Args:
        sheet: a sheet.
        asked: the items that its key asks for.
        rules: the rules of a search; None for another problem.
        items: what can be asked about the problem, by name.
    """

    def __init__(
        self, sheet: Sheet, asked: list[str], rules: Rules | None, items: Mapping[str, Item[Any]]
    ) -> None:
        self.sheet = sheet
        self.asked = asked
        self.rules = rules
        self.items = items
        self.is_whole = rules is None or rules.whole
        self.roots = {*rules.inner} - rules.parents.keys() if rules else set()
        self.claims: dict[str, Any] = {}
        self.blank: set[str] = set()
        self.unread: list[SheetLine] = [*sheet.unread, *sheet.outside]
        self.labels: dict[SheetLine, set[str]] = {}
        self.wholes: dict[SheetLine, str] = {}
        self.shared: set[SheetLine] = set()
        self.placed: dict[SheetLine, set[str]] = {}  # lines without a label, with their items
        self.lines: dict[str, list[SheetLine]] = {}
        self.notes: list[str] = [*sheet.notes]
        self.shared_item = ""  # the one of cutoffs and pruned leaves that has no label of its own

    def read_text(self, name: str, given: Any) -> PartReading:
        """Read an answer to an item."""
        try:
            return self.items[name].read(given, self.rules)
        except Exception as error:  # it must not cost the other answers
            self.notes.append(reason_for(error, name))
            return PartReading(None, list_unread(given))

    def add_unread(self, name: str, lines: Iterable[SheetLine]) -> None:
        """Add lines that were not read under the label of an item."""
        lines = [*lines]
        self.unread += lines
        for line in lines:  # the lines of a file's answers have no numbers, and may be equal
            self.labels.setdefault(line, set()).add(name)

    def share(self, name: str, lines: Iterable[SheetLine]) -> None:
        """Add lines that are about one item alone, as far as they are not read."""
        lines = [*lines]
        self.shared.update(lines)
        self.add_unread(name, lines)

    def drop_answer(self, name: str) -> None:
        """Drop a claim, and list its lines as unread."""
        self.add_unread(name, self.list_own_lines(name))
        del self.claims[name]

    def list_own_lines(self, name: str) -> list[SheetLine]:
        """Return the lines of a claim that are not unread, or the claim itself without lines."""
        shown = SheetLine(0, self.items[name].show(self.claims[name]))
        return [line for line in self.lines.get(name) or [shown] if line not in self.unread]

    def is_plainly(self, text: str, name: str) -> bool:
        """Return whether a line without a label can only be an answer to an item."""
        return len(text) <= LONGEST and self.items[name].is_plainly_this(text, self.rules)


def as_answer(answer: Any) -> Answer:
    """Return an answer, which may be data, as the lines that would be typed."""
    return answer if isinstance(answer, Answer) else Answer.split_text(write_as_text(answer))


def split_lines(given: Any) -> list[SheetLine]:
    """Return the lines of an answer that is a text."""
    if not isinstance(given, str):
        return []
    return [*(given if isinstance(given, Answer) else Answer.split_text(given)).lines]


def line_of(given: Any, place: int, text: str) -> SheetLine:
    """Return a text of an answer with the number of its line on the sheet."""
    lines = split_lines(given)
    line = lines[place] if place < len(lines) else SheetLine(0, "")
    return line._replace(text=text.strip(), label="")
