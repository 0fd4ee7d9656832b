"""`plytrace play GAME`: a match against a search, a person or chance."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.errors import InvalidInput, UsageError
from engine.settings import Settings
from tui.cli.output import NewFile, has_screen

if TYPE_CHECKING:
    from engine.game import AnyGame
    from engine.match.match import Match
    from engine.match.players import Participant

__all__ = ["command"]


@click.command("play")
@click.argument("source", metavar="GAME", required=False)
@click.option(
    "--first",
    "--x",
    "first",
    metavar="PLAYER",
    help="Who plays the first side (X, B, White, first): human, search, random or the name of a "
    "search, perhaps with settings as in minimax:depth=4; human by default.",
)
@click.option(
    "--second", "--o", "second", metavar="PLAYER", help="Who plays the other side; search."
)
@click.option("-a", "--search", metavar="NAME", help="The search that `search` stands for.")
@click.option(
    "-c", "--convention", metavar="NAME[,FIELD=VALUE…]", help="The convention of the searches."
)
@click.option("--depth", type=int, metavar="PLIES", help="The depth of the searches.")
@click.option("--seconds", type=float, metavar="N", help="The time of the searches for a move.")
@click.option(
    "--seed", type=int, metavar="N", help="What random players, mcts and chance draw from; 0."
)
@click.option(
    "--cells",
    type=click.Choice(["number", "row-col"]),
    help="Write a board's cells as 5 or as (1,1); by default as the game does.",
)
@click.option("--ascii", "only_ascii", is_flag=True, help="Draw without signs beyond ASCII.")
@click.option("--plain", is_flag=True, help="Prompts on a plain terminal, for screen readers.")
@click.option("--resume", metavar="FILE", help="Go on with a saved game, or a game of PGN.")
@click.option(
    "--save",
    metavar="FILE",
    type=NewFile(),
    help="Save the game after every move; PGN in FILE.pgn.",
)
def command(
    source: str | None,
    first: str | None,
    second: str | None,
    search: str | None,
    convention: str | None,
    depth: int | None,
    seconds: float | None,
    seed: int | None,
    cells: str | None,
    only_ascii: bool,
    plain: bool,
    resume: str | None,
    save: str | None,
) -> None:
    """Play GAME, such as tic-tac-toe, reversi:8, connect-four, chess or 'nim:3,5,7@3-5-6 second'.

    At the prompt, `help` lists what can be typed. Ctrl-C while a search runs makes it play the best
    move that it has found; otherwise it leaves the game. A game that is left is kept, and the last
    line says how it is gone on with.
    """
    from engine.game import Player
    from engine.match.match import Match
    from tracer.matches import load_match

    _check_files(source, resume, save, plain)
    settings = {"-a": search, "-c": convention, "--depth": depth, "--seconds": seconds}
    given = {name: value for name, value in settings.items() if value is not None}
    if resume is None:
        game, label = _opened(source, cells, plain)
        players = [_player(first or "human", given), _player(second or "search", given)]
        match = Match(game, *players, source=label, seed=_seed(seed))
    else:
        fixed = {"--seed": seed, "--cells": cells} | ({} if first or second else given)
        for option, value in fixed.items():
            if value is not None:
                raise UsageError(
                    f"{option} beside --resume",
                    expected="the players alone, with --first or --second: the file says the rest",
                )
        match = load_match(resume)
        for side, text in ((Player.MAX, first), (Player.MIN, second)):
            if text is not None:
                match.seat(side, _player(text, given))
    if plain:
        _play_plain(match, save or "", resume or "", only_ascii)
        return
    if not has_screen():
        raise UsageError("the full screen needs a terminal", hint="Use --plain where there is none")
    from tui.app import run_play

    run_play(match, Path(resume) if resume else None, ascii=only_ascii or None)


def _check_files(source: str | None, resume: str | None, save: str | None, plain: bool) -> None:
    """Refuse what would lose a file, or names no game.

    Raises:
        UsageError: a game and a saved one, or neither; or a file that --save would replace.
    """
    if (source is None) == (resume is None):
        raise UsageError(
            "no GAME" if source is None else f"the game {source} beside --resume",
            expected="a game such as tic-tac-toe, or --resume FILE",
        )
    if save and not plain:
        raise UsageError("--save without --plain", hint="In the full screen, s saves the game")
    if save and Path(save).exists() and not (resume and Path(save).samefile(resume)):
        raise UsageError(
            f"there is already a file {save}",
            expected="a new file, or the one that --resume names",
        )


def _opened(source: str | None, cells: str | None, plain: bool) -> tuple[AnyGame, str]:
    """The game of a SOURCE, and that SOURCE."""
    from engine.wrappers.named_cells import NamedCells
    from trees.sources import open_source

    if (source or "").strip() == "-" and plain:
        raise UsageError("a game from standard input, where the moves come from", expected="a file")
    opened = open_source(source)
    game = opened.game if cells is None else NamedCells(opened.game, cells)
    return game, "" if opened.label == "stdin" else opened.label


def _seed(seed: int | None) -> int:
    """The seed, which a saved match has to be able to hold."""
    from engine.match.seeds import check_seed

    try:
        return check_seed(seed or 0)
    except InvalidInput as error:
        raise UsageError(f"--seed {error.found}", expected=error.expected) from error


def _player(text: str, given: dict[str, Any]) -> Participant:
    """A player; the options say what the text of a search leaves open."""
    from engine.conventions import parse_convention
    from engine.match.players import AUTO, SearchPlayer, read_player

    player = read_player(text)
    if not isinstance(player, SearchPlayer):
        return player
    settings, usual = player.settings, Settings()
    if player.search == AUTO and "-a" in given:
        player = replace(player, search=given["-a"])
    if "-c" in given and settings.convention == usual.convention:
        settings = replace(settings, convention=parse_convention(given["-c"]))
    if settings.depth is None and settings.rounds is None and "--depth" in given:
        settings = replace(settings, depth=given["--depth"])
    if player.seconds is None and "--seconds" in given:
        player = replace(player, seconds=given["--seconds"])
    return replace(player, settings=settings)


def _play_plain(match: Match, save: str, resumed: str, only_ascii: bool) -> None:
    """Play on standard input and output."""
    from tui.cli.console import console
    from tui.cli.plain_session import PlainSession

    with console(only_ascii=only_ascii) as terminal:
        PlainSession(match, terminal.ask, terminal.write, save, resumed).run()
