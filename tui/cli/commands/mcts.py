"""`plytrace mcts FILE`: Monte Carlo tree search worked by hand."""

from __future__ import annotations

import shutil

import click

from tui.terminal.output import output_option, speaks_unicode, writing

__all__ = ["command"]


@click.command("mcts")
@click.argument("file")
@click.option(
    "--selection",
    type=click.Choice(["ucb1", "mean"]),
    help="Selection rule; by default the file's.",
)
@click.option(
    "--c", metavar="C", help="UCB1's constant, such as 1 or sqrt(2); by default the file's."
)
@click.option(
    "--y",
    type=click.Choice(["up", "down"]),
    help="Direction in which y grows; by default the file's.",
)
@click.option(
    "--nodes",
    type=click.Choice(["states", "paths"]),
    help="What makes a node: its state or its path; by default the file's.",
)
@click.option(
    "-f",
    "--format",
    "format_name",
    type=click.Choice(["text", "md", "html", "latex", "csv", "json"]),
    default="text",
    show_default=True,
    help="Output format.",
)
@click.option(
    "--width",
    type=click.IntRange(min=20),
    help="Maximum width of text in columns; by default the terminal's, or 80.",
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Use only ASCII characters.")
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
    """Run MCTS as by hand, with given directions and rewards, and print a table per iteration.

    FILE is a YAML file with mcts:, an example such as mp520, or - for standard input. To search a
    game with MCTS, use plytrace trace GAME -a mcts.
    """
    from engine.mcts.hand_run import run_by_hand
    from tracer.mcts.hand_run import HandRunLayout, write_hand_run
    from trees.other_inputs.hand_run import open_hand_run

    changes = {"selection": selection, "c": c, "y": y, "nodes": nodes}
    problem = open_hand_run(
        file, {name: text for name, text in changes.items() if text is not None}
    )
    result = run_by_hand(problem)
    layout = HandRunLayout(
        width=width or shutil.get_terminal_size((80, 24)).columns,
        ascii=ascii_only or not speaks_unicode(output),
    )
    with writing(output, for_people=format_name == "text") as out:
        write_hand_run(problem, result, out, format_name, layout)
    if result.lacking:
        raise result.lacking
