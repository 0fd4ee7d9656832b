"""The review: a person decides about the sheets of a class."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll

from engine.errors import PlytraceError, UsageError
from engine.text import visible_line
from tracer.classes.review import FILTERS, Filter, Review, ReviewedSheet, SheetTree, written
from tracer.marking.reading.sheet import Sheet
from tracer.marking.results.overrides import OVERRIDES
from tracer.marking.results.record import PartMark
from tracer.marking.results.text import total_of
from tracer.text.numbers import show_count
from tracer.text.printable_text import begin_sentence
from tui.background import SEARCH_THREAD, BackgroundJob
from tui.dialogs.prompt import PromptScreen
from tui.screens.review.sheet_panes import ReadSheet, SheetList, WrittenSheet, part_lines, state_of
from tui.screens.screen_base import CommonScreen
from tui.screens.stepper.sheet_stepper_screen import SheetStepperScreen
from tui.widgets.footer import BottomLine, make_title_line
from tui.widgets.tree_canvas import TreeCanvas

#: Seconds between two looks at the thread that marks.
_INTERVAL = 0.1
#: Found sheets that are listed while a name is typed.
_MOST_FOUND = 8


class SheetPrompt(PromptScreen):
    """A prompt below the sheet that it is about, which stays in view."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("pageup", "scroll(-1)", "Scroll the sheet up"),
        ("pagedown", "scroll(1)", "Scroll the sheet down"),
    ]

    def __init__(
        self, title: str, read: Callable[[str], Any], scroll: Callable[[int], None], **options: Any
    ) -> None:
        super().__init__(title, read, **options)
        self.action_scroll = scroll


class ReviewScreen(CommonScreen[None]):
    """The sheets of a class: one key accepts, another corrects the reading or the mark.

    Sheets with equal answers are one row, and a decision is about all of them.
    """

    KEYS = ("review",)
    SIGNS = (
        ("?", "a sheet, a line or a part that needs a person"),
        ("✓ ✗", "fully right, and not fully right"),
        ("›", "the selected sheet and part"),
    )
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide"), (160, "-vast")]  # noqa: RUF012

    def __init__(self, review: Review, sheets: Iterable[Sheet], title: str) -> None:
        super().__init__()
        self.review = review
        self._job = BackgroundJob(partial(review.mark_all, sheets), thread=SEARCH_THREAD)
        self._title = title
        self._filter: Filter = "all"
        self._is_grouped = True
        #: The sheets of each row of the list, by the first of them.
        self._rows: dict[int, list[int]] = {}
        #: The selected sheet and its part; the tree that belongs to them.
        self._at: int | None = None
        self._part = ""
        self._tree: SheetTree | None = None
        self._tree_of: ReviewedSheet | None = None
        self._has_moved = False
        self._progress: object = None

    def compose(self) -> ComposeResult:
        """Yield the list, the sheet, its reading and the tree."""
        yield make_title_line(Text.assemble("Review of ", (self._title, "bold")))
        with Horizontal(id="review"):
            yield SheetList(lambda at: self.review.sheets[at], id="sheets")
            with Horizontal(id="reviewed"):
                with VerticalScroll(id="written", can_focus=False) as box:
                    box.border_title = "As written"
                    yield WrittenSheet(id="written-text", markup=False)
                with Vertical(id="read"):
                    with VerticalScroll(id="parts", can_focus=False) as box:
                        box.border_title = "As read"
                        yield ReadSheet(id="parts-text", markup=False)
                    with Vertical(id="sheet-tree"):
                        yield TreeCanvas(id="tree")
        yield BottomLine()

    def on_mount(self) -> None:
        """Start to mark the sheets."""
        self._job.start()
        self.set_interval(_INTERVAL, self._poll)
        self._poll()

    def on_unmount(self) -> None:
        """Stop marking."""
        self.review.stop()

    # Marking -----------------------------------------------------------------------------

    def _poll(self) -> None:
        """Show the sheets that were marked since."""
        now = self._state
        if self._job.is_done() and (error := self._job.refusal or self._job.fault):
            raise error
        if now != self._progress:
            self._progress = now
            self._list()

    @property
    def _state(self) -> tuple[int, int, bool]:
        return len(self.review.sheets), self.review.read, self.review.is_done

    @property
    def is_marking(self) -> bool:
        """Whether sheets are still being marked or shown."""
        return not self._job.is_done() or self._state != self._progress

    def _list(self) -> None:
        """List the sheets of the filter, and keep the selected one."""
        self._rows = self._find_rows(self._filter)
        if not self._has_moved or self._at not in self._rows:
            rows = [row for row, group in self._rows.items() if self._at in group]
            first = next(iter(rows if self._has_moved and rows else self._rows), self._at)
            if first != self._at:
                self._at, self._part = first, ""
                self.show()
        self._show_list()

    def _find_rows(self, chosen: Filter) -> dict[int, list[int]]:
        """Return the sheets of each row that a filter keeps, by the first of them."""
        order = self.review.order(chosen)
        return self.review.groups(order) if self._is_grouped else {at: [at] for at in order}

    def _place(self) -> int:
        """Return the row of the selected sheet, the first if it is not listed."""
        order = [*self._rows]
        return order.index(self._at) if self._at in order else 0

    def _show_list(self) -> None:
        review = self.review
        self.query_one(SheetList).show(self._rows, self._place())
        waiting, ever = review.waiting
        text = f"{waiting:,} of {ever:,} need a person" if ever else "no sheet needs a person"
        more = show_count(review.read, "sheet")
        if not review.is_done:
            more = f"marking {len(review.sheets):,} of {review.read:,}"
        elif self._filter != "all":
            more = f"{self._filter}: {sum(map(len, self._rows.values())):,} of {review.read:,}"
        text = f"{text} · {more}" if review.all_read else f"reading sheet {review.read:,}"
        self.put_text("status", text)

    # A sheet -----------------------------------------------------------------------------

    def _chosen(self) -> ReviewedSheet | None:
        return None if self._at is None else self.review.sheets[self._at]

    def _go_to(self, at: int) -> None:
        """Select a sheet."""
        self._has_moved = True
        self._at = at
        if at not in self._rows:
            self._filter = "all"
            self._rows = self._find_rows("all")
        if at not in self._rows:  # one of several sheets with equal answers
            self._is_grouped = False
            self._rows = self._find_rows("all")
        self._part = ""
        self.say("")
        self.show()
        self._show_list()

    def show(self) -> None:
        """Show the selected sheet and its parts."""
        one = self._chosen()
        if one is None or self._at is None:
            return
        parts = self.review.parts(self._at)
        if self._part not in [part.part for part in parts]:
            todo = [part for part in parts if part.pending] or [one for one in parts if not one.ok]
            self._part = next((part.part for part in [*todo, *parts]), "")
        lines = written(one)
        self.query_one("#written").border_title = Text(visible_line(one.marked.sheet))
        sheet = self.query_one(WrittenSheet)
        sheet.show(lines, one.marked.error)
        points = "not marked" if one.marked.error else total_of(one.marked.record("score"))
        self.query_one("#parts").border_title = f"As read: {points}"
        self.query_one(ReadSheet).show(one.marked, parts, self._part)
        unread = next((at for at, line in enumerate(lines) if line.unread), 0)
        for box, y in (("#written", max(0, sheet.count_rows(lines[:unread]) - 3)), ("#parts", 0)):
            self.query_one(box).scroll_to(y=y, animate=False)
        find = BackgroundJob(partial(self.review.tree, self._at, self._part))
        self.run_job("preview", find, partial(self._show_tree, one))

    def _show_tree(self, one: ReviewedSheet, tree: SheetTree | None) -> None:
        self._tree, self._tree_of = tree, one
        self.set_class(tree is None, "-treeless")
        if tree is None:
            return
        where = f"step {tree.step:,}, the first mistake" if tree.departs else "the right search"
        self.query_one("#sheet-tree").border_title = f"Tree: {where}"
        canvas = self.query_one(TreeCanvas)
        canvas.load(tree.trace)
        canvas.show(tree.step)

    # Moving ------------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        """Go to another sheet of the list."""
        place = by + self._place()
        if 0 <= place < len(self._rows):
            self._go_to([*self._rows][place])
        else:
            self.say("There is no other sheet.")

    @on(SheetList.Clicked)
    def _click(self, event: SheetList.Clicked) -> None:
        if event.at < len(self._rows):
            self._go_to([*self._rows][event.at])

    def action_waiting(self, by: int) -> None:
        """Go to the next or previous sheet that needs a person; the list has no end."""
        rows = self._find_rows("all")
        order = [*rows]
        place = order.index(self._at) if self._at in order else 0
        others = [*order[place + 1 :], *order[:place]]
        sheets = self.review.sheets
        waiting = (at for at in others[::by] if any(sheets[each].waits for each in rows[at]))
        at = next(waiting, None)
        if at is None:
            text = "No other sheet needs a person"
            self.say(f"{text}." if self.review.is_done else f"{text} so far.")
        else:
            self._go_to(at)

    def action_part(self, by: int) -> None:
        """Select another part."""
        if self._at is None:
            return
        self._has_moved = True
        names = [part.part for part in self.review.parts(self._at)]
        if len(names) < 2:
            self.say("There is no other part.")
            return
        self._part = names[(names.index(self._part) + by) % len(names)]
        self.show()

    def action_find(self) -> None:
        """Ask for a student or a sheet, and go there."""

        def found(text: str) -> list[int]:
            words = text.casefold().split()
            named = [(at, self._name_of(at).casefold()) for at in self.review.order()]
            here = [at for at, name in named if all(word in name for word in words)]
            if not here:
                raise UsageError(f"there is no sheet of {text.strip()}")
            return here

        def listed(here: list[int], _width: int) -> str:
            more = [f"and {len(here) - _MOST_FOUND:,} more"] if len(here) > _MOST_FOUND else []
            return "\n".join([*map(self._name_of, here[:_MOST_FOUND]), *more])

        hint = "Type a part of the name. Enter goes to the first sheet listed."
        prompt = PromptScreen("Find a student", found, hint=hint, preview=listed)
        self.ask(prompt, lambda here: self._go_to(here[0]))

    def _name_of(self, at: int) -> str:
        one = self.review.sheets[at]
        names = one.marked.student, one.marked.sheet, state_of(one)
        return ", ".join(filter(None, map(visible_line, names)))

    def action_filter(self) -> None:
        """List other sheets; the selected sheet stays if it is among them."""
        self._filter = FILTERS[(FILTERS.index(self._filter) + 1) % len(FILTERS)]
        self._list()
        listed = {"all": "All sheets", "waiting": "Sheets that wait, and your decisions"}
        name = listed.get(self._filter, f"Sheets that are {self._filter}")
        self.say(f"{name}: {sum(map(len, self._rows.values())):,}.")

    def action_group(self) -> None:
        """List sheets with equal answers as one row, or each on its own."""
        self._is_grouped = not self._is_grouped
        self._list()
        self.say("Equal answers are one row." if self._is_grouped else "Each sheet is a row.")

    def action_scroll(self, by: int) -> None:
        """Scroll the sheet and its reading by a page."""
        boxes = [self.query_one(name, VerticalScroll) for name in ("#written", "#parts")]
        before = [box.scroll_offset for box in boxes]
        for box in boxes:
            box.scroll_relative(y=by * max(1, box.size.height - 1), animate=False, force=True)
        if before == [box.scroll_offset for box in boxes]:
            self.say("There is nothing more to see.")

    def action_tree(self) -> None:
        """Show or hide the tree."""
        if self._tree_here() is not None:
            self.toggle_class("-tree")

    def _tree_here(self) -> SheetTree | None:
        """Return the tree of the selected part; if there is none, say so."""
        if self._tree_of is not self._chosen():
            self.say("The tree is not ready yet.")
            return None
        if self._tree is None:
            self.say("This part has no tree.")
        return self._tree

    def action_step(self) -> None:
        """Open the search in the stepper."""
        one, tree = self._chosen(), self._tree_here()
        if one is None or tree is None:
            return
        unread = [f"{part.part}: {part.message}" for part in one.marked.parts if part.unread]
        self.app.push_screen(SheetStepperScreen(tree.trace, tree.wrong, one.name, unread))

    # Deciding ----------------------------------------------------------------------------

    def _decided(self, text: str) -> None:
        self.show()
        self._rows = self._find_rows(self._filter)
        self._show_list()
        self.say(text)

    def _group(self) -> list[int]:
        """Return the sheets of the selected row."""
        return [] if self._at is None else self._rows.get(self._at, [self._at])

    def _names(self) -> str:
        """Return the name of the selected sheet, and the number of its equals."""
        one, others = self._chosen(), len(self._group()) - 1
        name = visible_line(one.name) if one else ""
        return f"{name} and {show_count(others, 'other')}" if others > 0 else name

    def action_accept(self) -> None:
        """Accept the sheet as it was read, and go to the next one that waits."""
        if self._at is None:
            return
        pending = [part.part for part in self.review.parts(self._at) if part.pending]
        if pending:  # a person who presses Enter has not marked anything yet
            self._part = self._part if self._part in pending else pending[0]
            self.show()
            self._ask_points("", self._go_on_if_done)
            return
        try:
            waited = self.review.accept(self._group())
        except PlytraceError as error:
            self.say(str(error))
            return
        done = f"Accepted {self._names()}; u to undo." if waited else "This sheet did not wait."
        self._decided(done)
        self._go_on(done)

    def _go_on_if_done(self, done: str) -> None:
        """Go on if no part of the selected sheet is pending any more."""
        one = self._chosen()
        if one is not None and not one.waits:
            self._go_on(done)

    def _go_on(self, done: str) -> None:
        """Go to the next sheet that needs a person."""
        self.action_waiting(1)
        self.say(f"{done} {self.query_one(BottomLine).message}".strip())

    def action_full(self) -> None:
        """Give the selected part all its points."""
        part = self._chosen_part()
        if part is None:
            return
        try:
            self.review.set_mark(self._group(), part.part, part.most)
        except PlytraceError as error:
            self.say(str(error))
        else:
            self._decided(f"{part.part} has full points; u to undo.")

    def action_equal(self) -> None:
        """Decide about equal answers to the selected part as about this one."""
        part = self._chosen_part()
        if part is None or self._at is None:
            return
        try:
            number = self.review.apply_to_equal(self._at, part.part)
        except PlytraceError as error:
            self.say(str(error))
        else:
            sheets = show_count(number, "other sheet")
            self._decided(f"Applied to {sheets}; u to undo." if number else "No other is equal.")

    def _ask(
        self,
        title: str,
        read: Callable[[str], Any],
        decide: Callable[[Any], object],
        done: str,
        after: Callable[[str], None] | None = None,
        **options: Any,
    ) -> None:
        """Ask for a line, decide with it, and do what comes after."""

        def take(_: Any) -> None:
            self._decided(f"{done}; u to undo.")
            if after is not None:
                after(f"{done}; u to undo.")

        self._has_moved = True  # sheets that are marked meanwhile do not replace this one
        title = title.replace("[", r"\[")
        self.ask(SheetPrompt(title, read, self.action_scroll, take=decide, **options), take)

    def _chosen_part(self) -> PartMark | None:
        """Return the selected part; if there is none, say so."""
        parts = self.review.parts(self._at) if self._at is not None else ()
        found = next((part for part in parts if part.part == self._part), None)
        if found is None:
            self.say("There is no part to decide about.")
        return found

    def action_correct(self) -> None:
        """Ask for the answer to the selected part, and mark it while it is typed."""
        one, part, at = self._chosen(), self._chosen_part(), self._at
        if one is None or part is None or at is None:
            return

        def preview(tried: ReviewedSheet, _width: int) -> str:
            mark = next(one for one in tried.marked.parts if one.part == part.part)
            lines = [f"{label or 'why'}: {text}" for label, text in part_lines(mark, whole=True)]
            return "\n".join([f"{mark.score:.4g} of {mark.most:g}", *lines])

        self._ask(
            f"Read {part.part} of {self._names()} as",
            partial(self.review.reread, at, part.part),
            partial(self.review.keep, self._group(), part.part),
            f"{part.part} is read as you typed it",
            start=one.sheet.corrections.get(part.part, part.read),
            hint="Type the answer as on a sheet, such as A=3 B=3 or C (3, inf) skips C2 C3.",
            preview=preview,
            in_thread=True,
        )

    def action_mark(self) -> None:
        """Ask for the points of the selected part."""
        part = self._chosen_part()
        if part is not None:
            self._ask_points("" if part.pending else f"{part.score:.4g}")

    def _ask_points(self, start: str, after: Callable[[str], None] | None = None) -> None:
        part = self._chosen_part()
        if part is None:
            return

        def read(text: str) -> float:
            try:
                points = float(text.replace(",", "."))
            except ValueError:
                points = -1.0
            if not 0 <= points <= part.most:
                typed = text.strip() or "an empty text"
                raise UsageError(f"{typed} is not a mark", expected=f"0 to {part.most:g}")
            return points

        self._ask(
            f"Points of {part.part}, 0 to {part.most:g}",
            read,
            partial(self.review.set_mark, self._group(), part.part),
            f"{part.part} is marked by hand",
            after,
            start=start,
            hint=part.message_at("full"),
        )

    def action_remark(self) -> None:
        """Ask for a remark for the student."""
        one = self._chosen()
        if one is None:
            return
        self._ask(
            f"Remark for {self._names()}",
            str,
            partial(self.review.set_remark, self._group()),
            "The remark is saved",
            start=one.marked.remark,
            hint="The student sees it with the marks. An empty line removes it.",
        )

    def action_undo(self) -> None:
        """Take the last decision back, and show its sheet."""
        try:
            self._go_to(self.review.undo())
        except PlytraceError as error:
            self.say(str(error))
        else:
            self._decided("Your last decision is undone.")

    def say(self, message: str) -> None:
        """Show a short message in the last line."""
        super().say(begin_sentence(message, OVERRIDES))
