"""`plytrace mcts FILE`: Monte Carlo tree search as it is worked by hand."""

from __future__ import annotations

import click

from tui.cli.output import output_option, writing

__all__ = ["command"]


@click.command("mcts")
@click.argument("file")
@click.option("--selection", metavar="ucb1|mean", help="The selection rule, instead of the file's.")
@click.option("--c", metavar="C", help="UCB1's constant, such as 1 or sqrt(2), likewise.")
@click.option("--y", metavar="up|down", help="Which way y grows, likewise.")
@click.option("--nodes", metavar="states|paths", help="What a node is, likewise.")
@click.option(
    "-f",
    "--format",
    "format_name",
    type=click.Choice(["text", "md", "csv", "json"]),
    default="text",
    show_default=True,
)
@output_option
def command(
    file: str,
    selection: str | None,
    c: str | None,
    y: str | None,
    nodes: str | None,
    format_name: str,
    output: str | None,
) -> None:
    """Run MCTS by hand: directions and rewards are given, every iteration's table is printed.

    FILE is a YAML file with mcts:, an example such as mp520, or - for standard input. To let a
    computer search a game, use plytrace trace GAME -a mcts.
    """
    from engine.mcts.hand_run import run_by_hand
    from tracer.hand_run import write_hand_run
    from trees.hand_run import open_hand_run

    asked = {"selection": selection, "c": c, "y": y, "nodes": nodes}
    problem = open_hand_run(file, {name: text for name, text in asked.items() if text})
    result = run_by_hand(problem)
    with writing(output, for_people=format_name == "text") as out:
        write_hand_run(problem, result, out, format_name)
    if result.lacking:
        raise result.lacking
