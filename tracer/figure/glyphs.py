"""The signs that figures are drawn with, in Unicode and in plain ASCII."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tracer.figure.model import Sign

__all__ = ["ASCII", "UNICODE", "Glyphs", "glyphs"]


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A set of signs.

    Args:
        nodes: what stands before the names of interior nodes, two cells wide.
        current: the same for the node that the step is about.
        leaf: what encloses the value of a visited leaf.
        current_leaf: what encloses that of the leaf that the step is about.
        alone: what a node is where it is one sign; first before it is entered, then from there on,
            then where the step is about it.
        more: what stands under a node whose subtree is folded away, where it is one sign.
        bars: what fills the cells of a node in an icicle: once it has returned, while it is open,
            and before the search comes there.
        joints: the box-drawing character at 27·up + 9·down + 3·left + right, where each arm is 0
            for none, 1 for light, 2 for heavy.
        dashed: an edge within a skipped subtree, along and down.
        cut: what strikes the edge to a skipped child.
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
        """The character in which edges meet; see `joints`."""
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

#: Heavy edges are `=` along and `#` down and at joints.
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
    """The set for a terminal that has Unicode or has not."""
    return ASCII if ascii else UNICODE
