"""The prompts for a typed tree and for a random tree, each drawn while it is typed."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from textual.app import App

from engine.errors import InvalidInput
from tracer.ask.letter_line import set_first_number
from tracer.generate import Generated
from tracer.generate.order_reading import generate_typed
from tracer.generate.tree_writers import facts_line, inline_text
from tracer.runs.unsearched import draw_unsearched
from trees.hand_tree import HandTree
from trees.sources import Source, open_source
from tui.dialogs.prompt import PromptScreen
from tui.screens.home.offers import SAMPLE

#: Further entries for a random tree.
_ALSO = "Separate entries with commas. Also: root min, values 0..9, distinct, deep, chance 1."


def ask_for_new_tree(
    app: App[Any],
    take: Callable[[str], object],
    *,
    ascii: bool,  # noqa: A002
) -> None:
    """Ask for a tree as nested lists."""

    def take_tree(opened: Source | None) -> None:
        if opened is not None:
            take(opened.label)

    hint = f"Type nested lists. Numbers or a letter are leaves; MAX moves first: {SAMPLE}"
    draw = partial(_as_text, ascii=ascii)
    app.push_screen(PromptScreen("New tree", _read_tree, hint=hint, preview=draw), take_tree)


def ask_for_random_tree(
    app: App[Any],
    take: Callable[[str], object],
    *,
    ascii: bool,  # noqa: A002
) -> None:
    """Ask for the parameters of a random tree."""

    def take_tree(made: Generated | None) -> None:
        if made is not None:
            take(inline_text(made).strip())

    start = f"plies 3, branching 2..3, cutoffs 1..4, unique, seed {random.randrange(10_000)}"
    draw = partial(_made_as_text, ascii=ascii)
    asking = PromptScreen("Random tree", generate_typed, start=start, hint=_ALSO, preview=draw)
    app.push_screen(asking, take_tree)


def _read_tree(text: str) -> Source:
    """Return the typed tree."""
    if text.strip().startswith("["):
        opened = open_source(text.strip(), letters=True)
        if isinstance(opened.game, HandTree):
            set_first_number(opened, {})  # its errors
            return opened
    raise InvalidInput(f"{text.strip()!r} is not a tree", expected="a list such as [[3,12],[2,4]]")


def _made_as_text(made: Generated, width: int, *, ascii: bool) -> str:  # noqa: A002
    drawn = _as_text(Source("", made.tree, "tree", ""), width, ascii=ascii)
    return f"{drawn}\n\n{facts_line(made)}.\n{_ALSO}"


def _as_text(opened: Source, width: int, *, ascii: bool) -> str:  # noqa: A002
    rows = draw_unsearched(opened.game, width=width, ascii=ascii)
    return "\n".join("".join(run.text for run in row).rstrip() for row in rows)
