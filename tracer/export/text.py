"""A trace as text for a terminal, with its tree drawn, and as an article of tables."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, TextIO

from tracer.drawing.terminal.plain_text import draw_text
from tracer.export.format import ExportOptions
from tracer.recording.recording import Recording
from tracer.steps.result_words import (
    count_lines,
    depth_table,
    heading,
    result_lines,
    separator,
    which_pass,
)
from tracer.steps.visit_views import Cutoffs, Visits
from tracer.text.document import (
    Article,
    Block,
    Heading,
    Table,
    align_columns,
    latex_parts,
    markdown_parts,
)
from tracer.text.numbers import show_count, show_number
from tracer.text.printable_text import to_ascii

#: The largest numbers of entries in a terminal; the other formats give complete lists.
_MOST_VISITS = 200
_MOST_LONG_NAMES = 40
_MOST_CUTOFFS = 12
_MOST_PASSES = 20
_MOST_STEPS = 40
_MOST_NAMES = 60
_MOST_LEAVES = 12
_MOST_ENTRIES = 24


def write_text(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write a trace as text for a terminal."""
    blocks = [heading(trace.source, trace.title)]
    if not trace.has_visits and not options.summary:
        head, rows = depth_table(trace)
        blocks.append("\n".join(align_columns([head, *rows], left=())))
    elif not options.summary:
        drawn = draw_text(
            trace, width=options.width, ascii=options.ascii, critical=options.critical
        )
        blocks.append(drawn)
        blocks.append(_visits(trace, options.width))
        if trace.has_window:
            blocks.append(_cutoffs(trace, options.width))
        if options.critical:
            blocks.append(_critical(trace, options.width))
        if trace.vectors is not None and not trace.has_window and not trace.stopped:
            blocks.append(_equilibrium(trace, options.width))
        if trace.narrows:
            blocks.append(_passes(trace, options.width))
        if trace.best_first:
            blocks.append(_open_list(trace, options.width))
        if trace.keeps_positions:
            blocks.append(_table(trace, options.width))
        blocks += _notes(trace, options.width)
    counts = ", ".join(f"{name} {number}" for name, number in count_lines(trace))
    result = [*result_lines(trace), ("counts", counts)]
    lines = [_wrapped(text, options.width, f"{word:<8}", " " * 8) for word, text in result]
    blocks.append("\n".join(lines))
    text = "\n\n".join(block.rstrip() for block in blocks) + "\n"
    out.write(to_ascii(text) if options.ascii else text)


def _visits(trace: Recording, width: int) -> str:
    total = len(trace.log)
    few = trace.game.named_by_path or trace.uses_playouts
    most = min(total, _MOST_LONG_NAMES if few else _MOST_VISITS)
    between = separator(trace)
    lines = [" "]
    for place in trace.walk(stop=most):
        # A name is never wrapped, although names in games contain spaces.
        name = place.name + (between.rstrip() if place.row < total - 1 else "")
        if trace.has_passes and place.move is None:  # a pass begins
            lines[-1:] = [*(lines[-1:] if place.row else []), f"  {trace.pass_at(place.row)}:"]
        if len(lines[-1]) + 1 + len(name) > width and lines[-1].strip():
            lines.append(" ")
        lines[-1] += f" {name}"
    if total > most:
        lines.append(f"  … and {total - most:,} more (see plytrace visits)")
    return "\n".join([f"Visits ({total:,})", *lines])


def _cutoffs(trace: Recording, width: int) -> str:
    counts = trace.counts
    verb = "skips" if counts.cutoffs == 1 else "skip"
    skipping = f"{counts.cutoffs:,} {verb} a child"
    lines = [f"Early returns ({counts.early_returns:,}, of which {skipping})"]
    for cutoff in islice(Cutoffs(trace), _MOST_CUTOFFS):
        lines.append(
            f"  {cutoff.at}{which_pass(trace, cutoff.row)} after {cutoff.after}: "
            f"v = {show_number(cutoff.value)}, α = {show_number(cutoff.alpha)}, "
            f"β = {show_number(cutoff.beta)}"
        )
        lines.append(_wrapped(cutoff.because, width, indent="    "))
    more = counts.early_returns - _MOST_CUTOFFS
    if more > 0:
        lines.append(f"  … and {more:,} more (see -f md or -f json)")
    return "\n".join(lines)


def _critical(trace: Recording, width: int) -> str:
    """Return the critical tree, and what the search visited beyond it."""
    from tracer.recording.critical_tree import critical_tree  # late: rarely listed

    tree, between = critical_tree(trace), separator(trace)
    beyond = tree.beyond(trace)
    leaves = show_count(len(tree.leaves), "leaf", "leaves")
    lines = [f"Critical tree ({len(tree.types):,} nodes, {leaves})"]
    value = show_number(tree.value)
    for head, names in (
        *((f"type {number}", tree.of_type(number)) for number in (1, 2, 3)),
        (f"leaves that prove ≥ {value}", tree.at_least),
        (f"leaves that prove ≤ {value}", tree.at_most),
        (f"visited beyond it ({len(beyond):,})", beyond),
    ):
        shown = between.join(names[:_MOST_NAMES])
        more = f" … and {len(names) - _MOST_NAMES:,} more" if len(names) > _MOST_NAMES else ""
        lines.append(_wrapped(f"{head}: {shown or 'none'}{more}", width))
    return "\n".join(lines)


def _equilibrium(trace: Recording, width: int) -> str:
    """Return the best move at every node, for each player."""
    from tracer.export.records import equilibrium_record  # only for several players

    game = trace.vectors
    assert game is not None
    moves: dict[str, list[str]] = {name: [] for name in game.share_names}
    for node, move in islice(equilibrium_record(trace).items(), _MOST_VISITS):
        moves[game.player_name(game.parse(node))].append(f"at {node}: {move}")
    lines = ["A subgame-perfect equilibrium: the move at every node"]
    for player, texts in moves.items():
        if texts:
            lines.append(_wrapped(f"{player} {', '.join(texts)}", width))
    return "\n".join(lines)


def _passes(trace: Recording, width: int) -> str:
    """Return the passes of a search that narrows its window, with their new leaves."""
    from tracer.steps.search_tables import PASS_HEADINGS, pass_summaries  # late: few searches

    rows = []
    for one in islice(pass_summaries(trace), _MOST_PASSES):
        names = one.new_leaves[:_MOST_LEAVES]
        more = len(one.new_leaves) - len(names)
        leaves = separator(trace).join(names) + (f" and {more:,} more" if more else "")
        rows.append((one.cells, leaves))
    lines = _with_last_column(PASS_HEADINGS, rows, width)
    more = len(trace.roots) - len(rows)
    if more > 0 and len(rows) == _MOST_PASSES:
        lines.append(f"  … and {more:,} more (see -f json)")
    return "\n".join([f"Passes ({len(trace.roots):,})", *lines])


def _open_list(trace: Recording, width: int) -> str:
    """Return the steps of a best-first search: the state taken, and OPEN after it."""
    from tracer.steps.search_tables import open_steps  # late: one search has such a list

    steps = list(islice(open_steps(trace), _MOST_STEPS + 1))
    rows = [(one.cells, " ".join(map(str, one.opened))) for one in steps[:_MOST_STEPS]]
    lines = _with_last_column(("step", "case", "taken", "OPEN after it"), rows, width)
    if len(steps) > _MOST_STEPS:
        lines.append("  … and more (see -f json)")
    return "\n".join(["Steps of OPEN (L live, S solved)", *lines])


def _with_last_column(
    heads: Sequence[str], rows: Sequence[tuple[Sequence[str], str]], width: int
) -> list[str]:
    """Return the lines of a table whose last column is a text that may be wrapped."""
    *names, last = heads
    lines = [f"  {line}" for line in align_columns([names, *(cells for cells, _ in rows)], left=())]
    lines[0] += f"  {last}"
    indent = len(lines[0]) - len(last)
    for place, (_, text) in enumerate(rows, 1):
        first, *rest = _wrapped(text or "–", width, indent=" " * indent).split("\n")
        lines[place] = "\n".join([f"{lines[place]}{first[indent - 2 :]}", *rest])
    return lines


def _table(trace: Recording, width: int) -> str:
    """Return what the transposition table keeps after the search."""
    from tracer.steps.search_tables import table_contents  # late: few searches keep one

    entries = [str(entry) for entry in table_contents(trace)]
    shown = ", ".join(entries[:_MOST_ENTRIES])
    if len(entries) > _MOST_ENTRIES:
        shown += f", … and {len(entries) - _MOST_ENTRIES:,} more (see -f json)"
    title = f"Table after the search ({len(entries):,})"
    return "\n".join([title, _wrapped(shown or "empty", width)])


def _notes(trace: Recording, width: int) -> list[str]:
    """Return the notes that the author of a tree wrote at its nodes: no block, or one."""
    if trace.game.named_by_path:
        return []
    notes = {place.name: trace.game.note_of(place.state) for place in trace.walk()}
    lines = [_wrapped(f"{name}: {note}", width) for name, note in notes.items() if note]
    return ["\n".join(["Notes", *lines])] if lines else []


def _wrapped(text: str, width: int, indent: str = "  ", hanging: str | None = None) -> str:
    return textwrap.fill(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent if hanging is None else hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


# An article: the tables of the result, the counts, the visits and the early returns.

_VISITS: Final = ("#", "Node", "Player", "α", "β", "Value")
_CUTOFFS: Final = ("At", "After", "v", "α", "β", "Skipped", "Because")


def write_markdown(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write a trace as Markdown tables."""
    out.writelines(
        markdown_parts(Article(heading(trace.source, trace.title), [*_blocks(trace, options)]))
    )


def write_latex(trace: Recording, out: TextIO, options: ExportOptions) -> None:
    """Write a trace as a LaTeX document, or only its tables for another document."""
    is_fragment = options.fragment
    blocks = [
        one for one in _blocks(trace, options) if not (is_fragment and isinstance(one, Heading))
    ]
    out.writelines(
        latex_parts(Article(heading(trace.source, trace.title), blocks), is_fragment=is_fragment)
    )


def _blocks(trace: Recording, options: ExportOptions) -> Iterator[Block]:
    """Yield the tables of a trace with their headings; their rows are made as they are written."""
    both = frozenset({0, 1})
    yield Table(("Result", ""), result_lines(trace), both, is_long=True, shares={1: 0.8})
    yield Table(("Count", ""), count_lines(trace), is_long=True)
    if options.summary:
        return
    if not trace.has_visits:
        yield Heading("By depth")
        yield Table(*depth_table(trace), texts=frozenset())
        return
    by_path = trace.game.named_by_path
    yield Heading("Visits")
    head = (*_VISITS, *(["Pass"] if trace.has_passes else []))
    shares = {1: 0.45} if by_path else {}
    yield Table(head, _visit_rows(trace, options), frozenset({1, 2}), is_long=True, shares=shares)
    if trace.has_window:
        yield Heading("Early returns")
        shares = {**({0: 0.1, 1: 0.1} if by_path else {}), 5: 0.16, 6: 0.36}
        texts = frozenset({0, 1, 5, 6})
        yield Table(_CUTOFFS, _cutoff_rows(trace), texts, is_long=True, shares=shares)


def _visit_rows(trace: Recording, options: ExportOptions) -> Iterator[Sequence[str]]:
    for visit, place in zip(Visits(trace), trace.walk(), strict=True):
        options.progress(place.row)
        yield (
            str(visit.order),
            place.name,
            trace.player_name(visit.row),
            show_number(visit.alpha),
            show_number(visit.beta),
            visit.shown_value,
            *([str(trace.pass_at(visit.row))] if trace.has_passes else []),
        )


def _cutoff_rows(trace: Recording) -> Iterator[Sequence[str]]:
    for cutoff in Cutoffs(trace):
        yield (
            f"{cutoff.at}{which_pass(trace, cutoff.row)}",
            cutoff.after,
            *map(show_number, (cutoff.value, cutoff.alpha, cutoff.beta)),
            separator(trace).join(cutoff.skipped) or "–",
            cutoff.because,
        )
