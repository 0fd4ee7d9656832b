"""The actions of a screen: one table for its keys, its help and the command palette."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from textual.binding import Binding, BindingType

_TABLE = Path(__file__).parent / "keys.txt"


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a screen."""

    keys: tuple[str, ...]
    shown_keys: str
    name: str
    title: str
    footer: str
    help: str
    group: str = "Keys"


@cache
def _read_table() -> dict[str, list[Action]]:
    """Return the actions of `keys.txt` by the name of their heading."""
    table: dict[str, list[Action]] = {}
    actions: list[Action] = []
    group = ""
    for line in _TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            name, _, group = line[1:].partition("] ")
            actions = table.setdefault(name, [])
        elif line and not line.startswith("#"):
            keys, shown, action, title, footer, text = (cell.strip() for cell in line.split(" | "))
            actions.append(Action(tuple(keys.split()), shown, action, title, footer, text, group))
    return table


def read_actions(*names: str) -> list[Action]:
    """Return the actions under some headings of `keys.txt`."""
    table = _read_table()
    return [action for name in names for action in table[name]]


class HasKeys:
    """A screen with actions; among the bases it precedes the classes of Textual."""

    #: The headings of `keys.txt` with its keys.
    KEYS: ClassVar[Sequence[str]] = ()
    ACTIONS: ClassVar[Sequence[Action]] = ()
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init_subclass__(cls, **options: Any) -> None:
        if "KEYS" in cls.__dict__:
            cls.ACTIONS = cls.list_actions()
            cls.BINDINGS = list(_list_bindings(cls.ACTIONS))
        super().__init_subclass__(**options)

    @classmethod
    def list_actions(cls) -> list[Action]:
        """Return the actions in the order of the help."""
        return read_actions(*cls.KEYS)


def _list_bindings(actions: Sequence[Action]) -> Iterable[Binding]:
    """Yield the key bindings of actions; the footer shows the first key of each."""
    for action in actions:
        for place, key in enumerate(action.keys):
            yield Binding(
                key,
                action.name,
                action.footer or action.title,
                show=bool(action.footer) and place == 0,
                key_display=action.shown_keys.split()[0] if place == 0 else None,
            )
