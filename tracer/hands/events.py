"""The events of a search by hand, and their spelling in a saved sheet."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from engine.errors import InvalidInput
from tracer.questions.forms import Numbers
from tracer.text.numbers import json_number, parse_typed_number
from trees.text import quote


@dataclass(frozen=True, slots=True)
class Enter:
    """Visit a child of the current node."""

    #: Index of the move among the node's moves, from 0.
    action: int


@dataclass(frozen=True, slots=True)
class Window:
    """Write the window that the current node is entered with."""

    alpha: float
    beta: float


@dataclass(frozen=True, slots=True)
class Value:
    """Write another v at the current node, to which a child has just returned."""

    v: float


@dataclass(frozen=True, slots=True)
class Back:
    """Return to the parent; this is a cutoff if children are left."""


@dataclass(frozen=True, slots=True)
class Returned:
    """Write the value that a node returns, which in fail-hard may differ from its v."""

    x: float


@dataclass(frozen=True, slots=True)
class Move:
    """Choose the move at the root, after it has returned."""

    #: Index of the move among the root's moves, from 0.
    action: int


Event: TypeAlias = Enter | Window | Value | Back | Returned | Move


class Need(StrEnum):
    """What a search by hand waits for."""

    WINDOW = "window"  #: the window of the node that was just entered
    VALUE = "value"  #: a child has just returned: v may change, or the search goes on
    STEP = "step"  #: visit a child, or return
    RETURN = "return"  #: the value that the node returns, in fail-hard
    MOVE = "move"  #: the move at the root, which has returned
    NOTHING = "nothing"  #: the search is over


def event_text(event: Event) -> str:
    """Return the spelling of an event, which `read_event` reads back exactly."""
    match event:
        case Enter(action):
            return f"visit {action + 1}"
        case Window(alpha, beta):
            return f"window {json_number(alpha)} {json_number(beta)}"
        case Value(v):
            return f"v {json_number(v)}"
        case Back():
            return "return"
        case Returned(x):
            return f"gives {json_number(x)}"
        case Move(action):
            return f"move {action + 1}"


def read_event(text: str) -> Event:
    """Read an event."""
    word, *numbers = text.split()
    try:
        match word, [float(number) for number in numbers]:
            case "visit", [place] if place >= 1:
                return Enter(int(place) - 1)
            case "window", [alpha, beta] if not (math.isnan(alpha) or math.isnan(beta)):
                return Window(alpha, beta)
            case "v", [v] if not math.isnan(v):
                return Value(v)
            case "return", []:
                return Back()
            case "gives", [x] if not math.isnan(x):
                return Returned(x)
            case "move", [place] if place >= 1:
                return Move(int(place) - 1)
    except (ValueError, OverflowError):
        pass
    raise InvalidInput(
        f"{quote(text.strip())} is not a step of a search by hand",
        expected="visit 1, window 3 inf, v 3, return, gives 3 or move 1",
    )


#: A number after v or =.
_NUMBER: Final = Numbers(labels=("v",))
#: Two numbers with a space between them, which a number would ignore.
_TWO: Final = re.compile(r"[\w.]\s+[\w.]")


def read_sum(text: str) -> float:
    """Read a number as in other answers, or a sum of products such as `1/2*3 + 1/2*5`."""
    try:
        return _NUMBER.read(text)[0]
    except InvalidInput:
        if _TWO.search(text):
            raise InvalidInput(
                f"{quote(text.strip())} is two numbers", expected="one, or a sum with +"
            ) from None
        if "+" not in text.strip("+ ") and "*" not in text:
            raise
    terms = [term for term in text.split("+") if term.strip()]
    total = sum(math.prod(map(parse_typed_number, term.split("*"))) for term in terms)
    if math.isnan(total):
        raise InvalidInput(f"{quote(text.strip())} has no value", expected="a finite sum, or inf")
    return total
