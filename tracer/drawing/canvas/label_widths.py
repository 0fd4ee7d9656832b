"""The largest width of each label of a tree over all steps of the search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from tracer.drawing.terminal.labels import Detail, LabelStyle, label, line_widths
from tracer.drawing.tree.look import ShapeAtStep, texts_at_steps, value_of
from tracer.drawing.tree.nodes import DrawnNode, Sign, Status
from tracer.mcts.rewards import mcts_rewards
from tracer.text.numbers import show_number
from tracer.text.printable_text import cell_width, to_ascii

#: A mean as long as most are.
_ANY_MEAN = "−0.333"

#: The least room for a covered value; more only if a leaf that was visited needs it.
_COVERED_ROOM = "000"

#: Trees and styles whose widths are kept.
_MOST_KEPT = 32


def max_label_widths(
    look: ShapeAtStep, style: LabelStyle, known: dict[object, list[int]] | None = None
) -> list[list[int]]:
    """Return the largest width of each label line of each node, over all steps."""
    rooms = []
    known = {} if known is None else known
    for place, fixed in enumerate(look.shape.nodes):
        if style.detail is Detail.GLYPHS and fixed.sign is not Sign.MORE:
            rooms.append([1, 1] if fixed.folded else [1])
            continue
        key = fixed.rows, fixed.name, fixed.sign, fixed.folded, fixed.value, fixed.is_brief
        if key not in known:
            known[key] = _widest_of(_variants(look, place, ascii=style.ascii), style)
        rooms.append(known[key])
    return rooms


def _widest_of(variants: Iterable[DrawnNode], style: LabelStyle) -> list[int]:
    """Return the largest width of each line of some labels."""
    widest: list[int] = []
    for variant in variants:
        widths = line_widths(label(variant, style))
        padded = [*widest, *[0] * (len(widths) - len(widest))]
        widest = [*map(max, widths, padded), *padded[len(widths) :]]
    return widest


def widths_for_any_search(look: ShapeAtStep, style: LabelStyle) -> list[list[int]]:
    """Return widths for the label lines of each node that do not depend on what is not seen yet."""
    shape = look.shape
    trace = shape.trace
    log = trace.log
    seen = [node.value for node in shape.nodes if node.sign is Sign.LEAF and node.rows]
    covered = max([*seen, _COVERED_ROOM], key=cell_width)
    numbers = [covered, "+∞"]
    numbers += [show_number(bound) for bound in (log.alpha[0], log.beta[0])]
    if any(node.sign is Sign.CHANCE for node in shape.nodes):
        numbers.append(_ANY_MEAN)
    longest = max(numbers, key=cell_width)
    window = f"({longest}, {longest})" if trace.has_window else ""
    # Only these parts of a node remain in any look of it.
    bare = ((node, node.draw_bare(Status.UNSEEN)) for node in shape.nodes)
    nodes = tuple(
        replace(
            drawn,
            edge="",
            value=covered if node.sign is Sign.LEAF else node.value,
            folded=node.folded,
        )
        for node, drawn in bare
    )
    return [[*widths] for widths in _any_widths(nodes, longest, window, style)]


@lru_cache(maxsize=_MOST_KEPT)
def _any_widths(
    nodes: tuple[DrawnNode, ...], longest: str, window: str, style: LabelStyle
) -> tuple[tuple[int, ...], ...]:
    """Return the widths; a search by hand asks for the same ones after each step."""
    return tuple(tuple(_widest_of(_any_look(node, longest, window), style)) for node in nodes)


def _any_look(node: DrawnNode, number: str, window: str) -> Iterator[DrawnNode]:
    """Yield the widest looks of a node in any search."""
    leaf = node.sign is Sign.LEAF
    yield replace(node, status=Status.UNSEEN, value=node.value if leaf else "", window="")
    for current in (False, True):
        if leaf:
            yield replace(node, status=Status.DONE, window="", current=current)
        else:
            done = replace(node, status=Status.DONE, value=f"≤ {number}", current=current)
            yield replace(done, window=window)
            yield replace(done, status=Status.OPEN, value=f"{number}…", window=window)


def _variants(
    look: ShapeAtStep,
    place: int,
    *,
    ascii: bool,  # noqa: A002
) -> Iterator[DrawnNode]:
    """Yield the widest look of a node in each state."""

    def width(text: str) -> int:
        return cell_width(to_ascii(text) if ascii else text)

    trace, node, rows = look.shape.trace, look.node(place), look.shape.nodes[place].rows
    yield node
    if node.sign is Sign.MORE:
        return
    leaf = node.sign is Sign.LEAF
    if trace.uses_playouts:
        rewards = mcts_rewards(trace)
        means = [f"{mean:.2f}" for mean in (rewards.lowest, rewards.highest)]
        visits = node.value.partition(" ")[0]
        for current in (False, True):
            value = node.value  # the rewards of a leaf in a hand tree all equal its value
            if visits.startswith("n=") and not (leaf and look.shape.known):
                value = f"{visits} {max(means, key=len)}"
            yield replace(node, status=Status.OPEN, value=value, current=current)
        return
    yield replace(node, status=Status.UNSEEN, value=node.value if leaf else "", window="")
    if not rows or look.shape.revisits:  # a later visit to its parent may prune it
        yield replace(node, status=Status.SKIPPED, value=node.value if leaf else "", window="")
    for row in rows:
        final = value_of(trace, row, len(trace.tour))
        looks = texts_at_steps(trace, row)
        if look.shape.nodes[place].is_brief:
            looks = {(value, "") for value, _ in looks}
        last = max((window for _, window in looks), key=width, default="")
        widest = set()
        if looks:  # a leaf is never open
            on_one_line = max(looks, key=lambda texts: width("".join(texts)))
            on_two_lines = max(looks, key=lambda texts: width(texts[0]))
            widest = {on_one_line, on_two_lines}
        for current in (False, True):
            yield replace(node, status=Status.DONE, value=final, window=last, current=current)
            for value, window in widest:
                yield replace(node, status=Status.OPEN, value=value, window=window, current=current)
