"""Programs of Lab 3's shape, as students write them: correct ones in several styles, and one for
every misconception that such a program can have. Comments mark the lines that a mistake changes.
"""

from collections.abc import Mapping
from string import Template

from tests.support.program_files import read_program, variants

_LINES = variants("lab3/alpha-beta")
_ALPHA_BETA = Template(read_program("lab3/alpha-beta.template"))
_EXPECTIMAX = Template(read_program("lab3/expectimax.template"))

#: The lines of alpha-beta that a misconception changes.
MISTAKES: Mapping[str, Mapping[str, str]] = _LINES["mistakes"]
#: What asks more often than a visit needs, puts moves in order, or remembers positions.
ODD: Mapping[str, Mapping[str, str]] = _LINES["odd"]
#: What a chance node is taken for.
CHANCES: Mapping[str, str] = {
    "": "sum(values) / len(values)",
    "divided again": "sum(values) / len(values) / len(values)",
    "maximum": "max(values)",
    "minimum": "min(values)",
}


def alpha_beta(
    mistake: str = "", manner: str = "copy", *, numpy: bool = False, **other: str
) -> str:
    """Alpha-beta with a mistake."""
    changes = MISTAKES.get(mistake, {})
    lines = {**_LINES["right"], **_LINES["manners"][manner], **changes, **other}
    return ("import numpy as np\n" if numpy else "") + _ALPHA_BETA.substitute(lines)


def minimax() -> str:
    """Minimax, right."""
    return read_program("lab3/minimax")


def expectimax(chance: str = "") -> str:
    """Expectimax; `chance` is one of `CHANCES`."""
    return _EXPECTIMAX.substitute(chance=CHANCES[chance])
