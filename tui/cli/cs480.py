"""`plytrace cs480 ALGO FIRST MODE`: the program of CS 480's assignment."""

from __future__ import annotations

import sys

import click

__all__ = ["command"]


@click.command("cs480", context_settings={"ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, metavar="ALGO FIRST MODE")
@click.option(
    "--name",
    default="Last Name, First Name",
    show_default=True,
    help="Whose solution the first line says it is.",
)
@click.option(
    "--id", "number", default="AXXXXXXXX", show_default=True, help="The A number beside it."
)
def command(arguments: tuple[str, ...], name: str, number: str) -> None:
    """Play tic-tac-toe as CS 480 (Illinois Tech) asks its students to program it.

    ALGO is 1 (minimax) or 2 (alpha-beta), FIRST is X or O, MODE is 1 (human X against computer O)
    or 2 (computer against computer).

    Where the sheet is of two minds: the prompt is the one that begins "X's move."; the human is X
    whoever begins; the empty board is shown first in mode 1 only; the end is told as the human
    sees it in mode 1 (X WON, X LOST, TIE) and by who won in mode 2; an illegal command line ends
    with exit code 2; the end of the input is taken for 0.
    """
    from engine.courses import cs480

    asked = cs480.read_arguments(arguments)
    if asked is None:
        click.echo(cs480.ERROR)
        sys.exit(2)
    click.echo(cs480.banner(*asked, name=name, number=number))
    cs480.play(*asked, _read, click.echo)


def _read() -> str | None:
    """The next line of the input; None at its end."""
    return sys.stdin.readline() or None
