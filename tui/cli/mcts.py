"""`plytrace mcts FILE`: Monte Carlo tree search as it is worked by hand."""

from __future__ import annotations

import shutil

import click

from tui.cli.output import output_option, speaks_unicode, writing

__all__ = ["command"]


@click.command("mcts")
@click.argument("file")
@click.option(
    "--selection",
    type=click.Choice(["ucb1", "mean"]),
    help="The selection rule, instead of the file's.",
)
@click.option("--c", metavar="C", help="UCB1's constant, such as 1 or sqrt(2), likewise.")
@click.option("--y", type=click.Choice(["up", "down"]), help="Which way y grows, likewise.")
@click.option(
    "--nodes",
    type=click.Choice(["states", "paths"]),
    help="When two visits are of one node, likewise.",
)
@click.option(
    "-f",
    "--format",
    "format_name",
    type=click.Choice(["text", "md", "csv", "json"]),
    default="text",
    show_default=True,
)
@click.option(
    "--width",
    type=click.IntRange(min=20),
    help="Columns that text may take; those of the terminal, or 80.",
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Text without signs beyond ASCII.")
@output_option
def command(
    file: str,
    selection: str | None,
    c: str | None,
    y: str | None,
    nodes: str | None,
    format_name: str,
    width: int | None,
    ascii_only: bool,
    output: str | None,
) -> None:
    """Run MCTS by hand: directions and rewards are given, every iteration's table is printed.

    FILE is a YAML file with mcts:, an example such as mp520, or - for standard input. To let a
    computer search a game, use plytrace trace GAME -a mcts.
    """
    from engine.mcts.hand_run import run_by_hand
    from tracer.hand_run import Layout, write_hand_run
    from trees.hand_run import open_hand_run

    asked = {"selection": selection, "c": c, "y": y, "nodes": nodes}
    problem = open_hand_run(file, {name: text for name, text in asked.items() if text is not None})
    result = run_by_hand(problem)
    layout = Layout(
        width=width or shutil.get_terminal_size((80, 24)).columns,
        ascii=ascii_only or not speaks_unicode(output),
    )
    with writing(output, for_people=format_name == "text") as out:
        write_hand_run(problem, result, out, format_name, layout)
    if result.lacking:
        raise result.lacking
