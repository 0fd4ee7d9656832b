"""The symbols of figures, in Unicode and in plain ASCII."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tracer.drawing.tree.sign import Sign

__all__ = ["ASCII", "UNICODE", "Glyphs", "glyphs"]


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A set of symbols.

    Args:
        nodes: symbols before the names of internal nodes, two cells wide.
        current: the same for the step's node.
        leaf: brackets around the value of a visited leaf.
        current_leaf: brackets around the value of the step's leaf.
        alone: a node drawn as one symbol: before it is entered, after it is entered, and as the
            step's node.
        more: the mark below a folded node that is drawn as one symbol.
        bars: fillings of a node's cells in an icicle: after it has returned, while it is open, and
            before the search reaches them.
        joints: the box-drawing character at 27·up + 9·down + 3·left + right, where each arm is 0
            for none, 1 for light, 2 for heavy.
        dashed: an edge in a skipped subtree, horizontal and vertical.
        cut: the mark on the edge to a pruned child.
    """

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
