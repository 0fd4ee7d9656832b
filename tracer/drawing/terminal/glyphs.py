"""The symbols of figures, in Unicode and in plain ASCII."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tracer.drawing.tree.sign import Sign


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A set of symbols."""

    nodes: Mapping[Sign, str]
    current: Mapping[Sign, str]
    leaf: tuple[str, str]
    current_leaf: tuple[str, str]
    alone: Mapping[Sign, str]
    more: str
    bars: tuple[str, str, str]
    joints: str
    dashed: tuple[str, str]
    cut: str

    def joint(self, up: int, down: int, left: int, right: int) -> str:
        """Return the character in which edges meet; see `joints`."""
        return self.joints[27 * up + 9 * down + 3 * left + right]


def _signs(maximum: str, minimum: str, chance: str) -> Mapping[Sign, str]:
    return MappingProxyType({Sign.MAX: maximum, Sign.MIN: minimum, Sign.CHANCE: chance})


def _alone(maximum: str, minimum: str, chance: str, leaf: str) -> Mapping[Sign, str]:
    return MappingProxyType({**_signs(maximum, minimum, chance), Sign.LEAF: leaf})


UNICODE = Glyphs(
    nodes=_signs("△ ", "▽ ", "○ "),
    current=_signs("▲ ", "▼ ", "● "),
    leaf=("[", "]"),
    current_leaf=("►", "◄"),
    alone=_alone("▵△▲", "▿▽▼", "◦○●", "▫□■"),
    more="+",
    bars=("░", "▓", "·"),
    joints=(" ╶╺╴─╼╸╾━╷┌┍┐┬┮┑┭┯╻┎┏┒┰┲┓┱┳╵└┕┘┴┶┙┵┷│├┝┤┼┾┥┽┿╽┟┢┧╁╆┪╅╈╹┖┗┚┸┺┛┹┻╿┞┡┦╀╄┩╃╇┃┠┣┨╂╊┫╉╋"),
    dashed=("┄", "┆"),
    cut="╳",
)

#: Heavy edges are `=` if horizontal, and `#` if vertical or at joints.
ASCII = Glyphs(
    nodes=_signs("^ ", "v ", "o "),
    current=_signs("^>", "v>", "o>"),
    leaf=("[", "]"),
    current_leaf=(">", "<"),
    alone=_alone(".^@", ".v@", ".o@", ".#@"),
    more="+",
    bars=("-", "=", "."),
    joints=(" -=--====|+#++#############|+#++####|+#++########################################"),
    dashed=("-", ":"),
    cut="x",
)


def glyphs(ascii: bool) -> Glyphs:  # noqa: A002
    """Return the ASCII or the Unicode symbols."""
    return ASCII if ascii else UNICODE
