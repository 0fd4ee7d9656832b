"""`plytrace cs480 ALGO FIRST MODE`: the program of CS 480's assignment."""

from __future__ import annotations

import sys

import click

from tui.cli.shared.options import Arguments, add_options


@click.command("cs480", context_settings={"ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, metavar="ALGO FIRST MODE")
@add_options("cs480")
def command(args: Arguments) -> None:
    """Play tic-tac-toe as CS 480 (Illinois Tech) asks its students to program it.

    ALGO is 1 (minimax) or 2 (alpha-beta), FIRST is X or O, MODE is 1 (human X against computer O)
    or 2 (computer against computer).

    Where the assignment is ambiguous: the prompt is the one starting with "X's move."; the human
    always plays X; mode 1 alone shows the empty board first; the result is the human's in mode 1
    (X WON, X LOST, TIE) and names the winner in mode 2; an illegal command line gives exit code 2;
    the end of the input counts as 0.
    """
    from engine.courses import cs480

    asked = cs480.read_arguments(args.arguments)
    if asked is None:
        click.echo(cs480.ERROR)
        sys.exit(2)
    click.echo(cs480.banner(*asked, name=args.name, number=args.number))
    cs480.play(*asked, lambda: sys.stdin.readline() or None, click.echo)
