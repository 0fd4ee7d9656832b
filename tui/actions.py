"""What a person can do on a screen: one table for its keys, its help and the command palette."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from textual.binding import Binding, BindingType

__all__ = ["Action", "bindings", "in_group"]


@dataclass(frozen=True, slots=True)
class Action:
    """Something that a person can do.

    Args:
        keys: Textual's names of the keys that do it.
        shown_keys: the same as they are printed.
        name: the screen's method, without `action_`.
        title: what it does in a few words, for the palette.
        help: what it does in one sentence, for the help.
        footer: what the footer calls it; empty keeps it out of there.
        group: the heading of the help that it stands under.
    """

    keys: tuple[str, ...]
    shown_keys: str
    name: str
    title: str
    help: str
    footer: str = ""
    group: str = "Keys"


def in_group(group: str, actions: Sequence[Action]) -> tuple[Action, ...]:
    """Actions under one heading of the help."""
    return tuple(replace(action, group=group) for action in actions)


def bindings(actions: Sequence[Action]) -> list[BindingType]:
    """The key bindings of a screen's actions; the footer shows the first key of each."""
    return [
        Binding(
            key,
            action.name,
            action.footer or action.title,
            show=bool(action.footer) and place == 0,
            key_display=action.shown_keys.split()[0] if place == 0 else None,
        )
        for action in actions
        for place, key in enumerate(action.keys)
    ]
