"""`plytrace matrix FILE`: a two-player game in normal form, explained."""

from __future__ import annotations

import click

from tui.cli.shared.options import Arguments, add_options, layout_of
from tui.terminal.output import inform, open_text_output


@click.command("matrix")
@click.argument("file")
@add_options("matrix")
def command(args: Arguments) -> None:
    """Explain a payoff matrix: dominance, elimination, pure and mixed equilibria, value.

    FILE is a YAML file with matrix:, a game of Gambit (.nfg), lists such as
    '[[3, -1], [0, 2]]' (zero-sum) or '[[(2, 2), (0, 3)], [(3, 0), (1, 1)]]', an example such as
    mp520, or - for standard input.
    """
    from tracer.matrix.analysis import analyse
    from tracer.matrix.writers import write_matrix
    from trees.other_inputs.matrix import open_matrix

    analysis = analyse(open_matrix(args.file), weak=args.weak)
    if analysis.extreme is None and args.format_name == "csv":
        # The other formats say so themselves.
        inform(f"note: {analysis.unsolved}")
    layout, source = layout_of(args), args.file.strip()
    label = "stdin" if source == "-" else source
    with open_text_output(args.output, for_people=args.format_name == "text") as out:
        write_matrix(analysis, args.format_name, out, layout, label)
