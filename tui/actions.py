"""The actions of a screen: one table for its keys, its help and the command palette."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from textual.binding import Binding, BindingType


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a screen."""

    keys: tuple[str, ...]
    shown_keys: str
    name: str
    title: str
    help: str
    footer: str = ""
    group: str = "Keys"


def in_group(group: str, actions: Sequence[Action]) -> tuple[Action, ...]:
    """Put actions under one heading of the help."""
    return tuple(replace(action, group=group) for action in actions)


def bindings(actions: Sequence[Action]) -> list[BindingType]:
    """Return the key bindings of a screen's actions; the footer shows the first key of each."""
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
