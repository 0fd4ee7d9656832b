"""Changing the tree or the search, and undoing it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, ClassVar

from engine.conventions import COURSES, PRESETS
from engine.errors import InvalidInput, PlytraceError
from engine.game import AnyGame, Number, VectorGame
from engine.search import SEARCHES
from engine.searches.base import Search
from engine.searches.ordering import ORDERS
from engine.searches.settings import Settings
from tracer import Trace
from tracer.recording.rerun import (
    depth_words,
    options_for_search,
    possible_depths,
    trace_options,
    unwrapped_game,
)
from tracer.steps.navigation import ChangedNodes, counterpart
from trees.editing import move_child, set_value, set_vector
from trees.hand_tree import HandTree, VectorTree, show_vector
from trees.sources import Source
from trees.text import number_from_text
from tui.background import BackgroundSearch
from tui.dialogs.pick_list import PickItem, PickListScreen
from tui.dialogs.progress import SearchProgressScreen
from tui.dialogs.prompt import PromptScreen
from tui.panes.number_line import LetterBands
from tui.screens.stepper.stepping import StepperBase

_EDITED = " (changed)"


def other_searches(trace: Trace) -> list[PickItem]:
    """Return the alternatives to a trace's search: conventions, searches, move orders, depths.

    The value of each is the arguments of `tracer.trace` that change.
    """
    now, game = trace.settings, unwrapped_game(trace)
    depths = possible_depths(game) if "depth" in SEARCHES[trace.search].takes else ()
    conventions = [name for name, preset in PRESETS.items() if preset == now.convention]
    fields: dict[str, tuple[Iterable[Any], list[Any]]] = {
        "convention": (PRESETS, conventions),
        "search": ((name for name in SEARCHES if _suits(SEARCHES[name], game)), [trace.search]),
        "order": (ORDERS, [now.order]),
        "depth": (depths if len(depths) > 1 else (), [now.depth] if now.rounds is None else []),
    }
    return [
        PickItem(
            f"{name} {choice.title}",
            choice.about,
            {name: choice.value, **({"rounds": None} if name == "depth" else {})},
            choice.value in chosen,
        )
        for name, (values, chosen) in fields.items()
        for choice in list_choices(name, values)
    ]


def list_choices(name: str, values: Iterable[Any]) -> list[PickItem]:
    """Return values of an option of a search, each with its title and what it is about."""
    if name == "depth":
        return [PickItem(*depth_words(limit), limit) for limit in values]
    about = {
        "convention": {name: course.course for name, course in COURSES.items()},
        "search": {name: search.summary for name, search in SEARCHES.items()},
        "order": {name: order.summary for name, order in ORDERS.items()},
    }
    return [PickItem(value, about[name][value], value) for value in values]


def _suits(kind: type[Search], game: AnyGame) -> bool:
    """Return whether a search takes the values of a game's ends: numbers, or vectors."""
    if not isinstance(game, VectorGame):
        return not kind.takes_vectors
    try:
        return kind.takes_vectors or not isinstance(kind.prepare(game, Settings()), VectorGame)
    except PlytraceError:
        return False


class Changing(StepperBase):
    """The keys that change the tree or the search; earlier traces are kept for undo."""

    #: Whether the screen marks changed nodes.
    MARKS_CHANGES: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__()
        self._undone: list[tuple[Trace, int]] = []
        self._done: list[tuple[Trace, int]] = []

    # Another search ------------------------------------------------------------------------

    def action_change(self) -> None:
        """Choose another convention, search, order or depth."""
        self.choose_search("Search again with", self._exchange)

    def choose_search(self, title: str, then: Callable[[Trace], None]) -> None:
        """Ask for a change of the search, make it, and call a function with the trace."""

        def search(changed: dict[str, Any]) -> None:
            options = trace_options(self.trace)
            if "search" in changed:
                options = options_for_search(options, changed["search"], self.trace.game)
            self.search_again(unwrapped_game(self.trace), options | changed, then)

        self.ask(PickListScreen(title, other_searches(self.trace)), search)

    def search_again(
        self, game: Any, options: dict[str, Any], then: Callable[[Trace], None], label: str = ""
    ) -> None:
        """Search, and call a function with the trace if there is one."""
        source = Source(label or self.trace.source, game, "game", self.trace.title)
        search = BackgroundSearch(source, options, source.label)
        self.ask(SearchProgressScreen(search), then)

    def _exchange(self, trace: Trace) -> None:
        """Show another search of the same tree at the same node."""
        step, note = self._same_place(trace)
        self._keep()
        self._put_changed(trace, step, note)

    def _same_place(self, trace: Trace) -> tuple[int, str]:
        """Return the step of another search that corresponds to this one, and a message."""
        if not self.step:
            return 0, ""
        if self.step + 1 == len(self.trace.replay):  # keep showing the result
            return len(trace.replay) - 1, ""
        if _are_alike(self.trace, trace, self.step):
            return self.step, ""
        row, left = counterpart(self.trace, self.row, trace)
        note = (
            "The node is no longer visited; this is its nearest visited ancestor. " if left else ""
        )
        return trace.tour.entered_at(row), note

    def _put_changed(self, trace: Trace, step: int, note: str = "", after: str = "") -> None:
        """Show another trace with its changes marked and summarised."""
        changes = ChangedNodes(self.trace, trace)
        self.show_trace(trace, step, changes.has_changed if changes.is_comparable else None)
        marks = self.MARKS_CHANGES and changes.is_comparable
        star = " * marks changed nodes." if marks else ""
        summary = changes.summary[:1].upper() + changes.summary[1:]
        self.say(f"{note}{summary}.{star}{after}")

    # Another tree --------------------------------------------------------------------------

    def _tree(self) -> HandTree | None:
        game = unwrapped_game(self.trace)
        if isinstance(game, HandTree):
            return game
        self.say("Only a tree can be edited; the values of a game come from its rules.")
        return None

    def action_edit(self) -> None:
        """Change the value of a leaf, or the estimate of an internal node."""
        tree = self._tree()
        if tree is None:
            return
        row = self._edited_row()
        node = self.trace.state(row)
        if isinstance(tree, VectorTree):
            self._edit_vector(tree, row, node)
            return
        leaf = tree.is_terminal(node)
        now = tree.values[node] if leaf else tree.evals[node]
        name = tree.ids[node]
        hint = (
            f"Type the value of {name} for MAX, such as 3, 0.5 or 1/3."
            if leaf
            else f"Type the estimate of {name} for MAX, used if the depth limit stops there."
        )
        letter = tree.replaced.get(node, "")
        if letter:
            hint = f"Type the value of the letter {letter} for MAX, such as 3, 0.5 or 1/3."
        start = "" if now is None else str(now)

        def edited(value: Number) -> HandTree:
            if letter:
                return tree.restore_letter(letter).replace_letters({letter: value})
            return set_value(tree, node, value)

        title = f"{'Value' if leaf else 'Estimate'} of {name}"
        self._ask_for(row, now, edited, PromptScreen(title, _number, start=start, hint=hint))

    def _edit_vector(self, tree: VectorTree, row: int, node: int) -> None:
        name, players = tree.ids[node], tree.share_names
        if not tree.is_terminal(node):
            self.say(f"{name} is not a leaf; only leaves have vectors of their own.")
            return
        now = tree.shares(node)

        read, start = partial(_vector, players), show_vector(now)
        hint = f"Type the values of {name} for {', '.join(players)}, with commas between them."
        prompt = PromptScreen(f"Vector of {name}", read, start=start, hint=hint)
        self._ask_for(row, now, partial(set_vector, tree, node), prompt)

    def _ask_for(
        self, row: int, now: Any, edited: Callable[[Any], HandTree], prompt: PromptScreen
    ) -> None:
        """Ask for a value, and search the tree with it unless it is the present one."""

        def take(value: Any) -> None:
            if value != now:
                self._rebuild(row, partial(edited, value))

        self.ask(prompt, take)

    def _edited_row(self) -> int:
        """Return the node to edit: a leaf that has just returned, or the current node."""
        event = self.snapshot.event
        return event.row if self.trace.log.size[event.row] == 1 else self.row

    def action_letter(self, by: int) -> None:
        """Give the tree's letter a number of another band."""
        line = self.query_one(LetterBands).data
        if line is None:
            self.say("No leaf of this search has a letter with bands.")
            return
        number = line.next_number(by)
        if number is None:
            side = "largest" if by > 0 else "smallest"
            self.say(f"{line.labels[line.band]} is already the band of the {side} numbers.")
            return
        tree = line.set_number(number)
        self.search_again(tree, trace_options(self.trace), self._exchange)

    def action_reorder(self, by: int) -> None:
        """Swap a node with its left or right sibling."""
        tree = self._tree()
        if tree is None:
            return
        row = self._edited_row()
        parent = self.trace.log.parent[row]
        if parent < 0:
            self.say("The root has no siblings.")
            return
        node = self.trace.state(parent)
        place = self.trace.log.action[row]
        if not 0 <= place + by < len(tree.moves(node)):
            side = "last" if by > 0 else "first"
            self.say(f"{self.trace.name(row)} is already the {side} child.")
            return
        self._rebuild(row, lambda: move_child(tree, node, place, by))

    def _rebuild(self, row: int, make: Callable[[], HandTree]) -> None:
        """Search a changed tree, and mark the changed nodes."""
        try:
            tree = make()
        except PlytraceError as error:
            self.say(str(error))
            return
        old = self.trace
        label = old.source.removesuffix(_EDITED) + _EDITED

        def show(trace: Trace) -> None:
            self._keep()
            near, _ = counterpart(old, row, trace)
            step = trace.tour.entered_at(near)
            self._put_changed(trace, step, after=" Press z to undo.")

        self.search_again(tree, trace_options(old), show, label)

    # Undo ----------------------------------------------------------------------------------

    def _keep(self) -> None:
        self._done.append((self.trace, self.step))
        self._undone.clear()

    def action_undo(self) -> None:
        """Undo the last change."""
        self._swap(self._done, self._undone, "There is nothing to undo.", "Undone.")

    def action_redo(self) -> None:
        """Redo the change undone last."""
        self._swap(self._undone, self._done, "There is nothing to redo.", "Redone.")

    def _swap(
        self,
        source: list[tuple[Trace, int]],
        target: list[tuple[Trace, int]],
        message: str,
        text: str,
    ) -> None:
        if not source:
            self.say(message)
            return
        target.append((self.trace, self.step))
        trace, step = source.pop()
        self._put_changed(trace, step, f"{text} ")


def _are_alike(one: Trace, other: Trace, step: int) -> bool:
    """Return whether a step is at the same node in two searches, on the same way."""
    if step >= len(other.replay):
        return False
    here, there = one.at(step).event, other.at(step).event
    same_way = here.entering == there.entering
    return same_way and one.name(here.row) == other.name(there.row)


def _vector(players: Sequence[str], text: str) -> tuple[Number, ...]:
    found = re.split(r"\s*[,;]\s*|\s+", text.strip().strip("()[]").strip())
    if len(found) != len(players):
        raise InvalidInput(
            f"{text.strip()!r} is not a vector of this tree",
            expected=f"{len(players)} numbers, for {', '.join(players)}",
        )
    return tuple(map(_number, found))


def _number(text: str) -> Number:
    return number_from_text(text.strip().replace("−", "-"))
