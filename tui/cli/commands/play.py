"""`plytrace play GAME`: a match against a search, a person or chance."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from engine.conventions import parse_convention
from engine.errors import InvalidInput, UsageError
from engine.game import AnyGame, Player
from engine.match.match import Match
from engine.match.players import AUTO, Participant, SearchPlayer, check_seed, read_player
from engine.searches.settings import Settings
from engine.wrappers.changed import change
from trees.sources import open_source
from tui.cli.shared.options import Arguments, add_options
from tui.saved.match_files import load_match
from tui.terminal.output import console, need_screen


@click.command("play")
@click.argument("source", metavar="GAME", required=False)
@add_options("play")
def command(args: Arguments) -> None:
    """Play GAME, such as tic-tac-toe, reversi:8, connect-four, chess or 'nim:3,5,7@3-5-6 second'.

    At the prompt, type `help` for the commands. Ctrl-C during a search makes it play its best move
    so far; otherwise it leaves the game. An unfinished game is kept, and the last line shows the
    command that resumes it.
    """
    if args.game is not None and args.resume is None:
        args.source = args.game if args.source is None else f"{args.game}@{args.source}"
    _check_files(args.source, args.resume, args.save, args.plain)
    settings = {
        "-a": args.search,
        "-c": args.convention,
        "--depth": args.depth,
        "--seconds": args.seconds,
    }
    given = {name: value for name, value in settings.items() if value is not None}
    if args.resume is None:
        opened, label = _opened(args.source, args.cells, args.plain)
        players = [_player(args.first or "human", given), _player(args.second or "search", given)]
        match = Match(opened, *players, source=label, seed=_seed(args.seed))
    else:
        fixed = {"--seed": args.seed, "--cells": args.cells} | (
            {} if args.first or args.second else given
        )
        for option, value in fixed.items():
            if value is not None:
                raise UsageError(
                    f"{option} cannot be used with --resume",
                    expected="only --first or --second: the file sets everything else",
                )
        match = load_match(args.resume, game=args.game or "")
        for side, text in ((Player.MAX, args.first), (Player.MIN, args.second)):
            if text is not None:
                match.seat(side, _player(text, given))
    if args.plain:
        _play_plain(match, args.save or "", args.resume or "", args.ascii_only)
        return
    words = ["--resume", args.resume] if args.resume else [args.source or ""]
    need_screen("the full screen", f"Try: plytrace play {shlex.join(words)} --plain")
    from tui.app import run_screen
    from tui.screens.play.play_screen import PlayScreen

    path = Path(args.resume) if args.resume else None
    run_screen(PlayScreen(match, path), ascii=args.ascii_only or None)


def _check_files(source: str | None, resume: str | None, save: str | None, plain: bool) -> None:
    """Refuse options that would overwrite a file, or that name no game."""
    if (source is None) == (resume is None):
        raise UsageError(
            "GAME is missing" if source is None else f"{source} cannot be used with --resume",
            expected="a game such as tic-tac-toe, or --resume FILE",
        )
    if save and not plain:
        raise UsageError(
            "--save needs --plain", hint="On the full screen, press s to save the game"
        )
    if save and Path(save).exists() and not (resume and Path(save).samefile(resume)):
        raise UsageError(
            f"{save} already exists",
            expected="a new file, or the file of --resume",
        )


def _opened(source: str | None, cells: str | None, plain: bool) -> tuple[AnyGame, str]:
    """Return the game of a SOURCE, and the SOURCE."""
    if (source or "").strip() == "-" and plain:
        raise UsageError(
            "the game cannot be read from standard input with --plain", expected="a file"
        )
    try:
        opened = open_source(source)
    except InvalidInput as error:
        if error.hint == "Try: plytrace list trees":
            error.hint = "Try: plytrace list games"
        raise
    game = opened.game if cells is None else change(opened.game, cells=cells)
    return game, "" if opened.label == "stdin" else opened.label


def _seed(seed: int | None) -> int:
    """Return the seed, checked for saved matches."""
    try:
        return check_seed(seed or 0)
    except InvalidInput as error:
        raise UsageError(f"--seed {error.found} cannot be used", expected=error.expected) from error


def _player(text: str, given: dict[str, Any]) -> Participant:
    """Return a player; the options set what its text does not."""
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


def _play_plain(match: Match, save: str, resumed: str, ascii_only: bool) -> None:
    from tui.cli.plain.plain_session import PlainSession

    with console(ascii_only=ascii_only) as (ask, write):
        PlainSession(match, ask, write, save, resumed).run()
